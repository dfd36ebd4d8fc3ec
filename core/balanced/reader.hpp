// Reading a balanced line cell by cell, all ways of filling it at once.
//
// What matters of the cells read so far is the last run, and the balance "ones minus half the cells". No three alike:
// a balance moves by one in six cells at most and has to come back, so that a twelfth of the length is as far as any
// completion gets. A set of balances is a number with a bit for each; what is shifted out of it leads nowhere.
#pragma once

#include <cstdint>

#include "../bits.hpp"
#include "../lines/reader.hpp"

namespace nonairo::balanced {

// The longest line that a set of balances is good for.
template <class Set>
inline constexpr int kMostBalanced = 12 * (4 * static_cast<int>(sizeof(Set)) - 3);

template <class Set>
struct BalanceRuns {
  Set z1, z, o1, o;   // the last run: zeros or ones; of length 1, or of any length
};

template <class Set>
class BalancedReader {
 public:
  using States = BalanceRuns<Set>;

  constexpr BalancedReader(int length, int ones) : last_(bit_at<Set>(kZero + ones - length / 2)) {}

  constexpr void start(States& out) const { out = {0, bit_at<Set>(kZero), 0, bit_at<Set>(kZero)}; }
  constexpr void end(States& out) const { out = {0, last_, 0, last_}; }

  // From the left the balance after an even number of cells moves up with a 1, after an odd one down with a 0.
  constexpr void step(const States& s, unsigned cell, Symbols may, States& out) const {
    if (cell % 2 == 0) move<0, 1>(s, may, out);
    else move<-1, 0>(s, may, out);
  }
  constexpr void step_back(const States& s, unsigned cell, Symbols may, States& out) const {
    if (cell % 2 == 0) move<0, -1>(s, may, out);
    else move<1, 0>(s, may, out);
  }
  // Whether some line ends to the left like this, and goes on to the right like that.
  constexpr bool meets(const States& left, const States& right) const { return last_symbols(left, right) != 0; }
  // The symbols that the last cell to the left has in such lines.
  constexpr Symbols last_symbols(const States& left, const States& right) const {
    const Set zero = (left.z & right.o) | (left.z1 & right.z1), one = (left.o & right.z) | (left.o1 & right.o1);
    return Symbols{zero != 0} | Symbols{one != 0} << 1;
  }
  constexpr bool dead(const States& s) const { return (s.z | s.o) == 0; }

 private:
  static constexpr int kZero = 4 * static_cast<int>(sizeof(Set)) - 1;

  template <int zero_up, int one_up>
  static constexpr void move(const States& s, Symbols may, States& out) {
    const Set zero = -static_cast<Set>(may & 1), one = -static_cast<Set>(may >> 1 & 1);
    out = {moved<zero_up>(s.o) & zero, moved<zero_up>(s.o | s.z1) & zero, moved<one_up>(s.z) & one,
           moved<one_up>(s.z | s.o1) & one};
  }
  template <int up>
  static constexpr Set moved(Set set) {
    return up > 0 ? set << 1 : up < 0 ? set >> 1 : set;
  }

  Set last_;
};
static_assert(LineReader<BalancedReader<std::uint64_t>>);

}   // namespace nonairo::balanced
