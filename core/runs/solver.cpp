#include "solver.hpp"

#include <algorithm>
#include <utility>

#include "ladder.hpp"

namespace nonairo {

// One word per line is enough for most puzzles; the ladder is built for the size at hand.
std::unique_ptr<AnySearch> begin_runs(RunsPuzzle puzzle, const Limits& limits, std::uint64_t seed) {
  const int side = std::max(puzzle.height, puzzle.width);
  if (side <= 64) return std::make_unique<runs::Ladder<1>>(std::move(puzzle), limits, seed);
#ifndef NONAIRO_FEW_WIDTHS
  if (side <= 128) return std::make_unique<runs::Ladder<2>>(std::move(puzzle), limits, seed);
#endif
  return std::make_unique<runs::Ladder<8>>(std::move(puzzle), limits, seed);
}

}   // namespace nonairo
