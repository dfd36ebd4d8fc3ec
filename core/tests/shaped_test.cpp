// Lines of any shape: what is possible is the same in all lines through a cell, and whole grids equal brute force.
#include "../lines/shaped.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../table/solver.hpp"
#include "automata.hpp"
#include "check.hpp"

using namespace nonairo;

namespace {

using Random = std::mt19937_64;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

// So many different cells of a grid, in any order.
std::vector<int> some_cells(Random& random, int cells, int number) {
  std::vector<int> all(static_cast<std::size_t>(cells));
  std::iota(all.begin(), all.end(), 0);
  std::shuffle(all.begin(), all.end(), random);
  all.resize(static_cast<std::size_t>(number));
  return all;
}

table::Rule anything(int symbols) {
  return {.symbols = symbols, .start = 0, .layered = false,
          .next = {std::vector<int>(static_cast<std::size_t>(symbols), 0)}, .accepts = {true}};
}

// So many cells have the symbol 1.
table::Rule ones(int number, int length, int symbols) {
  return automata::layered(
      {0}, length, symbols,
      [=](automata::State& state, int, int symbol) { return (state[0] += symbol == 1) <= number; },
      [=](const automata::State& state) { return state[0] == number; });
}

// Reading order matters: the symbols of a line never fall by more than one, and the last is not 0.
table::Rule climbing(int length, int symbols) {
  return automata::layered(
      {0}, length, symbols,
      [](automata::State& state, int, int symbol) { return symbol + 1 >= std::exchange(state[0], symbol); },
      [](const automata::State& state) { return state[0] != 0; });
}

std::set<std::string> all_solutions(const TablePuzzle& puzzle, std::uint64_t seed) {
  std::set<std::string> found;
  const auto search = TablePlan(puzzle).begin(Limits{}, seed);
  std::string answer(static_cast<std::size_t>(puzzle.height) * puzzle.width, '.');
  while (search->next(answer.data())) CHECK(found.insert(answer).second);
  CHECK(search->outcome() == Outcome::exhausted);
  return found;
}

std::set<std::string> brute_force(const TablePuzzle& puzzle) {
  std::set<std::string> found;
  std::string answer(static_cast<std::size_t>(puzzle.height) * puzzle.width, '0');
  const char last = kAlphabet[static_cast<std::size_t>(puzzle.symbols()) - 1];
  while (true) {
    if (solves(puzzle, puzzle.givens, answer)) found.insert(answer);
    const auto next = std::find_if(answer.begin(), answer.end(), [&](char cell) { return cell != last; });
    if (next == answer.end()) return found;
    ++*next;
    std::fill(answer.begin(), next, '0');
  }
}

TablePuzzle random_puzzle(Random& random) {
  const int symbols = below(random, 4) == 0 ? 3 : 2;
  const int height = 1 + below(random, symbols == 3 ? 3 : 4), width = 1 + below(random, 3);
  TablePuzzle puzzle{height, width, {anything(symbols)}, {}, below(random, 3) == 0, {}};
  const auto put = [&](table::Rule rule) {
    puzzle.rule_of_line.push_back(static_cast<int>(puzzle.rules.size()));
    puzzle.rules.push_back(std::move(rule));
  };
  for (int line = 0; line < height + width; ++line) {
    const int length = line < height ? width : height;
    if (below(random, 3) != 0) puzzle.rule_of_line.push_back(0);   // says nothing
    else put(ones(below(random, length + 1), length, symbols));
  }
  for (int number = 1 + below(random, 5); number > 0; --number) {
    const int length = 1 + below(random, height * width);
    puzzle.more.push_back(some_cells(random, height * width, length));
    put(below(random, 3) == 0 ? climbing(length, symbols) : ones(below(random, length + 1), length, symbols));
  }
  puzzle.givens.assign(static_cast<std::size_t>(height) * width, '.');
  for (char& cell : puzzle.givens) {
    if (below(random, 8) == 0) cell = kAlphabet[static_cast<std::size_t>(below(random, symbols))];
  }
  return puzzle;
}

void every_line_through_a_cell_is_kept_in_step() {
  Random random(1);
  for (int round = 0; round < check::effort(20, 100, 1000); ++round) {
    const int height = 1 + below(random, 9), width = 1 + below(random, 9), symbols = 2 + below(random, 2);
    std::vector<std::vector<int>> cells;
    for (int k = below(random, 6); k > 0; --k) {
      cells.push_back(some_cells(random, height * width, 1 + below(random, height * width)));
    }
    const auto shapes =
        std::make_shared<const lines::Shapes>(static_cast<unsigned>(height), static_cast<unsigned>(width), cells);
    const auto sides = static_cast<std::size_t>(height + width);
    lines::ShapedLines<Words<2>, 0> board(static_cast<unsigned>(height), static_cast<unsigned>(width),
                                                 static_cast<unsigned>(symbols), shapes,
                                                 std::vector<bool>(sides + cells.size(), false));
    CHECK(board.lines() == sides + cells.size());
    std::vector<std::vector<bool>> gone(static_cast<std::size_t>(height * width),
                                        std::vector<bool>(static_cast<std::size_t>(symbols), false));
    for (int change = 0; change < 60; ++change) {
      const int cell = below(random, height * width), symbol = below(random, symbols);
      const auto r = static_cast<unsigned>(cell / width), c = static_cast<unsigned>(cell % width);
      const bool lost = below(random, 3) != 0;
      lost ? board.lose(r, c, static_cast<unsigned>(symbol)) : board.regain(r, c, static_cast<unsigned>(symbol));
      gone[static_cast<std::size_t>(cell)][static_cast<std::size_t>(symbol)] = lost;
    }
    for (unsigned line = 0; line < board.lines(); ++line) {
      for (unsigned place = 0; place < board.length(line); ++place) {
        const unsigned cell = board.cell(line, place);
        const auto w = static_cast<unsigned>(width);
        CHECK(board.place(line, cell / w, cell % w) == place);
        for (unsigned symbol = 0; symbol < static_cast<unsigned>(symbols); ++symbol) {
          CHECK(has(board.can(line, symbol), static_cast<int>(place)) != gone[cell][symbol]);
        }
      }
    }
  }
}

void a_line_waits_once() {
  lines::WaitingLines waiting;
  waiting.reserve(3);
  for (const unsigned line : {2u, 0u, 2u, 0u}) waiting.add(line);
  CHECK(waiting.take() == 0 && waiting.take() == 2 && waiting.empty());
  waiting.add(2);
  waiting.clear();
  CHECK(waiting.empty());
  waiting.add(2);
  CHECK(waiting.take() == 2);
}

void grids_equal_brute_force() {
  Random random(2);
  int some = 0, none = 0;
  for (int round = 0; round < check::effort(60, 400, 5000); ++round) {
    const TablePuzzle puzzle = random_puzzle(random);
    const std::set<std::string> truth = brute_force(puzzle);
    CHECK(all_solutions(puzzle, static_cast<std::uint64_t>(round)) == truth);
    const Refutation refuted = TablePlan(puzzle).refute(puzzle.givens, Limits{}, 0);
    CHECK(refuted.solutions == std::min<std::size_t>(2, truth.size()));
    ++(truth.empty() ? none : some);
  }
  CHECK(some > 5 && none > 5);
}

// Lines of more than one word, which cross the whole grid; each says how many of its cells a known answer fills.
void long_lines_are_solved() {
  Random random(3);
  for (const int length : {64, 65, 128, 130, 512}) {
    const int side = 24;
    std::string answer(static_cast<std::size_t>(side) * side, '0');
    for (char& cell : answer) cell = below(random, 3) == 0 ? '1' : '0';
    TablePuzzle puzzle{side, side, {anything(2)}, std::vector<int>(2 * side, 0), false, answer};
    for (int k = 0; k < 4; ++k) {
      puzzle.more.push_back(some_cells(random, side * side, length));
      const auto filled = std::count_if(puzzle.more.back().begin(), puzzle.more.back().end(),
                                        [&](int cell) { return answer[static_cast<std::size_t>(cell)] == '1'; });
      puzzle.rule_of_line.push_back(static_cast<int>(puzzle.rules.size()));
      puzzle.rules.push_back(ones(static_cast<int>(filled), length, 2));
      puzzle.givens[static_cast<std::size_t>(puzzle.more.back().back())] = '.';   // which the line decides, or others
    }
    const auto search = TablePlan(puzzle).begin(Limits{}, 0);
    std::string found(answer.size(), '?');
    bool met = false;
    while (search->next(found.data())) {
      CHECK(solves(puzzle, puzzle.givens, found));
      met |= found == answer;
    }
    CHECK(met && search->outcome() == Outcome::exhausted);
  }
}

void a_line_that_cannot_be_is_refused() {
  const std::vector<std::vector<int>> wrong{{}, {4}, {-1}, {0, 1, 0}};
  for (const auto& cells : wrong) {
    TablePuzzle puzzle{2, 2, {anything(2)}, std::vector<int>(5, 0), false, {}, {cells}};
    bool refused = false;
    try {
      puzzle.check();
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
  CHECK((TablePuzzle{2, 2, {anything(2)}, std::vector<int>(5, 0), false, {}, {{3, 0}}}.length(4) == 2));
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("shaped", argc, argv,
                    {TEST(every_line_through_a_cell_is_kept_in_step), TEST(a_line_waits_once),
                     TEST(grids_equal_brute_force), TEST(long_lines_are_solved),
                     TEST(a_line_that_cannot_be_is_refused)});
}
