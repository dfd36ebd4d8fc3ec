// The inner loops, compiled once per instruction set level; see kernel_body.inc for the idea.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace nonairo::balanced {

// What is known of a board at its fixpoint: the number of (cell, symbol) pairs that are left, which
// is the number of cells when every cell is settled; 0 for a contradiction.
using Left = std::int32_t;

// A line of up to 128 cells for the wide kernel, cell i at bit i % 64 of word i / 64.
struct WideLine {
  std::uint64_t can[2][2];   // [symbol][word]
};

constexpr int kWideLanes = 16;   // lines that the wide kernel takes at a time

struct WideRule {
  std::int32_t length;
  std::int32_t ones;
};

struct Kernel {
  const char* name;
  Left (*propagate8)(Board<std::uint8_t>&, const Frame<std::uint8_t>&);
  Left (*propagate16)(Board<std::uint16_t>&, const Frame<std::uint16_t>&);
  Left (*propagate32)(Board<std::uint32_t>&, const Frame<std::uint32_t>&);
  // Settles up to kWideLanes lines exactly, in place; a line without completion becomes all 0.
  void (*settle16)(WideLine* lines, int count, WideRule rule);   // up to 80 cells
  void (*settle32)(WideLine* lines, int count, WideRule rule);   // up to 128 cells
};

}  // namespace nonairo::balanced
