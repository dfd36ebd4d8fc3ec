#include "puzzle.hpp"

#include <cstddef>

namespace nonairo {

namespace {

bool line_has_clue(const char* first, std::ptrdiff_t stride, int length, const std::vector<int>& clue) {
  std::size_t next = 0;
  int run = 0;
  for (int i = 0; i <= length; ++i) {
    if (i < length && first[i * stride] == '1') {
      ++run;
      continue;
    }
    if (run == 0) continue;
    while (next < clue.size() && clue[next] == 0) ++next;
    if (next == clue.size() || clue[next] != run) return false;
    ++next;
    run = 0;
  }
  while (next < clue.size() && clue[next] == 0) ++next;
  return next == clue.size();
}

}   // namespace

bool solves(const RunsPuzzle& puzzle, const char* picture) {
  const std::size_t cells = static_cast<std::size_t>(puzzle.height) * static_cast<std::size_t>(puzzle.width);
  for (std::size_t i = 0; i < cells; ++i) {
    if (picture[i] != '0' && picture[i] != '1') return false;
    if (!puzzle.cells.empty() && puzzle.cells[i] != '.' && puzzle.cells[i] != picture[i]) return false;
  }
  for (int r = 0; r < puzzle.height; ++r) {
    if (!line_has_clue(picture + std::ptrdiff_t{r} * puzzle.width, 1, puzzle.width,
                       puzzle.rows[static_cast<std::size_t>(r)]))
      return false;
  }
  for (int c = 0; c < puzzle.width; ++c) {
    if (!line_has_clue(picture + c, puzzle.width, puzzle.height, puzzle.columns[static_cast<std::size_t>(c)]))
      return false;
  }
  return true;
}

}   // namespace nonairo
