// Tests of the search for balanced boards. `--long` adds the slow ones; `--corpus FILE` checks real puzzles
// (bench_balanced.cpp tells the format).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../balanced/kernel.hpp"
#include "../balanced/large.hpp"
#include "../balanced/switches.hpp"
#include "../balanced/text.hpp"
#include "../balanced/verify.hpp"
#include "balanced_boards.hpp"
#include "balanced_reference.hpp"

using namespace nonairo;

namespace {

void boards_are_counted() {
  struct Count {
    BalancedShape shape;
    long want;
  };
  std::vector<Count> counts = {{standard_shape(4, 4), 72},     {standard_shape(4, 4, false), 90},
                               {standard_shape(6, 6), 4140},   {standard_shape(6, 6, false), 11222},
                               {standard_shape(4, 6), 96},     {standard_shape(6, 4, false), 642},
                               {standard_shape(2, 4), 0},      {standard_shape(2, 4, false), 6},
                               {standard_shape(4, 8), 0},      {standard_shape(4, 8, false), 5238},
                               {odd_shape(1, true), 1},        {odd_shape(3, true), 6},
                               {odd_shape(5, true), 10},       {odd_shape(1, true, false), 1},
                               {odd_shape(3, true, false), 6}, {odd_shape(5, true, false), 34},
                               {odd_shape(7, true), 2662},     {odd_shape(7, true, false), 8908},
                               {odd_shape(7, false), 2662}};
  const Count large[] = {{standard_shape(6, 8), 51744},
                         {standard_shape(8, 6, false), 229798},
                         {standard_shape(8, 8), 4111116},
                         {standard_shape(8, 8, false), 12413918}};
  counts.insert(counts.end(), large, large + check::effort(0, 2, 4));
  for (const Count& count : counts) {
    const std::string empty = blank(count.shape);
    std::string out = empty;
    const auto search = begin_balanced(count.shape, empty.data());
    std::set<std::string> seen;
    long found = 0;
    for (; search->next(out.data()); ++found) {
      if (count.want <= 60000) seen.insert(out);
    }
    CHECK(found == count.want);
    CHECK(count.want > 60000 || static_cast<long>(seen.size()) == found);
    CHECK(search->outcome() == Outcome::exhausted);
  }
}

void random_puzzles_agree_with_the_reference() {
  Random random(3);
  const BalancedShape shapes[] = {standard_shape(2, 2),      standard_shape(4, 4),  standard_shape(6, 6),
                                  standard_shape(4, 6),      standard_shape(8, 6),  standard_shape(8, 8, false),
                                  standard_shape(8, 8),      odd_shape(5, true),    odd_shape(7, false),
                                  odd_shape(7, true, false), standard_shape(10, 6), standard_shape(6, 12, false)};
  for (const BalancedShape& shape : shapes) {
    for (int i = 0; i < check::effort(40, 120, 400); ++i) {
      std::string cells = loose_board(shape, random, 10 + static_cast<int>(random.below(25)));
      if (i % 2 == 0 && random_board(shape, random.next(), cells.data()).drawn) {   // solvable ones too
        for (char& cell : cells) {
          if (random.below(100) < 55 + random.below(25)) cell = '.';
        }
      }
      const std::vector<std::string> want = reference::solutions(shape, cells, 300);
      Answer have = solve(shape, cells, 300);
      CHECK(have.solutions.size() == want.size());
      if (want.size() >= 300) continue;
      CHECK(have.outcome == Outcome::exhausted);
      std::sort(have.solutions.begin(), have.solutions.end());
      CHECK(have.solutions == want);
    }
  }
}

void levels_agree_bit_by_bit() {
  for (const int side : {5, 8, 10, 14, 20, 26, 36, 84}) {
    const BalancedShape shape = side % 2 == 0 ? standard_shape(side, side) : odd_shape(side, true);
    for (std::uint64_t seed = 0; seed < check::effort(1u, 4u, 10u); ++seed) {
      std::string board = blank(shape), puzzle;
      std::vector<std::string> results;
      for (const int level : levels_to_test()) {
        CHECK(balanced_use_level(level));
        CHECK(random_board(shape, seed, board.data()).drawn);
        puzzle = board;
        Random random(seed);
        for (char& cell : puzzle) {
          if (random.below(100) < 70) cell = '.';
        }
        const Answer answer = solve(shape, puzzle, 3, {}, seed);
        std::string result = board + std::to_string(answer.stats.nodes) + "," + std::to_string(answer.stats.conflicts);
        for (const std::string& solution : answer.solutions) result += solution;
        results.push_back(result);
      }
      for (const std::string& result : results) CHECK(result == results[0]);
    }
  }
}

void limits_are_honoured() {
  const auto seconds = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  for (const int side : {8, 20, 40, 100, 128}) {
    const BalancedShape shape = standard_shape(side, side);
    std::string cells = blank(shape), out = cells;
    cells[1] = '1';
    Limits limits;
    limits.seconds = 0.05;
    const double start = seconds();
    const auto search = begin_balanced(shape, cells.data(), limits);
    while (search->next(out.data())) {}
    CHECK(seconds() - start < 0.2);
    CHECK(search->outcome() == Outcome::limit);
  }
  const BalancedShape shape = standard_shape(14, 14);
  Limits nodes;
  nodes.nodes = 5;
  const Answer few = solve(shape, blank(shape), 10000, nodes);
  CHECK(few.outcome == Outcome::limit);
  CHECK(few.solutions.empty() || few.stats.nodes <= 6);
  Limits stop;
  stop.interrupted = [](void*) { return true; };
  const Answer stopped = solve(standard_shape(60, 60), blank(standard_shape(60, 60)), 1000000, stop);
  CHECK(stopped.outcome == Outcome::limit && stopped.limit == Limit::interrupted);
}

// Boards of all kinds: contradictions, loose, dug out, full, full and wrong, empty.
std::string mixed_board(const BalancedShape& shape, std::size_t kind, Random& random) {
  std::string board = blank(shape);
  if (kind % 8 == 0) return loose_board(shape, random, 12);
  if (!random_board(shape, random.next(), board.data()).drawn) return blank(shape);
  if (kind % 8 == 1 && shape.cells() <= 400) {   // often needs search
    std::string puzzle = board;
    dig_puzzle(shape, board.data(), random.next(), {}, puzzle.data());
    return puzzle;
  }
  char& some = board[random.below(static_cast<std::uint32_t>(board.size()))];
  if (kind % 8 == 2) some = '.';
  if (kind % 8 == 3) some = some == '0' ? '1' : '0';
  if (kind % 32 == 4) return blank(shape);
  const std::uint32_t erased = kind % 8 < 4 ? 0 : kind % 8 == 4 ? 85 : 50 + random.below(25);
  for (char& cell : board) {
    if (random.below(100) < erased) cell = '.';
  }
  if (kind % 8 == 7 && some != '.') some = some == '0' ? '1' : '0';
  return board;
}

void batches_equal_single_solves() {
  Random random(5);
  std::vector<BalancedShape> shapes = {standard_shape(2, 4),         standard_shape(4, 6),  standard_shape(10, 6),
                                       standard_shape(14, 10),       standard_shape(8, 16), standard_shape(18, 12),
                                       standard_shape(6, 32, false), standard_shape(34, 34)};
  for (const int side : {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24}) shapes.push_back(standard_shape(side, side));
  for (const int side : {4, 6, 8, 10, 14, 20}) shapes.push_back(standard_shape(side, side, false));
  for (const int side : {1, 3, 5, 7, 9, 11, 15, 17, 21}) shapes.push_back(odd_shape(side, side % 4 == 1, side != 9));
  for (const BalancedShape& shape : shapes) {
    const auto size = static_cast<std::size_t>(shape.cells());
    if (size > check::effort<std::size_t>(150, 2000, 2000)) continue;
    const std::size_t most = size > 200 ? 40 : check::effort<std::size_t>(80, 140, 140);   // more than a pile
    std::string all, first;
    std::vector<std::uint8_t> want;
    for (std::size_t i = 0; i < most; ++i) {
      all += mixed_board(shape, i, random);
      const Answer answer = solve(shape, all.substr(i * size), 2);
      want.push_back(static_cast<std::uint8_t>(answer.solutions.size()));
      first += answer.solutions.empty() ? blank(shape) : answer.solutions[0];
    }
    for (const int level : levels_to_test()) {
      CHECK(balanced_use_level(level));
      for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{11}, std::size_t{33}, most - 5, most}) {
        std::string solutions(count * size, '?');
        std::vector<std::uint8_t> counts(count);
        solve_batch(shape, all.data(), count, solutions.data(), counts.data(), 2, count == most ? 2 : 1);
        CHECK(std::equal(counts.begin(), counts.end(), want.begin()));
        CHECK(first.compare(0, count * size, solutions) == 0);
      }
    }
    std::string solutions(all.size(), '?');
    std::vector<std::uint8_t> counts(most);
    solve_batch(shape, all.data(), most, solutions.data(), counts.data(), 1);
    for (std::size_t i = 0; i < most; ++i) CHECK(counts[i] == std::min<std::uint8_t>(want[i], 1));
    Limits none;
    none.nodes = 1;
    solve_batch(shape, all.data(), most, solutions.data(), counts.data(), 2, 1, none);
    for (std::size_t i = 0; i < most; ++i) {
      if (counts[i] == 255 || counts[i] == 0) CHECK(solutions.substr(i * size, size) == blank(shape));
      else CHECK(counts[i] == want[i]);
    }
  }
}

// Solutions, and what is nearly one: the check of a board must tell them apart, and that of a pile, lane by lane.
void boards_are_checked_by_the_rules() {
  Random random(9);
  const std::string margin(balanced::kTextMargin, '.');
  const balanced::Kernel& kernel = balanced::kernel();
  for (const BalancedShape& shape :
       {standard_shape(4, 4), standard_shape(4, 6, false), odd_shape(5, true), standard_shape(6, 6),
        standard_shape(6, 8), standard_shape(8, 8), standard_shape(10, 8), odd_shape(15, false),
        standard_shape(18, 12, false), standard_shape(32, 32)}) {
    const auto size = static_cast<std::size_t>(shape.cells()), width = static_cast<std::size_t>(shape.width);
    BalancedShape alike = shape;
    alike.distinct = false;
    std::vector<std::uint8_t> scratch(2 * size * static_cast<std::size_t>(kernel.pile));
    for (int count = kernel.pile; count > 0; count -= check::effort(43, 5, 5)) {
      std::vector<std::string> givens, texts;
      std::vector<balanced::Piled> boards;
      for (int i = 0; i < count; ++i) {
        std::string text = blank(shape);
        CHECK(random_board(shape, random.next(), text.data()).drawn);
        std::string given = text;
        for (char& cell : given) {
          if (random.coin()) cell = '.';
        }
        const std::size_t at = random.below(static_cast<std::uint32_t>(size - width));
        switch (random.below(8)) {
          case 0: text[at] = text[at] == '0' ? '1' : '0'; break;
          case 1: text[at] = '.'; break;
          case 2: std::swap(text[at], text[at + 1]), given = blank(shape); break;
          case 3:
            text.replace(at / width * width, width, text, at / width * width + width, width), given = blank(shape);
            break;
          case 4: given[at] = text[at] == '0' ? '1' : '0'; break;
          case 5: random_board(alike, random.next(), text.data()), given = blank(shape); break;
          default: break;   // as it is
        }
        givens.push_back(given), texts.push_back(text);
      }
      for (std::size_t i = 0; i < texts.size(); ++i)
        boards.push_back({i, givens[i].data(), texts[i].data(), balanced::Fate::full});
      kernel.check_pile(shape, boards.data(), count, scratch.data());
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const bool right = reference::is_solution(shape, givens[i], texts[i]);
        CHECK((boards[i].fate == balanced::Fate::full) == right);
        std::string given = margin, text = margin;
        given.append(givens[i]).append(margin);
        text.append(texts[i]).append(margin);
        CHECK(balanced::is_solution(shape, given.data() + margin.size(), text.data() + margin.size()) == right);
      }
    }
  }
}

void random_boards_are_boards() {
  for (int side = 1; side <= 20; ++side) {
    const BalancedShape shape = side % 2 == 0 ? standard_shape(side, side) : odd_shape(side, side % 4 == 1);
    std::string board = blank(shape), again = board;
    const bool drawn = random_board(shape, 11, board.data()).drawn;
    CHECK(drawn);
    CHECK(!drawn || reference::is_solution(shape, blank(shape), board));
    CHECK(random_board(shape, 11, again.data()).drawn == drawn && again == board);
  }
  std::string none(8, '.');
  Limits few;
  few.nodes = 100000;
  CHECK(!random_board(standard_shape(2, 4), 1, none.data(), few).drawn);
}

// Cells that are given together, as rules.symmetric asks for.
std::vector<std::vector<std::size_t>> groups(std::size_t cells, bool symmetric) {
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t k = 0; k < (symmetric ? (cells + 1) / 2 : cells); ++k) {
    all.push_back({k});
    if (symmetric && cells - 1 - k != k) all.back().push_back(cells - 1 - k);
  }
  return all;
}

void dug_puzzles_have_no_given_too_many() {
  for (const BalancedShape& shape :
       {standard_shape(4, 4), standard_shape(6, 6), standard_shape(8, 10), odd_shape(7, true),
        standard_shape(12, 12, false), standard_shape(18, 18), standard_shape(24, 24), standard_shape(26, 20, false)}) {
    if (shape.cells() > check::effort(200, 600, 600)) continue;
    for (std::uint64_t seed = 0; seed < (shape.cells() > 400 ? 3 : 8); ++seed) {
      const DigRules rules{.by_lines = seed % 2 != 0, .symmetric = seed % 4 > 1};
      std::string board = blank(shape), puzzle = board;
      CHECK(random_board(shape, seed, board.data()).drawn);
      const DugPuzzle dug = dig_puzzle(shape, board.data(), seed, rules, puzzle.data());
      CHECK(dug.finished());
      CHECK(dug.givens ==
            static_cast<int>(puzzle.size()) - static_cast<int>(std::count(puzzle.begin(), puzzle.end(), '.')));
      const Answer answer = solve(shape, puzzle, 2);
      CHECK(answer.solutions.size() == 1 && answer.solutions[0] == board);
      BalancedShape loose = shape;
      loose.distinct = false;
      if (rules.by_lines) CHECK(solve(loose, puzzle, 2).stats.nodes == 1);
      for (const auto& group : groups(puzzle.size(), rules.symmetric)) {
        std::string less = puzzle;
        for (const std::size_t cell : group) less[cell] = '.';
        if (less == puzzle) continue;
        for (const std::size_t cell : group) CHECK(puzzle[cell] != '.');
        if (rules.by_lines) {
          const Answer found = solve(loose, less, 2);
          CHECK(found.stats.nodes > 1 || found.solutions.size() > 1);
        } else {
          CHECK(solve(shape, less, 2).solutions.size() == 2);
        }
      }
    }
  }
}

// Every corner that a switch calls free is one: with its group gone there is another board.
void switches_lead_to_other_boards() {
  int free_cells = 0;
  for (const BalancedShape& shape :
       {standard_shape(6, 6), standard_shape(8, 12), odd_shape(9, true), standard_shape(14, 14, false)}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      std::string board = blank(shape);
      CHECK(random_board(shape, seed, board.data()).drawn);
      balanced::Switches switches(shape, board.data());
      Random random(seed);
      std::string givens = board;
      for (int cell = 0; cell < shape.cells(); ++cell) {
        if (random.coin()) givens[static_cast<std::size_t>(cell)] = '.';
        else switches.give(cell);
      }
      for (int cell = 0; cell < shape.cells(); ++cell) {
        const auto place = static_cast<std::size_t>(cell);
        if (givens[place] != '.' || !switches.free(cell)) continue;
        ++free_cells;
        std::string other = givens;
        other[place] = board[place] == '1' ? '0' : '1';
        CHECK(!solve(shape, other, 1).solutions.empty());
      }
    }
  }
  CHECK(free_cells > 20);
}

// Two solutions of a puzzle with three quarters of it erased: many cells at a time, and the second next door.
void loose_puzzles_take_few_nodes() {
  for (const int side : {18, 40}) {
    const BalancedShape shape = standard_shape(side, side);
    std::vector<std::uint64_t> nodes;
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
      std::string puzzle = blank(shape);
      CHECK(random_board(shape, seed, puzzle.data()).drawn);
      Random random(seed);
      for (char& cell : puzzle) {
        if (random.below(4) != 0) cell = '.';
      }
      const Answer answer = solve(shape, puzzle, side < 20 ? 3 : 2);
      CHECK(std::set(answer.solutions.begin(), answer.solutions.end()).size() == (side < 20 ? 3u : 2u));
      for (const std::string& solution : answer.solutions) CHECK(reference::is_solution(shape, puzzle, solution));
      nodes.push_back(solve(shape, puzzle, 2).stats.nodes);
    }
    std::sort(nodes.begin(), nodes.end());
    CHECK(nodes[4] < 2u * static_cast<unsigned>(side));
  }
}

// Single lines fill the board, and only then it is seen that two rows are alike.
void a_filled_board_may_be_none() {
  const BalancedShape shape = standard_shape(4, 4);
  const Answer answer = solve(shape, "00110011110011..", 2);
  CHECK(answer.solutions.empty() && answer.outcome == Outcome::exhausted && answer.stats.nodes == 1);
}

void partial_holds_what_is_proved() {
  const BalancedShape shape = standard_shape(4, 4);
  const std::string cells = "00..............";
  const auto search = begin_balanced(shape, cells.data());
  std::string partial = blank(shape);
  search->partial(partial.data());
  CHECK(partial.substr(0, 4) == "0011");
  const std::string odd = "1";
  const auto one = begin_balanced(odd_shape(1, true), odd.data());
  std::string out = "?";
  CHECK(one->next(out.data()) && out == "1" && !one->next(out.data()));
}

// The search for large boards takes small ones, too, and needs no bytes around them.
void the_search_for_large_boards_takes_small_ones() {
  const BalancedShape shape = standard_shape(6, 6);
  const std::string cells = "1..0....00.1.00..1......00.1...1..00";
  const auto search = begin_large(shape, cells.data());
  std::string out = blank(shape);
  CHECK(search->next(out.data()) && reference::is_solution(shape, cells, out));
  CHECK(!search->next(out.data()) && search->outcome() == Outcome::exhausted);
}

void the_corpus_is_right(const char* path) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    int height, width;
    std::string rules, grid, solution, count;
    words >> height >> width >> rules >> grid >> solution >> count;
    const BalancedShape shape = rules == "odd-more-ones"    ? odd_shape(height, true)
                                : rules == "odd-more-zeros" ? odd_shape(height, false)
                                                            : standard_shape(height, width, rules != "no-distinct");
    const Answer answer = solve(shape, grid, 2);
    CHECK(static_cast<int>(answer.solutions.size()) == count[0] - '0');
    if (answer.solutions.size() == 1) CHECK(answer.solutions[0] == solution);
    std::string copies, solutions;   // as a pile
    for (int i = 0; i < 12; ++i) copies += grid;
    solutions = copies;
    std::vector<std::uint8_t> counts(12);
    solve_batch(shape, copies.data(), counts.size(), solutions.data(), counts.data());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      CHECK(counts[i] == answer.solutions.size());
      CHECK(solutions.substr(i * grid.size(), grid.size()) ==
            (answer.solutions.empty() ? blank(shape) : answer.solutions[0]));
    }
  }
}

}   // namespace

int main(int argc, char** argv) {
  if (const char* const corpus = check::value_of("--corpus", argc, argv)) the_corpus_is_right(corpus);
  return check::run(
      "balanced", argc, argv,
      {TEST(at_every_level<boards_are_checked_by_the_rules>), TEST(boards_are_counted),
       TEST(random_puzzles_agree_with_the_reference), TEST(levels_agree_bit_by_bit), TEST(limits_are_honoured),
       TEST(batches_equal_single_solves), TEST(random_boards_are_boards), TEST(dug_puzzles_have_no_given_too_many),
       TEST(switches_lead_to_other_boards), TEST(loose_puzzles_take_few_nodes), TEST(a_filled_board_may_be_none),
       TEST(partial_holds_what_is_proved), TEST(the_search_for_large_boards_takes_small_ones)});
}
