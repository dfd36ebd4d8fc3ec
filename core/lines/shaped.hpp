// Lines of any shape beside rows and columns: each has its cells, and each cell the lines that go through it.
// Lines are numbered through: rows first, then columns, then the others.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "crossed.hpp"

namespace nonairo::lines {

// The cells of the extra lines, and for each cell of the grid where it is part of them; shared by all searches.
class Shapes {
 public:
  struct At {
    unsigned line, place;   // numbered through; where along it
  };

  Shapes() = default;
  // `cells` are numbered row by row.
  Shapes(unsigned height, unsigned width, const std::vector<std::vector<int>>& cells)
      : crossing_(height + width), through_(std::size_t{height} * width) {
    for (const auto& line : cells) {
      cells_.emplace_back(line.begin(), line.end());
      const auto number = crossing_ + static_cast<unsigned>(cells_.size()) - 1;
      for (unsigned place = 0; place < line.size(); ++place) through_[cells_.back()[place]].push_back({number, place});
    }
  }

  unsigned count() const { return static_cast<unsigned>(cells_.size()); }
  unsigned length(unsigned line) const { return static_cast<unsigned>(cells_[line - crossing_].size()); }
  unsigned cell(unsigned line, unsigned place) const { return cells_[line - crossing_][place]; }
  const std::vector<At>& through(unsigned cell) const { return through_[cell]; }

 private:
  unsigned crossing_ = 0;
  std::vector<std::vector<unsigned>> cells_;
  std::vector<std::vector<At>> through_;
};

template <class BitSet, unsigned kSymbols>
class ShapedLines : public CrossedLines<BitSet, kSymbols> {
 public:
  using Bits = BitSet;
  using Crossed = CrossedLines<BitSet, kSymbols>;
  static constexpr bool kShaped = true;

  // `idle`: rows and columns that say nothing, and are never looked at.
  ShapedLines(unsigned height, unsigned width, unsigned symbols, std::shared_ptr<const Shapes> shapes,
              std::vector<bool> idle)
      : Crossed(height, width, symbols), shapes_(std::move(shapes)), idle_(std::move(idle)) {
    for (unsigned line = crossing(); line < lines(); ++line) can_.insert(can_.end(), symbols, all(line));
  }

  unsigned crossing() const { return this->height() + this->width(); }
  unsigned lines() const { return crossing() + shapes_->count(); }
  unsigned length(unsigned line) const { return line < crossing() ? Crossed::length(line) : shapes_->length(line); }
  Bits all(unsigned line) const { return low_bits<Bits>(static_cast<int>(length(line))); }
  bool idle(unsigned line) const { return idle_[line]; }

  unsigned cell(unsigned line, unsigned place) const {
    if (line < this->height()) return line * this->width() + place;
    return line < crossing() ? place * this->width() + (line - this->height()) : shapes_->cell(line, place);
  }
  unsigned place(unsigned line, unsigned r, unsigned c) const {
    if (line < this->height()) return c;
    if (line < crossing()) return r;
    for (const auto at : through(r, c)) {
      if (at.line == line) return at.place;
    }
    return ~0u;
  }
  const std::vector<Shapes::At>& through(unsigned r, unsigned c) const {
    return shapes_->through(r * this->width() + c);
  }

  const Bits& can(unsigned line, unsigned symbol) const {
    return line < crossing() ? Crossed::can(line, symbol) : can_[(line - crossing()) * this->symbols() + symbol];
  }
  void lose(unsigned r, unsigned c, unsigned symbol) {
    Crossed::lose(r, c, symbol);
    for (const auto at : through(r, c)) clear_bit(plane(at.line, symbol), static_cast<int>(at.place));
  }
  void regain(unsigned r, unsigned c, unsigned symbol) {
    Crossed::regain(r, c, symbol);
    for (const auto at : through(r, c)) set_bit(plane(at.line, symbol), static_cast<int>(at.place));
  }

 private:
  Bits& plane(unsigned line, unsigned symbol) { return can_[(line - crossing()) * this->symbols() + symbol]; }

  std::shared_ptr<const Shapes> shapes_;
  std::vector<bool> idle_;
  std::vector<Bits> can_;
};

// Lines that wait to be looked at, each once.
class WaitingLines {
 public:
  void reserve(unsigned lines) { waits_.assign(lines, false); }
  bool empty() const { return queue_.empty(); }
  void add(unsigned line) {
    if (waits_[line]) return;
    waits_[line] = true;
    queue_.push_back(line);
  }
  unsigned take() {
    const unsigned line = queue_.back();
    queue_.pop_back();
    waits_[line] = false;
    return line;
  }
  void clear() {
    while (!empty()) take();
  }

 private:
  std::vector<bool> waits_;
  std::vector<unsigned> queue_;
};

}   // namespace nonairo::lines
