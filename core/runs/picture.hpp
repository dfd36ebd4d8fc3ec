// A finished picture, and what its own clues tell of it.
//
//      picture      clues          single lines      were r1c1 blank instead, the clues of row 1
//      # . .        1 | 1 1 0      . . 0             and column 1 would be others; so every flip
//      . # .        1              . . 0             asks for the lines to be settled again
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../limits.hpp"
#include "puzzle.hpp"

namespace nonairo {

struct Picture {
  int height = 0, width = 0;   // 1 to kLongestRunsSide
  std::string cells;           // row-major, '0' and '1'
};

// The puzzle whose clues the picture has.
RunsPuzzle puzzle_of(const Picture& picture);

// What settling single lines decides, from the picture's clues alone: '0', '1' and '.'. An empty
// string: the limits came first.
std::string decided_by_lines(const Picture& picture, const Limits& limits);

// For each of these cells (row * width + column): how many cells single lines would leave open,
// were it flipped. Fewer numbers than cells: the limits came first.
std::vector<int> left_by_flips(const Picture& picture, std::span<const int> cells, const Limits& limits);

}   // namespace nonairo
