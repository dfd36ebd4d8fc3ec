// A puzzle whose lines obey rules given as tables, and the plain check of an answer to it.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../lines/automaton.hpp"
#include "rule.hpp"

namespace nonairo {

inline constexpr int kLongestTableSide = 512;
inline constexpr int kMostTableLines = 1 << 20;  // a tag of the theory has 20 bits for a line
inline constexpr std::string_view kAlphabet = "0123456789abcdefghijklmnopqrstuvwxyz";   // symbols as they are written
static_assert(kAlphabet.size() == table::kMostSymbols);

struct TablePuzzle {
  int height = 0;
  int width = 0;
  std::vector<table::Rule> rules;
  std::vector<int> rule_of_line;   // rows from the top, then columns from the left, then extra lines
  bool distinct = false;           // no two rows alike, no two columns alike
  std::string givens;              // height * width of symbols and `.`, row by row; or empty
  std::vector<std::vector<int>> more = {};   // the cells of extra lines of any shape, numbered row by row

  int symbols() const { return rules[0].symbols; }
  int lines() const { return height + width + static_cast<int>(more.size()); }
  int length(int line) const {
    if (line < height) return width;
    return line < height + width ? height : static_cast<int>(more[static_cast<std::size_t>(line - height - width)].size());
  }
  int longest() const {
    int most = 0;
    for (int line = 0; line < lines(); ++line) most = std::max(most, length(line));
    return most;
  }
  // Whether a line may be anything.
  bool idle(int line) const {
    const table::Rule& own = rule(line);
    const auto stays = [](int target) { return target == 0; };
    return !own.layered && own.accepts == std::vector<bool>{true} &&
           std::all_of(own.next[0].begin(), own.next[0].end(), stays);
  }
  const table::Rule& rule(int line) const {
    return rules[static_cast<std::size_t>(rule_of_line[static_cast<std::size_t>(line)])];
  }

  void check() const {
    if (height < 1 || width < 1 || height > kLongestTableSide || width > kLongestTableSide) {
      throw std::invalid_argument("a side has 1 to 512 cells");
    }
    if (rules.empty() || static_cast<int>(rule_of_line.size()) != lines()) {
      throw std::invalid_argument("one rule per line");
    }
    for (const int number : rule_of_line) {
      if (number < 0 || number >= static_cast<int>(rules.size())) {
        throw std::invalid_argument("no such rule");
      }
    }
    if (lines() >= kMostTableLines) throw std::invalid_argument("too many lines");
    std::vector<int> last_line(static_cast<std::size_t>(height) * width, -1);  // that had this cell
    for (int line = 0; line < static_cast<int>(more.size()); ++line) {
      const auto& cells = more[static_cast<std::size_t>(line)];
      if (cells.empty() || cells.size() > kLongestTableSide) throw std::invalid_argument("a line has 1 to 512 cells");
      for (const int cell : cells) {
        if (cell < 0 || cell >= height * width || last_line[static_cast<std::size_t>(cell)] == line) {
          throw std::invalid_argument("a line has each of its cells once, inside the grid");
        }
        last_line[static_cast<std::size_t>(cell)] = line;
      }
    }
    for (int line = 0; line < lines(); ++line) {
      rule(line).check(length(line));
      if (rule(line).symbols != symbols()) throw std::invalid_argument("all lines have the same symbols");
    }
    if (!givens.empty() && static_cast<int>(givens.size()) != height * width) {
      throw std::invalid_argument("one given per cell");
    }
    std::string allowed(kAlphabet.substr(0, static_cast<std::size_t>(symbols())));
    allowed += '.';
    if (givens.find_first_not_of(allowed) != std::string::npos) {
      throw std::invalid_argument("givens are written with the symbols and .");
    }
  }
};

inline bool obeys(const lines::Automaton& rule, std::string_view line) {
  int state = rule.start;
  for (const char symbol : line) {
    if (symbol != '0' && symbol != '1') return false;
    state = rule.next[state][symbol - '0'];
    if (state < 0) return false;
  }
  return rule.accepts[state];
}

inline bool obeys(const table::Rule& rule, std::string_view line) {
  int state = rule.start;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const std::size_t symbol = kAlphabet.find(line[k]);
    if (symbol >= static_cast<std::size_t>(rule.symbols)) return false;
    state = rule.after(static_cast<int>(k), state, static_cast<int>(symbol));
    if (state < 0) return false;
  }
  return rule.accepts[static_cast<std::size_t>(state)];
}

// Knows nothing of masks or layers: it reads the text as a person would. `givens` may be empty; `rule_of(line)` is
// the automaton of a line, rows from the top, then columns from the left.
template <class RuleOf>
bool reads_as_solution(int height, int width, bool distinct, std::string_view givens, std::string_view answer,
                       RuleOf&& rule_of) {
  std::vector<std::string> text(height + width);
  for (int at = 0; at < height * width; ++at) {
    const char symbol = answer[at];
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

inline bool solves(const TablePuzzle& puzzle, std::string_view givens, std::string_view answer) {
  for (std::size_t k = 0; k < puzzle.more.size(); ++k) {
    std::string line;
    for (const int cell : puzzle.more[k]) line += answer[static_cast<std::size_t>(cell)];
    if (!obeys(puzzle.rule(puzzle.height + puzzle.width + static_cast<int>(k)), line)) return false;
  }
  return reads_as_solution(puzzle.height, puzzle.width, puzzle.distinct, givens, answer,
                           [&](int k) -> const table::Rule& { return puzzle.rule(k); });
}

}   // namespace nonairo
