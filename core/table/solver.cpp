#include "solver.hpp"

#include <algorithm>
#include <utility>

#include "../learn/lines_search.hpp"
#include "../lines/theory.hpp"
#include "kernel.hpp"

namespace nonairo {

namespace {

template <int N>
std::unique_ptr<AnySearch> search_of(std::shared_ptr<const TablePuzzle> puzzle,
                                     std::shared_ptr<const table::TableLines> lines, std::string givens,
                                     const Limits& limits, std::uint64_t seed) {
  using Kernel = table::TableKernel<N>;
  using Lines = lines::LinesTheory<Kernel>;
  const auto height = static_cast<unsigned>(puzzle->height), width = static_cast<unsigned>(puzzle->width);
  const auto symbols = static_cast<unsigned>(puzzle->symbols());
  const auto make = [&](Budget& budget) {
    return Lines(Kernel(lines), typename Kernel::Board(height, width, symbols), puzzle->distinct, budget);
  };
  const auto check = [puzzle, givens](std::string_view answer) { return solves(*puzzle, givens, answer); };
  return std::make_unique<LinesSearch<Lines>>(make, givens, kAlphabet.substr(0, symbols), check, limits, seed);
}

}   // namespace

TablePlan::TablePlan(TablePuzzle puzzle) {
  puzzle.check();
  puzzle_ = std::make_shared<const TablePuzzle>(std::move(puzzle));
  lines_ = std::make_shared<const table::TableLines>(*puzzle_);
}

std::unique_ptr<AnySearch> TablePlan::begin(std::string givens, const Limits& limits, std::uint64_t seed) const {
  if (givens.empty()) givens.assign(static_cast<std::size_t>(puzzle_->height) * puzzle_->width, '.');
  if (std::max(puzzle_->height, puzzle_->width) <= 128)
    return search_of<2>(puzzle_, lines_, std::move(givens), limits, seed);
  return search_of<8>(puzzle_, lines_, std::move(givens), limits, seed);
}

}   // namespace nonairo
