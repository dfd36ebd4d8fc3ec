// A second solution next door to the first: swap the corners of a rectangle (switches.hpp draws it), none of which is
// given.
//
// Swapped corners change two rows; in each of two columns, the symbols of these rows change places. Which columns allow
// that is found for a pair of rows in a few operations, and only what is left is tried out.
#pragma once

#include "../bits.hpp"
#include "shape.hpp"
#include "verify.hpp"

namespace nonairo::balanced {

template <class Bits>   // has room for a row
class NextDoor {
 public:
  NextDoor(const BalancedShape& shape, const char* givens) : shape_(shape), givens_(givens) {}

  // Turns a solution into another one, if there is one so near. Both texts have margins.
  bool move(char* board) {
    for (int r = 0; r < shape_.height; ++r) {
      rows_[r] = blank_[r] = 0;
      for (int c = shape_.width - 1; c >= 0; --c) {
        const int cell = r * shape_.width + c;
        rows_[r] = static_cast<Bits>(rows_[r] << 1 | (board[cell] & 1));
        blank_[r] = static_cast<Bits>(blank_[r] << 1 | (givens_[cell] == '.' ? 1 : 0));
      }
    }
    int tries = kTries;
    for (int r = 1; r < shape_.height; ++r) {
      for (int r2 = 0; r2 < r; ++r2) {
        const Bits corners = blank_[r] & blank_[r2] & (rows_[r] ^ rows_[r2]);
        if ((corners & rows_[r]) == 0 || (corners & rows_[r2]) == 0) continue;
        const Bits places = corners & ~spoilt(r, r2);
        for (Bits ones = places & rows_[r]; ones != 0; ones = without_lowest(ones)) {
          for (Bits zeros = places & rows_[r2]; zeros != 0; zeros = without_lowest(zeros)) {
            const Bits swap = (ones & ~without_lowest(ones)) | (zeros & ~without_lowest(zeros));
            if (has_three(rows_[r] ^ swap) || has_three(rows_[r2] ^ swap)) continue;
            turn(board, r, r2, swap);
            if (is_solution(shape_, givens_, board)) return true;
            turn(board, r, r2, swap);   // there is a line like that already
            if (--tries == 0) return false;
          }
        }
      }
    }
    return false;
  }

 private:
  static constexpr int kTries = 8;

  static Bits three(Bits a, Bits b, Bits c) { return (a & b & c) | ~(a | b | c); }

  bool has_three(Bits row) const { return (three(row, row >> 1, row >> 2) & low_bits<Bits>(shape_.width) >> 2) != 0; }

  // Columns that get three alike if the rows exchange their symbols.
  Bits spoilt(int r, int r2) const {
    const auto at = [&](int i) { return rows_[i == r ? r2 : i == r2 ? r : i]; };
    Bits found = 0;
    for (const int row : {r, r2}) {
      for (int i = row > 2 ? row - 2 : 0; i <= row && i + 2 < shape_.height; ++i) {
        found |= three(at(i), at(i + 1), at(i + 2));
      }
    }
    return found;
  }

  void turn(char* board, int r, int r2, Bits swap) const {
    for_each_bit(swap, [&](int c) {
      board[r * shape_.width + c] ^= 1;
      board[r2 * shape_.width + c] ^= 1;
    });
  }

  const BalancedShape& shape_;
  const char* givens_;
  Bits rows_[8 * sizeof(Bits)], blank_[8 * sizeof(Bits)];
};

}   // namespace nonairo::balanced
