// A dive in leaps: many rows get the likeliest symbol of their surest cell, all at the same time.
//
// On a loose board almost any guess is part of some solution, and settling all lines takes hardly longer than settling
// one. Where a leap spoils a line, half of it is tried again, the surer half, down to a single cell, which then must
// hold the other symbol. If it cannot, the board is not loose, and the other rungs are better at it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "../bits.hpp"
#include "../limits.hpp"
#include "../outcome.hpp"
#include "../random.hpp"
#include "walk.hpp"

namespace nonairo::balanced {

template <class Space>
class Leaps {
 public:
  using State = typename Space::State;

  Leaps(const Space& space, std::uint64_t seed) : space_(space), random_(seed) {}

  // Whether it is worth it after the first propagation: more than 55 % open. Hardly any puzzle with one solution is.
  static bool is_loose(const BalancedShape& shape, Left left) { return 20 * left > 31 * shape.cells(); }

  // A solution, or Found::cap after a few dead ends. `root`: a state at its fixpoint that is not solved.
  Found find(const State& root, State& board, Budget& budget, Stats& stats) {
    Found found = Found::cap;
    for (int tries = 0; tries < kTries && found == Found::cap; ++tries) found = dive(root, board, budget, stats);
    return found;
  }

 private:
  static constexpr int kTries = 3;

  struct Guess {
    int lane, bit, symbol, sure;
  };

  Found dive(const State& root, State& board, Budget& budget, Stats& stats) {
    board = root;
    for (int most = Space::kMaxLines;;) {
      int count = std::min(guess(board), most);
      Left left = 0;
      for (bool turned = false;;) {
        if (!budget.enter_node(space_.node_cost())) return Found::limit;
        ++stats.nodes, ++stats.propagations;
        next_ = board;
        for (int i = 0; i < count; ++i) {
          space_.settle(next_, kRows, guesses_[i].lane, guesses_[i].bit, guesses_[i].symbol);
        }
        left = space_.propagate(next_);
        if (left != 0) break;
        ++stats.backtracks;
        if (turned) return Found::cap;
        if (count == 1) guesses_[0].symbol = 1 - guesses_[0].symbol, turned = true;
        count = (count + 1) / 2;
      }
      board = next_;
      if (left == space_.shape().cells()) return Found::solution;
      most = 2 * count;
    }
  }

  // The surest cell of every open row, no two in a column; the surest first. A coin for each column decides draws.
  int guess(const State& board) {
    for (int lane = 0; lane < space_.lanes(kColumns); ++lane) {
      column_[lane] = 2 * surplus(space_, board, kColumns, lane) + (random_.coin() ? 1 : 0);
    }
    int count = 0;
    typename State::Bits taken = 0;
    for (int lane = 0; lane < space_.lanes(kRows); ++lane) {
      auto cells = static_cast<typename State::Bits>(board.open(kRows, lane) & ~taken);
      if (cells == 0) continue;
      const int row = 2 * surplus(space_, board, kRows, lane);
      Guess best{lane, 0, 0, -1};
      for (; cells != 0; cells = without_lowest(cells)) {
        const int bit = lowest_bit(cells);
        const int want = row + column_[space_.crossing_lane(bit)];
        if (std::abs(want) > best.sure) best = {lane, bit, want > 0 ? 1 : 0, std::abs(want)};
      }
      taken |= bit_at<typename State::Bits>(best.bit);
      guesses_[count++] = best;
    }
    std::stable_sort(guesses_, guesses_ + count, [](const Guess& a, const Guess& b) { return a.sure > b.sure; });
    return count;
  }

  const Space& space_;
  Random random_;
  State next_;
  Guess guesses_[Space::kMaxLines];
  int column_[Space::kMaxLines];
};

}   // namespace nonairo::balanced
