// Reading a balanced line cell by cell, all ways of filling it at once.
//
// What matters of the cells read so far is the last run, and the balance "ones minus half the cells". No three alike:
// a balance moves by one in six cells at most and has to come back, so that a twelfth of the length is as far as any
// completion gets. A set of balances is a number with a bit for each; what is shifted out of it leads nowhere.
#pragma once

#include <cstdint>

#include "bits.hpp"

namespace nonairo::balanced {

// The longest line that a set of balances is good for.
template <class Set>
inline constexpr int kMostBalanced = 12 * (4 * static_cast<int>(sizeof(Set)) - 3);

template <class Set>
struct BalanceRuns {
  static constexpr int kZero = 4 * static_cast<int>(sizeof(Set)) - 1;

  Set z1, z, o1, o;   // the last run: zeros or ones; of length 1, or of any length

  static constexpr BalanceRuns start() {
    const Set balance = bit_at<Set>(kZero);
    return {0, balance, 0, balance};
  }
  static constexpr BalanceRuns end(int length, int ones) {
    const Set balance = bit_at<Set>(kZero + ones - length / 2);
    return {0, balance, 0, balance};
  }

  // The runs behind cell i, which may be 0 or may be 1: reading from the left the balance after an even number of
  // cells moves up with a 1, after an odd one down with a 0.
  constexpr BalanceRuns after(int i, bool zero, bool one) const {
    return i % 2 == 0 ? step(zero, one, 0, 1) : step(zero, one, -1, 0);
  }
  // The runs before cell i, seen from behind it.
  constexpr BalanceRuns before(int i, bool zero, bool one) const {
    return i % 2 == 0 ? step(zero, one, 0, -1) : step(zero, one, 1, 0);
  }
  // Whether some line ends to the left like this, and goes on to the right like that.
  constexpr bool meets(const BalanceRuns& right) const {
    return ((z & right.o) | (z1 & right.z1) | (o & right.z) | (o1 & right.o1)) != 0;
  }

 private:
  constexpr BalanceRuns step(bool zero, bool one, int zero_up, int one_up) const {
    BalanceRuns next{0, 0, 0, 0};
    if (zero) next.z1 = moved(o, zero_up), next.z = moved(o | z1, zero_up);
    if (one) next.o1 = moved(z, one_up), next.o = moved(z | o1, one_up);
    return next;
  }
  static constexpr Set moved(Set set, int up) { return up > 0 ? set << 1 : up < 0 ? set >> 1 : set; }
};

}  // namespace nonairo::balanced
