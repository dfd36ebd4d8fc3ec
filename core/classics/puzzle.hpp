// A puzzle as the twins of the classics take it.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../table/puzzle.hpp"
#include "rule.hpp"

namespace nonairo::classics {

struct Puzzle {
  int height = 0, width = 0;
  std::vector<std::shared_ptr<const Rule>> rules;   // rows from the top, then columns from the left
  bool distinct = false;                            // no two rows alike, no two columns alike
  std::string givens;                               // height * width of `0`, `1`, `.`, row by row

  int lines() const { return height + width; }
  int length(int line) const { return line < height ? width : height; }
  const Rule& rule(int line) const { return *rules[line]; }

  void check() const {
    if (height < 1 || width < 1 || height > kLongestSide || width > kLongestSide) {
      throw std::invalid_argument("a side has 1 to 64 cells");
    }
    if (static_cast<int>(rules.size()) != lines()) throw std::invalid_argument("one rule per line");
  }
};

inline bool solves(const Puzzle& puzzle, std::string_view answer) {
  return reads_as_solution(puzzle.height, puzzle.width, puzzle.distinct, puzzle.givens, answer,
                           [&](int line) -> const Automaton& { return puzzle.rule(line).automaton; });
}

}   // namespace nonairo::classics
