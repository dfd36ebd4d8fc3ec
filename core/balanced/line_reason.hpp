// Why a line has no completion: as few of its known cells as one sweep finds.
//
// From the right, the sets of balances from which the known cells can be completed. From the left, cell
// by cell, the same sets while a cell is forgotten whenever the line stays hopeless without it. What
// could not be forgotten is the reason, and none of it can be left out.
#pragma once

#include <cstdint>

#include "bits.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

class LineReason {
 public:
  LineReason(int length, int ones) : length_(length), ones_(ones) {}

  // `known` cells hold `values`; together they admit no completion. The cells of a reason.
  Bits128 smallest(Bits128 known, Bits128 values) const {
    const Bits128 forth = sweep(known, values, false);
    const Bits128 back = sweep(known, values, true);
    return count_bits(forth) <= count_bits(back) ? forth : back;
  }

 private:
  using Set = std::uint64_t;           // balances, "ones minus half the cells read", from bit kZero up and down
  static constexpr int kZero = 31;

  struct Runs {
    Set z1, z, o1, o;   // the last run: zeros or ones; of length 1, or of any length

    // The runs after a cell that may be 0, may be 1; `up`: which way its balance moves.
    Runs step(bool zero, bool one, int zero_up, int one_up) const {
      Runs next{0, 0, 0, 0};
      if (zero) next.z1 = moved(o, zero_up), next.z = moved(o | z1, zero_up);
      if (one) next.o1 = moved(z, one_up), next.o = moved(z | o1, one_up);
      return next;
    }
    static Set moved(Set set, int up) { return up > 0 ? set << 1 : up < 0 ? set >> 1 : set; }
    bool meets(const Runs& right) const {
      return ((z & right.o) | (z1 & right.z1) | (o & right.z) | (o1 & right.o1)) != 0;
    }
  };

  // The cell that is read as number i, from the left or mirrored.
  int place(int i, bool mirrored) const { return mirrored ? length_ - 1 - i : i; }

  Bits128 sweep(Bits128 known, Bits128 values, bool mirrored) const {
    Runs right[kLargestSide + 1];
    const Set last = Set{1} << (kZero + ones_ - length_ / 2);
    right[length_] = {0, last, 0, last};
    for (int i = length_ - 1; i >= 0; --i) {
      const bool fixed = (known >> place(i, mirrored) & 1) != 0, one = (values >> place(i, mirrored) & 1) != 0;
      right[i] = i % 2 == 0 ? right[i + 1].step(!fixed || !one, !fixed || one, 0, -1)
                            : right[i + 1].step(!fixed || !one, !fixed || one, 1, 0);
    }
    const Set first = Set{1} << kZero;
    Runs left{0, first, 0, first};
    Bits128 kept = 0;
    for (int i = 0; i < length_; ++i) {
      const bool fixed = (known >> place(i, mirrored) & 1) != 0, one = (values >> place(i, mirrored) & 1) != 0;
      const int zero_up = i % 2 == 0 ? 0 : -1, one_up = i % 2 == 0 ? 1 : 0;
      Runs next = left.step(true, true, zero_up, one_up);
      if (fixed && next.meets(right[i + 1])) {
        kept |= bit_at<Bits128>(place(i, mirrored));
        next = left.step(!one, one, zero_up, one_up);
      }
      left = next;
    }
    return kept;
  }

  int length_, ones_;
};

}  // namespace nonairo::balanced
