// Search with lookahead: before it branches it tries both values of every open cell, and keeps what both share.
//
// A value that leads to a contradiction is wrong; a cell that both values settle alike is settled. Where nothing
// follows any more, the branch is the cell whose two values settle most. Strong and steady, at the price of
// many propagations, so it comes after the quick search.
#pragma once

#include <vector>

#include "walk.hpp"

namespace nonairo::balanced {

template <class Space>
class Lookahead {
 public:
  using State = typename Space::State;

  static constexpr bool kFits = Space::kMaxLines <= 32;   // it copies boards freely

  explicit Lookahead(const Space& space) : space_(space) {}

  void start(const State& root) {
    stack_.clear();
    stack_.push_back(root);
  }

  Found next(State& solution, Budget& budget, Stats& stats) {
    while (!stack_.empty()) {
      State state = stack_.back();
      stack_.pop_back();
      ++stats.nodes;
      State branch[2];
      const Result result = probe_all(state, branch, budget, stats);
      if (result == Result::limit) return Found::limit;
      if (result == Result::dead) {
        ++stats.backtracks;
      } else if (result == Result::solved) {
        solution = state;
        return Found::solution;
      } else {
        stack_.push_back(branch[1]);
        stack_.push_back(branch[0]);
      }
    }
    return Found::nothing_left;
  }

 private:
  enum class Result { dead, solved, open, limit };

  // Probes until a whole round settles nothing. `branch`: the states of the best cell's values.
  Result probe_all(State& state, State (&branch)[2], Budget& budget, Stats& stats) {
    const int cells = space_.shape().cells();
    Left left = space_.propagate(state);
    ++stats.propagations;
    if (left == 0) return Result::dead;
    const int rows = space_.shape().height;
    long best = -1;
    for (int since = 0, i = 0; since < rows; ++since, i = (i + 1) % rows) {
      if (left == cells) return Result::solved;
      const int lane = space_.lane(kRows, i);
      for (auto open = state.open(kRows, lane); open != 0; open = without_lowest(open)) {
        const int bit = lowest_bit(open);
        if ((state.open(kRows, lane) >> bit & 1) == 0) continue;   // settled by a probe of this row
        if (!budget.enter_node(2 * space_.node_cost())) return Result::limit;
        State value[2] = {state, state};
        Left remaining[2];
        for (int symbol = 0; symbol < 2; ++symbol) {
          space_.settle(value[symbol], kRows, lane, bit, symbol);
          remaining[symbol] = space_.propagate(value[symbol]);
          ++stats.propagations;
        }
        if (remaining[0] == 0 && remaining[1] == 0) return Result::dead;
        Left now;
        if (remaining[0] == 0 || remaining[1] == 0) {
          const int right = remaining[0] == 0 ? 1 : 0;
          state = value[right];
          now = remaining[right];
        } else {
          now = space_.common(state, value[0], value[1]);
          const long score = static_cast<long>(left - remaining[0]) * (left - remaining[1]);
          if (now == left && score > best) {
            best = score;
            branch[0] = value[0], branch[1] = value[1];
          }
        }
        if (now != left) {
          left = space_.propagate(state);
          ++stats.propagations;
          if (left == 0) return Result::dead;
          since = -1;
          best = -1;
        }
      }
    }
    return left == cells ? Result::solved : Result::open;
  }

  const Space& space_;
  std::vector<State> stack_;
};

}   // namespace nonairo::balanced
