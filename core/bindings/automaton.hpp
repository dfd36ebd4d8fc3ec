// Automata as they come from Python.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "../lines/automaton.hpp"

namespace nonairo {

// next[symbols * state + symbol], and which states may end a line.
using AutomatonTable = std::pair<std::vector<int>, std::vector<bool>>;

// Over two symbols.
inline lines::Automaton automaton_of(const AutomatonTable& table) {
  lines::Automaton automaton;
  for (std::size_t k = 0; k + 1 < table.first.size(); k += 2) {
    automaton.next.push_back({table.first[k], table.first[k + 1]});
  }
  automaton.accepts = table.second;
  return automaton;
}

}   // namespace nonairo
