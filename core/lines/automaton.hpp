// A rule over two symbols as an automaton that reads a line from the left, one symbol a cell.
#pragma once

#include <array>
#include <stdexcept>
#include <vector>

namespace nonairo::lines {

// States are numbered from 0. next[state][symbol] is -1 where the line is spoilt.
struct Automaton {
  int start = 0;
  std::vector<std::array<int, 2>> next;
  std::vector<bool> accepts;

  int states() const { return static_cast<int>(next.size()); }

  void check() const {
    if (accepts.size() != next.size()) throw std::invalid_argument("one accept flag per state");
    if (start < 0 || start >= states()) throw std::invalid_argument("the start is a state");
    for (const auto& targets : next) {
      for (const int target : targets) {
        if (target < -1 || target >= states()) throw std::invalid_argument("no such state");
      }
    }
  }
};

}   // namespace nonairo::lines
