// Coloured nonograms of any size, clues, givens and limits; beside tables of the same rules.
#include "../table/coloured.hpp"
#include "../table/solver.hpp"
#include "../tests/coloured_tables.hpp"
#include "input.hpp"

using namespace nonairo;
using fuzz::claim;

namespace {

ColouredClue any_clue(fuzz::Input& input, int length, int symbols) {
  ColouredClue clue;
  for (int left = input.below(6); left > 0 && !input.empty(); --left) {
    const int number = input.byte();
    constexpr int kOdd[] = {2'000'000'000, 2'147'483'647, -1, -2'147'483'647, 0, 1};   // from 250 on
    const int symbol = input.byte() < 254 ? input.between(1, std::max(1, symbols - 1)) : input.between(-1, symbols);
    clue.push_back({number < 250 ? 1 + number % (length + 1) : kOdd[number - 250], symbol});
  }
  return clue;
}

// Of a picture, so that there is a solution; else of anything.
ColouredPuzzle any_puzzle(fuzz::Input& input, int height, int width, int symbols) {
  if (input.flag()) {
    std::string picture(static_cast<std::size_t>(height) * static_cast<std::size_t>(width), '0');
    for (char& cell : picture) cell = kAlphabet[static_cast<std::size_t>(input.below(symbols))];
    return coloured::puzzle_of(picture, height, width, symbols);
  }
  ColouredPuzzle puzzle{height, width, symbols, {}};
  for (int line = 0; line < height + width; ++line) {
    puzzle.clues.push_back(any_clue(input, puzzle.length(line), symbols));
  }
  return puzzle;
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  return fuzz::tried([&] {
    const int symbols = input.byte() < 250 ? input.between(2, 5) : input.between(1, 37);
    const int height = input.side(7, 130), width = input.side(7, height > 20 ? 20 : 130);
    const Limits limits = input.limits();
    const auto seed = static_cast<std::uint64_t>(input.byte());
    if (symbols > static_cast<int>(kAlphabet.size())) return;
    const ColouredPuzzle puzzle = any_puzzle(input, height, width, symbols);
    const ColouredPlan plan(puzzle);
    const auto cells = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    const std::string givens = input.cells(cells, kAlphabet.substr(0, static_cast<std::size_t>(symbols)));
    const auto check = [&](const std::string& answer) { return solves(puzzle, givens, answer); };
    const auto search = plan.begin(givens, limits, seed);
    const auto found = fuzz::collect(*search, cells, 200, check);
    if (std::max(height, width) > 12) return;   // tables of long lines take too long for one input
    const auto tables = TablePlan(coloured::tables_of(puzzle)).begin(givens, limits, seed);
    fuzz::compare(found, fuzz::collect(*tables, cells, 200, check));
  });
}
