// Which known cells of a line are not needed for what it says.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../leave_out.hpp"
#include "bits.hpp"
#include "seen.hpp"

namespace nonairo::lines {

inline constexpr auto kAnyway = [](const std::vector<int>&, std::size_t, std::size_t) { return true; };

// Of some cells those that may be unknown together, and the line still leaves nothing that is barred. `still` asks for
// more: what else must hold without those that are gone and this stretch of the cells.
template <class Kernel, class Bits, class Still = decltype(kAnyway)>
std::vector<int> needless(const Kernel& kernel, Masks<Bits> line, const std::vector<int>& cells,
                          const Masks<Bits>& barred, const Still& still = kAnyway) {
  std::vector<int> gone;
  leave_out(0, cells.size(), [&](std::size_t from, std::size_t to) {
    Masks<Bits> less = line;
    for (std::size_t i = from; i < to; ++i) {
      set_bit(less.can[0], cells[i]);
      set_bit(less.can[1], cells[i]);
    }
    const auto left = kernel.squeeze(less);
    if (!left || any((left->can[0] & barred.can[0]) | (left->can[1] & barred.can[1]))) return false;
    if (!still(gone, from, to)) return false;
    line = less;
    for (std::size_t i = from; i < to; ++i) gone.push_back(cells[i]);
    return true;
  });
  return gone;
}

// Of some cells those that may be unknown together, and the line is still impossible.
template <class Kernel, class Bits>
std::vector<int> needless_to_break(const Kernel& kernel, Masks<Bits> line, const std::vector<int>& cells) {
  std::vector<int> gone;
  leave_out(0, cells.size(), [&](std::size_t from, std::size_t to) {
    Masks<Bits> less = line;
    for (std::size_t i = from; i < to; ++i) {
      set_bit(less.can[0], cells[i]);
      set_bit(less.can[1], cells[i]);
    }
    if (kernel.squeeze(less)) return false;
    line = less;
    gone.insert(gone.end(), cells.begin() + static_cast<std::ptrdiff_t>(from),
                cells.begin() + static_cast<std::ptrdiff_t>(to));
    return true;
  });
  return gone;
}

// A line without the cells that a step of a technique does not need: it must also be seen without them.
template <class Bits>
std::string reduced(const RunsLine<Bits>& kernel, std::string_view text, const std::vector<int>& cells,
                    const Masks<Bits>& barred, const Claim& claim) {
  std::string less{text};
  const auto seen = [&](const std::vector<int>& gone, std::size_t from, std::size_t to) {
    less = text;
    for (const int k : gone) less[static_cast<std::size_t>(k)] = '.';
    for (std::size_t i = from; i < to; ++i) less[static_cast<std::size_t>(cells[i])] = '.';
    return Seen(kernel, less).still(claim);
  };
  const Masks<Bits> line = read_line<Bits>(text);
  std::vector<int> gone = needless(kernel, line, cells, barred);
  if (gone.empty() || seen(gone, 0, 0)) return less;   // nearly always
  gone = needless(kernel, line, cells, barred, seen);
  seen(gone, 0, 0);
  return less;
}

}   // namespace nonairo::lines
