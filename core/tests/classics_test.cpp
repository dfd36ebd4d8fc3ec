// The twins of the classic engines: small runs worked out by hand, and whole enumerations against brute force.
#include "../classics/rows.hpp"
#include "../classics/walk.hpp"

#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"

using namespace nonairo;
using classics::Puzzle;
using classics::RowPlacer;
using classics::Rule;
using classics::Walk;

namespace {

Puzzle puzzle_of(int height, int width, const std::vector<Rule>& rules, bool distinct, std::string givens) {
  Puzzle puzzle{height, width, {}, distinct, std::move(givens)};
  for (const Rule& rule : rules) puzzle.rules.push_back(std::make_shared<const Rule>(rule));
  return puzzle;
}

Puzzle binairo(int height, int width, std::string givens, bool distinct = true) {
  std::vector<Rule> rules(height, classics::balanced_rule(width / 2, width / 2, 2));
  rules.resize(height + width, classics::balanced_rule(height / 2, height / 2, 2));
  return puzzle_of(height, width, rules, distinct, std::move(givens));
}

Puzzle nonogram(const std::vector<std::vector<int>>& rows, const std::vector<std::vector<int>>& cols) {
  std::vector<Rule> rules;
  for (const auto& clue : rows) rules.push_back(classics::runs_rule(clue));
  for (const auto& clue : cols) rules.push_back(classics::runs_rule(clue));
  const int height = static_cast<int>(rows.size()), width = static_cast<int>(cols.size());
  return puzzle_of(height, width, rules, false, std::string(height * width, '.'));
}

RowPlacer::Options top_down(int height, bool early = false) {
  RowPlacer::Options options;
  for (int row = 0; row < height; ++row) options.order.push_back(row);
  options.early = early;
  return options;
}

// Every grid that the rules allow, by trying all of them.
std::set<std::string> by_brute_force(const Puzzle& puzzle) {
  std::set<std::string> found;
  const int cells = puzzle.height * puzzle.width;
  for (unsigned long bits = 0; bits < 1UL << cells; ++bits) {
    std::string answer;
    for (int at = 0; at < cells; ++at) answer += bits >> at & 1 ? '1' : '0';
    if (solves(puzzle, answer)) found.insert(answer);
  }
  return found;
}

std::vector<std::string> all(AnySearch& search, std::size_t cells) {
  std::vector<std::string> found;
  std::string answer(cells, '.');
  while (search.next(answer.data())) found.push_back(answer);
  return found;
}

void all_solutions_each_once() {
  std::vector<Puzzle> puzzles{
      binairo(4, 4, "................"),
      binairo(4, 4, "0..............1"),
      binairo(2, 4, "........", false),
      nonogram({{1}, {1}, {1}}, {{1}, {1}, {1}}),
      nonogram({{1, 1}, {2}, {}}, {{1}, {1}, {2}}),
      nonogram({{2}, {2}}, {{1}, {1}, {2}}),
  };
  for (const Puzzle& puzzle : puzzles) {
    const std::set<std::string> truth = by_brute_force(puzzle);
    const std::size_t cells = puzzle.givens.size();
    std::vector<int> backwards;
    for (int row = puzzle.height - 1; row >= 0; --row) backwards.push_back(row);
    std::vector<std::unique_ptr<AnySearch>> searches;
    for (const bool early : {false, true}) {
      for (const bool constrained : {false, true}) {
        searches.push_back(std::make_unique<Walk>(puzzle, Walk::Options{constrained, early}, Limits{}));
      }
      searches.push_back(std::make_unique<RowPlacer>(puzzle, top_down(puzzle.height, early), Limits{}));
      searches.push_back(std::make_unique<RowPlacer>(puzzle, RowPlacer::Options{backwards, true, early}, Limits{}));
    }
    for (const auto& search : searches) {
      const std::vector<std::string> found = all(*search, cells);
      CHECK(search->outcome() == Outcome::exhausted);
      CHECK(found.size() == truth.size());
      CHECK(std::set<std::string>(found.begin(), found.end()) == truth);
    }
  }
}

// The same run as in tests/engines/test_walk.py, where it is worked out.
void a_blank_board_of_four_cells_counted_by_hand() {
  Walk walk(binairo(2, 2, "...."), {}, Limits{});
  std::string answer(4, '.');
  CHECK(walk.next(answer.data()));
  CHECK(answer == "0110");
  CHECK(walk.stats().nodes == 7 && walk.visited() == 4 && walk.empty() == 4);
  CHECK(walk.checks().count == 6 && walk.checks().adjacent == 4 && walk.checks().adjacent_cells == 16);
  CHECK(walk.checks().distinct == 4 && walk.checks().compared == 2 && walk.checks().reads == 6);
  CHECK(walk.checks().distinct_cells == 8);
  CHECK(walk.checks_of_givens().count == 0);
}

// The same run as in tests/engines/test_rows.py.
void two_rows_counted_by_hand() {
  RowPlacer rows(nonogram({{1}, {1}}, {{1}, {1}}), top_down(2), Limits{});
  std::string answer(4, '.');
  CHECK(rows.next(answer.data()));
  CHECK(answer == "1001");
  CHECK(rows.stats().nodes == 4 && rows.successors() == 3 && rows.valid() == 2 && rows.rejected() == 1);
  CHECK(rows.cells_read() == 14 && rows.goal_checks() == 2);
  CHECK((rows.per_row() == std::vector<std::uint64_t>{1, 2}));
}

void the_published_goal_test_is_mended() {
  for (const bool early : {false, true}) {
    RowPlacer third(nonogram({{1}, {}, {}, {}, {1}}, {{1, 1, 1}}), top_down(5, early), Limits{});
    CHECK(all(third, 5).empty());
    RowPlacer shorter(nonogram({{1}, {}, {}}, {{2}}), top_down(3, early), Limits{});
    CHECK(all(shorter, 3).empty());
  }
}

void node_limits_end_at_their_number() {
  for (std::uint64_t nodes = 0; nodes < 30; ++nodes) {
    Limits limits;
    limits.nodes = nodes;
    Walk walk(binairo(6, 6, std::string(36, '.')), {}, limits);
    RowPlacer rows(binairo(6, 6, std::string(36, '.')), top_down(6), limits);
    for (AnySearch* search : {static_cast<AnySearch*>(&walk), static_cast<AnySearch*>(&rows)}) {
      all(*search, 36);
      CHECK(search->limit() == Limit::nodes && search->stats().nodes == nodes);
    }
  }
}

void wrong_puzzles_are_refused() {
  const auto refused = [](auto&& make) {
    try {
      make();
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(refused([] { classics::balanced_rule(33, 32, 2); }));
  CHECK(refused([] { classics::runs_rule({0}); }));
  CHECK(refused([] { classics::table_rule({0, {{7, 0}}, {true}}); }));
  CHECK(refused([] { RowPlacer(nonogram({{1}, {1}}, {{1}, {1}}), {{0, 0}, true, false}, Limits{}); }));
  constexpr int kMost = std::numeric_limits<int>::max();
  CHECK(refused([] { classics::balanced_rule(kMost, 1, 2); }));
  CHECK(refused([] { classics::balanced_rule(1, kMost, 2); }));
  CHECK(refused([] { Walk(puzzle_of(1, 65, {}, false, std::string(65, '.')), {}, Limits{}); }));
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("classics", argc, argv,
                    {TEST(all_solutions_each_once), TEST(a_blank_board_of_four_cells_counted_by_hand),
                     TEST(two_rows_counted_by_hand), TEST(the_published_goal_test_is_mended),
                     TEST(node_limits_end_at_their_number), TEST(wrong_puzzles_are_refused)});
}
