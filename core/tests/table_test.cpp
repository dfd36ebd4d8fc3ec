// Rules as tables: against the hand-made kernels line by line, and whole grids against brute
// force and known counts.
#include "../table/search.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../lines/balanced.hpp"
#include "../lines/runs.hpp"
#include "automata.hpp"
#include "check.hpp"

using namespace nonairo;
using lines::Automaton;
using lines::Masks;
using lines::Word;

namespace {

using Random = std::mt19937_64;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

Masks<Word> random_masks(Random& random, int length) {
  const Word all = lines::low_bits<Word>(length);
  const Word shown = random() & (below(random, 2) == 0 ? random() : ~Word{0}) & all;
  const Word value = random();
  return {all & ~(shown & ~value), all & ~(shown & value)};
}

std::set<std::string> all_solutions(const TablePuzzle& puzzle) {
  std::set<std::string> found;
  const auto search = begin_table(puzzle, Limits{});
  std::string answer(static_cast<std::size_t>(puzzle.height) * puzzle.width, '.');
  while (search->next(answer.data())) CHECK(found.insert(answer).second);
  CHECK(search->outcome() == Outcome::exhausted);
  return found;
}

std::set<std::string> brute_force(const TablePuzzle& puzzle) {
  std::set<std::string> found;
  const int cells = puzzle.height * puzzle.width;
  for (Word bits = 0; bits < Word{1} << cells; ++bits) {
    std::string answer(cells, '0');
    for (int k = 0; k < cells; ++k) answer[k] = lines::has(bits, k) ? '1' : '0';
    if (solves(puzzle, answer)) found.insert(answer);
  }
  return found;
}

TablePuzzle kakurasu(const std::string& answer, int height, int width) {
  TablePuzzle puzzle;
  puzzle.height = height;
  puzzle.width = width;
  std::vector<int> sums(height + width, 0);
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width; ++c) {
      if (answer[r * width + c] != '1') continue;
      sums[r] += c + 1;
      sums[height + c] += r + 1;
    }
  }
  for (int k = 0; k < height + width; ++k) {
    puzzle.rules.push_back(automata::total(sums[k], k < height ? width : height));
    puzzle.rule_of_line.push_back(k);
  }
  return puzzle;
}

TablePuzzle binairo(int height, int width, bool distinct) {
  TablePuzzle puzzle;
  puzzle.height = height;
  puzzle.width = width;
  puzzle.rules = {automata::balanced(width / 2, width / 2, 2), automata::balanced(height / 2, height / 2, 2)};
  puzzle.rule_of_line.assign(height, 0);
  puzzle.rule_of_line.insert(puzzle.rule_of_line.end(), width, 1);
  puzzle.distinct = distinct;
  return puzzle;
}

void a_total_equals_brute_force() {
  for (int length = 1; length <= 8; ++length) {
    for (int sum = 0; sum <= length * (length + 1) / 2 + 1; ++sum) {
      const lines::TableLine<Word> rule(automata::total(sum, length), length);
      Random random(sum + 100 * length);
      for (int round = 0; round < 30; ++round) {
        const Masks<Word> line = random_masks(random, length);
        Masks<Word> seen{0, 0};
        Word count = 0;
        for (Word bits = 0; bits < Word{1} << length; ++bits) {
          int added = 0;
          for (int k = 0; k < length; ++k) added += lines::has(bits, k) ? k + 1 : 0;
          const Word zeros = ~bits & lines::low_bits<Word>(length);
          const bool fits = (bits & ~line.can_one) == 0 && (zeros & ~line.can_zero) == 0;
          if (added != sum || !fits) continue;
          seen = {seen.can_one | bits, seen.can_zero | zeros};
          ++count;
        }
        const auto squeezed = rule.squeeze(line);
        CHECK(squeezed.has_value() == (count > 0));
        if (squeezed) CHECK(*squeezed == seen);
        CHECK(rule.count(line) == lines::Wide<2>{count});
      }
    }
  }
}

void the_kernels_agree_with_their_tables() {
  Random random(3);
  for (int round = 0; round < check::effort(500, 500, 20000); ++round) {
    const int length = 1 + below(random, 40);
    const Masks<Word> line = random_masks(random, length);
    const int ones = below(random, length + 1);
    const int longest = 1 + below(random, 4);
    const lines::BalancedLine<Word> kernel(length - ones, ones, longest);
    const lines::TableLine<Word> table(automata::balanced(length - ones, ones, longest), length);
    CHECK(kernel.squeeze(line) == table.squeeze(line));
    CHECK(lines::Wide<2>{kernel.count(line)} == table.count(line));

    std::vector<int> clue;
    for (int used = 0; used < length && below(random, 6) != 0;) {
      clue.push_back(1 + below(random, 5));
      used += clue.back() + 1;
    }
    const lines::RunsLine<Word> blocks(clue, length);
    const lines::TableLine<Word> steps(automata::runs(clue, length), length);
    CHECK(blocks.squeeze(line) == steps.squeeze(line));
    CHECK(lines::Wide<2>{blocks.count(line)} == steps.count(line));
  }
}

void a_rule_that_allows_everything_counts_past_one_word() {
  const Automaton anything{0, {{0, 0}}, {true}};
  const lines::TableLine<Word> rule(anything, 64);
  CHECK(rule.count({~Word{0}, ~Word{0}}) == lines::Wide<2>{1} << 64);
  const Automaton nothing{0, {{0, 0}}, {false}};
  CHECK(!lines::TableLine<Word>(nothing, 5).squeeze({31, 31}));
  CHECK(lines::TableLine<Word>(nothing, 5).count({31, 31}) == lines::Wide<2>{0});
}

void kakurasu_grids_equal_brute_force() {
  Random random(4);
  for (int round = 0; round < check::effort(30, 30, 300); ++round) {
    const int height = 1 + below(random, 4);
    const int width = 1 + below(random, 4);
    std::string answer(height * width, '0');
    for (char& cell : answer) cell = below(random, 2) == 0 ? '0' : '1';
    TablePuzzle puzzle = kakurasu(answer, height, width);
    puzzle.distinct = below(random, 3) == 0;
    puzzle.givens = answer;
    for (char& cell : puzzle.givens) {
      if (below(random, 4) != 0) cell = '.';
      else if (below(random, 20) == 0) cell = cell == '0' ? '1' : '0';
    }
    CHECK(all_solutions(puzzle) == brute_force(puzzle));
  }
}

void binairo_grids_are_counted() {
  CHECK(all_solutions(binairo(4, 4, true)).size() == 72);
  CHECK(all_solutions(binairo(4, 4, false)).size() == 90);
  CHECK(all_solutions(binairo(4, 6, true)).size() == 96);
  CHECK(all_solutions(binairo(4, 6, false)).size() == 642);
  CHECK(all_solutions(binairo(6, 6, true)).size() == 4140);
  CHECK(all_solutions(binairo(2, 4, true)).empty());
  if (check::effort(false, false, true)) CHECK(all_solutions(binairo(6, 6, false)).size() == 11222);
}

void large_kakurasu_is_solved() {
  Random random(5);
  for (const int side : {8, 12, 70}) {   // 70: more than one word; mostly given
    std::string answer(side * side, '0');
    for (char& cell : answer) cell = below(random, side) < 4 ? '1' : '0';
    TablePuzzle puzzle = kakurasu(answer, side, side);
    puzzle.givens = answer;
    for (char& cell : puzzle.givens) {
      if (below(random, side) < 6) cell = '.';
    }
    Limits limits;
    limits.seconds = 20;
    const auto search = begin_table(puzzle, limits);
    CHECK(search->next(answer.data()));
  }
}

void limits_stop_the_search() {
  Limits limits;
  limits.nodes = 50;
  const auto search = begin_table(binairo(8, 8, true), limits);
  std::string answer(20 * 20, '.');
  int found = 0;
  while (search->next(answer.data())) ++found;
  CHECK(search->outcome() == Outcome::limit && search->limit() == Limit::nodes);
  CHECK(found < 50 && search->stats().nodes <= 50);
  CHECK(!search->next(answer.data()));
  limits = Limits{};
  limits.seconds = 0.02;
  const auto timed = begin_table(binairo(20, 20, true), limits);
  while (timed->next(answer.data())) {}
  CHECK(timed->outcome() == Outcome::limit && timed->limit() == Limit::time);
}

}  // namespace

int main(int argc, char** argv) {
  return check::run("table", argc, argv,
                    {TEST(a_total_equals_brute_force), TEST(the_kernels_agree_with_their_tables),
                     TEST(a_rule_that_allows_everything_counts_past_one_word), TEST(kakurasu_grids_equal_brute_force),
                     TEST(binairo_grids_are_counted), TEST(large_kakurasu_is_solved), TEST(limits_stop_the_search)});
}
