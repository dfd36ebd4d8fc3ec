// A nonogram as it comes from outside, and the plain check that a picture solves it.
#pragma once

#include <string>
#include <vector>

namespace nonairo {

struct RunsPuzzle {
  int height = 0, width = 0;
  std::vector<std::vector<int>> rows, columns;   // clues, top to bottom and left to right; 0 and {}: no runs
  std::string cells;                             // givens, row-major, '0' '1' '.'; empty: none
};

// Straight from the rules, sharing no code with the solver: does this picture of height * width
// characters '0' and '1' have these clues and givens?
bool solves(const RunsPuzzle& puzzle, const char* picture);

}   // namespace nonairo
