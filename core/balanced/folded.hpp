// Folded boards: their frame, and the way from text and back. board.hpp draws the folding.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "board.hpp"
#include "shape.hpp"
#include "text.hpp"

namespace nonairo::balanced {

// Even number of cells that a line of `length` is folded as.
constexpr int folded_length(int length) { return length + length % 2; }

// Where cell `place` of a line of `length` cells stands in its word; also the line's place among its
// likes, as a bit of the crossing words.
template <class Word>
constexpr int bit_of_place(int place, int length) {
  constexpr int kSpan = Board<Word>::kLanes < 16 ? Board<Word>::kLanes / 2 : 8;
  const int folded = folded_length(length);
  const bool left = place < folded / 2;
  const int fold = left ? place : folded - 1 - place;
  return fold / kSpan * 2 * kSpan + fold % kSpan + (left ? 0 : kSpan);
}

template <class Word>
constexpr int lane_of_place(int place, int length) {
  return lane_of_bit<Word>(bit_of_place<Word>(place, length));
}

// The word of two halves, each counted from its end of the line.
template <class Word>
constexpr Word fold_word(unsigned left, unsigned right) {
  if constexpr (sizeof(Word) == 1) return static_cast<Word>(left | right << 4);
  return static_cast<Word>((left & 0xff) | (right & 0xff) << 8 | (left >> 8) << 16 | (right >> 8) << 24);
}

template <class Word>
constexpr Word all_places(int length) {
  const unsigned half = (1u << folded_length(length) / 2) - 1;
  return fold_word<Word>(half, half ^ static_cast<unsigned>(length % 2));
}

template <class Word>
void fill_side(Side<Word>& side, int lines, int length, int ones) {
  constexpr int kLanes = Board<Word>::kLanes;
  const Word full = all_places<Word>(length);
  const Word used = all_places<Word>(lines);
  for (int bit = 0; bit < kLanes; ++bit) {
    const Word line = (used >> bit & 1) != 0 ? full : 0;
    const int lane = lane_of_bit<Word>(bit);
    side.full[Board<Word>::place_of(0, lane)] = line;
    side.full[Board<Word>::place_of(1, lane)] = line;
  }
  side.length = folded_length(length);
  side.odd = length % 2 != 0;
  side.last_balance = static_cast<std::uint8_t>(1u << (kBalanceZero + ones - length / 2));
}

template <class Word>
void fill_frame(Frame<Word>& frame, const BalancedShape& shape) {
  fill_side(frame.side[kRows], shape.height, shape.width, shape.row_ones);
  fill_side(frame.side[kColumns], shape.width, shape.height, shape.col_ones);
  frame.cells = shape.cells();
}

// Rows from text; columns are left all open, the first pass fills them.
template <class Word>
void read_board(Board<Word>& board, const Frame<Word>& frame, const BalancedShape& shape, const char* cells) {
  constexpr int kParts = sizeof(Word) == 4 ? 2 : 1;
  const int folded = folded_length(shape.width);
  const Word full = all_places<Word>(shape.width);
  const unsigned half = (1u << folded / 2) - 1;
  std::memset(&board.can[kRows], 0, sizeof board.can[kRows]);
  for (int r = 0; r < shape.height; ++r) {
    const char* row = cells + r * shape.width;
    unsigned known_left = 0, known_right = 0, ones_left = 0, ones_right = 0;
    for (int p = 0; p < kParts; ++p) {
      const std::uint64_t left = load8(row + 8 * p);
      const std::uint64_t right = load8(row + folded - 8 - 8 * p);
      known_left |= gather(left >> 4 & kLowBits) << 8 * p;
      known_right |= gather_mirrored(right >> 4 & kLowBits) << 8 * p;
      ones_left |= gather(left & kLowBits) << 8 * p;
      ones_right |= gather_mirrored(right & kLowBits) << 8 * p;
    }
    const Word known = fold_word<Word>(known_left & half, known_right & half);
    const Word ones = fold_word<Word>(ones_left & half, ones_right & half);
    const int lane = lane_of_place<Word>(r, shape.height);
    board.at(kRows, 0, lane) = static_cast<Word>(full & ~(known & ones));
    board.at(kRows, 1, lane) = static_cast<Word>(full & (~known | ones));
  }
  std::memcpy(board.can[kColumns], frame.side[kColumns].full, sizeof board.can[kColumns]);
}

// A folded word with its cells in their places: cell i is bit i.
template <class Word>
constexpr std::uint32_t unfold(Word word, int length) {
  const std::uint32_t bits = word;
  const int folded = folded_length(length);
  if constexpr (sizeof(Word) == 1) {
    return (bits & 15) | mirrored(bits >> 4) << folded >> 8;
  } else {
    const std::uint32_t left = (bits & 0xff) | (bits >> 8 & 0xff00);
    const std::uint64_t right = mirrored(bits >> 8 & 0xff) << 8 | mirrored(bits >> 24);
    return left | static_cast<std::uint32_t>(right << folded >> 16);
  }
}

// Text of a board, `.` for what is open. `cells` needs kTextMargin spare bytes behind the board.
template <class Word>
void write_board(const Board<Word>& board, const BalancedShape& shape, char* cells) {
  for (int r = 0; r < shape.height; ++r) {
    const int lane = lane_of_place<Word>(r, shape.height);
    const Word can0 = board.at(kRows, 0, lane), can1 = board.at(kRows, 1, lane);
    const std::uint32_t one = unfold(can1, shape.width);
    const std::uint32_t open = (can0 & can1) == 0 ? 0 : unfold(static_cast<Word>(can0 & can1), shape.width);
    char* row = cells + r * shape.width;
    for (int c = 0; c < shape.width; c += 8) {
      std::uint64_t eight = '0' * kLowBits + scatter(one >> c & 0xff);
      if (open != 0) eight -= scatter(open >> c & 0xff) * ('1' - '.');
      std::memcpy(row + c, &eight, sizeof eight);
    }
  }
}

// Settles one cell: the place in both directions.
template <class Word>
void settle(Board<Word>& board, int row_lane, int column_lane, int symbol) {
  const Word row_bit = static_cast<Word>(Word{1} << bit_of_lane<Word>(column_lane));
  const Word column_bit = static_cast<Word>(Word{1} << bit_of_lane<Word>(row_lane));
  board.at(kRows, 1 - symbol, row_lane) &= static_cast<Word>(~row_bit);
  board.at(kColumns, 1 - symbol, column_lane) &= static_cast<Word>(~column_bit);
}

}   // namespace nonairo::balanced
