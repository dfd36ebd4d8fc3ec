// Short lines by the list of all ways to fill them: 6 cells have 14, 8 cells have 34, so a line is one word.
//
//      way       0      1      2     ...         with[2][1]: the ways with a 1 in the third cell
//               001011 001101 010011             same[1]: those with second and third cell alike
//
// A cell is settled by one `and` in its row and one in its column, a sign by one before everything else, and a line
// taken by another one is a single bit.
#pragma once

#include <bit>
#include <cstdint>

#include "../balanced/kernel.hpp"
#include "puzzle.hpp"

namespace nonairo::signs {

constexpr int kListedSide = 8;
using Ways = std::uint64_t;

// All ways to fill a line of one length.
struct WaysOfLine {
  Ways all = 0, with[kListedSide][2] = {}, same[kListedSide] = {};

  constexpr WaysOfLine(int length, int ones) {
    int number = 0;
    for (unsigned line = 0; line < 1u << length; ++line) {
      if (std::popcount(line) != ones || has_three(line, length)) continue;
      const Ways way = Ways{1} << number++;
      all |= way;
      for (int k = 0; k < length; ++k) {
        with[k][line >> k & 1] |= way;
        if (k + 1 < length && (line >> k & 1) == (line >> (k + 1) & 1)) same[k] |= way;
      }
    }
  }

  static constexpr bool has_three(unsigned line, int length) {
    for (int k = 0; k + 2 < length; ++k) {
      const unsigned three = line >> k & 7;
      if (three == 0 || three == 7) return true;
    }
    return false;
  }
};

inline const WaysOfLine& ways_of(int length, int ones) {
  static constexpr WaysOfLine kTable[kListedSide][2] = {{{1, 0}, {1, 1}}, {{2, 1}, {2, 1}}, {{3, 1}, {3, 2}},
                                                        {{4, 2}, {4, 2}}, {{5, 2}, {5, 3}}, {{6, 3}, {6, 3}},
                                                        {{7, 3}, {7, 4}}, {{8, 4}, {8, 4}}};
  return kTable[length - 1][ones - length / 2];
}

class ListedSpace {
 public:
  static constexpr bool kSmall = true;
  struct State {
    Ways ways[2][kListedSide];           // of rows, of columns
    std::uint8_t open[2][kListedSide];   // cells that are not settled
  };

  explicit ListedSpace(const SignedPuzzle& puzzle) : shape_(puzzle.shape) {
    for (int side = 0; side < 2; ++side) {
      const auto direction = static_cast<balanced::Direction>(side);
      of_line_[side] = &ways_of(shape_.length(direction), shape_.ones(direction));
      for (int line = 0; line < shape_.lines(direction); ++line) {
        const LineSigns& signs = puzzle.signs[static_cast<std::size_t>(side * shape_.height + line)];
        Ways ways = of_line_[side]->all;
        for (std::uint64_t rest = signs.same; rest != 0; rest = without_lowest(rest))
          ways &= of_line_[side]->same[lowest_bit(rest)];
        for (std::uint64_t rest = signs.differ; rest != 0; rest = without_lowest(rest))
          ways &= ~of_line_[side]->same[lowest_bit(rest)];
        start_.ways[side][line] = ways;
        start_.open[side][line] = static_cast<std::uint8_t>(low_bits<unsigned>(shape_.length(direction)));
      }
    }
  }

  void read(State& state, const char* cells) const {
    state = start_;
    for (int row = 0; row < shape_.height; ++row) {
      for (int col = 0; col < shape_.width; ++col, ++cells) {
        if (*cells != '.') settle(state, row, col, *cells - '0');
      }
    }
  }
  void write(const State& state, char* cells) const {
    for (int row = 0; row < shape_.height; ++row) {
      for (int col = 0; col < shape_.width; ++col, ++cells) {
        const bool one = (state.ways[0][row] & of_line_[0]->with[col][1]) != 0;
        *cells = has(state.open[0][row], col) ? '.' : one ? '1' : '0';
      }
    }
  }

  // Cells that are left open; -1 for a contradiction.
  int propagate(State& state) const {
    unsigned dirty[2] = {low_bits<unsigned>(shape_.height), low_bits<unsigned>(shape_.width)};
    for (;;) {
      while ((dirty[0] | dirty[1]) != 0) {
        const int side = dirty[0] != 0 ? 0 : 1;
        const int line = lowest_bit(dirty[side]);
        dirty[side] = without_lowest(dirty[side]);
        if (!look_at(state, side, line, dirty[1 - side])) return -1;
      }
      if (shape_.distinct && !keep_apart(state, dirty)) return -1;
      if ((dirty[0] | dirty[1]) == 0) break;
    }
    int left = 0;
    for (int row = 0; row < shape_.height; ++row) left += count_bits(state.open[0][row]);
    return left;
  }

  // The open cell to try: of the line with the fewest ways left.
  int choose(const State& state) const {
    int fewest = 65, cell = 0;
    for (int side = 0; side < 2; ++side) {
      for (int line = 0; line < shape_.lines(static_cast<balanced::Direction>(side)); ++line) {
        const int ways = count_bits(state.ways[side][line]);
        if (state.open[side][line] == 0 || ways >= fewest) continue;
        fewest = ways;
        const int at = lowest_bit(static_cast<unsigned>(state.open[side][line]));
        cell = side == 0 ? line * shape_.width + at : at * shape_.width + line;
      }
    }
    return cell;
  }
  void set(State& state, int cell, int symbol) const {
    settle(state, cell / shape_.width, cell % shape_.width, symbol);
  }
  std::uint64_t node_cost() const { return 200; }

 private:
  void settle(State& state, int row, int col, int symbol) const {
    state.ways[0][row] &= of_line_[0]->with[col][symbol];
    state.ways[1][col] &= of_line_[1]->with[row][symbol];
    state.open[0][row] &= static_cast<std::uint8_t>(~(1u << col));
    state.open[1][col] &= static_cast<std::uint8_t>(~(1u << row));
  }

  bool look_at(State& state, int side, int line, unsigned& crossing) const {
    const Ways ways = state.ways[side][line];
    if (ways == 0) return false;
    for (unsigned rest = state.open[side][line]; rest != 0; rest = without_lowest(rest)) {
      const int at = lowest_bit(rest);
      const Ways ones = ways & of_line_[side]->with[at][1];
      if (ones != 0 && ones != ways) continue;
      if (side == 0) settle(state, line, at, ones != 0);
      else settle(state, at, line, ones != 0);
      crossing |= 1u << at;
    }
    return true;
  }

  // A line with two cells open, at most, is not what a full one is.
  bool keep_apart(State& state, unsigned (&dirty)[2]) const {
    for (int side = 0; side < 2; ++side) {
      const int lines = shape_.lines(static_cast<balanced::Direction>(side));
      for (int full = 0; full < lines; ++full) {
        if (state.open[side][full] != 0) continue;
        const Ways taken = state.ways[side][full];
        for (int line = 0; line < lines; ++line) {
          if (line == full || (state.ways[side][line] & taken) == 0 || count_bits(state.open[side][line]) > 2) continue;
          state.ways[side][line] &= ~taken;
          if (state.ways[side][line] == 0) return false;
          dirty[side] |= 1u << line;
        }
      }
    }
    return true;
  }

  BalancedShape shape_;
  const WaysOfLine* of_line_[2];
  State start_;
};

}   // namespace nonairo::signs
