// The legal rows of a balanced puzzle, numbered, and which of them each row of a partly filled
// grid can still be.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "../balanced/shape.hpp"
#include "../lines/grid.hpp"

namespace nonairo::counting {

using lines::Word;

inline bool three_alike(Word line, Word all) {
  const Word zeros = all & ~line;
  return (line & line >> 1 & line >> 2) != 0 || (zeros & zeros >> 1 & zeros >> 2) != 0;
}

struct RowTable {
  static constexpr int kWidest = 16;

  int width;
  Word all;                                // one bit per column
  std::vector<Word> rows;                  // by number
  std::vector<std::vector<int>> choices;   // of each row of the grid: numbers

  RowTable(const BalancedShape& shape, const lines::Grid<Word>& grid)
      : width(shape.width), all(lines::low_bits<Word>(shape.width)), choices(shape.height) {
    for (Word row = 0; row <= all; ++row) {
      if (std::popcount(row) != shape.row_ones || three_alike(row, all)) continue;
      bool wanted = false;
      for (int r = 0; r < shape.height; ++r) {
        const auto& line = grid.row(r);
        if ((row & ~line.can[1]) != 0 || (all & ~row & ~line.can[0]) != 0) continue;
        choices[r].push_back(static_cast<int>(rows.size()));
        wanted = true;
      }
      if (wanted) rows.push_back(row);
    }
  }

  // -1 if there is no such row.
  int number(Word row) const {
    const auto at = std::lower_bound(rows.begin(), rows.end(), row);
    return at != rows.end() && *at == row ? static_cast<int>(at - rows.begin()) : -1;
  }
};

}   // namespace nonairo::counting
