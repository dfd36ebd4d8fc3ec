// The board of a balanced puzzle as bit planes, folded so that both ends of a line look alike.
//
// A line of N cells is kept as its left half and its mirrored right half. With 16-bit words, N = 6:
//
//     cell      0  1  2 | 3  4  5
//     bit       0  1  2 |10  9  8        left cell k is bit k, right cell k (from the end) is bit 8 + k
//
// so "one cell further from both ends" is the same step for either half. (With 32-bit words the bytes are
// left 0-7, right 0-7, left 8-15, right 8-15; with 8-bit words the halves are nibbles.) Lines are folded
// in the same way, and dealt out to lanes such that a lane finds its cell of a crossing line's word, which is
// broadcast to all lanes, in its own byte:
//
//     lane      0   1   2   3   4   5    bytes of a broadcast word:  low  high low  high ...
//     line      L0  R0  L1  R1  L2  R2   bit asked for:              1    1    2    2    ...
//
// An odd size n is folded as N = n + 1, where the last cell (R0) does not exist: it stays empty in
// both planes. Nothing outside the kernel and the text conversion cares for the order of lanes.
#pragma once

#include <cstdint>

#include "shape.hpp"

namespace nonairo::balanced {

// can[direction][place_of(symbol, lane)]: bit b is set while the cell may still hold the symbol. The two
// planes alternate, so many lanes at a time as a word has bytes:
//
//     16-bit words:  | can be 0: lane 0, 1 | can be 1: lane 0, 1 | can be 0: lane 2, 3 | ...
//
// Bits and lanes that are not cells of the board are 0. Small boards ask for no more alignment than any allocation
// has: a search of them is made and dropped within half a microsecond, and aligned allocations are slow.
template <class Word>
struct alignas(sizeof(Word) <= 2 ? 16 : 64) Board {
  using Bits = Word;
  static constexpr int kLanes = 8 * sizeof(Word);
  Word can[2][2 * kLanes];

  static constexpr int place_of(int symbol, int lane) {
    constexpr int kGroup = sizeof(Word);
    return 2 * lane - lane % kGroup + symbol * kGroup;
  }
  Word& at(Direction direction, int symbol, int lane) { return can[direction][place_of(symbol, lane)]; }
  Word at(Direction direction, int symbol, int lane) const { return can[direction][place_of(symbol, lane)]; }
  Word open(Direction direction, int lane) const {
    return static_cast<Word>(at(direction, 0, lane) & at(direction, 1, lane));
  }
};

// Bit of a word <-> lane of the crossing line. 8-bit words are dealt out like 16-bit words.
template <class Word>
constexpr int lane_of_bit(int bit) {
  if constexpr (sizeof(Word) == 1) return 2 * (bit % 4) + bit / 4;
  return static_cast<int>(sizeof(Word)) * (bit % 8) + bit / 8;
}

template <class Word>
constexpr int bit_of_lane(int lane) {
  if constexpr (sizeof(Word) == 1) return lane / 2 + 4 * (lane % 2);
  return 8 * (lane % static_cast<int>(sizeof(Word))) + lane / static_cast<int>(sizeof(Word));
}

// The bit that stands for "as many ones as zeros" in the kernel's sets of balances.
constexpr int kBalanceZero = 3;

// What the kernel must know of a shape, for the lines of one direction.
template <class Word>
struct Side {
  Word full[2 * Board<Word>::kLanes];   // the planes of an empty board
  std::int32_t length;                  // cells of a line, odd ones rounded up
  bool odd;
  std::uint8_t last_balance;   // what a finished line must have, as a bit
};

template <class Word>
struct Frame {
  Side<Word> side[2];
  std::int32_t cells;   // of the whole board
};

}   // namespace nonairo::balanced
