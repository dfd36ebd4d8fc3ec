// A board: for every row and every column, the cells that can be filled and those that can be blank.
//
//      row r    can[1]   . 1 1 1 .        a cell open in its row is open in its column, and the
//               can[0]   1 1 . 1 1        other way round: both views are kept, so that a line's
//                        b ? f ? b        masks are always ready for the kernel
//
// A board is plain memory: probing copies it whole.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "../bits.hpp"
#include "../limits.hpp"
#include "kernel.hpp"
#include "line_cache.hpp"
#include "shape.hpp"

namespace nonairo::runs {

template <int C>
using LineMasks = Masks<Words<C>>;

// A set of lines, rows and columns apart.
template <int C>
struct LineSet {
  Words<C> rows{}, columns{};
  bool any() const { return rows.any() || columns.any(); }
  friend LineSet operator|(LineSet a, const LineSet& b) { return a.rows |= b.rows, a.columns |= b.columns, a; }
  void add_cell(unsigned row, unsigned column) {
    rows.set(row);
    columns.set(column);
  }
};

// What propagation did to a board.
template <int C>
struct Footprint {
  LineSet<C> touched{};      // lines looked at: what came of it depends on these alone, unless it failed
  LineSet<C> changed{};      // lines that lost something
  unsigned cells_known = 0;  // cells that are not open any more
};

template <int C>
class Board {
 public:
  Board() = default;
  Board(const Shapes& shapes, unsigned height, unsigned width)
      : shapes_(&shapes), height_(height), width_(width), lines_(height + width) {
    for (unsigned r = 0; r < height; ++r) lines_[r] = {Words<C>::first(width), Words<C>::first(width)};
    for (unsigned c = 0; c < width; ++c) lines_[height + c] = {Words<C>::first(height), Words<C>::first(height)};
  }

  unsigned height() const { return height_; }
  unsigned width() const { return width_; }
  unsigned cells() const { return height_ * width_; }
  unsigned lines() const { return height_ + width_; }
  static constexpr unsigned symbols() { return 2; }
  unsigned length(unsigned l) const { return l < height_ ? width_ : height_; }
  Words<C> all(unsigned l) const { return Words<C>::first(length(l)); }
  const Words<C>& can(unsigned l, unsigned symbol) const { return lines_[l].can[symbol]; }
  const Shapes& shapes() const { return *shapes_; }
  const LineMasks<C>& row(unsigned r) const { return lines_[r]; }
  const LineMasks<C>& column(unsigned c) const { return lines_[height_ + c]; }
  const LineMasks<C>& line(unsigned l) const { return lines_[l]; }
  Words<C> open_in_row(unsigned r) const { return lines_[r].can[1] & lines_[r].can[0]; }
  bool is_open(unsigned r, unsigned c) const { return open_in_row(r).test(c); }
  char symbol(unsigned r, unsigned c) const {
    return !lines_[r].can[0].test(c) ? '1' : !lines_[r].can[1].test(c) ? '0' : '.';
  }
  bool finished() const {
    for (unsigned r = 0; r < height_; ++r) {
      if (open_in_row(r).any()) return false;
    }
    return true;
  }
  unsigned open_cells() const {
    unsigned open = 0;
    for (unsigned r = 0; r < height_; ++r) open += open_in_row(r).count();
    return open;
  }

  void lose(unsigned r, unsigned c, unsigned symbol) {
    lines_[r].can[symbol].clear(c);
    lines_[height_ + c].can[symbol].clear(r);
  }
  void regain(unsigned r, unsigned c, unsigned symbol) {
    lines_[r].can[symbol].set(c);
    lines_[height_ + c].can[symbol].set(r);
  }
  void fill(unsigned r, unsigned c) { lose(r, c, 0); }
  void blank(unsigned r, unsigned c) { lose(r, c, 1); }
  void set(unsigned r, unsigned c, bool filled) { filled ? fill(r, c) : blank(r, c); }
  void set_all(std::string_view cells) {   // row by row, `.` for the open ones; or nothing at all
    for (unsigned i = 0; i < cells.size(); ++i) {
      if (cells[i] != '.') set(i / width_, i % width_, cells[i] == '1');
    }
  }
  void reopen(unsigned r, unsigned c) {
    regain(r, c, 0);
    regain(r, c, 1);
  }

  LineSet<C> all_lines() const { return {Words<C>::first(height_), Words<C>::first(width_)}; }

  // Settles the dirty lines and all that they touch, rows and columns in turn, to the fixpoint. False: some line has
  // no arrangement left, or the budget is spent.
  template <class Settle>
  bool propagate(LineSet<C> dirty, Footprint<C>& footprint, Budget& budget, Settle&& settle_line) {
    LineSet<C>& touched = footprint.touched;
    while (dirty.any()) {
      touched.rows |= dirty.rows;
      if (!settle_all<false>(dirty.rows, dirty.columns, footprint, budget, settle_line)) return false;
      dirty.rows = {};
      touched.columns |= dirty.columns;
      if (!settle_all<true>(dirty.columns, dirty.rows, footprint, budget, settle_line)) return false;
      dirty.columns = {};
    }
    return true;
  }
  bool propagate(LineSet<C> dirty, Budget& budget) {
    Footprint<C> footprint;
    return propagate(dirty, footprint, budget, [](const LineShape& shape, unsigned, Words<C>& can1, Words<C>& can0) {
      return settle(shape, can1, can0);
    });
  }
  bool propagate(LineSet<C> dirty, Footprint<C>& footprint, Budget& budget, LineCache<C>& cache) {
    return propagate(dirty, footprint, budget,
                     [&](const LineShape& shape, unsigned line, Words<C>& can1, Words<C>& can0) {
                       return cache.settle(shape, line, can1, can0);
                     });
  }

  // Takes over some lines of a board of the same puzzle.
  void take(const LineSet<C>& lines, const Board& other) {
    lines.rows.for_each([&](unsigned r) { lines_[r] = other.lines_[r]; });
    lines.columns.for_each([&](unsigned c) { lines_[height_ + c] = other.lines_[height_ + c]; });
  }
  bool same_lines(const Board& other) const { return lines_ == other.lines_; }

  // The kernel calls so far: what propagation costs.
  std::uint64_t settled() const { return settled_; }

 private:
  // Settles some rows or columns; the columns or rows whose cells became known are added to `crossed`.
  template <bool kColumns, class Settle>
  bool settle_all(const Words<C>& which, Words<C>& crossed, Footprint<C>& footprint, Budget& budget,
                  Settle&& settle_line) {
    const unsigned first = kColumns ? height_ : 0, first_crossing = kColumns ? 0 : height_;
    Words<C>& changed = kColumns ? footprint.changed.columns : footprint.changed.rows;
    for (unsigned w = 0; w < C; ++w) {
      for (Word rest = which.word[w]; rest != 0; rest &= rest - 1) {
        const unsigned i = 64 * w + static_cast<unsigned>(std::countr_zero(rest));
        LineMasks<C>& masks = lines_[first + i];
        LineMasks<C> now = masks;
        ++settled_;
        if (!budget.charge(50 * C * C)) return false;
        if (!settle_line((*shapes_)[first + i], first + i, now.can[1], now.can[0])) return false;
        const Words<C> blanked = masks.can[1] & ~now.can[1], filled = masks.can[0] & ~now.can[0];
        const Words<C> news = blanked | filled;
        if (!news.any()) continue;
        changed.set(i);
        crossed |= news;
        (kColumns ? footprint.changed.rows : footprint.changed.columns) |= news;
        footprint.cells_known += news.count();
        blanked.for_each([&](unsigned k) { lines_[first_crossing + k].can[1].clear(i); });
        filled.for_each([&](unsigned k) { lines_[first_crossing + k].can[0].clear(i); });
        masks = now;
      }
    }
    return true;
  }

  const Shapes* shapes_ = nullptr;
  unsigned height_ = 0, width_ = 0;
  std::uint64_t settled_ = 0;
  std::vector<LineMasks<C>> lines_;   // rows, then columns
};

}   // namespace nonairo::runs
