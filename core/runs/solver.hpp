// The nonogram solver, as the outside sees it.
//
// The first two solutions come fast (see ladder.hpp); asking for a second one is asking for a proof of uniqueness.
// From the third on they stream in constant memory.
#pragma once

#include <cstdint>
#include <memory>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "puzzle.hpp"

namespace nonairo {

inline constexpr int kLongestRunsSide = 512;

// Sides from 1 to kLongestRunsSide, one clue per line, cells empty or height * width long.
std::unique_ptr<AnySearch> begin_runs(RunsPuzzle puzzle, const Limits& limits, std::uint64_t seed = 0);

}   // namespace nonairo
