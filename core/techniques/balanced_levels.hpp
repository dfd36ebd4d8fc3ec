// Puzzles of a level dug out of a full board, by the techniques up to that level: board_levels.py, in one call.
#pragma once

#include <cstdint>
#include <string>

#include "../random.hpp"
#include "balanced_climb.hpp"

namespace nonairo::techniques {

struct LevelRules {
  int level = 1;              // that is wanted: of the hardest techniques of the ladder
  bool symmetric = false;     // cells are given together with their partners across the centre
  bool always_thin = true;    // else givens are left out only if an easier level was enough
  std::uint64_t nodes = 0;    // of a search that finds out whether there are several solutions
};

struct LevelledPuzzle {
  std::string givens;
  std::uint64_t rounds = 0;
  Limit limit = Limit::none;
};

// Gives cells of `solution` where the climb from `givens` ends too early; then leaves out those that it can do without.
LevelledPuzzle level_puzzle(const BalancedShape& shape, const Ladder& ladder, const std::string& solution,
                            std::string givens, const LevelRules& rules, Random& random, const Limits& limits);

}   // namespace nonairo::techniques
