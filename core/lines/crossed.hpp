// Lines that cross: for every row and every column, the cells that can still hold each symbol. Both views are kept, so
// that a line is always at hand for its kernel. Lines are numbered through: rows first, then columns.
#pragma once

#include <vector>

#include "../bits.hpp"

namespace nonairo::lines {

// kSymbols 0: as many as the puzzle has.
template <class BitSet, unsigned kSymbols>
class CrossedLines {
 public:
  using Bits = BitSet;

  CrossedLines(unsigned height, unsigned width, unsigned symbols = kSymbols)
      : height_(height), width_(width), symbols_(symbols) {
    for (unsigned line = 0; line < lines(); ++line) can_.insert(can_.end(), symbols, all(line));
  }

  unsigned height() const { return height_; }
  unsigned width() const { return width_; }
  unsigned symbols() const { return kSymbols != 0 ? kSymbols : symbols_; }
  unsigned cells() const { return height_ * width_; }
  unsigned lines() const { return height_ + width_; }
  unsigned length(unsigned line) const { return line < height_ ? width_ : height_; }
  Bits all(unsigned line) const { return low_bits<Bits>(static_cast<int>(length(line))); }

  const Bits& can(unsigned line, unsigned symbol) const { return can_[line * symbols() + symbol]; }

  void lose(unsigned r, unsigned c, unsigned symbol) {
    clear_bit(plane(r, symbol), static_cast<int>(c));
    clear_bit(plane(height_ + c, symbol), static_cast<int>(r));
  }
  void regain(unsigned r, unsigned c, unsigned symbol) {
    set_bit(plane(r, symbol), static_cast<int>(c));
    set_bit(plane(height_ + c, symbol), static_cast<int>(r));
  }

 private:
  Bits& plane(unsigned line, unsigned symbol) { return can_[line * symbols() + symbol]; }

  unsigned height_, width_, symbols_;
  std::vector<Bits> can_;
};

}   // namespace nonairo::lines
