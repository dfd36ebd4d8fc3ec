// The fewest of a symbol that the gaps of a balanced line need: gap_quota, and sign_quota, which minds the signs.
//
// Each gap is counted by itself, together with the known cells that touch it, at most two on either side. From either
// end, for every cell: the fewest put so far, by the symbol of the run that ends there and its length.
//
//      1 . . 1       fewest ones, from the left: put a 0 (0), then a 0 (0) or a 1 (1)
//                    from the right likewise; where both meet at the least sum, only 0 fits
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "balanced_line.hpp"

namespace nonairo::techniques {

class GapCounts {
 public:
  GapCounts(const BalancedView& line, int symbol, const SignLinks* signs)
      : line_(line), symbol_(symbol), signs_(signs) {}

  // What is decided if the gaps hold no more than they need, and that is all that is left.
  Decided decided() {
    const int left = line_.left(symbol_);
    if (left < 1) return {};
    for (Word open = line_.open(); open != 0;) {
      const int begin = std::countr_zero(open);
      const int end = begin + std::countr_one(open >> begin);
      if (!count(begin, end) || needed_ > left) return {};
      open &= ~low_bits<Word>(end);
    }
    return needed_ == left ? found_ : Decided{};
  }

 private:
  static constexpr int kNever = 1 << 16;
  struct Costs {
    int of[2][2];   // by symbol and length of the run, less 1
  };

  static constexpr Costs kNone{{{kNever, kNever}, {kNever, kNever}}};

  // False: there is no way to fill the gap.
  bool count(int begin, int end) {
    const Word known = line_.shows[0] | line_.shows[1];
    const auto touching = [&](int k) { return k >= 0 && k < line_.length && (known >> k & 1) != 0; };
    const int first = begin - (touching(begin - 1) ? 1 + touching(begin - 2) : 0);
    const int last = end - 1 + (touching(end) ? 1 + touching(end + 1) : 0);
    for (int k = first; k <= last; ++k) ahead_[static_cast<std::size_t>(k)] = step(k, k - 1, k == first, ahead_);
    for (int k = last; k >= first; --k) back_[static_cast<std::size_t>(k)] = step(k, k + 1, k == last, back_);
    int best = kNever;
    for (const auto& by_length : ahead_[static_cast<std::size_t>(last)].of) {
      best = std::min({best, by_length[0], by_length[1]});
    }
    if (best >= kNever) return false;
    needed_ += best;
    for (int k = begin; k < end; ++k) {
      const bool can[2] = {meets(k, 0, best), meets(k, 1, best)};
      if (can[0] != can[1]) found_.to[can[1]] |= Word{1} << k;
    }
    return true;
  }

  using PerCell = std::array<Costs, 64>;

  // The costs at cell k, from those at the cell before it, which is on its left or on its right.
  Costs step(int k, int before, bool first, const PerCell& costs) const {
    const bool open = ((line_.shows[0] | line_.shows[1]) >> k & 1) == 0;
    Costs here = kNone;
    for (int value = 0; value < 2; ++value) {
      if (!open && (line_.shows[value] >> k & 1) == 0) continue;
      const int price = open && value == symbol_ ? 1 : 0;
      if (first) {
        here.of[value][0] = price;
        continue;
      }
      const Costs& there = costs[static_cast<std::size_t>(before)];
      const int gap = std::min(k, before);
      const bool may_be_same = signs_ == nullptr || (signs_->differ >> gap & 1) == 0;
      const bool may_differ = signs_ == nullptr || (signs_->same >> gap & 1) == 0;
      if (may_be_same) here.of[value][1] = there.of[value][0] + price;
      if (may_differ) here.of[value][0] = std::min(there.of[1 - value][0], there.of[1 - value][1]) + price;
    }
    return here;
  }

  // Whether some way of the least cost has this value in open cell k: runs from both sides meet there.
  bool meets(int k, int value, int best) const {
    const auto& left = ahead_[static_cast<std::size_t>(k)].of[value];
    const auto& right = back_[static_cast<std::size_t>(k)].of[value];
    const int twice = value == symbol_ ? 1 : 0;
    return std::min({left[0] + right[0], left[0] + right[1], left[1] + right[0]}) - twice == best;
  }

  const BalancedView& line_;
  int symbol_;
  const SignLinks* signs_;
  int needed_ = 0;
  Decided found_;
  PerCell ahead_, back_;
};

inline Decided gap_quota(const BalancedView& line) {
  Decided found;
  for (int symbol = 0; symbol < 2; ++symbol) {
    const Decided counted = GapCounts(line, symbol, nullptr).decided();
    for (int value = 0; value < 2; ++value) found.to[value] |= counted.to[value];
  }
  return found;
}

// Silent where the signs are of no use.
inline Decided sign_quota(const BalancedView& line) {
  Decided found;
  if (line.signs == nullptr) return found;
  for (int symbol = 0; symbol < 2; ++symbol) {
    const Decided counted = GapCounts(line, symbol, line.signs).decided();
    if (!counted.any() || counted == GapCounts(line, symbol, nullptr).decided()) continue;
    for (int value = 0; value < 2; ++value) found.to[value] |= counted.to[value];
  }
  return found;
}

}   // namespace nonairo::techniques
