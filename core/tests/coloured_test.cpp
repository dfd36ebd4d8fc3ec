// Coloured nonograms: lines against brute force, grids against tables of the same rules, limits.
#include "../table/coloured.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../table/coloured_lines.hpp"
#include "../table/solver.hpp"
#include "check.hpp"
#include "coloured_tables.hpp"

using namespace nonairo;
using namespace nonairo::coloured;

namespace {

using Random = std::mt19937_64;

int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

std::string random_line(Random& random, int length, int symbols) {
  std::string line;
  while (static_cast<int>(line.size()) < length) {
    const auto symbol = static_cast<char>('0' + below(random, symbols));
    line += std::string(static_cast<std::size_t>(1 + below(random, 3)), symbol);
  }
  line.resize(static_cast<std::size_t>(length));
  return line;
}

std::set<std::string> all(AnySearch& search, int cells) {
  std::set<std::string> found;
  std::string answer(static_cast<std::size_t>(cells), '.');
  while (search.next(answer.data())) CHECK(found.insert(answer).second);
  CHECK(search.outcome() == Outcome::exhausted);
  return found;
}

template <int N>
void lines_are_settled_exactly() {
  Random random(N);
  for (int round = 0; round < check::effort(50, 400, 4000); ++round) {
    const int length = 1 + below(random, 6), symbols = 2 + below(random, 3);
    const std::string hidden = random_line(random, length, symbols);
    const ColouredClue clue = clue_of(hidden);
    ColouredPuzzle puzzle{1, length, symbols, {clue}};
    using Kernel = table::ColouredKernel<N>;
    using Reader = table::ColouredReader<N>;
    Kernel kernel(std::make_shared<const std::vector<Reader>>(std::vector<Reader>{Reader(clue, symbols)}), puzzle);
    std::vector<Words<N>> can(static_cast<std::size_t>(symbols), Words<N>::first(static_cast<unsigned>(length)));
    for (int k = 0; k < length; ++k) {
      for (int s = 0; s < symbols; ++s) {
        if (below(random, 4) == 0) can[static_cast<std::size_t>(s)].clear(static_cast<unsigned>(k));
      }
    }
    std::vector<Words<N>> expected(static_cast<std::size_t>(symbols), Words<N>{});
    std::string line(static_cast<std::size_t>(length), '0');
    const auto visit = [&](auto&& self, int k) -> void {
      if (k == length) {
        if (clue_of(line).size() != clue.size()) return;
        const ColouredClue own = clue_of(line);
        for (std::size_t i = 0; i < clue.size(); ++i) {
          if (own[i].length != clue[i].length || own[i].symbol != clue[i].symbol) return;
        }
        for (unsigned i = 0; i < line.size(); ++i) expected[static_cast<std::size_t>(line[i] - '0')].set(i);
        return;
      }
      for (int s = 0; s < symbols; ++s) {
        if (!can[static_cast<std::size_t>(s)].test(static_cast<unsigned>(k))) continue;
        line[static_cast<std::size_t>(k)] = static_cast<char>('0' + s);
        self(self, k + 1);
      }
    };
    visit(visit, 0);
    const unsigned number = 0;
    kernel.settle(&number, can.data(), 1);
    CHECK(can == expected);
  }
}

void grids_agree_with_tables() {
  Random random(7);
  for (int round = 0; round < check::effort(20, 150, 1500); ++round) {
    const int height = 1 + below(random, 5), width = 1 + below(random, 5), symbols = 2 + below(random, 3);
    const std::string picture = random_line(random, height * width, symbols);
    const ColouredPuzzle puzzle = puzzle_of(picture, height, width, symbols);
    std::string givens(picture.size(), '.');
    if (round % 3 == 0) givens[picture.size() / 2] = static_cast<char>('0' + below(random, symbols));
    const auto search = ColouredPlan(puzzle).begin(givens, Limits{}, static_cast<std::uint64_t>(round));
    const auto other = TablePlan(tables_of(puzzle)).begin(givens, Limits{});
    CHECK(all(*search, height * width) == all(*other, height * width));
  }
}

void limits_are_kept_and_named() {
  Random random(3);
  std::string picture;
  for (int k = 0; k < 900; ++k) picture += static_cast<char>('0' + below(random, 3));
  const ColouredPlan plan(puzzle_of(picture, 30, 30, 3));
  Limits limits;
  limits.nodes = 1;
  const auto search = plan.begin({}, limits);
  std::string answer(900, '.');
  while (search->next(answer.data())) {}
  CHECK(search->outcome() == Outcome::limit);
  CHECK(search->limit() == Limit::nodes);
  search->partial(answer.data());
  for (std::size_t k = 0; k < 900; ++k) CHECK(answer[k] == '.' || answer[k] == picture[k]);
}

void what_cannot_be_is_refused() {
  for (const ColouredPuzzle& wrong :
       {ColouredPuzzle{1, 1, 2, {{{2, 1}}, {}}}, ColouredPuzzle{1, 1, 2, {{{1, 2}}, {}}}, ColouredPuzzle{1, 1, 2, {{}}},
        ColouredPuzzle{1, 1, 1, {{}, {}}}, ColouredPuzzle{1, 2, 2, {{{1, 1}, {1, 1}}, {}, {}}}}) {
    bool refused = false;
    try {
      ColouredPlan plan(wrong);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}

}   // namespace

int main(int argc, char** argv) {
  return check::run(
      "coloured", argc, argv,
      {TEST(lines_are_settled_exactly<1>), TEST(lines_are_settled_exactly<2>), TEST(lines_are_settled_exactly<9>),
       TEST(grids_agree_with_tables), TEST(limits_are_kept_and_named), TEST(what_cannot_be_is_refused)});
}
