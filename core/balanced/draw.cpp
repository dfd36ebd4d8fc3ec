// Full boards drawn at random.
#include <algorithm>
#include <memory>

#include "../outcome.hpp"
#include "learning.hpp"
#include "making.hpp"
#include "solver.hpp"
#include "spaces.hpp"
#include "verify.hpp"
#include "walk.hpp"

namespace nonairo {

using namespace balanced;

namespace {

constexpr int kDiveSide = 32;     // larger boards seldom come out right at the first try
constexpr int kMostDives = 200;   // then distinctness is the difficulty, and search has to find a board
constexpr int kNarrow = 12;       // lines so short that there may be too few of them, or none at all
constexpr int kWalkSide = 16;     // larger boards are finished by the learning search

// A coin decides cell after cell, in random order, unless the lines have decided it already. Where that spoils
// a line, the cell takes the other symbol; where both do, nothing is left of the dive.
template <class Space>
Found dive(const Space& space, const typename Space::State& empty, Random& random, Budget& budget,
           typename Space::State& board, typename Space::State& next) {
  const BalancedShape& shape = space.shape();
  board = empty;
  Left left = 0;
  for (const int cell : shuffled(shape.cells(), random)) {
    const int lane = space.lane(kRows, cell / shape.width), bit = space.bit(cell % shape.width);
    if ((board.open(kRows, lane) >> bit & 1) == 0) continue;
    if (!budget.enter_node(space.node_cost())) return Found::limit;
    const int symbol = random.coin() ? 1 : 0;
    next = board;
    space.settle(next, kRows, lane, bit, symbol);
    left = space.propagate(next);
    if (left == 0) {
      next = board;
      space.settle(next, kRows, lane, bit, 1 - symbol);
      left = space.propagate(next);
      if (left == 0) return Found::nothing_left;
    }
    board = next;
    if (left == shape.cells()) break;
  }
  return Found::solution;
}

// Dives until one ends in a board that obeys all rules, distinctness included.
bool draw_by_dives(const BalancedShape& shape, Random& random, Budget& budget, char* out) {
  return with_space(shape, [&](auto tag) {
    using Space = typename decltype(tag)::type;
    const Space space(without_distinct(shape));
    const auto empty = std::make_unique<typename Space::State>();
    const auto board = std::make_unique<typename Space::State>();
    const auto next = std::make_unique<typename Space::State>();
    const Text blank(shape.cells());
    Text text(shape.cells());
    space.read(*empty, blank.data());
    if (space.propagate(*empty) == 0) return false;
    for (int tries = 0; tries < kMostDives; ++tries) {
      const Found end = dive(space, *empty, random, budget, *board, *next);
      if (end == Found::limit) return false;
      if (end == Found::nothing_left) continue;
      space.write(*board, text.data());
      if (is_solution(shape, blank.data(), text.data())) {
        std::copy_n(text.data(), shape.cells(), out);
        return true;
      }
    }
    return false;
  });
}

// Random values in random cells while all goes well, then a search; from the start again if it takes too long.
template <class Space>
bool draw_by_search(const Space& space, Random& random, Budget& budget, typename Space::State& board) {
  using State = typename Space::State;
  const BalancedShape& shape = space.shape();
  const int side = shape.side();
  const std::vector<char> blank(static_cast<std::size_t>(shape.cells()) + 2 * kTextMargin, '.');
  const auto empty = std::make_unique<State>();
  const auto next = std::make_unique<State>();
  space.read(*empty, blank.data() + kTextMargin);
  if (space.propagate(*empty) == 0) return false;
  const auto walk = std::make_unique<Walk<Space>>(space, random.next());
  Stats stats;
  for (std::uint64_t tries = 1;; ++tries) {
    board = *empty;
    bool solved = false;
    for (int i = 0; i < side && !solved; ++i) {
      const int lane = space.lane(kRows, static_cast<int>(random.below(static_cast<std::uint32_t>(shape.height))));
      const auto open = board.open(kRows, lane);
      if (open == 0) continue;
      if (!budget.enter_node(space.node_cost())) return false;
      const int bit = nth_bit(open, static_cast<int>(random.below(static_cast<std::uint32_t>(count_bits(open)))));
      const int symbol = random.coin() ? 1 : 0;
      *next = board;
      space.settle(*next, kRows, lane, bit, symbol);
      Left left = space.propagate(*next);
      if (left == 0) {
        *next = board;
        space.settle(*next, kRows, lane, bit, 1 - symbol);
        left = space.propagate(*next);
        if (left == 0) break;
      }
      board = *next;
      solved = left == shape.cells();
    }
    if (solved) return true;
    if (space.propagate(board) == shape.cells()) return true;
    if (side > kWalkSide) {
      const auto learning = std::make_unique<Learning<Space>>(space, board, budget, random.next());
      learning->scatter_phases(random);
      switch (learning->next(board, stats)) {
        case Found::solution: return true;
        case Found::limit: return false;
        default: continue;
      }
    }
    walk->start(board);
    switch (walk->next(board, budget, static_cast<std::uint64_t>(4 * side) * tries, stats)) {
      case Found::solution: return true;
      case Found::limit: return false;
      case Found::nothing_left:
        // Nothing left from the random start: that says nothing of the empty board, unless it was empty.
        if (side <= 4 && tries > 1000) return false;
        break;
      case Found::cap: break;
    }
  }
}

}   // namespace

DrawnBoard random_board(const BalancedShape& shape, std::uint64_t seed, char* out, const Limits& limits) {
  Budget budget(limits);
  Random random(seed);
  const int side = shape.side();
  if (side <= kDiveSide && draw_by_dives(shape, random, budget, out)) return {true};
  if (budget.spent()) return {false, budget.limit()};
  // The search below looks for a board until it has one: is there any?
  if (std::min(shape.height, shape.width) <= kNarrow) {
    const Text blank(shape.cells());
    Text board(shape.cells());
    const auto search = begin_balanced(shape, blank.data(), limits, seed);
    if (!search->next(board.data())) return {false, search->limit()};
  }
  return with_space(shape, [&](auto tag) -> DrawnBoard {
    using Space = typename decltype(tag)::type;
    const Space space(shape);
    const auto board = std::make_unique<typename Space::State>();
    if (!draw_by_search(space, random, budget, *board)) return {false, budget.limit()};
    const Text blank(shape.cells());
    Text text(shape.cells());
    space.write(*board, text.data());
    if (!is_solution(shape, blank.data(), text.data())) throw WrongSolution();
    std::copy_n(text.data(), shape.cells(), out);
    return {true};
  });
}

}   // namespace nonairo
