// Techniques against tests/data/techniques.txt, which the Python tests read, too; climbs against solutions.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "../balanced/solver.hpp"
#include "../lines/seen.hpp"
#include "../random.hpp"
#include "../runs/picture.hpp"
#include "../techniques/balanced_climb.hpp"
#include "../techniques/balanced_levels.hpp"
#include "../techniques/clue_climb.hpp"
#include "../techniques/gap_counts.hpp"
#include "check.hpp"

using namespace nonairo;
using namespace nonairo::techniques;

namespace {

constexpr const char* kFile = NONAIRO_TEST_DATA "/techniques.txt";

Decided seen(const std::string& technique, const BalancedView& line) {
  if (technique == "pair") return pair(line);
  if (technique == "sandwich") return sandwich(line);
  if (technique == "sign_copy") return sign_copy(line);
  if (technique == "last_cell") return last_cell(line);
  if (technique == "sign_equal_edge") return sign_equal_edge(line);
  if (technique == "sign_chain") return sign_chain(line);
  if (technique == "count_out") return count_out(line);
  if (technique == "one_left") return one_left(line);
  if (technique == "sign_quota") return sign_quota(line);
  return gap_quota(line);
}

bool is_in_one_balanced_line(const std::string& technique) {
  for (const char* const name : kBalancedTechniques) {
    if (technique == name) return technique.find("twin") == technique.npos && technique != "line_cases";
  }
  return false;
}

void techniques_see_what_the_table_says() {
  std::ifstream file(kFile);
  std::string text;
  int cases = 0;
  for (int number = 1; std::getline(file, text); ++number) {
    std::string technique, cells, rule, result;
    std::istringstream(text) >> technique >> cells >> rule >> result;
    if (!is_in_one_balanced_line(technique)) continue;
    ++cases;
    const int length = static_cast<int>(cells.size());
    LineSigns signs;
    const std::size_t colon = rule.find(':');
    for (std::size_t k = 0; colon != rule.npos && k + colon + 1 < rule.size(); ++k) {
      if (rule[colon + 1 + k] == '=') signs.same |= Word{1} << k;
      if (rule[colon + 1 + k] == 'x') signs.differ |= Word{1} << k;
    }
    const SignLinks links(signs, length);
    BalancedView line{length, {std::stoi(rule), std::stoi(rule.substr(rule.find('/') + 1))}, {0, 0}, &links};
    for (int k = 0; k < length; ++k) {
      const char cell = cells[static_cast<std::size_t>(k)];
      if (cell != '.') line.shows[cell - '0'] |= Word{1} << k;
    }
    const Decided decided = seen(technique, line);
    check::that(decided.any() == (result != "-"), text.c_str(), kFile, number);
    for (int k = 0; k < length && result != "-"; ++k) {
      for (int symbol = 0; symbol < 2; ++symbol) {
        const bool right = result[static_cast<std::size_t>(k)] == '0' + symbol;
        check::that(right || (decided.to[symbol] >> k & 1) == 0, text.c_str(), kFile, number);
      }
    }
  }
  CHECK(cases > 20);
}

Ladder whole_ladder() {
  const std::uint8_t levels[] = {1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5};
  std::vector<Rung> rungs;
  for (std::uint8_t number = 0; number < kBalancedTechniques.size(); ++number) {
    rungs.push_back({number, levels[number]});
  }
  return Ladder(rungs, static_cast<int>(kBalancedTechniques.size()));
}

const BalancedShape kShapes[] = {standard_shape(6, 6),   standard_shape(8, 8, false),   standard_shape(10, 6),
                                 odd_shape(7, true),     odd_shape(9, false, false),    standard_shape(14, 14),
                                 standard_shape(64, 64), standard_shape(2, 64, false)};

std::string board_of(const BalancedShape& shape, std::uint64_t seed) {
  std::string board(static_cast<std::size_t>(shape.cells()), '.');
  CHECK(random_board(shape, seed, board.data()).drawn);
  return board;
}

void a_climb_finds_the_solution_or_stops() {
  for (const BalancedShape& shape : kShapes) {
    const int boards = shape.side() > 20 ? 1 : check::effort(4, 20, 200);
    for (int seed = 0; seed < boards; ++seed) {
      const std::string board = board_of(shape, static_cast<std::uint64_t>(seed));
      Random random(static_cast<std::uint64_t>(seed));
      std::string cells = board;
      for (char& cell : cells) cell = random.below(10) < 3 ? cell : '.';
      BalancedClimb climb(shape, whole_ladder());
      climb.read(cells.data());
      Budget budget((Limits()));
      const Climbed end = climb.run_up(budget);
      std::string after(board.size(), '.');
      climb.write(after.data());
      CHECK((end.level > 0) == (after.find('.') == after.npos));
      CHECK(end.limit == Limit::none);
      for (std::size_t k = 0; k < after.size() && shape.distinct; ++k) {
        CHECK(after[k] == board[k] || after[k] == '.');
      }
    }
  }
}

void a_puzzle_of_a_level_can_be_climbed() {
  for (const BalancedShape& shape : kShapes) {
    if (shape.side() > 20) continue;
    for (int seed = 0; seed < check::effort(2, 6, 60); ++seed) {
      const std::string board = board_of(shape, static_cast<std::uint64_t>(seed));
      for (const bool symmetric : {false, true}) {
        Random random(static_cast<std::uint64_t>(seed));
        const std::string blank(board.size(), '.');
        const LevelledPuzzle made =
            level_puzzle(shape, whole_ladder(), board, blank, {5, symmetric, true, 20'000}, random, {});
        CHECK(made.limit == Limit::none);
        BalancedClimb climb(shape, whole_ladder());
        climb.read(made.givens.data());
        Budget budget((Limits()));
        CHECK(climb.run_up(budget).level > 0);
        std::string after(board.size(), '.');
        climb.write(after.data());
        CHECK(after == board);
        for (std::size_t k = 0; k < board.size() && symmetric; ++k) {
          CHECK((made.givens[k] == '.') == (made.givens[board.size() - 1 - k] == '.'));
        }
      }
    }
  }
}

void rounds_are_limited() {
  const BalancedShape shape = standard_shape(10, 10);
  const std::string board = board_of(shape, 1), blank(board.size(), '.');
  Limits limits;
  limits.nodes = 3;
  Random random(1);
  const LevelledPuzzle made = level_puzzle(shape, whole_ladder(), board, blank, {5, false, true, 100}, random, limits);
  CHECK(made.limit == Limit::nodes);
  CHECK(made.rounds == 3);
}

void a_climb_of_clues_finds_the_picture_or_stops() {
  std::vector<Rung> rungs;
  for (std::uint8_t number = 0; number < lines::kSights.size(); ++number) {
    rungs.push_back({number, static_cast<std::uint8_t>(1 + number / 4)});
  }
  const Ladder ladder(rungs, static_cast<int>(lines::kSights.size()));
  int solved = 0;
  for (int seed = 0; seed < check::effort(20, 200, 2000); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const int height = 1 + static_cast<int>(random.below(seed % 20 == 0 ? 64 : 12));
    const int width = 1 + static_cast<int>(random.below(seed % 20 == 0 ? 64 : 12));
    Picture picture{height, width, {}};
    for (int cell = 0; cell < height * width; ++cell) picture.cells += random.below(10) < 6 ? '1' : '0';
    const std::string known = decided_by_lines(picture, {});
    ClueClimb climb(puzzle_of(picture), ladder);
    climb.read(std::string(picture.cells.size(), '.'));
    const bool by_lines = known.find('.') == known.npos;
    CHECK((climb.sweeps(true) > 0) == by_lines);   // all ways to finish a line are in the ladder
    CHECK((climb.sweeps(false) > 0) == by_lines);
    Budget budget((Limits()));
    const Climbed end = climb.run_up(budget);
    CHECK((end.level > 0) == by_lines);
    solved += by_lines;
  }
  CHECK(solved > 0);
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("techniques_test", argc, argv,
                    {TEST(techniques_see_what_the_table_says), TEST(a_climb_finds_the_solution_or_stops),
                     TEST(a_puzzle_of_a_level_can_be_climbed), TEST(rounds_are_limited),
                     TEST(a_climb_of_clues_finds_the_picture_or_stops)});
}
