// Grids with balanced lines and signs between neighbours.
#include "../signs/solver.hpp"

#include <memory>
#include <utility>

#include "search.hpp"
#include "signs_text.hpp"

namespace nonairo {
namespace {

struct SignedGrid {
  static constexpr std::array kCounters{kPropagations, kConflicts, kRestarts, kLearnt};
  std::shared_ptr<const SignedPuzzle> puzzle;

  std::size_t cells() const { return static_cast<std::size_t>(puzzle->shape.cells()); }
  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t seed) const {
    return begin_signed(puzzle, cells.data(), limits, seed);
  }
};

}   // namespace

void bind_signs(nb::module_& module) {
  nb::class_<SignedGrid> grid(module, "SignedGrid", "Grids with balanced lines and signs between neighbours.");
  grid.def(
      "__init__",
      [](SignedGrid* self, int height, int width, int row_ones, int col_ones, bool distinct, nb::list lines) {
        new (self) SignedGrid{std::make_shared<const SignedPuzzle>(
            BalancedShape{height, width, row_ones, col_ones, distinct}, signs_of(lines))};
      },
      nb::arg("height"), nb::arg("width"), nb::arg("row_ones"), nb::arg("col_ones"), nb::arg("distinct"),
      nb::arg("signs"),
      nb::sig("def __init__(self, height: int, width: int, row_ones: int, col_ones: int,"
              " distinct: bool, signs: list[str]) -> None"),
      "The signs along each line, rows from the top, then columns from the left: `=`, `x` or `.` for each two"
      " neighbours; an empty text for none.");
  bind_search(module, grid, "SignedSearch");
}

}   // namespace nonairo
