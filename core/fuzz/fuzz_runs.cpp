// Nonograms of any size, clues, givens and limits: search and count; pictures and their flips.
#include "../runs/count.hpp"
#include "../runs/picture.hpp"
#include "../runs/solver.hpp"
#include "input.hpp"

using namespace nonairo;
using fuzz::claim;

namespace {

std::vector<std::vector<int>> any_clues(fuzz::Input& input, int lines, int length) {
  std::vector<std::vector<int>> clues(static_cast<std::size_t>(lines));
  for (auto& clue : clues) {
    for (int left = input.below(6); left > 0 && !input.empty(); --left) {
      const int number = input.byte();
      constexpr int kOdd[] = {2'000'000'000, 2'147'483'647, -1, -2'147'483'647, 0, 1};   // from 250 on
      clue.push_back(number < 250 ? number % (length + 2) : kOdd[number - 250]);
    }
  }
  return clues;
}

// Of a picture, so that there is a solution; else of anything.
RunsPuzzle any_puzzle(fuzz::Input& input, int height, int width) {
  const auto cells = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  if (input.flag()) {
    std::string picture(cells, '0');
    for (char& cell : picture) cell = (input.byte() & 1) != 0 ? '1' : '0';
    return puzzle_of({height, width, picture});
  }
  RunsPuzzle puzzle{height, width, {}, {}, {}};
  puzzle.rows = any_clues(input, height, width);
  puzzle.columns = any_clues(input, width, height);
  return puzzle;
}

void check_picture(const std::string& cells, int height, int width, const Limits& limits) {
  const Picture picture{height, width, cells};
  const std::string known = decided_by_lines(picture, limits);
  for (std::size_t k = 0; k < known.size(); ++k) claim(known[k] == '.' || known[k] == cells[k], "lines tell what is");
  const int flips[] = {0, static_cast<int>(cells.size()) - 1};
  for (const int left : left_by_flips(picture, flips, limits)) {
    claim(left >= 0 && left <= static_cast<int>(cells.size()), "a flip leaves some cells open");
  }
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  return fuzz::tried([&] {
    const int height = input.side(10, kLongestRunsSide);
    const int width = height > 130 ? input.between(1, 4) : input.side(10, height > 20 ? 130 : kLongestRunsSide);
    const Limits limits = input.limits();
    const auto seed = static_cast<std::uint64_t>(input.byte());
    RunsPuzzle puzzle = any_puzzle(input, height, width);
    const auto cells = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    if (input.flag()) puzzle.cells = input.cells(cells, "01");
    const auto search = begin_runs(puzzle, limits, seed);
    const auto found =
        fuzz::collect(*search, cells, 200, [&](const std::string& answer) { return solves(puzzle, answer.data()); });
    const RunsCount count = count_solutions(puzzle, limits, 1000, seed);
    if (count.exact && found.all) claim(count.value == Natural(found.solutions.size()), "a count is exact");
    if (found.all) claim(!(Natural(found.solutions.size()) < count.value), "a count is not above what there is");
    if (!found.solutions.empty()) check_picture(*found.solutions.begin(), height, width, limits);
  });
}
