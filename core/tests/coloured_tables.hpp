// Coloured nonograms of pictures, and the same puzzles as tables: by the words of the rule, without any kernel.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../table/coloured.hpp"
#include "../table/puzzle.hpp"

namespace nonairo::coloured {

inline ColouredClue clue_of(const std::string& line) {
  ColouredClue clue;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const int symbol = static_cast<int>(kAlphabet.find(line[k]));
    if (symbol == 0) continue;
    if (k > 0 && line[k] == line[k - 1]) ++clue.back().length;
    else clue.push_back({1, symbol});
  }
  return clue;
}

inline ColouredPuzzle puzzle_of(const std::string& picture, int height, int width, int symbols) {
  ColouredPuzzle puzzle{height, width, symbols, {}};
  const auto length = static_cast<std::size_t>(width);
  for (std::size_t r = 0; r < static_cast<std::size_t>(height); ++r) {
    puzzle.clues.push_back(clue_of(picture.substr(r * length, length)));
  }
  for (int c = 0; c < width; ++c) {
    std::string column;
    for (int r = 0; r < height; ++r) column += picture[static_cast<std::size_t>(r * width + c)];
    puzzle.clues.push_back(clue_of(column));
  }
  return puzzle;
}

// The same rule as a table: state p is how much of the tightest line is behind us.
inline table::Rule table_of(const ColouredClue& clue, int symbols) {
  std::vector<int> tight;
  std::vector<bool> waits;
  int last = 0;
  for (const auto [length, symbol] : clue) {
    if (symbol == last) tight.push_back(0), waits.push_back(false);
    waits.push_back(true);
    for (int k = 0; k < length; ++k) {
      tight.push_back(symbol);
      if (k > 0) waits.push_back(false);
    }
    last = symbol;
  }
  waits.push_back(true);
  table::Rule rule{.symbols = symbols, .start = 0, .layered = false, .next = {{}}, .accepts = {}};
  for (std::size_t p = 0; p <= tight.size(); ++p) {
    for (int s = 0; s < symbols; ++s) {
      int after = -1;
      if (s == 0 && waits[p]) after = static_cast<int>(p);
      if (p < tight.size() && tight[p] == s) after = static_cast<int>(p) + 1;
      rule.next[0].push_back(after);
    }
    rule.accepts.push_back(p == tight.size());
  }
  return rule;
}

inline TablePuzzle tables_of(const ColouredPuzzle& puzzle) {
  TablePuzzle tables{puzzle.height, puzzle.width, {}, {}, false, {}};
  for (const ColouredClue& clue : puzzle.clues) {
    tables.rule_of_line.push_back(static_cast<int>(tables.rules.size()));
    tables.rules.push_back(table_of(clue, puzzle.symbols));
  }
  return tables;
}

}   // namespace nonairo::coloured
