// The rules of balanced puzzles in the plainest code: what the core is compared with.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "../balanced/shape.hpp"

namespace reference {

using nonairo::BalancedShape;

inline bool line_fits(const std::string& line, int ones) {
  int count[2] = {0, 0};
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '.') ++count[line[i] - '0'];
    if (i >= 2 && line[i] != '.' && line[i] == line[i - 1] && line[i] == line[i - 2]) return false;
  }
  return count[1] <= ones && count[0] <= static_cast<int>(line.size()) - ones;
}

// Every way to fill in a line.
inline void completions(std::string line, int ones, std::size_t from, std::vector<std::string>& out) {
  if (!line_fits(line, ones)) return;
  const std::size_t open = line.find('.', from);
  if (open == std::string::npos) return out.push_back(line);
  for (const char symbol : {'0', '1'}) {
    line[open] = symbol;
    completions(line, ones, open + 1, out);
  }
}

inline std::string row(const BalancedShape& s, const std::string& cells, int r) {
  return cells.substr(static_cast<std::size_t>(r * s.width), static_cast<std::size_t>(s.width));
}
inline std::string column(const BalancedShape& s, const std::string& cells, int c) {
  std::string line;
  for (int r = 0; r < s.height; ++r) line += cells[static_cast<std::size_t>(r * s.width + c)];
  return line;
}

inline bool is_solution(const BalancedShape& s, const std::string& givens, const std::string& cells) {
  std::set<std::string> rows, columns;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == '.' || (givens[i] != '.' && givens[i] != cells[i])) return false;
  }
  for (int r = 0; r < s.height; ++r) {
    if (!line_fits(row(s, cells, r), s.row_ones) || !rows.insert(row(s, cells, r)).second) {
      if (!line_fits(row(s, cells, r), s.row_ones) || s.distinct) return false;
    }
  }
  for (int c = 0; c < s.width; ++c) {
    if (!line_fits(column(s, cells, c), s.col_ones) || !columns.insert(column(s, cells, c)).second) {
      if (!line_fits(column(s, cells, c), s.col_ones) || s.distinct) return false;
    }
  }
  return true;
}

// Cell after cell, both values, checks of the two lines; up to `limit` solutions.
inline void solve(const BalancedShape& s, const std::string& givens, std::string& cells, std::size_t cell,
                  std::size_t limit, std::vector<std::string>& out) {
  if (out.size() >= limit) return;
  if (cell == cells.size()) {
    if (is_solution(s, givens, cells)) out.push_back(cells);
    return;
  }
  const int r = static_cast<int>(cell) / s.width, c = static_cast<int>(cell) % s.width;
  for (const char symbol : {'0', '1'}) {
    if (givens[cell] != '.' && givens[cell] != symbol) continue;
    cells[cell] = symbol;
    if (line_fits(row(s, cells, r), s.row_ones) && line_fits(column(s, cells, c), s.col_ones)) {
      solve(s, givens, cells, cell + 1, limit, out);
    }
    cells[cell] = givens[cell];
  }
}

inline std::vector<std::string> solutions(const BalancedShape& s, const std::string& givens, std::size_t limit) {
  std::vector<std::string> out;
  std::string cells = givens;
  solve(s, givens, cells, 0, limit, out);
  return out;
}

}   // namespace reference
