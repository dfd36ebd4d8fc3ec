// Rules of lines as tables, written down as a person would say them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "../lines/automaton.hpp"
#include "../table/rule.hpp"

namespace automata {

using nonairo::lines::Automaton;
using State = std::vector<int>;

// All states that a line of this length can be in, numbered as they are met.
inline Automaton compile(State start, int length, const std::function<bool(State&, bool)>& step,
                         const std::function<bool(const State&)>& accepts) {
  std::map<State, int> number{{start, 0}};
  std::vector<State> states{start};
  std::vector<int> depth{0};
  Automaton rule;
  for (std::size_t at = 0; at < states.size(); ++at) {
    rule.accepts.push_back(accepts(states[at]));
    rule.next.push_back({-1, -1});
    for (const int symbol : {0, 1}) {
      State next = states[at];
      if (depth[at] == length || !step(next, symbol == 1)) continue;
      const auto [known, fresh] = number.try_emplace(next, static_cast<int>(states.size()));
      if (fresh) {
        states.push_back(next);
        depth.push_back(depth[at] + 1);
      }
      rule.next[at][symbol] = known->second;
    }
  }
  return rule;
}

// The same with a layer for each cell, over any number of symbols: `step` also gets the place.
inline nonairo::table::Rule layered(State start, int length, int symbols,
                                    const std::function<bool(State&, int, int)>& step,
                                    const std::function<bool(const State&)>& accepts) {
  nonairo::table::Rule rule{.symbols = symbols, .layered = true, .next = {}, .accepts = {}};
  std::vector<State> states{std::move(start)};
  for (int place = 0; place < length; ++place) {
    std::map<State, int> number;
    std::vector<State> reached;
    std::vector<int>& layer = rule.next.emplace_back();
    for (const State& state : states) {
      for (int symbol = 0; symbol < symbols; ++symbol) {
        State next = state;
        if (!step(next, place, symbol)) {
          layer.push_back(-1);
          continue;
        }
        const auto [known, fresh] = number.try_emplace(next, static_cast<int>(reached.size()));
        if (fresh) reached.push_back(next);
        layer.push_back(known->second);
      }
    }
    states = std::move(reached);
  }
  for (const State& state : states) rule.accepts.push_back(accepts(state));
  return rule;
}

// Kakurasu: the positions of the ones, counted from 1, add up to a total.
inline Automaton total(int sum, int length) {
  return compile(
      {0, 0}, length,
      [=](State& state, bool one) {
        state[0] += 1;
        state[1] += one ? state[0] : 0;
        return state[1] <= sum;
      },
      [=](const State& state) { return state[1] == sum; });
}

inline Automaton balanced(int zeros, int ones, int longest) {
  return compile(
      {0, 0, -1, 0}, zeros + ones,   // cells read of each symbol, the last, its run
      [=](State& state, bool one) {
        state[one] += 1;
        state[3] = state[2] == one ? state[3] + 1 : 1;
        state[2] = one;
        return state[0] <= zeros && state[1] <= ones && state[3] <= longest;
      },
      [=](const State& state) { return state[0] == zeros && state[1] == ones; });
}

inline Automaton runs(const std::vector<int>& clue, int length) {
  const int blocks = static_cast<int>(clue.size());
  return compile(
      {0, 0, 0}, length,   // cells read, blocks begun, cells of the open one
      [=](State& state, bool one) {
        state[0] += 1;
        if (!one) {
          if (state[2] != 0 && state[2] != clue[state[1] - 1]) return false;
          state[2] = 0;
          return true;
        }
        if (state[2] == 0) state[1] += 1;
        state[2] += 1;
        return state[1] <= blocks && state[2] <= clue[state[1] - 1];
      },
      [=](const State& state) { return state[1] == blocks && (state[2] == 0 || state[2] == clue.back()); });
}

}   // namespace automata
