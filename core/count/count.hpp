// How many solutions a balanced puzzle has, exactly where that can be had.
//
// Three ways, and the grid says which: census.hpp for larger grids without givens; meet.hpp for grids
// that are small or nearly empty, however many solutions they have; frontier.hpp for grids with
// many givens, and for long narrow ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "../balanced/shape.hpp"
#include "../limits.hpp"
#include "../lines/balanced.hpp"
#include "../lines/grid.hpp"
#include "census.hpp"
#include "frontier.hpp"
#include "meet.hpp"
#include "natural.hpp"

namespace nonairo {

struct SolutionCount {
  Natural value;               // never above the limit that was asked for
  bool exact;                  // else there are at least `value`
  Limit limit = Limit::none;   // what came first, if not the number asked for
};

namespace counting {

// A grid can be read by columns just as well.
inline BalancedShape transposed(const BalancedShape& shape) {
  return {shape.width, shape.height, shape.col_ones, shape.row_ones, shape.distinct};
}

template <lines::LineBits Bits>
lines::Grid<Bits> transposed(const lines::Grid<Bits>& grid) {
  lines::Grid<Bits> turned(grid.width, grid.height);
  std::copy_n(grid.line.begin(), grid.height, turned.line.begin() + grid.width);
  std::copy_n(grid.line.begin() + grid.height, grid.width, turned.line.begin());
  return turned;
}

template <lines::LineBits Bits>
lines::Grid<Bits> read_grid(const BalancedShape& shape, const std::string& givens) {
  lines::Grid<Bits> grid(shape.height, shape.width);
  for (int k = 0; k < static_cast<int>(givens.size()); ++k) {
    if (givens[k] != '.') grid.fill(k / shape.width, k % shape.width, givens[k] == '1');
  }
  return grid;
}

// Not even as many legal rows as the grid needs different ones.
inline bool too_few_lines(const BalancedShape& shape) {
  if (shape.width > lines::kWordBits) return false;
  const Word all = lines::low_bits<Word>(shape.width);
  const lines::BalancedLine<Word> rule(shape.width - shape.row_ones, shape.row_ones, 2);
  return rule.count({all, all}) < static_cast<Word>(shape.height);
}

// The cheaper of meeting in the middle by rows and by columns.
class BestMeeting {
 public:
  BestMeeting(const BalancedShape& shape, const lines::Grid<Word>& grid) : grid_(grid), turned_(transposed(grid)) {
    if (Meeting::takes(shape)) meeting_.emplace(shape, grid_);
    if (!Meeting::takes(transposed(shape))) return;
    const Meeting by_columns(transposed(shape), turned_);
    if (!meeting_ || by_columns.estimate() < meeting_->estimate()) {
      meeting_.emplace(transposed(shape), turned_);
    }
  }
  BestMeeting(const BestMeeting&) = delete;   // the meeting looks at the grids

  double halves() const { return meeting_ ? meeting_->estimate() : std::numeric_limits<double>::infinity(); }
  std::optional<Natural> count(Budget& budget) { return meeting_->count(budget); }

 private:
  lines::Grid<Word> grid_;
  lines::Grid<Word> turned_;
  std::optional<Meeting> meeting_;
};

inline constexpr double kFewHalves = 1 << 16;          // met in a tenth of a second
inline constexpr std::uint64_t kShortSearch = 5'000;   // nodes, about as long
inline constexpr std::uint64_t kLongSearch = std::numeric_limits<std::uint64_t>::max();

template <lines::LineBits Bits>
SolutionCount count_grid(const BalancedShape& shape, lines::Grid<Bits> grid, const std::optional<Natural>& limit,
                         Budget& budget) {
  const bool crowded = too_few_lines(shape) || too_few_lines(transposed(shape));
  if (shape.distinct && crowded) return {Natural(), true};
  Frontier<Bits> frontier(shape, std::move(grid), budget.limits().room());
  const bool possible = frontier.settle(budget);
  if (budget.spent() || !possible) return {Natural(), !budget.spent()};

  Natural at_least;
  if constexpr (std::is_same_v<Bits, Word>) {
    BestMeeting meeting(shape, frontier.grid());
    // A limit is often reached at once, and a search finds what there is to find first.
    if (limit || meeting.halves() > kFewHalves) {
      at_least = frontier.count(budget, limit, kShortSearch);
      if (!frontier.stopped() || budget.spent() || (limit && at_least >= *limit)) {
        return {at_least, !frontier.stopped()};
      }
    }
    const double room = static_cast<double>(budget.limits().memory) / sizeof(Entry);
    if (meeting.halves() < room) {
      if (const auto met = meeting.count(budget)) {
        const bool past = limit && *met >= *limit;
        return {past ? *limit : *met, !past};
      }
    }
  }
  const Natural found = frontier.count(budget, limit, kLongSearch);
  return {std::max(found, at_least), !frontier.stopped()};
}

// All shards of an empty grid; nothing where that takes longer than there is time, or a limit came first.
inline std::optional<Natural> count_empty(const BalancedShape& shape, Budget& budget) {
  constexpr double kSafety = 4;   // estimates are rather too high
  if (!Census::takes(shape) || budget.limits().nodes != Limits{}.nodes) return std::nullopt;
  if (shape.distinct && shape.side() <= 8) return std::nullopt;   // 8x8: 18 ms, and 9 where halves meet
  const double seconds = budget.limits().seconds;
  if (shape.distinct && shape.side() > 10 && seconds < 60) return std::nullopt;   // the plan alone takes a second
  Census census(shape, budget);
  if (budget.spent() || census.cost() > kSafety * 1e9 * seconds) return std::nullopt;
  Limits left = budget.limits();
  left.seconds -= budget.seconds();
  Budget own(left);   // where there is too little memory for this way, there are others
  Difference sum;
  for (std::size_t k = 0; k < census.shards(); ++k) {
    const auto shard = census.count(k, own);
    if (!shard) {
      if (own.limit() != Limit::memory) budget.reach(own.limit());
      return std::nullopt;
    }
    sum.added += shard->added;
    sum.taken += shard->taken;
  }
  sum.added -= sum.taken;
  return sum.added;
}

}   // namespace counting

// givens: height * width of `0`, `1`, `.`, row by row; or empty. Where a limit comes first the
// answer is not exact; a count that reaches `limit` is not, since it stops there.
inline SolutionCount count_solutions(BalancedShape shape, const std::string& givens,
                                     const std::optional<Natural>& limit, const Limits& limits) {
  if (!givens.empty() && static_cast<int>(givens.size()) != shape.cells()) {
    throw std::invalid_argument("one given per cell");
  }
  if (limit && limit->is_zero()) return {Natural(), false};
  Budget budget(limits);
  if (!limit && givens.find_first_not_of('.') == std::string::npos) {
    if (const auto all = counting::count_empty(shape, budget)) return {*all, true};
    if (budget.spent()) return {Natural(), false, budget.limit()};
  }
  const auto count = [&]<lines::LineBits Bits>(lines::Grid<Bits> grid) {
    // Long and narrow: the frontier is as short as can be.
    if (shape.width > shape.height) {
      return counting::count_grid(counting::transposed(shape), counting::transposed(grid), limit, budget);
    }
    return counting::count_grid(shape, std::move(grid), limit, budget);
  };
  const int side = std::max(shape.height, shape.width);
  if (side > 512) throw std::invalid_argument("a side has at most 512 cells");
  SolutionCount counted = side <= 64    ? count(counting::read_grid<lines::Word>(shape, givens))
                          : side <= 128 ? count(counting::read_grid<Words<2>>(shape, givens))
                                        : count(counting::read_grid<Words<8>>(shape, givens));
  const bool reached = limit && counted.value >= *limit;
  if (!counted.exact && !reached) counted.limit = budget.limit();
  return counted;
}

}   // namespace nonairo
