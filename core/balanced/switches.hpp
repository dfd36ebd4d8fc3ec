// Another board next door: swap the corners of a rectangle.
//
//          c       c'
//     r    0  ...  1          1 ... 0      Every line keeps its ones. If no three alike and no two equal lines
//         ...     ...   -->                come of it, the board with swapped corners obeys the rules, too: at
//     r'   1  ...  0          0 ... 1      least one of the four corners has to be given.
#pragma once

#include "../bits.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

class Switches {
 public:
  Switches(const BalancedShape& shape, const char* board) : shape_(shape) {
    for (int r = 0; r < shape.height; ++r) {
      for (int c = 0; c < shape.width; ++c) {
        if (board[r * shape.width + c] != '1') continue;
        lines_[kRows][r] |= bit_at<Bits128>(c);
        lines_[kColumns][c] |= bit_at<Bits128>(r);
      }
    }
  }

  void give(int cell) { givens_[cell / shape_.width] |= bit_at<Bits128>(cell % shape_.width); }
  void take(int cell) { givens_[cell / shape_.width] &= ~bit_at<Bits128>(cell % shape_.width); }

  // Can this cell be swapped with three others, none of which is given?
  bool free(int cell) const {
    const int r = cell / shape_.width, c = cell % shape_.width;
    const Bits128 row = lines_[kRows][r], column = lines_[kColumns][c], corner = bit_at<Bits128>(c);
    const bool one = (row & corner) != 0;
    const Bits128 partners = (one ? ~row : row) & ~givens_[r] & all(kRows);
    for (Bits128 rows = (one ? ~column : column) & all(kColumns); rows != 0; rows = without_lowest(rows)) {
      const int r2 = lowest_bit(rows);
      if ((givens_[r2] & corner) != 0) continue;
      const Bits128 other_row = lines_[kRows][r2];
      if (!swaps(kColumns, c, r, r2)) continue;
      for (Bits128 places = partners & (one ? other_row : ~other_row) & ~givens_[r2]; places != 0;
           places = without_lowest(places)) {
        const int c2 = lowest_bit(places);
        if (swaps(kRows, r, c, c2) && swaps(kRows, r2, c, c2) && swaps(kColumns, c2, r, r2) &&
            stay_distinct(kRows, r, r2, c, c2) && stay_distinct(kColumns, c, c2, r, r2)) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  Bits128 all(Direction direction) const { return ~Bits128{0} >> (128 - shape_.length(direction)); }
  Bits128 swapped(Direction direction, int line, int a, int b) const {
    return lines_[direction][line] ^ bit_at<Bits128>(a) ^ bit_at<Bits128>(b);
  }

  // No three alike after the swap.
  bool swaps(Direction direction, int line, int a, int b) const {
    const Bits128 ones = swapped(direction, line, a, b), zeros = all(direction) & ~ones;
    return ((ones & ones >> 1 & ones >> 2) | (zeros & zeros >> 1 & zeros >> 2)) == 0;
  }

  bool stay_distinct(Direction direction, int line, int line2, int a, int b) const {
    if (!shape_.distinct) return true;
    const Bits128 now = swapped(direction, line, a, b), now2 = swapped(direction, line2, a, b);
    for (int i = 0; i < shape_.lines(direction); ++i) {
      if (i == line || i == line2) continue;
      if (lines_[direction][i] == now || lines_[direction][i] == now2) return false;
    }
    return now != now2;
  }

  BalancedShape shape_;
  Bits128 lines_[2][kLargestSide] = {};
  Bits128 givens_[kLargestSide] = {};
};

}   // namespace nonairo::balanced
