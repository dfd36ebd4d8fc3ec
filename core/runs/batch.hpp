// Many nonograms of one size in one call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../limits.hpp"

namespace nonairo {

// Nonograms end to end: of each the clues of its rows, then of its columns, every clue ended by a 0.
struct PackedRuns {
  int height = 0, width = 0;            // from 1 to kLongestRunsSide
  std::span<const std::uint16_t> clues;   // a whole number of nonograms

  std::size_t lines() const { return static_cast<std::size_t>(height) + static_cast<std::size_t>(width); }
  std::size_t cells() const { return static_cast<std::size_t>(height) * static_cast<std::size_t>(width); }
};

// Writes the first solution of each to `solutions` (all `.` if there is none, or if a limit came first), and to `counts`
// how many it has: 0, 1, 2 (two or more; not looked for if `limit` is 1), or 255 if a limit came first. Nodes and memory
// are those of each nonogram, the seconds of all together.
void solve_runs_batch(const PackedRuns& packed, std::size_t count, char* solutions, std::uint8_t* counts, int limit,
                      int threads, const Limits& limits);

}   // namespace nonairo
