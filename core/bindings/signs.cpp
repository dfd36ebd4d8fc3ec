// Grids with balanced lines and signs between neighbours.
#include "../signs/solver.hpp"

#include <memory>
#include <utility>

#include "search.hpp"

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

LineSigns signs_of(std::string_view text) {
  LineSigns signs;
  if (text.size() > 63) throw nb::value_error("a line with signs has up to 64 cells");
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '=') signs.same |= std::uint64_t{1} << k;
    else if (text[k] == 'x') signs.differ |= std::uint64_t{1} << k;
    else if (text[k] != '.') throw nb::value_error("signs are =, x and .");
  }
  return signs;
}

}   // namespace

void bind_signs(nb::module_& module) {
  nb::class_<SignedGrid> grid(module, "SignedGrid", "Grids with balanced lines and signs between neighbours.");
  grid.def(
      "__init__",
      [](SignedGrid* self, int height, int width, int row_ones, int col_ones, bool distinct, nb::list lines) {
        std::vector<LineSigns> signs;
        signs.reserve(lines.size());
        for (const nb::handle line : lines) signs.push_back(signs_of(text_of(nb::cast<nb::str>(line))));
        new (self) SignedGrid{std::make_shared<const SignedPuzzle>(
            BalancedShape{height, width, row_ones, col_ones, distinct}, std::move(signs))};
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
