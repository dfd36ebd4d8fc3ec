// Puzzles whose lines obey tables, as the outside sees them: any number of symbols, any rule that reads its line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "puzzle.hpp"

namespace nonairo {

namespace table {
class TableLines;
}
namespace lines {
class Shapes;
}

// What the learning search learnt until no solution was left: each clause follows from the rules of single lines, from
// those before it, and from the one that forbids the only solution. Literals are 1 + cell (with more than two symbols
// 1 + cell * symbols + symbol), negative when negated; each clause ends with a 0.
struct Refutation {
  std::vector<std::int32_t> clauses;
  std::uint64_t solutions = 0;   // that were found on the way
  Limit limit = Limit::none;     // what came first, if there may be more
};

// What is kept of a puzzle besides its givens; immutable, so that searches and threads share it.
class TablePlan {
 public:
  explicit TablePlan(TablePuzzle puzzle);   // which is checked

  // What all searches share.
  struct Parts {
    std::shared_ptr<const TablePuzzle> puzzle;
    std::shared_ptr<const table::TableLines> lines;
    std::shared_ptr<const lines::Shapes> shapes;   // null: rows and columns are all there is
    std::vector<bool> idle;                        // rows and columns that may be anything
  };

  const TablePuzzle& puzzle() const { return *plan_.puzzle; }
  // The solutions with these givens, or with those of the puzzle.
  std::unique_ptr<AnySearch> begin(std::string givens, const Limits& limits, std::uint64_t seed = 0) const;
  std::unique_ptr<AnySearch> begin(const Limits& limits, std::uint64_t seed = 0) const {
    return begin(puzzle().givens, limits, seed);
  }
  // For proofs: ends at the second solution.
  Refutation refute(const std::string& givens, const Limits& limits, std::uint64_t seed = 0) const;

 private:
  template <class Use>
  auto search(const std::string& givens, const Limits& limits, std::uint64_t seed, Use&& use) const;

  Parts plan_;
};

}   // namespace nonairo
