// Any line rule as a table: an automaton over any number of symbols reads the line from the left, one symbol a cell.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../lines/automaton.hpp"

namespace nonairo::table {

inline constexpr int kMostSymbols = 36;

// next[layer][state * symbols + symbol] is -1 where the line is spoilt. One layer serves all cells; or each cell has a
// layer of its own, with its own states, and the rule may say something else for every place of the line.
struct Rule {
  int symbols = 2;
  int start = 0;
  bool layered = false;
  std::vector<std::vector<int>> next;
  std::vector<bool> accepts;   // of the states behind the last cell

  const std::vector<int>& layer(int cell) const { return next[layered ? static_cast<std::size_t>(cell) : 0]; }
  // Before a cell; behind the last one for the length.
  int states(int cell) const {
    if (!layered || cell == static_cast<int>(next.size())) return static_cast<int>(accepts.size());
    return static_cast<int>(next[static_cast<std::size_t>(cell)].size()) / symbols;
  }
  int after(int cell, int state, int symbol) const {
    return layer(cell)[static_cast<std::size_t>(state) * symbols + symbol];
  }

  void check(int length) const {
    if (symbols < 2 || symbols > kMostSymbols) throw std::invalid_argument("a rule has 2 to 36 symbols");
    if (static_cast<int>(next.size()) != (layered ? length : 1)) {
      throw std::invalid_argument("a rule has one layer, or one for each cell");
    }
    if (start < 0 || start >= states(0)) throw std::invalid_argument("the start is a state");
    for (int cell = 0; cell < static_cast<int>(next.size()); ++cell) {
      if (layer(cell).size() != static_cast<std::size_t>(states(cell)) * symbols) {
        throw std::invalid_argument("one target per state and symbol, one accept flag per state");
      }
      const int last = layered ? states(cell + 1) : states(0);
      for (const int target : layer(cell)) {
        if (target < -1 || target >= last) throw std::invalid_argument("no such state");
      }
    }
  }
};

inline Rule rule_of(const lines::Automaton& automaton) {
  Rule rule{.start = automaton.start, .layered = false, .next = {{}}, .accepts = automaton.accepts};
  for (const auto& targets : automaton.next) rule.next[0].insert(rule.next[0].end(), targets.begin(), targets.end());
  return rule;
}

}   // namespace nonairo::table
