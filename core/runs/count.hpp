// How many solutions a nonogram has, exactly where that can be had.
//
// A few solutions are listed by the learning search, which copes with hard puzzles; many are
// counted without listing them (components.hpp), which copes with loose ones.
#pragma once

#include <cstdint>
#include <optional>

#include "../count/natural.hpp"
#include "../limits.hpp"
#include "puzzle.hpp"
#include "solver.hpp"

namespace nonairo {

struct RunsCount {
  Natural value;                        // never above the limit that was asked for
  bool exact = false;                   // else there are at least `value`
  Outcome outcome = Outcome::running;   // exhausted: counted to the end
  Limit limit = Limit::none;            // which one, if that is the outcome
  Stats stats;
};

RunsCount count_solutions(const RunsPuzzle& puzzle, const Limits& limits, std::optional<std::uint64_t> at_most = {},
                          std::uint64_t seed = 0);

}   // namespace nonairo
