// The rule of a Binairo line: so many zeros, so many ones, never more than `longest` alike in
// a row.
//
// A line is a chain of runs, and only their ends matter. At each gap between two cells stand
// two sets, one for "a run of zeros ends here" and one for "a run of ones ends here"; a set
// holds, as bits, how many ones may have been read so far:
//
//      cells     0   1   1   0   .   .
//      gaps    |   |   |   |   |   |   |
//                          ^ a run of ones ends here: {2}; of zeros: {}
//
// A run of r zeros carries a whole set over r cells, a run of r ones also shifts it by r. The
// same from the right gives the counts from which the line can be finished. A run is in some
// completion exactly if the set before it and the set behind it have a count in common.
//
// What is counted is the rarer of the two symbols, which never needs more bits than cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "bits.hpp"

namespace nonairo::lines {

template <LineBits Bits>
class BalancedLine {
 public:
  BalancedLine(int zeros, int ones, int longest)
      : length_(zeros + ones), ones_are_rare_(ones <= zeros), rare_(std::min(zeros, ones)),
        longest_rare_(std::min(longest, rare_)), longest_common_(std::min(longest, std::max(zeros, ones))) {
    if (zeros < 0 || ones < 0) throw std::invalid_argument("counts of cells are not negative");
    if (longest < 1) throw std::invalid_argument("the longest run has at least one cell");
  }

  int length() const { return length_; }

  // What each cell can be in some completion; nothing if there is none.
  std::optional<Masks<Bits>> squeeze(const Masks<Bits>& line) const {
    // Three alike in a row is what nearly everybody forbids: there the loops over a run's
    // length are unrolled.
    if (longest_rare_ == 2 && longest_common_ == 2) return squeeze_runs<2>(line);
    return squeeze_runs<0>(line);
  }

  // The number of completions.
  Bits count(const Masks<Bits>& line) const {
    const auto [can_rare, can_common] = by_rarity(line);
    // ways[gap * kinds + c]: fillings of the cells before the gap with c of the rare symbol,
    // after which a run of the rare (or the common) symbol ends.
    const std::size_t kinds = static_cast<std::size_t>(rare_) + 1;
    std::vector<Bits> rare((static_cast<std::size_t>(length_) + 1) * kinds, Bits{0});
    std::vector<Bits> common = rare;
    rare[0] = common[0] = Bits{1};
    for (int gap = 1; gap <= length_; ++gap) {
      Bits* const here_rare = &rare[gap * kinds];
      Bits* const here_common = &common[gap * kinds];
      for (int run = 1; run <= longest_rare_ && run <= gap && has(can_rare, gap - run); ++run) {
        const Bits* const before = &common[(gap - run) * kinds];
        for (int c = run; c <= rare_; ++c) here_rare[c] += before[c - run];
      }
      for (int run = 1; run <= longest_common_ && run <= gap && has(can_common, gap - run); ++run) {
        const Bits* const before = &rare[(gap - run) * kinds];
        for (int c = 0; c <= rare_; ++c) here_common[c] += before[c];
      }
    }
    return length_ == 0 ? Bits{1} : rare.back() + common.back();
  }

 private:
  struct Ends {
    Bits rare;
    Bits common;
  };
  struct ByRarity {
    Bits can_rare;
    Bits can_common;
  };
  // One word: on the stack. Wide lines are slow enough to fetch memory.
  using PerGap =
      std::conditional_t<sizeof(Bits) == sizeof(Word), std::array<Ends, kCapacity<Bits> + 1>, std::vector<Ends>>;

  ByRarity by_rarity(const Masks<Bits>& line) const {
    return ones_are_rare_ ? ByRarity{line.can[1], line.can[0]} : ByRarity{line.can[0], line.can[1]};
  }

  static void reserve(PerGap& ends, int length) {
    if constexpr (std::is_same_v<PerGap, std::vector<Ends>>) ends.resize(length + 1);
  }

  // kLongest: the longest run of either symbol, or 0 if it is known only at run time.
  template <int kLongest>
  std::optional<Masks<Bits>> squeeze_runs(const Masks<Bits>& line) const {
    const auto [can_rare, can_common] = by_rarity(line);
    const int longest_rare = kLongest > 0 ? kLongest : longest_rare_;
    const int longest_common = kLongest > 0 ? kLongest : longest_common_;

    PerGap left;
    reserve(left, length_);
    left[0] = {Bits{1}, Bits{1}};
    for (int gap = 1; gap <= length_; ++gap) {
      Ends here{Bits{0}, Bits{0}};
      for (int run = 1; run <= longest_rare && run <= gap && has(can_rare, gap - run); ++run) {
        here.rare |= left[gap - run].common << run;
      }
      for (int run = 1; run <= longest_common && run <= gap && has(can_common, gap - run); ++run) {
        here.common |= left[gap - run].rare;
      }
      left[gap] = here;
    }
    if (!has(left[length_].rare | left[length_].common, rare_)) return std::nullopt;

    // From the right: a run ends at this gap, and from these counts the rest can be filled.
    PerGap right;
    reserve(right, length_);
    right[length_] = {Bits{1} << rare_, Bits{1} << rare_};
    Bits rare{0};
    Bits common{0};
    for (int gap = length_ - 1; gap >= 0; --gap) {
      Ends here{Bits{0}, Bits{0}};
      for (int run = 1; run <= longest_rare && gap + run <= length_ && has(can_rare, gap + run - 1); ++run) {
        const Bits fit = right[gap + run].rare >> run;
        here.common |= fit;
        if (any(fit & left[gap].common)) rare |= low_bits<Bits>(run) << gap;
      }
      for (int run = 1; run <= longest_common && gap + run <= length_ && has(can_common, gap + run - 1); ++run) {
        const Bits fit = right[gap + run].common;
        here.rare |= fit;
        if (any(fit & left[gap].rare)) common |= low_bits<Bits>(run) << gap;
      }
      right[gap] = here;
    }
    return ones_are_rare_ ? Masks<Bits>{{common, rare}} : Masks<Bits>{{rare, common}};
  }

  int length_;
  bool ones_are_rare_;
  int rare_;   // how many of the rarer symbol
  int longest_rare_;
  int longest_common_;
};

}   // namespace nonairo::lines
