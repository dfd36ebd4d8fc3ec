// Nonograms: solve and count; and what their clues tell of a picture.
#include "../runs/solver.hpp"

#include <algorithm>

#include "../runs/count.hpp"
#include "../runs/picture.hpp"
#include "search.hpp"

namespace nonairo {
namespace {

struct RunsGrid {
  static constexpr std::array kCounters{kPropagations, kProbes, kConflicts, kRestarts};
  RunsPuzzle puzzle;

  using Clues = std::vector<std::vector<int>>;
  RunsGrid(Clues rows, Clues cols) {
    puzzle.height = static_cast<int>(rows.size());
    puzzle.width = static_cast<int>(cols.size());
    puzzle.rows = std::move(rows);
    puzzle.columns = std::move(cols);
    const int side = std::max(puzzle.height, puzzle.width);
    if (puzzle.rows.empty() || puzzle.columns.empty() || side > kLongestRunsSide) {
      throw nb::value_error("a size that the core does not take");
    }
  }
  std::size_t cells() const { return static_cast<std::size_t>(puzzle.height) * puzzle.width; }
  std::unique_ptr<AnySearch> begin(std::string_view cells, const Limits& limits, std::uint64_t seed) const {
    RunsPuzzle given = puzzle;
    if (cells.find_first_not_of('.') != std::string_view::npos) given.cells = cells;
    return begin_runs(std::move(given), limits, seed);
  }
};

nb::object count_runs(const RunsGrid& grid, nb::str cells, std::optional<std::uint64_t> limit,
                      std::optional<double> seconds, std::optional<std::uint64_t> memory) {
  RunsPuzzle puzzle = grid.puzzle;
  puzzle.cells = text_of(cells);
  check_cells(puzzle.cells, grid.cells());
  const RunsCount count =
      unlocked({seconds, {}, memory}, [&](const Limits& limits) { return count_solutions(puzzle, limits, limit); });
  return counted_record.make(whole_number(count.value), count.exact, name_of(count.limit));
}

Picture picture_of(int height, int width, nb::str cells) {
  const int side = std::max(height, width);
  if (std::min(height, width) < 1 || side > kLongestRunsSide) {
    throw nb::value_error("a size that the core does not take");
  }
  Picture picture{height, width, std::string(text_of(cells))};
  const std::size_t expected = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  check_cells(picture.cells, expected);
  if (picture.cells.find('.') != std::string::npos) throw nb::value_error("expected a finished picture");
  return picture;
}

nb::object decided(int height, int width, nb::str cells, std::optional<double> seconds) {
  const Picture picture = picture_of(height, width, cells);
  const std::string known =
      unlocked({seconds, {}, {}}, [&](const Limits& limits) { return decided_by_lines(picture, limits); });
  return known.empty() ? nb::none() : written(known);
}

std::vector<int> flips(int height, int width, nb::str cells, const std::vector<int>& which,
                       std::optional<double> seconds) {
  const Picture picture = picture_of(height, width, cells);
  for (const int cell : which) {
    if (cell < 0 || cell >= height * width) throw nb::value_error("no such cell to flip");
  }
  return unlocked({seconds, {}, {}}, [&](const Limits& limits) { return left_by_flips(picture, which, limits); });
}

}   // namespace

void bind_runs(nb::module_& module) {
  nb::class_<RunsGrid> runs_grid(module, "RunsGrid", "Grids whose lines have these blocks of ones.");
  runs_grid.def(nb::init<RunsGrid::Clues, RunsGrid::Clues>(), nb::arg("rows"), nb::arg("cols"));
  bind_search(module, runs_grid, "RunsSearch");
  bind_count(runs_grid, &count_runs);

  module.def("decided", &decided, nb::arg("height"), nb::arg("width"), nb::arg("cells"), nb::arg("seconds").none(),
             nb::sig("def decided(height: int, width: int, cells: str, seconds: float | None) -> str | None"),
             "What single lines tell of a picture from its clues; None if the time came first.");
  module.def("flips", &flips, nb::arg("height"), nb::arg("width"), nb::arg("cells"), nb::arg("which"),
             nb::arg("seconds").none(),
             nb::sig("def flips(height: int, width: int, cells: str, which: Sequence[int],"
                     " seconds: float | None) -> list[int]"),
             "For each of these cells of a picture, how many cells single lines would leave open were it"
             " flipped; fewer numbers if the time came first.");
}

}   // namespace nonairo
