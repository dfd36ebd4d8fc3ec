// Lines that cross: a grid as what each row and each column can still be, and the one thing
// to do with it: squeeze line after line until nothing changes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../limits.hpp"
#include "bits.hpp"

namespace nonairo::lines {

template <class Kernel, class Bits>
concept LineKernel = requires(const Kernel kernel, const Masks<Bits> line) {
  { kernel.squeeze(line) } -> std::same_as<std::optional<Masks<Bits>>>;
  { kernel.length() } -> std::convertible_to<int>;
};

// A symbol that a cell can no longer be.
struct Lost {
  std::int16_t row;
  std::int16_t column;
  bool one;
};

// Rows and columns hold the same cells twice, so that a line is always at hand as masks. Lines
// are numbered through: rows first, then columns. Every loss is written down, so that going
// back costs what was done and a search needs no copies.
template <LineBits Bits>
struct Grid {
  int height = 0;
  int width = 0;
  std::vector<Masks<Bits>> line;
  std::vector<Lost> trail;

  Grid() = default;
  Grid(int rows, int columns) : height(rows), width(columns), line(rows + columns) {
    for (int k = 0; k < lines(); ++k) {
      line[k] = {low_bits<Bits>(length(k)), low_bits<Bits>(length(k))};
    }
  }

  int lines() const { return height + width; }
  int length(int k) const { return k < height ? width : height; }
  Masks<Bits>& row(int r) { return line[r]; }
  Masks<Bits>& column(int c) { return line[height + c]; }
  const Masks<Bits>& row(int r) const { return line[r]; }
  const Masks<Bits>& column(int c) const { return line[height + c]; }

  Bits blanks(int k) const { return line[k].can[1] & line[k].can[0]; }
  bool filled(int k) const { return !any(blanks(k)); }

  void fill(int r, int c, bool one) {
    (one ? row(r).can[0] : row(r).can[1]) &= ~(Bits{1} << c);
    (one ? column(c).can[0] : column(c).can[1]) &= ~(Bits{1} << r);
    trail.push_back({static_cast<std::int16_t>(r), static_cast<std::int16_t>(c), !one});
  }

  void undo_to(std::size_t size) {
    while (trail.size() > size) {
      const Lost lost = trail.back();
      trail.pop_back();
      Masks<Bits>& in_row = row(lost.row);
      Masks<Bits>& in_column = column(lost.column);
      (lost.one ? in_row.can[1] : in_row.can[0]) |= Bits{1} << lost.column;
      (lost.one ? in_column.can[1] : in_column.can[0]) |= Bits{1} << lost.row;
    }
  }
};

// Which lines have changed since they were last squeezed.
class Changed {
 public:
  explicit Changed(int lines) : flag_(lines, false) {}

  void add(int k) {
    if (flag_[k]) return;
    flag_[k] = true;
    queue_.push_back(k);
  }
  void add_all() {
    for (int k = 0; k < static_cast<int>(flag_.size()); ++k) add(k);
  }
  bool empty() const { return queue_.empty(); }
  int take() {
    const int k = queue_.back();
    queue_.pop_back();
    flag_[k] = false;
    return k;
  }
  void clear() {
    while (!empty()) take();
  }

 private:
  std::vector<bool> flag_;
  std::vector<int> queue_;
};

inline constexpr int kNoLine = -1;

// Squeezes every changed line, and those that this changes, until all are settled. Gives the
// line that cannot be completed, or kNoLine. A spent budget also ends it, unsettled.
template <LineBits Bits, LineKernel<Bits> Kernel>
int propagate(Grid<Bits>& grid, std::span<const Kernel* const> rules, Changed& changed, Budget& budget) {
  constexpr std::uint64_t kNanosecondsPerCell = 10;
  while (!changed.empty()) {
    const int k = changed.take();
    if (!budget.charge(kNanosecondsPerCell * static_cast<std::uint64_t>(grid.length(k)))) break;
    const auto squeezed = rules[k]->squeeze(grid.line[k]);
    if (!squeezed) {
      changed.clear();
      return k;
    }
    const Masks<Bits> before = grid.line[k];
    grid.line[k] = *squeezed;
    const bool is_row = k < grid.height;
    const int place = is_row ? k : k - grid.height;
    const Bits here = ~(Bits{1} << place);
    for (const bool one : {false, true}) {
      const Bits lost = one ? before.can[1] ^ squeezed->can[1] : before.can[0] ^ squeezed->can[0];
      for_each_bit(lost, [&](int cell) {
        const int crossing = is_row ? grid.height + cell : cell;
        Masks<Bits>& line = grid.line[crossing];
        (one ? line.can[1] : line.can[0]) &= here;
        grid.trail.push_back(
            {static_cast<std::int16_t>(is_row ? place : cell), static_cast<std::int16_t>(is_row ? cell : place), one});
        changed.add(crossing);
      });
    }
  }
  return kNoLine;
}

}   // namespace nonairo::lines
