// Puzzles whose lines obey tables, as the outside sees them: any number of symbols, any rule that reads its line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "puzzle.hpp"

namespace nonairo {

namespace table {
class TableLines;
}

// What is kept of a puzzle besides its givens; immutable, so that searches and threads share it.
class TablePlan {
 public:
  explicit TablePlan(TablePuzzle puzzle);   // which is checked

  const TablePuzzle& puzzle() const { return *puzzle_; }
  // The solutions with these givens, or with those of the puzzle.
  std::unique_ptr<AnySearch> begin(std::string givens, const Limits& limits, std::uint64_t seed = 0) const;
  std::unique_ptr<AnySearch> begin(const Limits& limits, std::uint64_t seed = 0) const {
    return begin(puzzle_->givens, limits, seed);
  }

 private:
  std::shared_ptr<const TablePuzzle> puzzle_;
  std::shared_ptr<const table::TableLines> lines_;
};

}   // namespace nonairo
