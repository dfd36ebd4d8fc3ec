// The rule of a nonogram line: its blocks of ones, in order, at least one zero between them. The kernel that settles
// whole puzzles (runs/kernel.hpp) settles single lines, too; here is how it is asked, and the number of completions.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "../runs/kernel.hpp"
#include "bits.hpp"

namespace nonairo::lines {

template <LineBits Bits>
class RunsLine {
 public:
  RunsLine(std::span<const int> clue, int length) {
    for (const int block : clue) {
      if (block < 1) throw std::invalid_argument("a block has at least one cell");
    }
    shapes_.add(clue, static_cast<unsigned>(length));
    shapes_.finish();
  }
  RunsLine(RunsLine&&) = default;   // a copy would look at the blocks of its original

  int length() const { return shape().length; }
  int blocks() const { return shape().count; }

  // What each cell can be in some completion; nothing if there is none.
  std::optional<Masks<Bits>> squeeze(const Masks<Bits>& line) const {
    Row can1 = row(line.can[1]), can0 = row(line.can[0]);
    if (!runs::settle(shape(), can1, can0)) return std::nullopt;
    return Masks<Bits>{{bits(can0), bits(can1)}};
  }

  // The same; calls `visit(number, length, first start, last start)` for each block, in any order.
  template <class Visit>
  std::optional<Masks<Bits>> squeeze(const Masks<Bits>& line, Visit&& visit) const {
    Row can1 = row(line.can[1]), can0 = row(line.can[0]);
    const bool possible = runs::settle(shape(), can1, can0, [&](unsigned j, const auto& offsets) {
      const runs::Block& block = shape().blocks[j];
      visit(j, static_cast<int>(block.length), block.base + static_cast<int>(offsets.lowest()),
           block.base + static_cast<int>(offsets.highest()));
    });
    if (!possible) return std::nullopt;
    return Masks<Bits>{{bits(can0), bits(can1)}};
  }

  // The number of completions.
  Bits count(const Masks<Bits>& line) const {
    if (!shape().possible) return Bits{0};
    // ways[s]: the blocks so far end before cell `first + s`, where the next may start; the
    // cell before it is a zero. Each block has slack + 1 places. One zero is added after the
    // line, so that the last block is like the others.
    const int slack = shape().slack;
    std::vector<Bits> ways(static_cast<std::size_t>(slack) + 1, Bits{0});
    ways[0] = Bits{1};
    for (int s = 1; s <= slack && has(line.can[0], s - 1); ++s) ways[s] = Bits{1};
    const runs::RunTable<kWords> table(row(line.can[1]), shape().powers);
    for (int j = 0; j < shape().count; ++j) {
      const runs::Block block = shape().blocks[j];
      const Row fits = table.template block<kWords>(block);
      Bits sum{0};
      for (int s = 0; s <= slack; ++s) {
        const int after = block.base + s + block.length;
        if (has(fits, s)) sum += ways[s];
        if (after < length() && !has(line.can[0], after)) sum = Bits{0};
        ways[s] = sum;
      }
    }
    return ways[slack];
  }

 private:
  static constexpr int kWords = kCapacity<Bits> / kWordBits;
  using Row = Words<kWords>;

  const runs::LineShape& shape() const { return shapes_[0]; }
  static Row row(const Bits& bits) { return Row{bits}; }
  static Bits bits(const Row& row) {
    if constexpr (kWords == 1) return row.word[0];
    else return row;
  }

  runs::Shapes shapes_;
};

}   // namespace nonairo::lines
