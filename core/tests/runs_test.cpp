// The nonogram solver against brute force, its reasons, its limits, its count.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../learn/engine.hpp"
#include "../runs/count.hpp"
#include "../runs/rules.hpp"
#include "../runs/search.hpp"
#include "../runs/solver.hpp"
#include "../runs/tree.hpp"
#include "check.hpp"
#include "clues.hpp"
#include "cpu_seconds.hpp"

using namespace nonairo;

namespace {

RunsPuzzle puzzle_of(const std::string& picture, int height, int width) {
  RunsPuzzle puzzle{height, width, {}, {}, {}};
  for (int r = 0; r < height; ++r)
    puzzle.rows.push_back(
        clue_of(picture.substr(static_cast<std::size_t>(r * width), static_cast<std::size_t>(width))));
  for (int c = 0; c < width; ++c) {
    std::string column;
    for (int r = 0; r < height; ++r) column += picture[static_cast<std::size_t>(r * width + c)];
    puzzle.columns.push_back(clue_of(column));
  }
  return puzzle;
}

std::string picture_of(std::uint32_t bits, int cells) {
  std::string picture(static_cast<std::size_t>(cells), '0');
  for (int i = 0; i < cells; ++i) picture[static_cast<std::size_t>(i)] = (bits >> i & 1) != 0 ? '1' : '0';
  return picture;
}

std::string random_picture(std::mt19937& random, int cells, unsigned percent) {
  std::string picture(static_cast<std::size_t>(cells), '0');
  for (char& cell : picture) cell = random() % 100 < percent ? '1' : '0';
  return picture;
}

// All solutions, each new and right.
std::set<std::string> all_solutions(const RunsPuzzle& puzzle, std::uint64_t seed = 0) {
  const auto search = begin_runs(puzzle, Limits{}, seed);
  std::set<std::string> found;
  std::string picture(static_cast<std::size_t>(puzzle.height * puzzle.width), '.');
  while (search->next(picture.data())) {
    CHECK(solves(puzzle, picture.data()));
    CHECK(found.insert(picture).second);
  }
  CHECK(search->outcome() == Outcome::exhausted);
  CHECK(search->stats().nodes >= 1);
  std::string partial(picture.size(), '?');
  search->partial(partial.data());
  for (std::size_t i = 0; i < partial.size(); ++i) {
    for (const std::string& solution : found) CHECK(partial[i] == '.' || partial[i] == solution[i]);
  }
  return found;
}

void check_count(const RunsPuzzle& puzzle, std::uint64_t expected) {
  const RunsCount count = count_solutions(puzzle, Limits{});
  CHECK(count.exact && count.value == Natural(expected));
  if (expected == 0) return;
  const RunsCount fewer = count_solutions(puzzle, Limits{}, expected - 1);
  CHECK(!fewer.exact && fewer.value == Natural(expected - 1));
  CHECK(count_solutions(puzzle, Limits{}, expected).exact);
}

bool few_solutions(const RunsPuzzle& puzzle) { return count_solutions(puzzle, Limits{}).value <= Natural(1000); }

// Pictures by their clues: the solutions of each puzzle are the pictures that share them.
void all_pictures(int height, int width) {
  std::map<std::pair<std::vector<std::vector<int>>, std::vector<std::vector<int>>>, std::set<std::string>> by_clues;
  for (std::uint32_t bits = 0; bits < 1u << (height * width); ++bits) {
    const std::string picture = picture_of(bits, height * width);
    const RunsPuzzle puzzle = puzzle_of(picture, height, width);
    by_clues[{puzzle.rows, puzzle.columns}].insert(picture);
  }
  for (const auto& [clues, pictures] : by_clues) {
    const RunsPuzzle puzzle{height, width, clues.first, clues.second, {}};
    CHECK(all_solutions(puzzle) == pictures);
    if (pictures.size() > 1) check_count(puzzle, pictures.size());
  }
}

std::set<std::string> brute_force(const RunsPuzzle& puzzle) {
  std::set<std::string> pictures;
  const int cells = puzzle.height * puzzle.width;
  for (std::uint32_t bits = 0; bits < 1u << cells; ++bits) {
    const std::string picture = picture_of(bits, cells);
    if (solves(puzzle, picture.data())) pictures.insert(picture);
  }
  return pictures;
}

std::vector<int> random_clue(std::mt19937& random, int length) {
  return clue_of(random_picture(random, length, 30 + random() % 40));
}

// Clues drawn line by line: most have no solution; and now and then givens.
void random_clue_sets() {
  const int rounds = check::effort(500, 2'000, 100'000);
  std::mt19937 random(3);
  for (int round = 0; round < rounds; ++round) {
    const int height = 1 + static_cast<int>(random() % 4), width = 1 + static_cast<int>(random() % 4);
    RunsPuzzle puzzle{height, width, {}, {}, {}};
    if (round % 2 == 0) {
      for (int r = 0; r < height; ++r) puzzle.rows.push_back(random_clue(random, width));
      for (int c = 0; c < width; ++c) puzzle.columns.push_back(random_clue(random, height));
    } else {
      puzzle = puzzle_of(random_picture(random, height * width, 30 + random() % 40), height, width);
      for (int i = 0; i < height * width; ++i) puzzle.cells += "01......"[random() % 8];
    }
    CHECK(all_solutions(puzzle, static_cast<std::uint64_t>(round)) == brute_force(puzzle));
  }
}

// Larger boards: list and count must agree, also with givens, and through the wider words.
void lists_and_counts_agree() {
  std::mt19937 random(5);
  for (int round = 0; round < check::effort(50, 150, 1000); ++round) {
    const int height = 5 + static_cast<int>(random() % 8), width = 5 + static_cast<int>(random() % 8);
    const std::string picture = random_picture(random, height * width, 35 + random() % 30);
    RunsPuzzle puzzle = puzzle_of(picture, height, width);
    if (round % 3 == 0) {
      puzzle.cells = picture;
      for (char& cell : puzzle.cells) {
        if (random() % 5 != 0) cell = '.';
      }
    }
    if (!few_solutions(puzzle)) continue;
    const std::set<std::string> solutions = all_solutions(puzzle, static_cast<std::uint64_t>(round));
    CHECK(solutions.contains(picture));
    check_count(puzzle, solutions.size());

    // The same puzzle in the corner of a wider board.
    const int wide = round % 2 == 0 ? 100 : 200;
    RunsPuzzle corner = puzzle;
    corner.width = wide;
    for (int c = width; c < wide; ++c) corner.columns.emplace_back();
    corner.cells.clear();
    for (int r = 0; r < height; ++r) {
      corner.cells += puzzle.cells.empty()
                          ? std::string(static_cast<std::size_t>(width), '.')
                          : puzzle.cells.substr(static_cast<std::size_t>(r * width), static_cast<std::size_t>(width));
      corner.cells += std::string(static_cast<std::size_t>(wide - width), '.');
    }
    CHECK(all_solutions(corner).size() == solutions.size());
    check_count(corner, solutions.size());
  }
}

// An n x n board with one filled cell in each line: n! solutions.
void many_are_counted() {
  const int side = check::effort(11, 14, 15);
  RunsPuzzle permutations{side, side, {}, {}, {}};
  permutations.rows.assign(static_cast<std::size_t>(side), {1});
  permutations.columns = permutations.rows;
  std::uint64_t factorial = 1;
  for (int k = 2; k <= side; ++k) factorial *= static_cast<std::uint64_t>(k);
  const RunsCount count = count_solutions(permutations, Limits{});
  CHECK(count.exact && count.value == Natural(factorial));
  // Independent 2 x 2 switches on the diagonal: 2^40, beyond listing.
  std::string picture(80 * 80, '0');
  for (std::size_t k = 0; k < 40; ++k) picture[2 * k * 80 + 2 * k] = picture[(2 * k + 1) * 80 + 2 * k + 1] = '1';
  RunsPuzzle switches = puzzle_of(picture, 80, 80);
  switches.cells = std::string(80 * 80, '0');
  for (std::size_t k = 0; k < 40; ++k) {
    for (const std::size_t r : {2 * k, 2 * k + 1})
      switches.cells[r * 80 + 2 * k] = switches.cells[r * 80 + 2 * k + 1] = '.';
  }
  const RunsCount powers = count_solutions(switches, Limits{});
  CHECK(powers.exact && powers.value == Natural(1ull << 40));
}

// Every clause learnt follows from the puzzle: all its solutions obey it.
struct Witness {
  const std::set<std::string>* solutions;
  Variable cells;
  long reported_clauses = 0;

  static void on_event(void* context, ClauseListener::Event event, std::span<const Literal> clause) {
    if (event != ClauseListener::learnt) return;
    Witness& witness = *static_cast<Witness*>(context);
    ++witness.reported_clauses;
    for (const Literal literal : clause) {
      if (literal.variable() >= witness.cells) return;   // says something about block starts: see below
    }
    for (const std::string& solution : *witness.solutions) {
      bool obeyed = false;
      for (const Literal literal : clause) obeyed |= (solution[literal.variable()] == '1') == literal.value();
      CHECK(obeyed);
    }
  }
};

// Clauses over block starts: each solution extends to exactly one assignment of them.
struct FullWitness {
  std::vector<std::vector<bool>> models;

  static void on_event(void* context, ClauseListener::Event event, std::span<const Literal> clause) {
    if (event != ClauseListener::learnt) return;
    for (const auto& model : static_cast<FullWitness*>(context)->models) {
      bool obeyed = false;
      for (const Literal literal : clause) obeyed |= model[literal.variable()] == literal.value();
      CHECK(obeyed);
    }
  }
};

void learnt_clauses_follow() {
  std::mt19937 random(9);
  long clauses = 0;
  for (int round = 0; round < 150; ++round) {
    const int side = 8 + static_cast<int>(random() % 5);
    const std::string picture = random_picture(random, side * side, 40 + random() % 20);
    RunsPuzzle puzzle = puzzle_of(picture, side, side);
    if (!few_solutions(puzzle)) continue;
    const std::set<std::string> solutions = all_solutions(puzzle);
    runs::Shapes shapes;
    shapes.add_all(puzzle);
    runs::Board<1> root(shapes, static_cast<unsigned>(side), static_cast<unsigned>(side));
    Budget budget{Limits{}};
    CHECK(root.propagate(root.all_lines(), budget));
    for (const bool starts : {false, true}) {
      runs::LearningSearch<1> search(root, starts, budget, static_cast<std::uint64_t>(round));
      search.follow_beliefs(round % 2 == 0, round % 3 == 0);
      Witness witness{&solutions, root.cells()};
      FullWitness full;
      if (starts) {
        const runs::StartVariables<1> variables(root, root.cells());
        for (const std::string& solution : solutions) {
          runs::Board<1> board = root;
          for (unsigned i = 0; i < root.cells(); ++i) board.set(i / root.width(), i % root.width(), solution[i] == '1');
          std::vector<bool> model(variables.end());
          for (unsigned i = 0; i < root.cells(); ++i) model[i] = solution[i] == '1';
          variables.values(board, [&](Variable v, bool value) { model[v] = value; });
          full.models.push_back(std::move(model));
        }
        search.engine().set_listener({FullWitness::on_event, &full});
      } else {
        search.engine().set_listener({Witness::on_event, &witness});
      }
      // Wrong turns on purpose: assume every pair of opposite cells.
      for (int i = 0; i < 40; ++i) {
        std::vector<Literal> wrong;
        for (int k = 0; k < 4; ++k) {
          const auto cell = static_cast<Variable>(random() % root.cells());
          wrong.emplace_back(cell, picture[cell] == '0');
        }
        search.engine().assume(wrong);
        search.engine().run(200);
      }
      clauses += static_cast<long>(search.engine().stats().learnt);
    }
  }
  CHECK(clauses > 100);
}

RunsPuzzle random_board(int side, unsigned seed) {
  std::mt19937 random(seed);
  return puzzle_of(random_picture(random, side * side, 50), side, side);
}

// At rest, no probe would teach anything, though probes are skipped and nothing is settled again.
void probing_ends_where_no_probe_teaches() {
  std::mt19937 random(77);
  unsigned taught = 0;
  for (int round = 0; round < 200; ++round) {
    const int height = 6 + static_cast<int>(random() % 8), width = 6 + static_cast<int>(random() % 8);
    const RunsPuzzle puzzle = puzzle_of(random_picture(random, height * width, 45), height, width);
    runs::Shapes shapes;
    shapes.add_all(puzzle);
    Budget budget{Limits{}};
    runs::Board<1> root(shapes, static_cast<unsigned>(height), static_cast<unsigned>(width));
    CHECK(root.propagate(root.all_lines(), budget));
    const unsigned before = root.open_cells();
    runs::LineCache<1> cache;
    runs::Prober<1> prober(root, budget, cache, static_cast<std::uint64_t>(round));
    runs::Probing end = runs::Probing::found;
    while (end == runs::Probing::found) end = prober.run(~0u);
    CHECK(end == runs::Probing::at_rest);
    taught += root.open_cells() < before;
    runs::Board<1> again = root;
    CHECK(again.propagate(again.all_lines(), budget));
    CHECK(again.same_lines(root));
    for (unsigned cell = 0; cell < root.cells(); ++cell) {
      const unsigned r = cell / root.width(), c = cell % root.width();
      if (!root.is_open(r, c)) continue;
      runs::Board<1> blank = root, fill = root;
      blank.blank(r, c);
      fill.fill(r, c);
      CHECK(blank.propagate(root.all_lines(), budget));
      CHECK(fill.propagate(root.all_lines(), budget));
      for (unsigned other = 0; other < root.cells(); ++other) {
        const unsigned y = other / root.width(), x = other % root.width();
        if (root.is_open(y, x)) CHECK(blank.symbol(y, x) == '.' || blank.symbol(y, x) != fill.symbol(y, x));
      }
    }
  }
  CHECK(taught > 50);
}

// A tree that was not given up has met all solutions, or as many as were wanted.
void trees_are_complete() {
  std::mt19937 random(31);
  unsigned complete = 0, branched = 0;
  for (int round = 0; round < 300; ++round) {
    const int height = 5 + static_cast<int>(random() % 4), width = 5 + static_cast<int>(random() % 4);
    const RunsPuzzle puzzle = puzzle_of(random_picture(random, height * width, 45), height, width);
    runs::Shapes shapes;
    shapes.add_all(puzzle);
    Budget budget{Limits{}};
    runs::Board<1> root(shapes, static_cast<unsigned>(height), static_cast<unsigned>(width));
    CHECK(root.propagate(root.all_lines(), budget));
    runs::ProbeTree<1> tree(budget, root);
    std::set<std::string> met;
    runs::Board<1> board = root;
    runs::LineCache<1> cache;
    const bool done = tree.search(board, runs::Prober<1>(board, budget, cache, 1), [&](const runs::Board<1>& full) {
      std::string picture;
      for (unsigned i = 0; i < full.cells(); ++i) picture += full.symbol(i / full.width(), i % full.width());
      CHECK(solves(puzzle, picture.data()));
      met.insert(picture);
      return met.size() == 2;
    });
    if (!done) continue;
    ++complete;
    branched += tree.probes() > 2 * root.open_cells();
    CHECK(met.size() == std::min<std::size_t>(all_solutions(puzzle).size(), 2));
  }
  CHECK(complete > 200);
  CHECK(branched > 3);
}

// On a board of which nothing is known the tree would have no end: it is given up, and soon.
void large_trees_are_given_up() {
  const RunsPuzzle puzzle{
      30, 30, std::vector<std::vector<int>>(30, {1, 1, 1}), std::vector<std::vector<int>>(30, {1, 1, 1}), {}};
  runs::Shapes shapes;
  shapes.add_all(puzzle);
  Budget budget{Limits{}};
  runs::Board<1> root(shapes, 30, 30);
  CHECK(!runs::ProbeTree<1>::worth_it(root, false, budget));
  runs::ProbeTree<1> tree(budget, root);
  runs::LineCache<1> cache;
  CHECK(!tree.search(root, runs::Prober<1>(root, budget, cache, 1), [](const runs::Board<1>&) { return false; }));
  CHECK(tree.probes() < 20 * root.cells());
}

void limits_are_honoured() {
  for (const int side : {40, 99, 200}) {
    const RunsPuzzle puzzle = random_board(side, 1);
    for (const double seconds : {0.0, 0.01, 0.1}) {
      Limits limits;
      limits.seconds = seconds;
      const double begin = cpu_seconds();
      const auto search = begin_runs(puzzle, limits);
      std::string picture(static_cast<std::size_t>(side * side), '.');
      while (search->next(picture.data())) {}
      CHECK(search->outcome() == Outcome::limit || search->outcome() == Outcome::exhausted);
      CHECK(cpu_seconds() - begin < seconds + 0.25);
    }
    Limits few;
    few.nodes = 50;
    const auto search = begin_runs(puzzle, few);
    std::string picture(static_cast<std::size_t>(side * side), '.');
    while (search->next(picture.data())) {}
    CHECK(search->outcome() == Outcome::limit && search->stats().nodes <= 50);

    Limits stop;
    int asked = 0;
    stop.context = &asked;
    stop.interrupted = [](void* context) { return ++*static_cast<int*>(context) > 3; };
    const auto stopped = begin_runs(puzzle, stop);
    while (stopped->next(picture.data())) {}
    CHECK(stopped->limit() == Limit::interrupted);
  }
}

void seeds_repeat() {
  const RunsPuzzle puzzle = random_board(30, 4);
  for (const std::uint64_t seed : {0ull, 1ull, 99ull}) {
    std::string once(900, '.'), again(900, '.');
    const auto a = begin_runs(puzzle, Limits{}, seed), b = begin_runs(puzzle, Limits{}, seed);
    for (int i = 0; i < 2 && a->next(once.data()); ++i) {
      CHECK(b->next(again.data()));
      CHECK(once == again);
    }
    CHECK(a->stats().nodes == b->stats().nodes && a->stats().conflicts == b->stats().conflicts);
  }
}

void odd_shapes() {
  CHECK(all_solutions({1, 1, {{}}, {{}}, ""}) == std::set<std::string>{"0"});
  CHECK(all_solutions({1, 1, {{1}}, {{1}}, ""}) == std::set<std::string>{"1"});
  CHECK(all_solutions({1, 1, {{1}}, {{}}, ""}).empty());
  CHECK(all_solutions({1, 1, {{1}}, {{1}}, "0"}).empty());
  CHECK(all_solutions({2, 2, {{3}, {}}, {{1}, {1}}, ""}).empty());
  CHECK(all_solutions({1, 3, {{1000000}}, {{1}, {1}, {1}}, ""}).empty());
  CHECK(
      all_solutions(
          {3, 10, {{2}, {1, 2}, {1}}, {{1}, {}, {}, {1}, {}, {1}, {2}, {1}, {}, {}}, "0......0.............0........"})
          .size() == 2);
  CHECK(all_solutions({2, 2, {{0}, {2}}, {{1}, {1}}, ""}) == std::set<std::string>{"0011"});
  for (const int side : {63, 64, 65, 128, 129, 512}) {   // where the words change
    std::vector<int> all{side};
    RunsPuzzle full{1, side, {all}, {}, {}};
    full.columns.assign(static_cast<std::size_t>(side), {1});
    CHECK(all_solutions(full).size() == 1);
    RunsPuzzle one{1, side, {{1}}, {}, {}};
    one.columns.assign(static_cast<std::size_t>(side), {});
    one.columns[static_cast<std::size_t>(side - 1)] = {1};
    CHECK(all_solutions(one).size() == 1);
  }
}

void all_small_pictures() {
  for (int height = 1; height <= 4; ++height) {
    for (int width = 1; width <= 4; ++width) {
      if (height * width <= check::effort(9, 12, 16)) all_pictures(height, width);
    }
  }
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("runs", argc, argv,
                    {TEST(odd_shapes), TEST(seeds_repeat), TEST(all_small_pictures), TEST(random_clue_sets),
                     TEST(lists_and_counts_agree), TEST(many_are_counted), TEST(learnt_clauses_follow),
                     TEST(probing_ends_where_no_probe_teaches), TEST(trees_are_complete),
                     TEST(large_trees_are_given_up), TEST(limits_are_honoured)});
}
