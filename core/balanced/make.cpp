// Full boards drawn at random, and minimal puzzles made from them.
#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "learning.hpp"
#include "solver.hpp"
#include "spaces.hpp"
#include "text.hpp"
#include "verify.hpp"
#include "walk.hpp"

namespace nonairo {

using namespace balanced;

namespace {

constexpr int kWalkSide = 16;   // larger boards are finished by the learning search

// Random values in random cells while all goes well, then the weighted search; from the start again if
// it takes too long.
template <class Space>
bool draw(const Space& space, Random& random, Budget& budget, typename Space::State& board) {
  using State = typename Space::State;
  const BalancedShape& shape = space.shape();
  const int side = shape.height > shape.width ? shape.height : shape.width;
  const std::vector<char> blank(static_cast<std::size_t>(shape.cells()) + 2 * kTextMargin, '.');
  const auto empty = std::make_unique<State>();
  const auto next = std::make_unique<State>();
  space.read(*empty, blank.data() + kTextMargin);
  if (space.propagate(*empty) == 0) return false;
  const auto walk = std::make_unique<Walk<Space>>(space, random.next());
  SearchStats stats;
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

}  // namespace

bool random_board(const BalancedShape& shape, std::uint64_t seed, char* out, const Limits& limits) {
  Budget budget(limits);
  return with_space(shape, [&](auto tag) {
    using Space = typename decltype(tag)::type;
    const Space space(shape);
    const auto board = std::make_unique<typename Space::State>();
    Random random(seed);
    if (!draw(space, random, budget, *board)) return false;
    const auto size = static_cast<std::size_t>(shape.cells());
    std::vector<char> text(size + 2 * kTextMargin), blank(size + 2 * kTextMargin, '.');
    space.write(*board, text.data() + kTextMargin);
    if (!is_solution(shape, blank.data() + kTextMargin, text.data() + kTextMargin)) return false;
    std::copy_n(text.data() + kTextMargin, size, out);
    return true;
  });
}

namespace {

std::vector<int> shuffled(int count, Random& random) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (int i = count - 1; i > 0; --i) {
    std::swap(order[static_cast<std::size_t>(i)], order[random.below(static_cast<std::uint32_t>(i) + 1)]);
  }
  return order;
}

// Givens where propagation is silent, until it finishes the board.
template <class Space>
std::vector<int> enough_givens(const Space& space, const char* solution, Random& random) {
  const BalancedShape& shape = space.shape();
  const std::vector<char> blank(static_cast<std::size_t>(shape.cells()) + 2 * kTextMargin, '.');
  const auto board = std::make_unique<typename Space::State>();
  space.read(*board, blank.data() + kTextMargin);
  Left left = space.propagate(*board);
  std::vector<int> givens;
  for (const int cell : shuffled(shape.cells(), random)) {
    if (left == shape.cells()) break;
    const int lane = space.lane(kRows, cell / shape.width);
    const int bit = space.bit(cell % shape.width);
    if ((board->open(kRows, lane) >> bit & 1) == 0) continue;
    givens.push_back(cell);
    space.settle(*board, kRows, lane, bit, solution[cell] - '0');
    left = space.propagate(*board);
  }
  return givens;
}

}  // namespace

// A given is needed if the board can be completed with its opposite.
MinimalPuzzle minimal_puzzle(const BalancedShape& shape, const char* solution, std::uint64_t seed, char* out,
                             const Limits& limits) {
  Random random(seed);
  Budget clock(limits);
  MinimalPuzzle made;
  std::vector<int> givens = with_space(shape, [&](auto tag) {
    return enough_givens(typename decltype(tag)::type(shape), solution, random);
  });
  std::fill_n(out, shape.cells(), '.');
  for (const int cell : givens) out[cell] = solution[cell];
  made.givens = static_cast<int>(givens.size());
  made.unique = made.minimal = true;

  std::vector<char> other(static_cast<std::size_t>(shape.cells()));
  std::uint64_t nodes = 0;
  for (std::size_t i = givens.size(); i-- > 0;) {
    const std::size_t pick = random.below(static_cast<std::uint32_t>(i) + 1);
    std::swap(givens[i], givens[pick]);
    const int cell = givens[i];
    Limits rest = limits;
    rest.nodes = limits.nodes - nodes;
    rest.seconds = limits.seconds - clock.seconds();
    out[cell] = solution[cell] == '0' ? '1' : '0';
    BalancedSearch search(shape, out, rest, seed);
    const bool needed = search.next(other.data());
    nodes += search.stats().nodes;
    if (!needed && search.outcome() == BalancedOutcome::exhausted) {
      out[cell] = '.';
      --made.givens;
    } else {
      out[cell] = solution[cell];
      if (!needed) made.minimal = false;
    }
    if (nodes >= limits.nodes || (!needed && search.outcome() != BalancedOutcome::exhausted)) {
      if (i > 0) made.minimal = false;
      break;
    }
  }
  return made;
}

}  // namespace nonairo
