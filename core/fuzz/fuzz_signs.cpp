// Balanced grids with any signs between neighbours, givens and limits; beside the same grid without those signs.
#include "../balanced/solver.hpp"
#include "../signs/solver.hpp"
#include "../tests/balanced_reference.hpp"
#include "input.hpp"

using namespace nonairo;
using fuzz::claim;

namespace {

// As a person reads them, cell by cell: knows nothing of the masks that they are kept in.
bool signs_hold(const SignedPuzzle& puzzle, const std::string& answer) {
  const int height = puzzle.shape.height, width = puzzle.shape.width;
  const auto at = [&](int line, int k) {
    const int cell = line < height ? line * width + k : k * width + line - height;
    return answer[static_cast<std::size_t>(cell)];
  };
  for (int line = 0; line < height + width; ++line) {
    const auto [same, differ] = puzzle.signs[static_cast<std::size_t>(line)];
    for (int k = 0; k + 1 < puzzle.length(line); ++k) {
      const bool alike = at(line, k) == at(line, k + 1);
      if ((same >> k & 1) != 0 && !alike) return false;
      if ((differ >> k & 1) != 0 && alike) return false;
    }
  }
  return true;
}

std::vector<LineSigns> any_signs(fuzz::Input& input, int height, int width) {
  std::vector<LineSigns> signs(static_cast<std::size_t>(height + width));
  const int spread = input.between(3, 40);
  for (int line = 0; line < height + width; ++line) {
    const int gaps = (line < height ? width : height) - 1;
    for (int k = 0; k < gaps && !input.empty(); ++k) {
      const int sign = input.byte() % spread;
      auto& [same, differ] = signs[static_cast<std::size_t>(line)];
      if (sign == 0 || sign == 3) same |= std::uint64_t{1} << k;
      if (sign == 1 || sign == 3) differ |= std::uint64_t{1} << k;   // both: there is no solution
    }
  }
  return signs;
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  return fuzz::tried([&] {
    const int height = input.side(10, kLargestSignedSide + 1), width = input.side(10, kLargestSignedSide + 1);
    const BalancedShape shape{height, width, (width + input.below(2)) / 2, (height + input.below(2)) / 2, input.flag()};
    const Limits limits = input.limits();
    const auto seed = static_cast<std::uint64_t>(input.byte());
    std::vector<LineSigns> signs = any_signs(input, height, width);
    if (input.byte() == 255) signs[static_cast<std::size_t>(input.below(height))].same = ~std::uint64_t{0};   // refused
    const auto puzzle = std::make_shared<const SignedPuzzle>(shape, std::move(signs));
    const std::string givens = input.cells(static_cast<std::size_t>(shape.cells()), "01");
    const auto obeys = [&](const std::string& answer) {
      return reference::is_solution(shape, givens, answer) && signs_hold(*puzzle, answer);
    };
    const auto search = begin_signed(puzzle, givens.data(), limits, seed);
    const auto found = fuzz::collect(*search, givens.size(), 200, obeys);
    if (shape.side() > 10 || !supports(shape)) return;   // larger ones have too many without the signs
    const auto plain = begin_balanced(shape, givens.data(), limits, seed);
    fuzz::Collected left = fuzz::collect(*plain, givens.size(), 200, [&](const std::string& answer) {
      return reference::is_solution(shape, givens, answer);
    });
    std::erase_if(left.solutions, [&](const std::string& answer) { return !obeys(answer); });
    fuzz::compare(found, left);
  });
}
