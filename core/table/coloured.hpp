// Coloured nonograms as the outside sees them: for every line its blocks, each with a length and a symbol; between two
// blocks of one symbol there is at least one 0, others may touch.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../limits.hpp"
#include "../outcome.hpp"

namespace nonairo {

struct ColouredBlock {
  int length;
  int symbol;   // from 1
};
using ColouredClue = std::vector<ColouredBlock>;

struct ColouredPuzzle {
  int height = 0;
  int width = 0;
  int symbols = 0;                   // with the 0 of the background
  std::vector<ColouredClue> clues;   // rows from the top, then columns from the left

  int length(int line) const { return line < height ? width : height; }
  void check() const;   // throws what is wrong
};

// Reads the text as a person would: knows nothing of masks or states. `givens` may be empty.
bool solves(const ColouredPuzzle& puzzle, std::string_view givens, std::string_view answer);

// What is kept of a puzzle besides its givens; immutable, so that searches and threads share it.
class ColouredPlan {
 public:
  explicit ColouredPlan(ColouredPuzzle puzzle);   // which is checked

  const ColouredPuzzle& puzzle() const { return *puzzle_; }
  std::unique_ptr<AnySearch> begin(std::string givens, const Limits& limits, std::uint64_t seed = 0) const;

 private:
  std::shared_ptr<const ColouredPuzzle> puzzle_;
};

}   // namespace nonairo
