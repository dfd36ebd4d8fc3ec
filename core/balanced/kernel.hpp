// The inner loops, compiled once per instruction set level; see kernel_body.inc for the idea.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

// What is known of a board at its fixpoint: the number of (cell, symbol) pairs that are left, which
// is the number of cells when every cell is settled; 0 for a contradiction.
using Left = std::int32_t;

// A line of up to 128 cells for the wide kernel, cell i at bit i % 64 of word i / 64.
struct WideLine {
  std::uint64_t can[2][2];   // [symbol][word]
};

constexpr int kWideLanes = 16;   // lines that the wide kernel takes at a time

// What it keeps on its way, where that is too much for the stack: a room for each thread.
constexpr int kWideRoom = 2 * 65 * 4 * 64;
unsigned char* wide_room();

struct WideRule {
  std::int32_t length;
  std::int32_t ones;
};

constexpr int kPileSide = 32;    // side of the largest boards in a pile
constexpr int kPileCells = 16;   // cells of the smallest ones
constexpr int kPileMost = 64;    // boards in a pile, at most

enum class Fate : std::uint8_t {
  moving,    // another pass may tell more
  resting,   // lines tell no more
  full,
  dead,    // some line has no completion
  wrong,   // not a solution
};

// A board among many of its shape: its text, and where the new text goes (which may be the same place).
struct Piled {
  std::size_t number;
  const char* from;
  char* to;
  Fate fate;
};

struct Kernel {
  const char* name;
  Left (*propagate8)(Board<std::uint8_t>&, const Frame<std::uint8_t>&);
  Left (*propagate16)(Board<std::uint16_t>&, const Frame<std::uint16_t>&);
  Left (*propagate32)(Board<std::uint32_t>&, const Frame<std::uint32_t>&);
  // Settles up to kWideLanes lines exactly, in place; a line without completion becomes all 0.
  void (*settle16)(WideLine* lines, int count, WideRule rule);   // up to 80 cells
  void (*settle32)(WideLine* lines, int count, WideRule rule);   // up to 128 cells
  // For up to `pile` boards at once; `scratch` has 2 * pile bytes for each cell of a board.
  int pile;
  // Settles rows and columns until at most so many boards are still moving, and tells every board's fate.
  void (*settle_pile)(const BalancedShape& shape, Piled* boards, int count, int moving, std::uint8_t* scratch);
  // `from` has the givens, `to` a solution: boards whose solution is none are Fate::wrong.
  void (*check_pile)(const BalancedShape& shape, Piled* boards, int count, std::uint8_t* scratch);
};

}   // namespace nonairo::balanced
