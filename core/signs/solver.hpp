// Balanced puzzles with signs, as the outside sees them.
#pragma once

#include <cstdint>
#include <memory>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "puzzle.hpp"

namespace nonairo {

// The solutions with these givens, text over `0`, `1` and `.`.
std::unique_ptr<AnySearch> begin_signed(std::shared_ptr<const SignedPuzzle> puzzle, const char* cells,
                                        const Limits& limits = {}, std::uint64_t seed = 0);

}   // namespace nonairo
