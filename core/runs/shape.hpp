// What is fixed about a line: its clue, laid out for the kernel.
//
// Push all blocks of a clue as far left as they go. Block j then starts at base_j, and in every
// arrangement at base_j + o_j with one and the same bound for all offsets:
//
//      0 <= o_0 <= o_1 <= ... <= o_(k-1) <= slack        slack = length - tightest length
//
//      clue 2 1, length 7      ##.#...    base = 0, 3    slack = 3
//                              .##..#.    offsets  1 2
//
// So an arrangement is a rising sequence of small numbers, and a set of places for a block is a
// word of slack + 1 bits, whatever the length of the line.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "puzzle.hpp"

namespace nonairo::runs {

struct Block {
  std::uint16_t base;   // leftmost start
  std::uint16_t tail;   // base + length - 2^power: two runs of 2^power from base and tail make the block
  std::uint16_t length;
  std::uint16_t power;   // largest with 2^power <= length
};

struct LineShape {
  std::uint16_t length = 0;
  std::uint16_t slack = 0;
  std::uint16_t count = 0;           // of blocks
  std::uint16_t powers = 0;          // 1 + the largest block's power
  bool possible = true;              // false: the clue does not fit into the line at all
  const Block* blocks = nullptr;     // left to right
  const Block* mirrored = nullptr;   // of the line read from right to left
};

// All lines of a puzzle, rows first, with their blocks in one piece of memory.
class Shapes {
 public:
  void reserve(std::size_t lines, std::size_t blocks) {
    shapes_.reserve(lines);
    blocks_.reserve(2 * blocks);
  }

  // The whole puzzle, and that was all.
  void add_all(const RunsPuzzle& puzzle) {
    std::size_t blocks = 0;
    for (const auto& clue : puzzle.rows) blocks += clue.size();
    for (const auto& clue : puzzle.columns) blocks += clue.size();
    reserve(puzzle.rows.size() + puzzle.columns.size(), blocks);
    for (const auto& clue : puzzle.rows) add(clue, static_cast<unsigned>(puzzle.width));
    for (const auto& clue : puzzle.columns) add(clue, static_cast<unsigned>(puzzle.height));
    finish();
  }

  void add(std::span<const int> clue, unsigned length) {
    LineShape shape;
    unsigned total = 0, largest = 0;
    for (const int run : clue) {
      if (run == 0) continue;
      ++shape.count;
      // Clamped, since a clue that is far too long, or below zero, must not wrap round to a short one.
      const unsigned length_of_run = std::min(static_cast<unsigned>(run), 1u << 20);
      total = std::min(total + length_of_run + 1, 1u << 21);
      largest = std::max(largest, length_of_run);
    }
    const unsigned tightest = shape.count == 0 ? 0 : total - 1;
    shape.length = static_cast<std::uint16_t>(length);
    shape.possible = tightest <= length;
    shape.slack = static_cast<std::uint16_t>(shape.possible ? length - tightest : 0);
    shape.powers = static_cast<std::uint16_t>(shape.possible ? std::bit_width(largest) : 0);
    if (!shape.possible) shape.count = 0;
    shapes_.push_back(shape);
    if (!shape.possible) return;
    unsigned base = 0;
    for (std::size_t i = 0; i < clue.size(); ++i) base = lay(clue[i], base);
    base = 0;
    for (std::size_t i = clue.size(); i-- > 0;) base = lay(clue[i], base);
  }

  // Once all lines are in, and their memory moves no more.
  void finish() {
    const Block* next = blocks_.data();
    for (LineShape& shape : shapes_) {
      shape.blocks = next;
      shape.mirrored = next + shape.count;
      next += 2 * shape.count;
    }
  }

  // Puts another shape in a line's place; its blocks stay where they are, and must outlive this.
  void replace(std::size_t line, const LineShape& shape) { shapes_[line] = shape; }

  void clear() {   // the memory is kept
    shapes_.clear();
    blocks_.clear();
  }

  const LineShape& operator[](std::size_t line) const { return shapes_[line]; }
  std::size_t size() const { return shapes_.size(); }

 private:
  unsigned lay(int run, unsigned base) {
    if (run == 0) return base;
    const auto length = static_cast<unsigned>(run);
    const auto power = static_cast<unsigned>(std::bit_width(length) - 1);
    blocks_.push_back({static_cast<std::uint16_t>(base), static_cast<std::uint16_t>(base + length - (1u << power)),
                       static_cast<std::uint16_t>(length), static_cast<std::uint16_t>(power)});
    return base + length + 1;
  }

  std::vector<LineShape> shapes_;
  std::vector<Block> blocks_;
};

}   // namespace nonairo::runs
