// The space of large boards, 33 to 128 a side: plain planes, and only changed lines are looked at.
#pragma once

#include <cstdint>
#include <cstring>

#include "../bits.hpp"
#include "distinct.hpp"
#include "kernel.hpp"
#include "levels.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

template <class BitSet>
struct WideBoard {
  using Bits = BitSet;
  static constexpr int kMaxLines = 8 * sizeof(BitSet);
  BitSet can[2][2][kMaxLines];   // [direction][symbol][line]: bit i of a row is column i, and the other way round
  BitSet dirty[2];               // lines that have lost something since they were settled
  Left left;                     // (cell, symbol) pairs

  BitSet at(Direction direction, int symbol, int lane) const { return can[direction][symbol][lane]; }
  BitSet open(Direction direction, int lane) const { return can[direction][0][lane] & can[direction][1][lane]; }
};

template <class Bits>
class WideSpace {
 public:
  using State = WideBoard<Bits>;
  static constexpr int kMaxLines = State::kMaxLines;

  explicit WideSpace(const BalancedShape& shape)
      : shape_(shape), settle_(shape.side() <= 80 ? kernel().settle16 : kernel().settle32) {}

  const BalancedShape& shape() const { return shape_; }
  int lanes(Direction direction) const { return shape_.lines(direction); }
  int lane(Direction, int place) const { return place; }
  int bit(int column) const { return column; }
  static int crossing_lane(int bit) { return bit; }
  std::uint64_t node_cost() const { return 100u * static_cast<unsigned>(shape_.height + shape_.width); }

  void read(State& state, const char* cells) const {
    std::memset(&state, 0, sizeof state);
    state.left = 2 * shape_.cells();
    for (const Direction direction : {kRows, kColumns}) {
      const Bits full = all(direction);
      for (int i = 0; i < shape_.lines(direction); ++i) {
        state.can[direction][0][i] = state.can[direction][1][i] = full;
      }
      state.dirty[direction] = all(other(direction));
    }
    for (int r = 0; r < shape_.height; ++r) {
      for (int c = 0; c < shape_.width; ++c) {
        const char cell = cells[r * shape_.width + c];
        if (cell != '.') settle(state, kRows, r, c, cell - '0');
      }
    }
  }

  void write(const State& state, char* cells) const {
    for (int r = 0; r < shape_.height; ++r) {
      const Bits zero = state.at(kRows, 0, r), one = state.at(kRows, 1, r);
      for (int c = 0; c < shape_.width; ++c) {
        const bool can0 = (zero >> c & 1) != 0, can1 = (one >> c & 1) != 0;
        cells[r * shape_.width + c] = can0 ? (can1 ? '.' : '0') : '1';
      }
    }
  }

  // Marks both lines of the cell as dirty.
  void settle(State& state, Direction direction, int lane, int bit, int symbol) const {
    remove(state, direction, lane, bit, 1 - symbol);
    state.dirty[direction] |= Bits{1} << lane;
  }

  Left propagate(State& state) const {
    for (;;) {
      if (!settle_dirty(state)) return 0;
      if (!shape_.distinct) return state.left;
      switch (Distinctness<WideSpace>(*this, state).enforce()) {
        case Distinct::quiet: return state.left;
        case Distinct::contradiction: return 0;
        case Distinct::settled: break;
      }
    }
  }

  bool is_legal(Direction direction, Bits line) const {
    const Bits zeros = ~line & all(direction);
    return count_bits(line) == shape_.ones(direction) && (line & line >> 1 & line >> 2) == 0 &&
           (zeros & zeros >> 1 & zeros >> 2) == 0;
  }

  bool same(const State& a, const State& b) const {
    return std::memcmp(a.can[kRows], b.can[kRows], sizeof a.can[kRows]) == 0;
  }

  template <class Call>
  void dead_lines(const State& state, Call line) const {
    for (const Direction direction : {kRows, kColumns}) {
      for (int i = 0; i < shape_.lines(direction); ++i) {
        if ((state.at(direction, 0, i) | state.at(direction, 1, i)) != all(direction)) line(direction, i);
      }
    }
  }

 private:
  // All cells of a line of this direction.
  Bits all(Direction direction) const { return ~Bits{0} >> (kMaxLines - shape_.length(direction)); }
  // The cell can no longer hold the symbol; the crossing line has to be looked at.
  static void remove(State& state, Direction direction, int lane, int bit, int symbol) {
    Bits& ours = state.can[direction][symbol][lane];
    state.left -= static_cast<Left>(ours >> bit & 1);
    ours &= ~bit_at<Bits>(bit);
    state.can[other(direction)][symbol][bit] &= ~bit_at<Bits>(lane);
    state.dirty[other(direction)] |= bit_at<Bits>(bit);
  }

  bool settle_dirty(State& state) const {
    for (Direction direction = kColumns;; direction = other(direction)) {
      if (state.dirty[direction] == 0) direction = other(direction);
      if (state.dirty[direction] == 0) return true;
      WideLine lines[kWideLanes] = {};
      int lanes[kWideLanes];
      int count = 0;
      for (; count < kWideLanes && state.dirty[direction] != 0; ++count) {
        lanes[count] = lowest_bit(state.dirty[direction]);
        state.dirty[direction] = without_lowest(state.dirty[direction]);
        for (int symbol = 0; symbol < 2; ++symbol) {
          std::memcpy(lines[count].can[symbol], &state.can[direction][symbol][lanes[count]], sizeof(Bits));
        }
      }
      settle_(lines, count, {shape_.length(direction), shape_.ones(direction)});
      for (int i = 0; i < count; ++i) {
        if (!spread(state, direction, lanes[i], lines[i])) return false;
      }
    }
  }

  // Takes over what a line has lost, and tells the crossing lines. False: it has no completion.
  bool spread(State& state, Direction direction, int lane, const WideLine& line) const {
    Bits now[2];
    for (int symbol = 0; symbol < 2; ++symbol) std::memcpy(&now[symbol], line.can[symbol], sizeof(Bits));
    if ((now[0] | now[1]) != all(direction)) {
      for (int symbol = 0; symbol < 2; ++symbol) state.can[direction][symbol][lane] = now[symbol];
      return false;
    }
    for (int symbol = 0; symbol < 2; ++symbol) {
      for (Bits lost = state.can[direction][symbol][lane] & ~now[symbol]; lost != 0; lost = without_lowest(lost)) {
        remove(state, direction, lane, lowest_bit(lost), symbol);
      }
    }
    return true;
  }

  BalancedShape shape_;
  void (*settle_)(WideLine*, int, WideRule);
};

}   // namespace nonairo::balanced
