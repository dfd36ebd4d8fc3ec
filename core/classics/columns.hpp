// How the row backtracker reads a column: the twin of src/nonairo/engines/column_checks.py. What is read cell by
// cell there is found by word operations here; where that reading stops is worked out.
#pragma once

#include <algorithm>
#include <bit>

#include "rule.hpp"

namespace nonairo::classics {

// The n-th one of a word, counted from 0; 64 if there are not so many.
inline int nth_one(Word bits, int n) {
  for (; n > 0 && bits != 0; --n) bits &= bits - 1;
  return std::countr_zero(bits);
}

// The published validator, mended at the goal. It reads the first marked cell twice, and an empty clue is the hint 0.
inline Verdict hints_comply(const Line& column, const std::vector<int>& clue, int height) {
  const int gap = column.prefix();   // the first row that is missing
  const int hints = static_cast<int>(clue.size());
  const int again = column.ones != 0 ? 1 : 0;
  int runs = 0;
  bool exact = true;
  Word marked = column.ones & lines::low_bits<Word>(gap);
  while (marked != 0) {
    const int begin = std::countr_zero(marked);
    if (runs == std::max(hints, 1)) return {false, begin + 1 + again};
    const int length = std::countr_one(marked >> begin);
    const int end = begin + length;
    const int hint = hints == 0 ? 0 : clue[runs];
    if (end < height && length > hint) return {false, end + 1 + again};
    exact = exact && length == hint;
    ++runs;
    marked = end < kLongestSide ? marked >> end << end : 0;
  }
  if (gap == height) return {exact && runs == hints, height + again};
  Word below = column.ones & ~lines::low_bits<Word>(gap);
  if (below == 0) return {true, height + again};
  // Which hint a run belongs to is not known here: the longest one, and the sum of all, must do.
  int longest = 0, most = 0;
  for (const int hint : clue) longest = std::max(longest, hint), most += hint;
  int stop = nth_one(column.ones, most);   // the first marked cell too many
  while (below != 0) {
    const int begin = std::countr_zero(below);
    const int length = std::countr_one(below >> begin);
    if (length > longest) {
      stop = std::min(stop, begin + longest);
      break;
    }
    below = begin + length < kLongestSide ? below >> (begin + length) << (begin + length) : 0;
  }
  return stop < height ? Verdict{false, stop + 1 + again} : Verdict{true, height + again};
}

// The same for balanced lines: no symbol above its quota, no run too long; a blank ends a run.
inline Verdict quotas_comply(const Line& column, const Rule& rule, int height) {
  int stop = kLongestSide;
  const auto look = [&](Word symbol, int quota) {
    stop = std::min(stop, nth_one(symbol, quota));
    Word run = symbol;
    for (int k = 0; k < rule.longest && run != 0; ++k) run = run << 1 & symbol;
    stop = std::min(stop, std::countr_zero(run));
  };
  look(column.zeros, rule.zeros);
  look(column.ones, rule.ones);
  if (stop < height) return {false, stop + 1};
  const bool goal = column.prefix() == height;
  const bool equal = count_bits(column.zeros) == rule.zeros && count_bits(column.ones) == rule.ones;
  return {!goal || equal, height};
}

inline Verdict late_check(const Line& column, const Rule& rule, int height) {
  switch (rule.kind) {
    case Kind::runs: return hints_comply(column, rule.clue, height);
    case Kind::balanced: return quotas_comply(column, rule, height);
    case Kind::table: break;
  }
  return goes_on(rule.automaton, column, height);   // rows from the top to the first that is missing
}

}   // namespace nonairo::classics
