// Leaving out what is not needed: whole stretches are tried at once, the first ones rather than the last.
#pragma once

#include <cstddef>

namespace nonairo {

// `left_out(from, to)` leaves out the items of this stretch if something still holds without them, and tells whether.
template <class LeftOut>
void leave_out(std::size_t from, std::size_t to, LeftOut&& left_out) {
  if (from == to || left_out(from, to) || to - from == 1) return;
  const std::size_t half = from + (to - from) / 2;
  leave_out(from, half, left_out);
  leave_out(half, to, left_out);
}

}   // namespace nonairo
