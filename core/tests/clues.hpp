// Clues read off pictures, by code that shares nothing with the core.
#pragma once

#include <string>
#include <vector>

inline std::vector<int> clue_of(const std::string& line) {
  std::vector<int> clue;
  int run = 0;
  for (const char cell : line + "0") {
    if (cell == '1') ++run;
    else if (run > 0) clue.push_back(run), run = 0;
  }
  return clue;
}
