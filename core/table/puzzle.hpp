// A puzzle whose lines obey rules given as tables, and the plain check of an answer to it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../lines/table.hpp"

namespace nonairo {

inline constexpr int kLongestTableSide = 512;

struct TablePuzzle {
  int height = 0;
  int width = 0;
  std::vector<lines::Automaton> rules;
  std::vector<int> rule_of_line;   // rows from the top, then columns from the left
  bool distinct = false;           // no two rows alike, no two columns alike
  std::string givens;              // height * width of `0`, `1`, `.`, row by row; or empty

  char given(int r, int c) const { return givens.empty() ? '.' : givens[r * width + c]; }

  void check() const {
    if (height < 1 || width < 1 || height > kLongestTableSide || width > kLongestTableSide) {
      throw std::invalid_argument("a side has 1 to 512 cells");
    }
    if (static_cast<int>(rule_of_line.size()) != height + width) {
      throw std::invalid_argument("one rule per line");
    }
    for (const int rule : rule_of_line) {
      if (rule < 0 || rule >= static_cast<int>(rules.size())) {
        throw std::invalid_argument("no such rule");
      }
    }
    if (!givens.empty() && static_cast<int>(givens.size()) != height * width) {
      throw std::invalid_argument("one given per cell");
    }
    if (givens.find_first_not_of("01.") != std::string::npos) {
      throw std::invalid_argument("givens are written with 0, 1 and .");
    }
    for (const lines::Automaton& rule : rules) rule.check();
  }
};

inline bool obeys(const lines::Automaton& rule, std::string_view line) {
  int state = rule.start;
  for (const char symbol : line) {
    state = rule.next[state][symbol == '1' ? 1 : 0];
    if (state < 0) return false;
  }
  return rule.accepts[state];
}

// Knows nothing of masks or layers: it reads the text as a person would. `givens` may be empty; `rule_of(line)` is
// the automaton of a line, rows from the top, then columns from the left.
template <class RuleOf>
bool reads_as_solution(int height, int width, bool distinct, std::string_view givens, std::string_view answer,
                       RuleOf&& rule_of) {
  std::vector<std::string> text(height + width);
  for (int at = 0; at < height * width; ++at) {
    const char symbol = answer[at];
    if (symbol != '0' && symbol != '1') return false;
    if (!givens.empty() && givens[at] != '.' && givens[at] != symbol) return false;
    text[at / width] += symbol;
    text[height + at % width] += symbol;
  }
  for (int k = 0; k < height + width; ++k) {
    if (!obeys(rule_of(k), text[k])) return false;
    if (!distinct) continue;
    const int first = k < height ? 0 : height;   // rows with rows
    for (int other = first; other < k; ++other) {
      if (text[other] == text[k]) return false;
    }
  }
  return true;
}

inline bool solves(const TablePuzzle& puzzle, std::string_view answer) {
  return reads_as_solution(puzzle.height, puzzle.width, puzzle.distinct, puzzle.givens, answer,
                           [&](int k) -> const lines::Automaton& { return puzzle.rules[puzzle.rule_of_line[k]]; });
}

}  // namespace nonairo
