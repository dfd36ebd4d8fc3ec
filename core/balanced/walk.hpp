// Depth-first search with failure-weighted lines.
//
// The next cell is taken where a line has the fewest open cells for its weight; a line that runs into a
// contradiction gains weight, so that after a restart the search starts where the trouble is.
#pragma once

#include <cstdint>
#include <vector>

#include "../bits.hpp"
#include "../limits.hpp"
#include "../outcome.hpp"
#include "../random.hpp"
#include "board.hpp"
#include "kernel.hpp"

namespace nonairo::balanced {

constexpr std::uint64_t kNoCap = ~std::uint64_t{0};

template <class Space>
struct Choice {
  Direction direction;
  int lane, bit;
  int symbol;
};

template <class Space>
class Walk {
 public:
  using State = typename Space::State;

  // A seed other than 0 draws a little of each line's weight, so that ties are broken in other ways.
  Walk(const Space& space, std::uint64_t seed) : space_(space), random_(seed) {
    for (auto& side : weights_) {
      for (auto& weight : side) weight = kFailure + (seed != 0 && random_.coin() ? 1 : 0);
    }
  }

  // From a state at its fixpoint that is not solved.
  void start(const State& root) {
    current_ = root;
    alive_ = true;
    stack_.clear();
  }

  // The next solution. It can be asked again after a solution or a cap.
  Found next(State& solution, Budget& budget, std::uint64_t cap, Stats& stats) {
    for (std::uint64_t nodes = 0;; ++nodes) {
      if (!alive_ && stack_.empty()) return Found::nothing_left;
      if (nodes >= cap) return Found::cap;
      if (!budget.enter_node(space_.node_cost())) return Found::limit;
      Choice<Space> choice;
      if (alive_) {
        choice = choose(current_);
        stack_.push_back({current_, choice});
      } else {
        ++stats.backtracks;
        current_ = stack_.back().state;
        choice = stack_.back().choice;
        choice.symbol = 1 - choice.symbol;
        stack_.pop_back();
      }
      ++stats.nodes;
      ++stats.propagations;
      space_.settle(current_, choice.direction, choice.lane, choice.bit, choice.symbol);
      const Left left = space_.propagate(current_);
      alive_ = left != 0;
      if (!alive_) {
        space_.dead_lines(current_, [&](Direction direction, int lane) { weights_[direction][lane] += kFailure; });
      } else if (left == space_.shape().cells()) {
        solution = current_;
        alive_ = false;
        return Found::solution;
      }
    }
  }

  // The most pressing line, and in it the cell whose crossing line is the most pressing.
  Choice<Space> choose(const State& state) {
    Direction direction = kRows;
    int lane = 0;
    std::uint64_t open = 0, weight = 0;
    for (const Direction side : {kRows, kColumns}) {
      for (int l = 0; l < space_.lanes(side); ++l) {
        const auto cells = state.open(side, l);
        if (cells == 0) continue;
        const auto count = static_cast<std::uint64_t>(count_bits(cells));
        // count / weights_ < open / weight
        if (weight == 0 || count * weight < open * weights_[side][l]) {
          open = count, weight = weights_[side][l];
          direction = side, lane = l;
        }
      }
    }
    int bit = 0;
    weight = 0;
    for (auto cells = state.open(direction, lane); cells != 0; cells = without_lowest(cells)) {
      const int b = lowest_bit(cells);
      const int l = space_.crossing_lane(b);
      const auto count = static_cast<std::uint64_t>(count_bits(state.open(other(direction), l)));
      if (weight == 0 || count * weight < open * weights_[other(direction)][l]) {
        open = count, weight = weights_[other(direction)][l];
        bit = b;
      }
    }
    return {direction, lane, bit, likely(state, direction, lane, bit)};
  }

  // The symbol that both lines of the cell still want more of; a coin decides a draw.
  int likely(const State& state, Direction direction, int lane, int bit) {
    const int want = surplus(state, direction, lane) + surplus(state, other(direction), space_.crossing_lane(bit));
    return want != 0 ? (want > 0 ? 1 : 0) : (random_.coin() ? 1 : 0);
  }
  // Ones that the open cells of a line must take, beyond half of them, twice.
  int surplus(const State& state, Direction direction, int lane) const {
    const auto zero = state.at(direction, 0, lane), one = state.at(direction, 1, lane);
    const auto open = static_cast<decltype(state.open(direction, lane))>(zero & one);
    const int ones_missing = space_.shape().ones(direction) - count_bits(static_cast<decltype(open)>(one & ~open));
    return 2 * ones_missing - count_bits(open);
  }

 private:
  struct Node {
    State state;
    Choice<Space> choice;
  };

  static constexpr std::uint32_t kFailure = 8;   // weight gained by a failure

  const Space& space_;
  Random random_;
  State current_;
  bool alive_ = false;
  std::vector<Node> stack_;
  std::uint32_t weights_[2][Space::kMaxLines];
};

}   // namespace nonairo::balanced
