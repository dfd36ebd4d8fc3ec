// Counting by meeting in the middle: all upper halves, all lower halves, and how many pairs
// make a whole. See halves.hpp for a half and join.hpp for a pair.
//
// The two rows at the junction, a above and b below, are fixed first: then each half is
// filtered alone, and what is left to compare is small. An empty grid can be turned over in
// up to eight ways; of all junctions that turn into each other one is counted.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "../balanced/shape.hpp"
#include "../limits.hpp"
#include "../lines/grid.hpp"
#include "halves.hpp"
#include "join.hpp"
#include "natural.hpp"
#include "row_table.hpp"

namespace nonairo::counting {

class Meeting {
 public:
  static bool takes(const BalancedShape& shape) {
    return shape.height >= 2 && shape.height <= 2 * kDeepestHalf && shape.width >= 2 &&
           shape.width <= RowTable::kWidest;
  }

  // The grid holds the givens and what follows from them.
  Meeting(const BalancedShape& shape, const lines::Grid<Word>& grid)
      : shape_(shape), grid_(grid), table_(shape, grid), middle_(shape.height / 2) {
    for (int r = 0; r < shape.height; ++r) {
      blank_ = blank_ && grid.row(r).can[1] == table_.all && grid.row(r).can[0] == table_.all;
    }
    for (int r = middle_ - 1; r >= 0; --r) upper_.choices.push_back(&table_.choices[r]);
    for (int r = middle_; r < shape.height; ++r) lower_.choices.push_back(&table_.choices[r]);
    for (const auto& choices : table_.choices) impossible_ = impossible_ || choices.empty();
    if (impossible_) return;
    for (const auto* choices : upper_.choices) upper_log_ += std::log2(choices->size());
    for (const auto* choices : lower_.choices) lower_log_ += std::log2(choices->size());
    for (int c = 0; c < shape.width; ++c) bound_column(c);
  }
  Meeting(const Meeting&) = delete;   // the plans point into the table

  // About how many ways there are to fill the fuller half: the choices of its rows, less those
  // that its columns rule out, as if columns knew nothing of each other.
  double estimate() const { return std::exp2(std::max(upper_log_, lower_log_)); }

  // Nothing: a limit came first.
  std::optional<Natural> count(Budget& budget) {
    if (impossible_) return Natural();
    const bool alike = blank_ && shape_.height % 2 == 0;   // one half serves as both
    Half upper(table_, upper_, shape_.distinct);
    Half lower(table_, lower_, shape_.distinct);
    if (!upper.fits() || !lower.fits()) return std::nullopt;
    const std::size_t memory = budget.limits().room() / (alike ? 1 : 2);
    if (!upper.fill(budget, memory)) return std::nullopt;
    if (!alike && !lower.fill(budget, memory)) return std::nullopt;
    const Half& other = alike ? upper : lower;
    Word target = 0;
    for (int c = 0; c < shape_.width; ++c) target |= Word(shape_.col_ones) << (4 * c);
    Join join(table_, upper, other, target, shape_.distinct);
    Natural total;
    for (const int a : table_.choices[middle_ - 1]) {
      if (!upper.has_row(a)) continue;
      for (const int b : table_.choices[middle_]) {
        if (!other.has_row(b) || (shape_.distinct && a == b)) continue;
        const int copies = turned_copies(a, b);
        if (copies == 0) continue;
        Natural here;
        if (!join.count(a, b, budget, here)) return std::nullopt;
        for (int k = 0; k < copies; ++k) total += here;
      }
    }
    return total;
  }

 private:
  // The counts that a column can have in each half, and how many fillings of the column that is.
  void bound_column(int c) {
    const auto& column = grid_.column(c);
    double possible_above = 0;
    double possible_below = 0;
    const Word above = counts(column, 0, middle_, possible_above);
    const Word below = counts(column, middle_, shape_.height, possible_below);
    int least = -1;
    int most = -1;
    for (int ones = 0; ones <= shape_.col_ones; ++ones) {
      if (!lines::has(above, ones) || !lines::has(below, shape_.col_ones - ones)) continue;
      if (least < 0) least = ones;
      most = ones;
    }
    if (least < 0) {
      impossible_ = true;
      return;
    }
    upper_.least |= Word(least) << (4 * c);
    upper_.most |= Word(most) << (4 * c);
    lower_.least |= Word(shape_.col_ones - most) << (4 * c);
    lower_.most |= Word(shape_.col_ones - least) << (4 * c);
    const Word blanks = column.can[1] & column.can[0];
    const Word in_upper = blanks & lines::low_bits<Word>(middle_);
    upper_log_ += std::log2(possible_above) - std::popcount(in_upper);
    lower_log_ += std::log2(possible_below) - std::popcount(blanks >> middle_);
  }

  // The numbers of ones, as bits, that the cells first .. last-1 of a column can hold.
  static Word counts(const lines::Masks<Word>& column, int first, int last, double& fillings) {
    const Word all = lines::low_bits<Word>(last - first);
    Word found = 0;
    for (Word cells = 0; cells <= all; ++cells) {
      if ((cells & ~(column.can[1] >> first)) != 0) continue;
      if ((all & ~cells & ~(column.can[0] >> first)) != 0 || three_alike(cells, all)) continue;
      found |= Word{1} << std::popcount(cells);
      fillings += 1;
    }
    return found;
  }

  // In how many junctions the turned grids have this one; 0 if another one stands for it.
  int turned_copies(int a, int b) const {
    if (!blank_) return 1;
    std::vector<std::pair<int, int>> seen;
    const Word above = table_.rows[a];
    const Word below = table_.rows[b];
    const bool swaps = shape_.height % 2 == 0;
    const bool inverts = 2 * shape_.row_ones == shape_.width && 2 * shape_.col_ones == shape_.height;
    for (int turn = 0; turn < 8; ++turn) {
      if (((turn & 1) != 0 && !swaps) || ((turn & 2) != 0 && !inverts)) continue;
      std::pair<int, int> turned{turn_row(above, turn), turn_row(below, turn)};
      if ((turn & 1) != 0) std::swap(turned.first, turned.second);
      if (turned < std::pair{a, b}) return 0;
      if (std::find(seen.begin(), seen.end(), turned) == seen.end()) seen.push_back(turned);
    }
    return static_cast<int>(seen.size());
  }

  int turn_row(Word row, int turn) const {
    if ((turn & 2) != 0) row = table_.all & ~row;
    if ((turn & 4) != 0) row = lines::reverse(row) >> (64 - table_.width);
    return table_.number(row);
  }

  BalancedShape shape_;
  const lines::Grid<Word>& grid_;
  RowTable table_;
  int middle_;          // rows above the junction
  bool blank_ = true;   // no givens
  bool impossible_ = false;
  HalfPlan upper_, lower_;
  double upper_log_ = 0;   // of the number of ways to fill it
  double lower_log_ = 0;
};

}   // namespace nonairo::counting
