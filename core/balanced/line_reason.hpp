// Why a line has no completion: as few of its known cells as one sweep finds.
//
// From the right, the sets of balances from which the known cells can be completed. From the left, cell
// by cell, the same sets while a cell is forgotten whenever the line stays hopeless without it. What
// could not be forgotten is the reason, and none of it can be left out.
#pragma once

#include <cstdint>
#include <type_traits>

#include "balances.hpp"
#include "bits.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

template <class Bits>
class LineReason {
 public:
  LineReason(int length, int ones) : length_(length), ones_(ones) {}

  // `known` cells hold `values`; together they admit no completion. The cells of a reason.
  Bits smallest(Bits known, Bits values) const {
    const Bits forth = sweep(known, values, false);
    const Bits back = sweep(known, values, true);
    return count_bits(forth) <= count_bits(back) ? forth : back;
  }

 private:
  static constexpr int kLongest = 8 * sizeof(Bits);
  using Set = std::conditional_t<(kLongest <= kMostBalanced<std::uint64_t>), std::uint64_t, Bits128>;
  using Runs = BalanceRuns<Set>;

  // The cell that is read as number i, from the left or mirrored.
  int place(int i, bool mirrored) const { return mirrored ? length_ - 1 - i : i; }

  Bits sweep(Bits known, Bits values, bool mirrored) const {
    Runs right[kLongest + 1];
    right[length_] = Runs::end(length_, ones_);
    for (int i = length_ - 1; i >= 0; --i) {
      const bool fixed = has(known, place(i, mirrored)), one = has(values, place(i, mirrored));
      right[i] = right[i + 1].before(i, !fixed || !one, !fixed || one);
    }
    Runs left = Runs::start();
    Bits kept{};
    for (int i = 0; i < length_; ++i) {
      const bool fixed = has(known, place(i, mirrored)), one = has(values, place(i, mirrored));
      Runs next = left.after(i, true, true);
      if (fixed && next.meets(right[i + 1])) {
        kept |= bit_at<Bits>(place(i, mirrored));
        next = left.after(i, !one, one);
      }
      left = next;
    }
    return kept;
  }

  int length_, ones_;
};

}  // namespace nonairo::balanced
