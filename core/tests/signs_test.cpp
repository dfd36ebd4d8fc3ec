// Balanced lines with signs: line by line and board by board against the plain rules.
#include "../signs/solver.hpp"

#include <bit>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../signs/reader.hpp"
#include "check.hpp"

using namespace nonairo;

namespace {

using Random = std::mt19937_64;

bool fair(unsigned line, int length, int ones) {
  for (int k = 0; k + 2 < length; ++k) {
    if ((line >> k & 7) == 0 || (line >> k & 7) == 7) return false;
  }
  return std::popcount(line) == ones;
}

bool obeys(unsigned line, int length, LineSigns signs) {
  const unsigned changes = (line ^ line >> 1) & low_bits<unsigned>(length - 1);
  return (changes & signs.same) == 0 && (~changes & signs.differ) == 0;
}

// The signs number `code`, a digit of base 3 for each gap.
LineSigns signs_of(unsigned code, int length) {
  LineSigns signs;
  for (int k = 0; k + 1 < length; ++k, code /= 3) {
    if (code % 3 == 1) set_bit(signs.same, k);
    if (code % 3 == 2) set_bit(signs.differ, k);
  }
  return signs;
}

// Every line of so many cells with every row of signs, as far as it is known in every way.
void lines_are_settled_exactly(int length, int ones, unsigned every) {
  unsigned codes = 1, partial = 1;
  for (int k = 0; k < length; ++k) partial *= 3, codes *= k > 0 ? 3 : 1;
  for (unsigned code = 0; code < codes; ++code) {
    const LineSigns signs = signs_of(code, length);
    const signs::SignedReader reader(length, ones, signs);
    for (unsigned shown = code % every; shown < partial; shown += every) {
      Masks<std::uint64_t> line{{0, 0}}, expected{{0, 0}};
      unsigned rest = shown;
      for (int k = 0; k < length; ++k, rest /= 3) {
        if (rest % 3 != 1) set_bit(line.can[0], k);
        if (rest % 3 != 0) set_bit(line.can[1], k);
      }
      for (unsigned full = 0; full < 1u << length; ++full) {
        const bool fits = (full & ~line.can[1]) == 0 && (~full & low_bits<unsigned>(length) & ~line.can[0]) == 0;
        if (!fits || !fair(full, length, ones) || !obeys(full, length, signs)) continue;
        expected.can[1] |= full;
        expected.can[0] |= ~full & low_bits<unsigned>(length);
      }
      CHECK(signs::settled(reader, static_cast<unsigned>(length), line) == expected);
    }
  }
}

void every_line_is_settled_exactly() {
  const unsigned every = check::effort(12u, 1u, 1u);
  for (int length = 1; length <= 5; ++length) lines_are_settled_exactly(length, length / 2, every);
  lines_are_settled_exactly(5, 3, every);
  lines_are_settled_exactly(6, 3, every);
}

std::set<std::string> solutions(const SignedPuzzle& puzzle, const std::string& givens, std::uint64_t seed) {
  const auto search = begin_signed(std::make_shared<const SignedPuzzle>(puzzle), givens.data(), {}, seed);
  std::set<std::string> found;
  std::string answer(givens.size(), '.');
  while (search->next(answer.data())) CHECK(found.insert(answer).second);   // returned once
  CHECK(search->outcome() == Outcome::exhausted);
  return found;
}

// All boards of a size that keep the signs, out of all boards of that size.
void boards_are_those_that_keep_the_signs() {
  Random random(3);
  for (const bool distinct : {false, true}) {
    for (const auto& [height, width] : std::vector<std::pair<int, int>>{{4, 4}, {6, 4}, {2, 10}, {4, 10}}) {
      const BalancedShape shape = standard_shape(height, width, distinct);
      const SignedPuzzle blank(shape, std::vector<LineSigns>(static_cast<std::size_t>(height + width)));
      const std::string empty(static_cast<std::size_t>(shape.cells()), '.');
      const std::set<std::string> all = solutions(blank, empty, 0);
      for (int trial = 0; trial < check::effort(5, 30, 300); ++trial) {
        std::vector<LineSigns> signs;
        for (int line = 0; line < height + width; ++line) {
          LineSigns here;
          for (int k = 0; k + 1 < blank.length(line); ++k) {
            const auto draw = random() % 8;
            if (draw == 0) set_bit(here.same, k);
            if (draw == 1) set_bit(here.differ, k);
          }
          signs.push_back(here);
        }
        const SignedPuzzle puzzle(shape, signs);
        std::set<std::string> expected;
        for (const std::string& board : all) {
          if (puzzle.signs_hold(board.data())) expected.insert(board);
        }
        CHECK(solutions(puzzle, empty, random()) == expected);
      }
    }
  }
}

void what_is_no_puzzle_is_refused() {
  const auto refused = [](auto make) {
    try {
      make();
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  const BalancedShape shape = standard_shape(4, 4);
  std::vector<LineSigns> signs(8);
  CHECK(!refused([&] { SignedPuzzle(shape, signs); }));
  signs[0].same = 8;
  CHECK(refused([&] { SignedPuzzle(shape, signs); }));
  CHECK(refused([&] { SignedPuzzle(shape, std::vector<LineSigns>(7)); }));
  CHECK(refused([&] { SignedPuzzle(standard_shape(66, 4), std::vector<LineSigns>(70)); }));
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("signs", argc, argv,
                    {TEST(every_line_is_settled_exactly), TEST(boards_are_those_that_keep_the_signs),
                     TEST(what_is_no_puzzle_is_refused)});
}
