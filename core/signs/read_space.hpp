// Longer lines, read cell by cell: what each cell of each line can still be, as bits.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle.hpp"
#include "reader.hpp"

namespace nonairo::signs {

class ReadSpace {
 public:
  using Bits = std::uint64_t;
  static constexpr bool kSmall = false;
  struct State {
    Masks<Bits> lines[2][kLargestSignedSide];   // rows, columns
  };

  explicit ReadSpace(const SignedPuzzle& puzzle) : shape_(puzzle.shape) {
    for (int line = 0; line < shape_.height + shape_.width; ++line) {
      readers_.emplace_back(puzzle.length(line), puzzle.ones(line), puzzle.signs[static_cast<std::size_t>(line)]);
    }
  }

  void read(State& state, const char* cells) const {
    for (int side = 0; side < 2; ++side) {
      const Bits all = low_bits<Bits>(length(side));
      for (int line = 0; line < lines(side); ++line) state.lines[side][line] = {{all, all}};
    }
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      if (cells[cell] != '.') set(state, cell, cells[cell] - '0');
    }
  }
  void write(const State& state, char* cells) const {
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      const Masks<Bits>& row = state.lines[0][cell / shape_.width];
      const int at = cell % shape_.width;
      cells[cell] = has(row.open(), at) ? '.' : has(row.can[1], at) ? '1' : '0';
    }
  }

  // Cells that are left open; -1 for a contradiction.
  int propagate(State& state) const {
    Bits dirty[2] = {low_bits<Bits>(shape_.height), low_bits<Bits>(shape_.width)};
    for (;;) {
      while ((dirty[0] | dirty[1]) != 0) {
        const int side = dirty[0] != 0 ? 0 : 1;
        const int line = lowest_bit(dirty[side]);
        dirty[side] = without_lowest(dirty[side]);
        const auto cells = static_cast<unsigned>(length(side));
        const Masks<Bits> now = settled(reader(side, line), cells, state.lines[side][line]);
        if ((now.can[0] | now.can[1]) != low_bits<Bits>(length(side))) return -1;
        take_over(state, side, line, now, dirty[1 - side]);
      }
      if (shape_.distinct && !keep_apart(state, dirty)) return -1;
      if ((dirty[0] | dirty[1]) == 0) break;
    }
    int left = 0;
    for (int row = 0; row < shape_.height; ++row) left += count_bits(state.lines[0][row].open());
    return left;
  }

  // The open cell to try: of the line with the fewest.
  int choose(const State& state) const {
    int fewest = kLargestSignedSide + 1, cell = 0;
    for (int side = 0; side < 2; ++side) {
      for (int line = 0; line < lines(side); ++line) {
        const Bits open = state.lines[side][line].open();
        if (open == 0 || count_bits(open) >= fewest) continue;
        fewest = count_bits(open);
        cell = side == 0 ? line * shape_.width + lowest_bit(open) : lowest_bit(open) * shape_.width + line;
      }
    }
    return cell;
  }
  void set(State& state, int cell, int symbol) const {
    const int row = cell / shape_.width, col = cell % shape_.width;
    clear_bit(state.lines[0][row].can[1 - symbol], col);
    clear_bit(state.lines[1][col].can[1 - symbol], row);
  }
  std::uint64_t node_cost() const { return 200u * static_cast<unsigned>(shape_.side()); }

 private:
  int lines(int side) const { return shape_.lines(static_cast<balanced::Direction>(side)); }
  int length(int side) const { return shape_.length(static_cast<balanced::Direction>(side)); }
  const SignedReader& reader(int side, int line) const {
    return readers_[static_cast<std::size_t>(side * shape_.height + line)];
  }

  void take_over(State& state, int side, int line, const Masks<Bits>& now, Bits& crossing) const {
    const Bits was_open = state.lines[side][line].open();
    state.lines[side][line] = now;
    for (Bits news = was_open & ~now.open(); news != 0; news = without_lowest(news)) {
      const int at = lowest_bit(news);
      clear_bit(state.lines[1 - side][at].can[has(now.can[1], at) ? 0 : 1], line);
      set_bit(crossing, at);
    }
  }

  // A line with two cells open, at most, is not what a full one is: a cell that would make it so has the other symbol.
  bool keep_apart(State& state, Bits (&dirty)[2]) const {
    for (int side = 0; side < 2; ++side) {
      for (int full = 0; full < lines(side); ++full) {
        const Masks<Bits>& taken = state.lines[side][full];
        if (taken.open() != 0) continue;
        for (int line = 0; line < lines(side); ++line) {
          Masks<Bits>& here = state.lines[side][line];
          const Bits alike = (here.can[0] & taken.can[0]) | (here.can[1] & taken.can[1]);
          if (line == full || alike != low_bits<Bits>(length(side))) continue;
          if (here.open() == 0) return false;
          if (count_bits(here.open()) > 2) continue;
          Masks<Bits> now = here;
          for (Bits open = here.open(); open != 0; open = without_lowest(open)) {
            const int at = lowest_bit(open), symbol = has(taken.can[1], at) ? 1 : 0;
            Masks<Bits> tried = here;
            clear_bit(tried.can[1 - symbol], at);
            const Masks<Bits> then = settled(reader(side, line), static_cast<unsigned>(length(side)), tried);
            if (then == taken) clear_bit(now.can[symbol], at);
          }
          if (now == here) continue;
          if ((now.can[0] | now.can[1]) != low_bits<Bits>(length(side))) return false;
          take_over(state, side, line, now, dirty[1 - side]);
          set_bit(dirty[side], line);
        }
      }
    }
    return true;
  }

  BalancedShape shape_;
  std::vector<SignedReader> readers_;
};

}   // namespace nonairo::signs
