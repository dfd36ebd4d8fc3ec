// Variables for where blocks start, and the clauses that tie them to the cells.
//
// y(j, t) says "the offset of block j is at least t" (offsets as in shape.hpp, so that neighbouring
// blocks compare without constants). They let learnt clauses say in one literal what takes a
// dozen cells: cells alone give clauses of 25 to 100 literals. No variables for "block j
// covers cell c" are needed:
//
//      y(j,t+1) -> y(j,t)                       y(j,t) -> y(j+1,t)
//      a block over the cell fills it:          x or not y(j,a) or y(j,b+1)
//      a filled cell is some block's: if block j is the last to start at or before it, j covers it:
//                                               not x or y(j,b+1) or not y(j+1,b') or y(j,a)
//
// where a .. b are the offsets at which block j covers the cell, and b' is the first one that
// puts block j + 1 behind it.
#pragma once

#include <span>
#include <vector>

#include "../learn/literal.hpp"
#include "../limits.hpp"
#include "board.hpp"

namespace nonairo::runs {

// Which offsets blocks still have, line by line, and the numbers of their variables.
template <int C>
class StartVariables {
 public:
  StartVariables(const Board<C>& board, Variable first) : board_(board), next_(first) {
    const unsigned lines = board.height() + board.width();
    first_range_.resize(lines + 1);
    for (unsigned l = 0; l < lines; ++l) {
      first_range_[l] = static_cast<std::uint32_t>(ranges_.size());
      LineMasks<C> masks = board.line(l);
      settle(board.shapes()[l], masks.can[1], masks.can[0], [&](unsigned, const auto& offsets) {
        const int low = static_cast<int>(offsets.lowest()), high = static_cast<int>(offsets.highest());
        ranges_.push_back({low, high, next_});
        next_ += static_cast<Variable>(high - low);
      });
    }
    first_range_[lines] = static_cast<std::uint32_t>(ranges_.size());
  }

  Variable end() const { return next_; }   // one behind the last variable

  // Roughly what engine and clauses will take.
  std::uint64_t bytes() const {
    std::uint64_t clauses = 0;
    for (unsigned l = 0; l + 1 < first_range_.size(); ++l) {
      const LineMasks<C>& masks = board_.line(l);
      if ((masks.can[1] & masks.can[0]).any())
        clauses += 2 * std::uint64_t{board_.shapes()[l].count} * board_.shapes()[l].length;
    }
    return clauses * 40 + std::uint64_t{next_} * 120;
  }

  // Calls `add(clause)` for every clause, or until the budget is spent.
  template <class Add>
  void clauses(Budget& budget, Add&& add) const {
    for (unsigned l = 0; l + 1 < first_range_.size(); ++l) {
      if (!budget.charge(100u * board_.shapes()[l].count * board_.shapes()[l].length)) return;
      line_clauses(l, add);
    }
  }

  // The value of every y in a full board, for phases and checks.
  template <class Set>
  void values(const Board<C>& full, Set&& set) const {
    for (unsigned l = 0; l + 1 < first_range_.size(); ++l) {
      LineMasks<C> masks = full.line(l);
      settle(board_.shapes()[l], masks.can[1], masks.can[0], [&](unsigned j, const auto& offsets) {
        const Range& range = ranges_[first_range_[l] + j];
        const int offset = static_cast<int>(offsets.lowest());
        for (int t = range.low + 1; t <= range.high; ++t) set(range.variable(t), offset >= t);
      });
    }
  }

 private:
  // Variables for t = low + 1 .. high; below that y is true, above it false.
  struct Range {
    int low, high;
    Variable first;
    Variable variable(int t) const { return first + static_cast<Variable>(t - low - 1); }
  };

  // A clause under construction: true literals settle it, false ones are left out.
  struct Draft {
    Literal literals[4];
    unsigned size = 0;
    bool satisfied = false;

    void at_least(const Range& range, int t, bool value) {
      if (t <= range.low) satisfied |= value;
      else if (t > range.high) satisfied |= !value;
      else literals[size++] = {range.variable(t), value};
    }
  };

  template <class Add>
  static void finish(const Draft& draft, Add&& add) {
    if (!draft.satisfied) add(std::span<const Literal>(draft.literals, draft.size));
  }

  template <class Add>
  void line_clauses(unsigned line, Add&& add) const {
    const LineShape& shape = board_.shapes()[line];
    const Range* ranges = ranges_.data() + first_range_[line];
    const LineMasks<C>& masks = board_.line(line);
    if (!(masks.can[1] & masks.can[0]).any()) return;
    for (unsigned j = 0; j < shape.count; ++j) {
      for (int t = ranges[j].low + 1; t <= ranges[j].high; ++t) {
        Draft chain, order;
        chain.at_least(ranges[j], t + 1, false);
        chain.at_least(ranges[j], t, true);
        finish(chain, add);
        if (j + 1 == shape.count) continue;
        order.at_least(ranges[j], t, false);
        order.at_least(ranges[j + 1], t, true);
        finish(order, add);
      }
    }
    for (unsigned i = 0; i < shape.length; ++i) cell_clauses(line, i, ranges, add);
  }

  template <class Add>
  void cell_clauses(unsigned line, unsigned i, const Range* ranges, Add&& add) const {
    const LineShape& shape = board_.shapes()[line];
    const bool can1 = board_.line(line).can[1].test(i), can0 = board_.line(line).can[0].test(i);
    const Variable cell =
        line < board_.height() ? line * board_.width() + i : i * board_.width() + (line - board_.height());
    Draft empty, full;   // clauses that begin "the cell is blank or", "the cell is filled or"
    if (can1 && can0) {
      empty.literals[empty.size++] = {cell, false};
      full.literals[full.size++] = {cell, true};
    }
    const int at = static_cast<int>(i);
    for (unsigned j = 0; j < shape.count; ++j) {
      const int last = at - shape.blocks[j].base, first = last - shape.blocks[j].length + 1;
      if (can1 && j == 0) {
        Draft begun = empty;
        begun.at_least(ranges[0], last + 1, false);
        finish(begun, add);
      }
      if (can1) {
        Draft covered = empty;
        covered.at_least(ranges[j], last + 1, true);
        if (j + 1 < shape.count) covered.at_least(ranges[j + 1], at + 1 - shape.blocks[j + 1].base, false);
        covered.at_least(ranges[j], first, true);
        finish(covered, add);
      }
      if (can0) {
        Draft filled = full;
        filled.at_least(ranges[j], first, false);
        filled.at_least(ranges[j], last + 1, true);
        finish(filled, add);
      }
    }
  }

  const Board<C>& board_;
  Variable next_;
  std::vector<std::uint32_t> first_range_;
  std::vector<Range> ranges_;
};

}   // namespace nonairo::runs
