// Counting row by row: search from the top left, and remember every rest of a grid that has
// been counted.
//
// Above the first blank cell all rows are full. What they leave to the rest is little, and
// often the same:
//
//      1 0 0 1 1 0    full rows: each column with blanks below sees its ones and its last two
//      0 1 1 0 0 1    cells; a row below sees a full row only if it can still equal it, and so
//      ------------   two columns that are alike so far
//      . . 1 . 0 .    the rest, squeezed until nothing changes
//
// All of that, and nothing else, is the key under which the number of solutions is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../balanced/shape.hpp"
#include "../limits.hpp"
#include "../lines/balanced.hpp"
#include "../lines/grid.hpp"
#include "memo.hpp"
#include "natural.hpp"

namespace nonairo::counting {

template <lines::LineBits Bits>
class Frontier {
 public:
  // The grid holds the givens; memory is for what it remembers.
  Frontier(const BalancedShape& shape, lines::Grid<Bits> grid, std::size_t memory)
      : shape_(shape), row_rule_(shape.width - shape.row_ones, shape.row_ones, kLongestRun),
        column_rule_(shape.height - shape.col_ones, shape.col_ones, kLongestRun), grid_(std::move(grid)),
        changed_(grid_.lines()), memo_(memory) {
    for (int k = 0; k < grid_.lines(); ++k) {
      rules_.push_back(k < grid_.height ? &row_rule_ : &column_rule_);
    }
    changed_.add_all();
  }
  Frontier(const Frontier&) = delete;   // rules_ points into it

  // Works out what follows from the givens. False: there is no solution.
  bool settle(Budget& budget) {
    const int failed = propagate<Bits, Kernel>(grid_, rules_, changed_, budget);
    return failed == lines::kNoLine && !repeated();
  }
  const lines::Grid<Bits>& grid() const { return grid_; }

  // After settle(). Counts until it is done, the budget or these nodes are spent, or `limit` is
  // found. What was remembered stays, so it may be called again.
  Natural count(Budget& budget, const std::optional<Natural>& limit, std::uint64_t nodes) {
    budget_ = &budget;
    limit_ = &limit;
    nodes_left_ = nodes;
    found_ = Natural();
    stopped_ = false;
    count_all();
    return found_;
  }
  bool stopped() const { return stopped_; }   // there may be more than were found

 private:
  using Kernel = lines::BalancedLine<Bits>;
  static constexpr int kLongestRun = 2;

  // A rest that is being counted: the first blank cell, and what its two values have given so far. Frames stand in
  // a vector and not on the stack of the thread, which a large grid would overflow.
  struct Frame {
    std::string key;
    int row, column;
    int tried = 0;            // values
    std::size_t before = 0;   // of the trail
    Natural total{};
  };

  void count_all() {
    frames_.clear();
    std::optional<Natural> done = enter();
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (done) {   // one of its values has been counted
        frame.total += *done;
        done.reset();
        grid_.undo_to(frame.before);
        changed_.clear();
      }
      if (stopped_ || frame.tried == 2) {
        if (!stopped_) memo_.add(frame.key, frame.total);
        done = std::move(frame.total);
        frames_.pop_back();
        continue;
      }
      const bool one = tried_first(frame.row, frame.column) != (frame.tried++ == 1);
      frame.before = grid_.trail.size();
      grid_.fill(frame.row, frame.column, one);
      changed_.add(frame.row);
      changed_.add(grid_.height + frame.column);
      const bool alive = settle(*budget_);
      if (budget_->spent()) stopped_ = true;
      if (alive && !stopped_) done = enter();
      else done = Natural();
    }
  }

  // The solutions of the grid as it stands, added to found_, where they are known at once; else a new frame.
  std::optional<Natural> enter() {
    if (nodes_left_ == 0 || !budget_->enter_node(0)) {
      stopped_ = true;
      return Natural();
    }
    --nodes_left_;
    int top = 0;
    while (top < grid_.height && grid_.filled(top)) ++top;
    if (top == grid_.height) return found(1);
    std::string key = describe_rest(top);
    if (const auto known = memo_.find(key)) return found(*known);
    frames_.push_back({std::move(key), top, lowest_bit(grid_.blanks(top))});
    return std::nullopt;
  }

  // Scattered, as in a typical solution: a search that starts with all zeros starts where
  // lines are alike and columns run dry.
  static bool tried_first(int row, int column) {
    const auto mixed = static_cast<std::uint32_t>(row * 128 + column + 1) * 0x9E3779B1u;
    return (mixed >> 16 & 1) != 0;
  }

  Natural found(const Natural& solutions) {
    found_ += solutions;
    if (*limit_ && found_ >= **limit_) {
      found_ = **limit_;
      stopped_ = true;
    }
    return solutions;
  }

  bool repeated() const {
    if (!shape_.distinct) return false;
    for (int k = 0; k < grid_.lines(); ++k) {
      if (!grid_.filled(k)) continue;
      for (int other = k < grid_.height ? 0 : grid_.height; other < k; ++other) {
        if (grid_.filled(other) && grid_.line[other] == grid_.line[k]) return true;
      }
    }
    return false;
  }

  // Row `top` is the first with blanks.
  std::string describe_rest(int top) const {
    std::string key;
    append(key, top);
    for (int r = top; r < grid_.height; ++r) {
      append_row(key, grid_.row(r).can[1]);
      append_row(key, grid_.row(r).can[0]);
    }
    const Bits above = lines::low_bits<Bits>(top);
    for (int c = 0; c < grid_.width; ++c) {
      if (grid_.filled(grid_.height + c)) continue;
      const Bits ones = grid_.column(c).can[1] & above;
      const int last = top > 0 ? lines::has(ones, top - 1) : 2;
      const int last_but_one = top > 1 ? lines::has(ones, top - 2) : 2;
      append(key, count_bits(ones));
      append(key, 3 * last + last_but_one);
    }
    if (shape_.distinct) {
      append_rows_at_risk(key, top);
      append_columns_at_risk(key, above);
    }
    return key;
  }

  // Full rows that a row of the rest could equal.
  void append_rows_at_risk(std::string& key, int top) const {
    std::set<std::string> rows;
    for (int r = 0; r < top; ++r) {
      for (int below = top; below < grid_.height; ++below) {
        if (grid_.filled(below) || !can_equal(grid_.row(r), grid_.row(below))) continue;
        std::string text;
        append_row(text, grid_.row(r).can[1]);
        rows.insert(text);
        break;
      }
    }
    append(key, static_cast<int>(rows.size()));
    for (const std::string& row : rows) key += row;
  }

  // Pairs of columns that are alike in the full rows and could be in the rest.
  void append_columns_at_risk(std::string& key, const Bits& above) const {
    for (int c = 1; c < grid_.width; ++c) {
      for (int other = 0; other < c; ++other) {
        const auto& a = grid_.column(c);
        const auto& b = grid_.column(other);
        if (lines::any((a.can[1] ^ b.can[1]) & above) || !can_equal(a, b)) continue;
        append(key, c);
        append(key, other);
      }
    }
  }

  bool can_equal(const lines::Masks<Bits>& a, const lines::Masks<Bits>& b) const {
    return ((a.can[1] & b.can[1]) | (a.can[0] & b.can[0])) == (a.can[1] | a.can[0]);
  }

  // Words of a line, without the bytes that it does not fill.
  void append_row(std::string& key, const Bits& bits) const {
    const auto* words = reinterpret_cast<const lines::Word*>(&bits);
    for (int first = 0; first < grid_.width; first += 8) {
      key += static_cast<char>(words[first / 64] >> (first % 64) & 255);
    }
  }
  static void append(std::string& key, int small) {
    key += static_cast<char>(small & 255);
    key += static_cast<char>(small >> 8);
  }

  BalancedShape shape_;
  Kernel row_rule_;
  Kernel column_rule_;
  lines::Grid<Bits> grid_;
  lines::Changed changed_;
  std::vector<const Kernel*> rules_;
  Memo memo_;
  Budget* budget_ = nullptr;
  const std::optional<Natural>* limit_ = nullptr;
  std::uint64_t nodes_left_ = 0;
  Natural found_;
  bool stopped_ = false;
  std::vector<Frame> frames_;
};

}   // namespace nonairo::counting
