// The cells that are given or dug out together: one, or one and its partner across the centre.
//
//      0 1 2      with 6 cells the groups are 0 and 5, 1 and 4, 2 and 3
//      3 4 5
#pragma once

#include <cstddef>
#include <span>

namespace nonairo::balanced {

struct Group {
  int cells[2];
  int count;

  std::span<const int> span() const { return {cells, static_cast<std::size_t>(count)}; }
};

constexpr int group_count(int cells, bool symmetric) { return symmetric ? (cells + 1) / 2 : cells; }

constexpr Group group_of(int number, int cells, bool symmetric) {
  const int partner = cells - 1 - number;
  return {{number, partner}, symmetric && partner != number ? 2 : 1};
}

// Gives the cells of a group as they are in a solution; without one, takes them away.
inline void put(char* out, const Group& group, const char* solution) {
  for (const int cell : group.span()) out[cell] = solution != nullptr ? solution[cell] : '.';
}

}   // namespace nonairo::balanced
