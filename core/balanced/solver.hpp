// Balanced puzzles (Binairo, Takuzu, Unruly ...): solve, enumerate, solve many, make.
//
// Boards are text, row by row, over `0`, `1` and `.`; nothing else may be in it (check at the border).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "shape.hpp"

namespace nonairo {

// The solutions of the puzzle with these givens; memory stays constant.
std::unique_ptr<AnySearch> begin_balanced(const BalancedShape& shape, const char* cells, const Limits& limits = {},
                                          std::uint64_t seed = 0);

// For each of `count` boards in `cells`: counts[i] is 0, 1, 2 (two or more) or 255 (a limit came first);
// its place in `solutions` gets the first solution found, all `.` for 0 and 255; it must not overlap `cells`.
// `limit` 1 stops at the first solution. Limits::nodes is for each board, Limits::seconds for all of them; only the
// calling thread asks Limits::interrupted.
void solve_batch(const BalancedShape& shape, const char* cells, std::size_t count, char* solutions,
                 std::uint8_t* counts, int limit = 2, int threads = 1, const Limits& limits = {});

struct DrawnBoard {
  bool drawn = false;   // false: `limit` came first, or else there is no such board
  Limit limit = Limit::none;
};

// A full board, drawn at random.
DrawnBoard random_board(const BalancedShape& shape, std::uint64_t seed, char* out, const Limits& limits = {});

struct DigRules {
  bool by_lines = false;    // single lines must finish the puzzle; else it must only have one solution
  bool symmetric = false;   // cells are given together with their partners across the centre
};

struct DugPuzzle {
  int givens = 0;
  Limit limit = Limit::none;

  bool finished() const { return limit == Limit::none; }   // nothing more can be dug out
};

// Givens of `solution` (a full board) that leave no other solution. Limits::nodes is spent on the whole of it.
DugPuzzle dig_puzzle(const BalancedShape& shape, const char* solution, std::uint64_t seed, const DigRules& rules,
                     char* out, const Limits& limits = {});

// The instruction set level in use, for `--version` and tests: "x86-64-v3" and the like.
const char* balanced_level();
// A level that this machine has, but that did not agree with the portable one; null: there is none.
const char* balanced_refused_level();
// How many levels this machine has; the i-th one's name; use it from now on (tests only).
int balanced_level_count();
const char* balanced_level_name(int i);
bool balanced_use_level(int i);

}   // namespace nonairo
