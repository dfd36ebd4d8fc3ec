// Which known cells of a line are not needed for what it says.
#pragma once

#include <cstddef>
#include <vector>

#include "../leave_out.hpp"
#include "bits.hpp"

namespace nonairo::lines {

// Of some cells those that may be unknown together, and the line still leaves nothing that is barred.
template <class Kernel, class Bits>
std::vector<int> needless(const Kernel& kernel, Masks<Bits> line, const std::vector<int>& cells,
                          const Masks<Bits>& barred) {
  std::vector<int> gone;
  leave_out(0, cells.size(), [&](std::size_t from, std::size_t to) {
    Masks<Bits> less = line;
    for (std::size_t i = from; i < to; ++i) {
      set_bit(less.can[0], cells[i]);
      set_bit(less.can[1], cells[i]);
    }
    const auto left = kernel.squeeze(less);
    if (!left || any((left->can[0] & barred.can[0]) | (left->can[1] & barred.can[1]))) return false;
    line = less;
    for (std::size_t i = from; i < to; ++i) gone.push_back(cells[i]);
    return true;
  });
  return gone;
}

}   // namespace nonairo::lines
