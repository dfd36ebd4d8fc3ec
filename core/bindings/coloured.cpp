// Coloured nonograms: solve.
#include "../table/coloured.hpp"

#include "../table/puzzle.hpp"
#include "search.hpp"

namespace nonairo {
namespace {

struct ColouredGrid {
  static constexpr std::array kCounters{kPropagations, kConflicts, kRestarts, kLearnt};
  ColouredPlan plan;

  std::size_t cells() const { return static_cast<std::size_t>(plan.puzzle().height) * plan.puzzle().width; }
  std::string allowed() const {
    std::string symbols(kAlphabet.substr(0, static_cast<std::size_t>(plan.puzzle().symbols)));
    symbols += '.';
    return symbols;
  }
  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t seed) const {
    return plan.begin(std::string(cells), limits, seed);
  }
};

using Clues = std::vector<std::vector<std::pair<int, std::string>>>;

void add_clues(ColouredPuzzle& puzzle, const Clues& side) {
  for (const auto& clue : side) {
    ColouredClue& blocks = puzzle.clues.emplace_back();
    for (const auto& [length, symbol] : clue) {
      blocks.push_back({length, symbol.size() == 1 ? static_cast<int>(kAlphabet.find(symbol[0])) : -1});
    }
  }
}

}   // namespace

void bind_coloured(nb::module_& module) {
  nb::class_<ColouredGrid> grid(module, "ColouredGrid", "Grids whose lines have these blocks of several symbols.");
  grid.def(
      "__init__",
      [](ColouredGrid* self, int symbols, const Clues& rows, const Clues& cols) {
        ColouredPuzzle puzzle{static_cast<int>(rows.size()), static_cast<int>(cols.size()), symbols, {}};
        add_clues(puzzle, rows);
        add_clues(puzzle, cols);
        new (self) ColouredGrid{ColouredPlan(std::move(puzzle))};
      },
      nb::arg("symbols"), nb::arg("rows"), nb::arg("cols"),
      "Blocks are pairs of a length and a symbol as it is written.");
  bind_search(module, grid, "ColouredSearch");
}

}   // namespace nonairo
