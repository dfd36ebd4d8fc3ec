// Rules as tables: against the hand-made kernels line by line, and whole grids against brute
// force and known counts.
#include "../table/solver.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../lines/balanced.hpp"
#include "../lines/runs.hpp"
#include "../table/kernel.hpp"
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
  return {all & ~(shown & value), all & ~(shown & ~value)};
}

std::unique_ptr<AnySearch> begin_table(const TablePuzzle& puzzle, const Limits& limits, std::uint64_t seed = 0) {
  return TablePlan(puzzle).begin(limits, seed);
}

// Two symbols, by the kernel of tables.
std::optional<Masks<Word>> squeeze(const Automaton& automaton, int length, const Masks<Word>& line) {
  const table::TableReader reader(table::rule_of(automaton), static_cast<unsigned>(length));
  table::TableSettler settler;
  Masks<Word> now = line;
  const bool possible = settler.settle(
      reader, [&](unsigned i) { return Symbols{(now.can[0] >> i & 1) | (now.can[1] >> i & 1) << 1}; },
      [&](unsigned i, Symbols gone) {
        for (const unsigned s : {0, 1}) now.can[s] &= ~((gone >> s & 1) << i);
      });
  return possible ? std::optional(now) : std::nullopt;
}

std::set<std::string> all_solutions(const TablePuzzle& puzzle, std::uint64_t seed = 0) {
  std::set<std::string> found;
  const auto search = begin_table(puzzle, Limits{}, seed);
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
    if (solves(puzzle, puzzle.givens, answer)) found.insert(answer);
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
    puzzle.rules.push_back(table::rule_of(automata::total(sums[k], k < height ? width : height)));
    puzzle.rule_of_line.push_back(k);
  }
  return puzzle;
}

TablePuzzle binairo(int height, int width, bool distinct) {
  TablePuzzle puzzle;
  puzzle.height = height;
  puzzle.width = width;
  puzzle.rules = {table::rule_of(automata::balanced(width / 2, width / 2, 2)),
                  table::rule_of(automata::balanced(height / 2, height / 2, 2))};
  puzzle.rule_of_line.assign(height, 0);
  puzzle.rule_of_line.insert(puzzle.rule_of_line.end(), width, 1);
  puzzle.distinct = distinct;
  return puzzle;
}

void a_total_equals_brute_force() {
  for (int length = 1; length <= 8; ++length) {
    for (int sum = 0; sum <= length * (length + 1) / 2 + 1; ++sum) {
      const Automaton rule = automata::total(sum, length);
      Random random(sum + 100 * length);
      for (int round = 0; round < 30; ++round) {
        const Masks<Word> line = random_masks(random, length);
        Masks<Word> seen{0, 0};
        bool possible = false;
        for (Word bits = 0; bits < Word{1} << length; ++bits) {
          int added = 0;
          for (int k = 0; k < length; ++k) added += lines::has(bits, k) ? k + 1 : 0;
          const Word zeros = ~bits & lines::low_bits<Word>(length);
          const bool fits = (bits & ~line.can[1]) == 0 && (zeros & ~line.can[0]) == 0;
          if (added != sum || !fits) continue;
          seen = {seen.can[0] | zeros, seen.can[1] | bits};
          possible = true;
        }
        const auto squeezed = squeeze(rule, length, line);
        CHECK(squeezed.has_value() == possible);
        if (squeezed) CHECK(*squeezed == seen);
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
    CHECK(kernel.squeeze(line) == squeeze(automata::balanced(length - ones, ones, longest), length, line));

    std::vector<int> clue;
    for (int used = 0; used < length && below(random, 6) != 0;) {
      clue.push_back(1 + below(random, 5));
      used += clue.back() + 1;
    }
    const lines::RunsLine<Word> blocks(clue, length);
    CHECK(blocks.squeeze(line) == squeeze(automata::runs(clue, length), length, line));
  }
}

void rules_may_allow_everything_or_nothing() {
  const Masks<Word> blank{~Word{0}, ~Word{0}};
  CHECK(squeeze({0, {{0, 0}}, {true}}, 64, blank) == blank);
  CHECK(!squeeze({0, {{0, 0}}, {false}}, 5, {31, 31}));
}

// Layers of up to 200 states and four symbols, drawn at random: most arrows move by one of two distances, the others
// lead anywhere. Against sets of states, cell by cell.
table::Rule random_rule(Random& random, int length, int symbols, int states) {
  table::Rule rule{.symbols = symbols, .start = 0, .layered = true, .next = {}, .accepts = {}};
  const int far = below(random, states);
  for (int k = 0; k < length; ++k) {
    std::vector<int>& layer = rule.next.emplace_back();
    for (int at = 0; at < states * symbols; ++at) {
      const int state = at / symbols, kind = below(random, 20);
      const int target = kind < 8 ? state + 1 : kind < 14 ? state - far : kind < 16 ? below(random, states) : -1;
      layer.push_back(target >= 0 && target < states ? target : -1);
    }
  }
  for (int state = 0; state < states; ++state) rule.accepts.push_back(below(random, 3) == 0);
  return rule;
}

// Which symbols some completion has, cell by cell; nothing if there is none.
std::vector<Symbols> plain_settle(const table::Rule& rule, const std::vector<Symbols>& line) {
  const int length = static_cast<int>(line.size());
  std::vector<std::set<int>> left(line.size() + 1), right(line.size() + 1);
  left[0] = {rule.start};
  std::vector<Symbols> seen(line.size(), 0);
  const auto for_each_arrow = [&](int k, auto&& visit) {
    for (const int state : left[k]) {
      for (int s = 0; s < rule.symbols; ++s) {
        const int target = rule.after(k, state, s);
        if ((line[k] >> s & 1) != 0 && target >= 0) visit(state, s, target);
      }
    }
  };
  for (int k = 0; k < length; ++k) for_each_arrow(k, [&](int, int, int target) { left[k + 1].insert(target); });
  for (const int state : left[length]) {
    if (rule.accepts[state]) right[length].insert(state);
  }
  for (int k = length - 1; k >= 0; --k) {
    for_each_arrow(k, [&](int state, int s, int target) {
      if (!right[k + 1].contains(target)) return;
      right[k].insert(state);
      seen[k] |= Symbols{1} << s;
    });
  }
  return right[0].empty() && length > 0 ? std::vector<Symbols>{} : seen;
}

void wide_layers_are_settled_exactly() {
  Random random(6);
  int possible = 0, impossible = 0;
  LossFinder<table::TableReader> finder;
  for (int round = 0; round < check::effort(30, 150, 2000); ++round) {
    const int length = 1 + below(random, 12), symbols = 2 + below(random, 3),
              states = 1 + below(random, round % 2 == 0 ? 200 : 20);
    const table::Rule rule = random_rule(random, length, symbols, states);
    const table::TableReader reader(rule, static_cast<unsigned>(length));
    table::TableSettler settler;
    for (int lines = 0; lines < 10; ++lines) {
      std::vector<Symbols> line;
      for (int k = 0; k < length; ++k)
        line.push_back((Symbols{1} << symbols) - 1 - (below(random, 2) == 0 ? random() % (Symbols{1} << symbols) : 0));
      const std::vector<Symbols> truth = plain_settle(rule, line);
      std::vector<Symbols> now = line;
      const bool settled = settler.settle(
          reader, [&](unsigned i) { return now[i]; }, [&](unsigned i, Symbols gone) { now[i] &= ~gone; });
      CHECK(settled == !truth.empty());
      if (settled) CHECK(now == truth);
      ++(settled ? possible : impossible);
      if (settled || !reader.possible()) continue;
      // The losses that are needed make the line impossible, and without any of them it is possible.
      std::vector<Cell> cells;
      for (const Symbols may : line) cells.push_back({may, ((Symbols{1} << symbols) - 1) & ~may});
      std::vector<Symbols> only(line.size(), (Symbols{1} << symbols) - 1);
      const std::vector<Loss> needed = finder.needed(reader, cells);
      for (const Loss& loss : needed) only[loss.cell] &= ~loss.symbols;
      CHECK(plain_settle(rule, only).empty());
      for (const Loss& loss : needed) {
        for (Symbols rest = loss.symbols; rest != 0; rest &= rest - 1) {
          std::vector<Symbols> more = only;
          more[loss.cell] |= rest & (0 - rest);
          CHECK(!plain_settle(rule, more).empty());
        }
      }
    }
  }
  CHECK(possible > 50 && impossible > 50);
}

// As many of each of three symbols, and never three alike in a row; on request no two lines alike.
TablePuzzle trinairo(int side, bool distinct, std::string givens) {
  TablePuzzle puzzle{.height = side,
                     .width = side,
                     .rules = {},
                     .rule_of_line = {},
                     .distinct = distinct,
                     .givens = std::move(givens)};
  puzzle.rules = {automata::layered(
      {0, 0, 0, -1, 0}, side, 3,
      [=](automata::State& state, int, int symbol) {
        state[4] = state[3] == symbol ? state[4] + 1 : 1;
        state[3] = symbol;
        return ++state[symbol] <= side / 3 && state[4] <= 2;
      },
      [](const automata::State&) { return true; })};
  puzzle.rule_of_line.assign(2 * static_cast<std::size_t>(side), 0);
  return puzzle;
}

void three_symbols_are_solved_by_learning() {
  for (const bool distinct : {false, true}) {
    const TablePuzzle puzzle = trinairo(3, distinct, "");
    std::set<std::string> boards;
    for (int number = 0; number < 19683; ++number) {
      std::string board;
      for (int k = 0, rest = number; k < 9; ++k, rest /= 3) board += kAlphabet[static_cast<std::size_t>(rest % 3)];
      if (solves(puzzle, "", board)) boards.insert(board);
    }
    CHECK(!boards.empty());
    CHECK(all_solutions(puzzle) == boards);
  }
  // Minimal puzzles: every given is needed, so that the search has something to learn.
  std::uint64_t conflicts = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::string board(36, '.'), other(36, '.');
    CHECK(begin_table(trinairo(6, true, ""), Limits{}, seed)->next(board.data()));
    std::string givens = board;
    Random random(seed);
    std::vector<std::size_t> order(36);
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t cell : order) {
      givens[cell] = '.';
      const auto search = begin_table(trinairo(6, true, givens), Limits{});
      CHECK(search->next(other.data()));
      const bool unique = other == board && !search->next(other.data()) && search->outcome() == Outcome::exhausted;
      if (!unique) givens[cell] = board[cell];
      conflicts += search->stats().conflicts;
    }
    const auto search = begin_table(trinairo(6, true, givens), Limits{}, seed);
    CHECK(search->next(other.data()) && other == board);
    CHECK(!search->next(other.data()) && search->outcome() == Outcome::exhausted);
    std::string known(36, '?');
    search->partial(known.data());
    for (std::size_t k = 0; k < 36; ++k) CHECK(known[k] == '.' ? givens[k] == '.' : known[k] == board[k]);
  }
  CHECK(conflicts > 0);
}

// Binairo with signs between neighbours: `=` for equal cells, `x` for different ones. A row's rule says something else
// at every place, so its table has a layer for each cell.
TablePuzzle with_signs(const std::string& board, int side, Random& random, int signs) {
  TablePuzzle puzzle = binairo(side, side, true);
  std::vector<std::string> of_line(2 * static_cast<std::size_t>(side),
                                   std::string(static_cast<std::size_t>(side), ' '));
  for (int k = 0; k < signs; ++k) {
    const int line = below(random, 2 * side), place = 1 + below(random, side - 1);
    const auto at = [&](int i) { return line < side ? board[line * side + i] : board[i * side + (line - side)]; };
    of_line[line][place] = at(place) == at(place - 1) ? '=' : 'x';
  }
  puzzle.rules.clear();
  for (int line = 0; line < 2 * side; ++line) {
    puzzle.rule_of_line[line] = line;
    puzzle.rules.push_back(automata::layered(
        {0, 0, -1, 0}, side, 2,
        [=, sign = of_line[line]](automata::State& state, int place, int symbol) {
          if (sign[place] == '=' && symbol != state[2]) return false;
          if (sign[place] == 'x' && symbol == state[2]) return false;
          state[3] = state[2] == symbol ? state[3] + 1 : 1;
          state[2] = symbol;
          return ++state[symbol] <= side / 2 && state[3] <= 2;
        },
        [](const automata::State&) { return true; }));
  }
  return puzzle;
}

void signs_are_solved_by_learning() {
  std::uint64_t conflicts = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Random random(seed);
    std::string board(64, '.'), other(64, '.');
    CHECK(begin_table(binairo(8, 8, true), Limits{}, seed)->next(board.data()));
    const TablePuzzle puzzle = with_signs(board, 8, random, 60);
    const auto search = begin_table(puzzle, Limits{}, seed);
    bool met = false;
    while (search->next(other.data())) met |= other == board;
    CHECK(met && search->outcome() == Outcome::exhausted);
    conflicts += search->stats().conflicts;
    // On 4x4 signs leave exactly those boards that have them.
    const std::set<std::string> boards = all_solutions(binairo(4, 4, true));
    const std::string& some = *std::next(boards.begin(), below(random, static_cast<int>(boards.size())));
    const TablePuzzle small = with_signs(some, 4, random, 5);
    std::set<std::string> signed_boards;
    for (const std::string& full : boards) {
      if (solves(small, "", full)) signed_boards.insert(full);
    }
    CHECK(signed_boards.size() < boards.size() && all_solutions(small) == signed_boards);
  }
  CHECK(conflicts > 0);
}

void what_lines_say_is_known_before_anything_is_tried() {
  TablePuzzle puzzle = kakurasu("000100000", 3, 3);   // totals 0, 1, 0 and 2, 0, 0
  const auto search = begin_table(puzzle, {.nodes = 1});
  std::string known(9, '?');
  search->partial(known.data());
  CHECK(known == "000100000");
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

// Many lines are full and alike all at once here, and each may have several likes.
void lines_that_may_be_anything_still_differ() {
  const table::Rule anything = table::rule_of({0, {{0, 0}}, {true}});
  const table::Rule not_all_zero = table::rule_of({0, {{0, 1}, {1, 1}}, {false, true}});
  for (int height = 1; height <= 5; ++height) {
    for (int width = 1; width <= 2; ++width) {
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        TablePuzzle puzzle{height, width, {anything, not_all_zero}, {}, true, {}};
        for (int k = 0; k < height + width; ++k) puzzle.rule_of_line.push_back(k < height ? 0 : 1);
        CHECK(all_solutions(puzzle, seed) == brute_force(puzzle));
      }
    }
  }
}

void large_kakurasu_is_solved() {
  Random random(5);
  for (const int side : {8, 12, 70}) {   // 70: more than one word; mostly given
    const int height = side == 70 ? check::effort(6, 70, 70) : side;
    std::string answer(height * side, '0');
    for (char& cell : answer) cell = below(random, side) < 4 ? '1' : '0';
    TablePuzzle puzzle = kakurasu(answer, height, side);
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

}   // namespace

int main(int argc, char** argv) {
  return check::run("table", argc, argv,
                    {TEST(a_total_equals_brute_force), TEST(the_kernels_agree_with_their_tables),
                     TEST(rules_may_allow_everything_or_nothing), TEST(wide_layers_are_settled_exactly),
                     TEST(three_symbols_are_solved_by_learning), TEST(signs_are_solved_by_learning),
                     TEST(what_lines_say_is_known_before_anything_is_tried), TEST(kakurasu_grids_equal_brute_force),
                     TEST(binairo_grids_are_counted), TEST(lines_that_may_be_anything_still_differ),
                     TEST(large_kakurasu_is_solved), TEST(limits_stop_the_search)});
}
