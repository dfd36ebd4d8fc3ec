// A second solution next door: swap the corners of a rectangle.
//
//      r1   . # .  ...  . . #         Moving a block of row r1 by one (or a single cell by any
//      r2   . . #  ...  . # .         distance) trades a filled cell for a blank one. If row r2
//           c1  c2                    makes the opposite trade, and both columns can trade too,
//                                     every clue still holds.
#pragma once

#include <vector>

#include "board.hpp"

namespace nonairo::runs {

// Does swapping cells a < b of a line, one filled and one blank, leave its clue alone?
template <int C>
bool swap_keeps_clue(const Words<C>& filled, unsigned length, unsigned a, unsigned b) {
  const auto at = [&](unsigned i) { return i < length && filled.test(i); };
  const auto before = [&](unsigned i) { return i > 0 && filled.test(i - 1); };
  if (filled.test(a)) {   // a's block ends right before b, and nothing is behind b or before a
    for (unsigned i = a; i < b; ++i) {
      if (!at(i)) {   // not one block: then a must be a single cell with nothing but blanks up to b
        if (i != a + 1) return false;
        for (; i <= b; ++i) {
          if (at(i)) return false;
        }
        break;
      }
    }
    return !before(a) && !at(b + 1);
  }
  for (unsigned i = b; i > a; --i) {
    if (!at(i)) {
      if (i != b - 1) return false;
      for (; i > a; --i) {
        if (at(i)) return false;
      }
      break;
    }
  }
  return !at(b + 1) && !before(a);
}

// Finds a switch in a full board and makes it. False: there is none.
template <int C>
bool make_switch(Board<C>& full) {
  struct Trade {
    unsigned line, low, high;
    bool low_filled;
  };
  // All trades of the rows, then for every pair of opposite ones a look at the columns.
  std::vector<std::vector<Trade>> by_low(full.width());
  for (unsigned r = 0; r < full.height(); ++r) {
    const Words<C> filled = full.row(r).can[1];
    filled.for_each([&](unsigned c) {
      unsigned end = c;
      while (end + 1 < full.width() && filled.test(end + 1)) ++end;
      const bool begins = c == 0 || !filled.test(c - 1);
      if (begins && end + 1 < full.width() && swap_keeps_clue(filled, full.width(), c, end + 1)) {
        by_low[c].push_back({r, c, end + 1, true});
        for (unsigned far = end + 2; end == c && far < full.width() && swap_keeps_clue(filled, full.width(), c, far);
             ++far) {
          by_low[c].push_back({r, c, far, true});
        }
      }
      if (end != c) return;
      // c is the end of its block: the block may move to the left.
      unsigned start = c;
      while (start > 0 && filled.test(start - 1)) --start;
      if (start > 0 && swap_keeps_clue(filled, full.width(), start - 1, c)) {
        by_low[start - 1].push_back({r, start - 1, c, false});
        for (unsigned near = start - 1; start == c && near > 0 && swap_keeps_clue(filled, full.width(), near - 1, c);
             --near) {
          by_low[near - 1].push_back({r, near - 1, c, false});
        }
      }
    });
  }
  for (const auto& trades : by_low) {
    for (const Trade& one : trades) {
      for (const Trade& two : trades) {
        if (one.line >= two.line || one.high != two.high || one.low_filled == two.low_filled) continue;
        if (!swap_keeps_clue(full.column(one.low).can[1], full.height(), one.line, two.line) ||
            !swap_keeps_clue(full.column(one.high).can[1], full.height(), one.line, two.line)) {
          continue;
        }
        for (const Trade& trade : {one, two}) {
          full.reopen(trade.line, trade.low), full.reopen(trade.line, trade.high);
          full.set(trade.line, trade.low, !trade.low_filled);
          full.set(trade.line, trade.high, trade.low_filled);
        }
        return true;
      }
    }
  }
  return false;
}

}   // namespace nonairo::runs
