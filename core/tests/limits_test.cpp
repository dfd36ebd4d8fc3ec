// Whatever stops a search before its end, it says what it was: time, nodes, memory or the caller. Counts of balanced
// boards are in count_test.cpp, because their templates take long to compile.
#include "../limits.hpp"

#include <functional>
#include <memory>
#include <random>
#include <string>

#include "../balanced/solver.hpp"
#include "../outcome.hpp"
#include "../runs/count.hpp"
#include "../runs/picture.hpp"
#include "../runs/solver.hpp"
#include "../table/solver.hpp"
#include "automata.hpp"
#include "check.hpp"

using namespace nonairo;

namespace {

const Limits kNoTime{.seconds = 0};
const Limits kFewNodes{.nodes = 30};
const Limits kNoMemory{.memory = 100};
const Limits kInterrupted{.interrupted = [](void*) { return true; }};

using Begin = std::function<std::unique_ptr<AnySearch>(const Limits&)>;

// What ends the list of all solutions.
Limit ends_by(const Begin& begin, const Limits& limits, int cells) {
  const auto search = begin(limits);
  std::string solution(static_cast<std::size_t>(cells), '.');
  while (search->next(solution.data())) CHECK(search->limit() == Limit::none);
  CHECK(search->outcome() == (search->limit() == Limit::none ? Outcome::exhausted : Outcome::limit));
  CHECK(!search->next(solution.data()));
  return search->limit();
}

void check_search(const Begin& begin, int cells) {
  CHECK(ends_by(begin, kNoTime, cells) == Limit::time);
  CHECK(ends_by(begin, kFewNodes, cells) == Limit::nodes);
  CHECK(ends_by(begin, kInterrupted, cells) == Limit::interrupted);
}

std::string blank(const BalancedShape& shape) { return std::string(static_cast<std::size_t>(shape.cells()), '.'); }

// A board of this size that takes a search, with more solutions than anybody lists.
std::string loose_board(const BalancedShape& shape, unsigned erased = 80) {
  std::string cells = blank(shape);
  CHECK(random_board(shape, 1, cells.data()).drawn);
  std::mt19937 random(1);
  for (char& cell : cells) {
    if (random() % 100 < erased) cell = '.';
  }
  return cells;
}

RunsPuzzle random_nonogram(int side) {
  std::mt19937 random(1);
  Picture picture{side, side, {}};
  for (int k = 0; k < side * side; ++k) picture.cells += random() % 2 == 0 ? '0' : '1';
  return puzzle_of(picture);
}

TablePuzzle binairo_as_table(int side) {
  TablePuzzle puzzle;
  puzzle.height = puzzle.width = side;
  puzzle.rules = {table::rule_of(automata::balanced(side / 2, side / 2, 2))};
  puzzle.rule_of_line.assign(static_cast<std::size_t>(2 * side), 0);
  puzzle.distinct = true;
  return puzzle;
}

void a_budget_remembers_what_struck_first() {
  Budget budget(kFewNodes);
  CHECK(budget.limit() == Limit::none && !budget.spent());
  while (budget.enter_node(0)) {}
  CHECK(budget.nodes() == 30 && budget.limit() == Limit::nodes);
  CHECK(!budget.holds(~std::size_t{0}) && budget.limit() == Limit::nodes);
  Budget full(kNoMemory);
  CHECK(full.holds(100) && !full.holds(101) && !full.enter_node(0));
  CHECK(full.limit() == Limit::memory && full.nodes() == 0);
}

void balanced_searches_name_their_limit() {
  for (const int side : {8, 14, 24, 40, 100}) {
    const BalancedShape shape = standard_shape(side, side);
    const std::string cells = side <= 14 ? blank(shape) : loose_board(shape);
    const Begin begin = [&](const Limits& limits) { return begin_balanced(shape, cells.data(), limits); };
    check_search(begin, shape.cells());
    if (side < 40) continue;
    const std::string less = loose_board(shape, 66);   // no dive in leaps: that learns no clauses
    const Begin learn = [&](const Limits& limits) { return begin_balanced(shape, less.data(), limits); };
    CHECK(ends_by(learn, kNoMemory, shape.cells()) == Limit::memory);
  }
}

void runs_searches_name_their_limit() {
  for (const int side : {30, 70, check::effort(70, 140, 140)}) {
    const RunsPuzzle puzzle = random_nonogram(side);
    const Begin begin = [&](const Limits& limits) { return begin_runs(puzzle, limits); };
    check_search(begin, side * side);
    CHECK(ends_by(begin, kNoMemory, side * side) == Limit::memory);
  }
}

void table_searches_name_their_limit() {
  for (const int side : {20, 70}) {
    check_search([&](const Limits& limits) { return TablePlan(binairo_as_table(side)).begin(limits); }, side * side);
  }
}

void counts_of_pictures_name_their_limit() {
  const RunsPuzzle puzzle = random_nonogram(40);
  const auto runs = [&](const Limits& limits, std::optional<std::uint64_t> most = std::nullopt) {
    const RunsCount count = count_solutions(puzzle, limits, most);
    CHECK(!count.exact);
    return count.limit;
  };
  CHECK(runs(kNoTime) == Limit::time);
  CHECK(runs(kFewNodes) == Limit::nodes);
  CHECK(runs(kNoMemory) == Limit::memory);
  CHECK(runs(kInterrupted) == Limit::interrupted);
  CHECK(runs({}, 1) == Limit::none);
}

void drawing_and_digging_name_their_limit() {
  const BalancedShape shape = standard_shape(60, 60);
  std::string board = blank(shape), puzzle = board;
  const auto drawn_by = [&](const Limits& limits) {
    const DrawnBoard drawn = random_board(shape, 1, board.data(), limits);
    CHECK(drawn.drawn == (drawn.limit == Limit::none));
    return drawn.limit;
  };
  CHECK(drawn_by(kNoTime) == Limit::time);
  CHECK(drawn_by(kFewNodes) == Limit::nodes);
  CHECK(drawn_by(kNoMemory) == Limit::memory);
  CHECK(drawn_by(kInterrupted) == Limit::interrupted);
  CHECK(drawn_by({}) == Limit::none);
  std::string none(8, '.');
  const DrawnBoard impossible = random_board(standard_shape(2, 4), 1, none.data(), {.nodes = 100'000});
  CHECK(!impossible.drawn && impossible.limit == Limit::none);

  for (const bool by_lines : {false, true}) {
    const auto dug_by = [&](const Limits& limits) {
      const DugPuzzle dug = dig_puzzle(shape, board.data(), 1, {by_lines, false}, puzzle.data(), limits);
      CHECK(dug.finished() == (dug.limit == Limit::none));
      CHECK(dug.givens > 0);
      return dug.limit;
    };
    CHECK(dug_by(kNoTime) == Limit::time);
    CHECK(dug_by(kFewNodes) == Limit::nodes);
    CHECK(dug_by(kInterrupted) == Limit::interrupted);
    if (!by_lines) CHECK(dug_by(kNoMemory) == Limit::memory);
  }
}

// Below this size another search looks for a second solution, with what is left of the limits.
void digging_small_boards_passes_the_limit_on() {
  const BalancedShape shape = standard_shape(20, 20);
  std::string board = blank(shape), puzzle = board;
  CHECK(random_board(shape, 1, board.data()).drawn);
  for (const std::uint64_t nodes : {1, 5, 50, 200}) {
    CHECK(dig_puzzle(shape, board.data(), 1, {}, puzzle.data(), {.nodes = nodes}).limit == Limit::nodes);
  }
  CHECK(dig_puzzle(shape, board.data(), 1, {}, puzzle.data(), {.seconds = 0.0005}).limit == Limit::time);
}

}   // namespace

int main(int argc, char** argv) {
  return check::run(
      "limits", argc, argv,
      {TEST(a_budget_remembers_what_struck_first), TEST(balanced_searches_name_their_limit),
       TEST(runs_searches_name_their_limit), TEST(table_searches_name_their_limit),
       TEST(counts_of_pictures_name_their_limit), TEST(drawing_and_digging_name_their_limit),
       TEST(digging_small_boards_passes_the_limit_on)});
}
