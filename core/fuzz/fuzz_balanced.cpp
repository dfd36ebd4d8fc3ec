// Balanced grids of any size, givens and limits: search, batch, count, draw and dig.
#include "../balanced/large.hpp"
#include "../balanced/solver.hpp"
#include "../count/count.hpp"
#include "../tests/balanced_reference.hpp"
#include "input.hpp"

using namespace nonairo;
using fuzz::claim;

namespace {

bool solves(const BalancedShape& shape, const std::string& givens, const std::string& answer) {
  // The reference asks for numbers that are at most half: a full line then has just as many.
  return reference::is_solution(shape, givens, answer);
}

void check_batch(const BalancedShape& shape, const std::string& givens, const Limits& limits,
                 const fuzz::Collected& found) {
  std::string solutions(2 * givens.size(), '?');
  std::uint8_t counts[2] = {};
  solve_batch(shape, (givens + givens).data(), 2, solutions.data(), counts, 2, 1 + static_cast<int>(givens.size() % 2),
              limits);
  for (int k = 0; k < 2; ++k) {
    const std::string solution = solutions.substr(k * givens.size(), givens.size());
    const bool has_solution = counts[k] == 1 || counts[k] == 2;
    claim(has_solution || counts[k] == 0 || counts[k] == 255, "a count is 0, 1, 2 or 255");
    claim(has_solution ? solves(shape, givens, solution) : solution == std::string(givens.size(), '.'),
          "a batch tells what is");
    if (found.all && counts[k] != 255)
      claim(counts[k] == std::min<std::size_t>(2, found.solutions.size()), "counts agree");
  }
}

void check_count(const BalancedShape& shape, const std::string& givens, const Limits& limits,
                 const fuzz::Collected& found) {
  const SolutionCount count = count_solutions(shape, givens, Natural(1000), limits);
  if (count.exact && found.all) claim(count.value == Natural(found.solutions.size()), "a count is exact");
  if (found.all) claim(!(Natural(found.solutions.size()) < count.value), "a count is not above what there is");
}

void check_making(const BalancedShape& shape, const Limits& limits, std::uint64_t seed, const DigRules& rules) {
  std::string board(static_cast<std::size_t>(shape.cells()), '.');
  if (!random_board(shape, seed, board.data(), limits).drawn) return;
  const std::string blank(board.size(), '.');
  claim(solves(shape, blank, board), "a board obeys the rules");
  std::string puzzle(board.size(), '.');
  dig_puzzle(shape, board.data(), seed, rules, puzzle.data(), limits);
  claim(solves(shape, puzzle, board), "givens are those of the board");
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  return fuzz::tried([&] {
    const int height = input.side(10, 192), width = input.side(10, 192);
    const BalancedShape shape{height, width, (width + input.below(2)) / 2, (height + input.below(2)) / 2, input.flag()};
    if (!supports_large(shape)) return;
    const Limits limits = input.limits();
    const auto seed = static_cast<std::uint64_t>(input.byte());
    const DigRules rules{input.flag(), input.flag()};
    const std::string givens = input.cells(static_cast<std::size_t>(shape.cells()), "01");
    const auto search = supports(shape) && seed % 4 != 0 ? begin_balanced(shape, givens.data(), limits, seed)
                                                         : begin_large(shape, givens.data(), limits, seed);
    const auto found = fuzz::collect(*search, givens.size(), 200,
                                     [&](const std::string& answer) { return solves(shape, givens, answer); });
    if (shape.side() > 40) return;   // the others take too long for one input
    check_count(shape, givens, limits, found);
    if (!supports(shape)) return;
    check_batch(shape, givens, limits, found);
    if (shape.side() <= 16) check_making(shape, limits, seed, rules);
  });
}
