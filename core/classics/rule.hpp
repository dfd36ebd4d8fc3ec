// The rule of a line as the twins of the classics need it: what it is, and its automaton.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../lines/automaton.hpp"
#include "../lines/bits.hpp"

namespace nonairo::classics {

using lines::Automaton;
using lines::Word;

inline constexpr int kLongestSide = 64;   // a line is a word

enum class Kind { balanced, runs, table };

struct Rule {
  Kind kind = Kind::table;
  int zeros = 0, ones = 0, longest = 0;   // of balanced lines
  std::vector<int> clue;                  // of runs
  Automaton automaton;

  // Balanced as Binairo has it: the checks of counts and neighbours are made for it.
  bool binairo(int length) const { return kind == Kind::balanced && longest == 2 && zeros + ones == length; }
};

// States: the start, and for every number of zeros and ones read the last symbol and how often it came.
inline Rule balanced_rule(int zeros, int ones, int longest) {
  // Without a sum, which could overflow.
  const bool fits = zeros >= 0 && ones >= 0 && zeros <= kLongestSide && ones <= kLongestSide - zeros;
  if (!fits || longest < 1) throw std::invalid_argument("no such line");
  Rule rule{.kind = Kind::balanced, .zeros = zeros, .ones = ones, .longest = longest, .clue = {}, .automaton = {}};
  const int runs = std::min(longest, kLongestSide);
  const auto number = [&](int z, int o, int last, int run) {
    return 1 + ((z * (ones + 1) + o) * 2 + last) * runs + run - 1;
  };
  const auto target = [&](int z, int o, int last, int run, int symbol) {
    const int after = symbol == last ? run + 1 : 1;
    z += 1 - symbol;
    o += symbol;
    return after > runs || z > zeros || o > ones ? -1 : number(z, o, symbol, after);
  };
  Automaton& automaton = rule.automaton;
  automaton.next.push_back({target(0, 0, -1, 0, 0), target(0, 0, -1, 0, 1)});
  automaton.accepts.push_back(zeros == 0 && ones == 0);
  for (int z = 0; z <= zeros; ++z) {
    for (int o = 0; o <= ones; ++o) {
      for (int last = 0; last < 2; ++last) {
        for (int run = 1; run <= runs; ++run) {
          automaton.next.push_back({target(z, o, last, run, 0), target(z, o, last, run, 1)});
          automaton.accepts.push_back(z == zeros && o == ones);
        }
      }
    }
  }
  return rule;
}

// State p: the first p symbols of the tightest line are behind us; (3,1) -> 1 1 1 0 1.
//      p     0   1   2   3   4   5
//    reads     1   1   1   0   1
//    waits   *               *   *          a further zero may come
inline Rule runs_rule(std::vector<int> clue) {
  Rule rule{.kind = Kind::runs, .clue = std::move(clue), .automaton = {}};
  Automaton& automaton = rule.automaton;
  const auto state = [&](bool waits, int reads) {
    const int here = automaton.states();
    automaton.next.push_back({waits ? here : reads == 0 ? here + 1 : -1, reads == 1 ? here + 1 : -1});
    automaton.accepts.push_back(reads < 0);
  };
  for (std::size_t k = 0; k < rule.clue.size(); ++k) {
    if (rule.clue[k] < 1 || rule.clue[k] > kLongestSide) throw std::invalid_argument("no such block");
    for (int cell = 0; cell < rule.clue[k]; ++cell) state(cell == 0, 1);
    if (k + 1 < rule.clue.size()) state(false, 0);
  }
  state(true, -1);
  return rule;
}

inline Rule table_rule(Automaton automaton) {
  automaton.check();
  return {.kind = Kind::table, .clue = {}, .automaton = std::move(automaton)};
}

// What is known of a line: bit k is cell k.
struct Line {
  Word zeros = 0, ones = 0;

  Word known() const { return zeros | ones; }
  int prefix() const { return std::countr_one(known()); }   // cells before the first blank
};

struct Verdict {
  bool holds;
  int read;   // cells
};

// Reads the cells before the first blank. It does not hold where the rule cannot go on, or does not end a full line.
inline Verdict goes_on(const Automaton& automaton, const Line& line, int length) {
  const int known = line.prefix();
  int state = automaton.start;
  for (int k = 0; k < known; ++k) {
    state = automaton.next[state][lines::has(line.ones, k) ? 1 : 0];
    if (state < 0) return {false, k + 1};
  }
  return {known < length || automaton.accepts[state], known};
}

// Whether a line has a completion: the states that its cells can lead to, one by one.
class Future {
 public:
  bool possible(const Automaton& automaton, const Line& line, int length) {
    if (seen_.size() < automaton.next.size()) seen_.resize(automaton.next.size(), 0);
    now_.assign(1, automaton.start);
    for (int k = 0; k < length && !now_.empty(); ++k) {
      ++stamp_;
      next_.clear();
      for (const int state : now_) {
        for (int symbol = 0; symbol < 2; ++symbol) {
          if (lines::has(symbol == 1 ? line.zeros : line.ones, k)) continue;
          const int after = automaton.next[state][symbol];
          if (after < 0 || seen_[after] == stamp_) continue;
          seen_[after] = stamp_;
          next_.push_back(after);
        }
      }
      std::swap(now_, next_);
    }
    for (const int state : now_) {
      if (automaton.accepts[state]) return true;
    }
    return false;
  }

 private:
  std::vector<std::uint64_t> seen_;   // of each state: the step in which it was met
  std::uint64_t stamp_ = 0;
  std::vector<int> now_, next_;
};

}   // namespace nonairo::classics
