// No two lines alike: what finished lines forbid to nearly finished ones.
//
// A completion of an open line that equals a finished line is no completion. With two cells open
// there are two completions, so one finished line that agrees with the known cells settles both cells. With
// a few more open cells the remaining completions are listed and the cells on which they agree are settled.
#pragma once

#include <cstdint>

#include "../bits.hpp"
#include "board.hpp"

namespace nonairo::balanced {

enum class Distinct { quiet, settled, contradiction };

constexpr int kListedCells = 6;   // open cells for which completions are listed

// A space tells which lines a board has and how a line is legal; see folded_space.hpp.
template <class Space>
class Distinctness {
 public:
  using State = typename Space::State;
  using Bits = typename Space::State::Bits;

  Distinctness(const Space& space, State& state) : space_(space), state_(state) {}

  Distinct enforce() {
    Distinct result = Distinct::quiet;
    for (const Direction direction : {kRows, kColumns}) {
      const Distinct found = enforce(direction);
      if (found == Distinct::contradiction) return found;
      if (found == Distinct::settled) result = found;
    }
    return result;
  }

 private:
  Distinct enforce(Direction direction) {
    Bits finished[Space::kMaxLines], open_lines[Space::kMaxLines];
    int lane_of_open[Space::kMaxLines];
    int finished_count = 0, open_count = 0;
    for (int lane = 0; lane < space_.lanes(direction); ++lane) {
      const Bits zero = state_.at(direction, 0, lane), one = state_.at(direction, 1, lane);
      const Bits open = static_cast<Bits>(zero & one);
      if (open == 0) {
        finished[finished_count] = one;
        finished_count += (zero | one) != 0 ? 1 : 0;   // else the lane is not in use
      } else if (count_bits(open) <= kListedCells) {
        open_lines[open_count] = open;
        lane_of_open[open_count++] = lane;
      }
    }
    for (int i = 1; i < finished_count; ++i) {
      if (matches(finished, i, finished[i], static_cast<Bits>(~Bits{0})) != 0) return Distinct::contradiction;
    }
    Distinct result = Distinct::quiet;
    for (int i = 0; i < open_count; ++i) {
      const int lane = lane_of_open[i];
      const Bits open = open_lines[i];
      const Bits ones = static_cast<Bits>(state_.at(direction, 1, lane) & ~open);
      if (matches(finished, finished_count, ones, static_cast<Bits>(~open)) == 0) continue;
      // A cell of this line may just have been settled by a crossing one; then the next round sees it.
      if (state_.open(direction, lane) != open) continue;
      Bits forbidden[Space::kMaxLines];
      int forbidden_count = 0;
      for (int j = 0; j < finished_count; ++j) {
        if (((finished[j] ^ ones) & ~open) == 0) forbidden[forbidden_count++] = finished[j];
      }
      const Distinct found = exclude(direction, lane, open, ones, forbidden, forbidden_count);
      if (found == Distinct::contradiction) return found;
      if (found == Distinct::settled) result = found;
    }
    return result;
  }

  // Whether some line agrees with `line` where `where` is set; without branches, so that it is vectorised.
  static Bits matches(const Bits* lines, int count, Bits line, Bits where) {
    Bits found = 0;
    for (int i = 0; i < count; ++i) found = static_cast<Bits>(found | (((lines[i] ^ line) & where) == 0 ? 1 : 0));
    return found;
  }

  Distinct exclude(Direction direction, int lane, Bits open, Bits ones, const Bits* forbidden, int count) {
    Bits can1 = 0, can0 = 0;
    if (count_bits(open) == 2) {
      // Both completions are legal, as the line is at rest: one cell is 1, the other is 0.
      if (count > 1) return Distinct::contradiction;
      can0 = static_cast<Bits>(forbidden[0] & open);
      can1 = static_cast<Bits>(open & ~can0);
    } else {
      const int missing = space_.shape().ones(direction) - count_bits(ones);
      // All subsets of the open cells, by the usual trick: subtracting carries through the gaps.
      for (Bits filled = open; filled != 0; filled = static_cast<Bits>((filled - 1) & open)) {
        if (count_bits(filled) != missing) continue;
        const Bits line = static_cast<Bits>(ones | filled);
        bool allowed = true;
        for (int j = 0; j < count; ++j) allowed &= line != forbidden[j];
        if (allowed && space_.is_legal(direction, line)) {
          can1 |= filled, can0 |= static_cast<Bits>(open & ~filled);
        }
      }
    }
    if ((can1 | can0) != open) return Distinct::contradiction;
    const Bits settled = static_cast<Bits>(open & ~(can1 & can0));
    for (Bits rest = settled; rest != 0; rest = without_lowest(rest)) {
      const int bit = lowest_bit(rest);
      space_.settle(state_, direction, lane, bit, (can1 >> bit & 1) != 0 ? 1 : 0);
    }
    return settled != 0 ? Distinct::settled : Distinct::quiet;
  }

  const Space& space_;
  State& state_;
};

}   // namespace nonairo::balanced
