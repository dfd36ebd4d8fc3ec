// The smallest space that holds a board.
#pragma once

#include <cstdint>

#include "folded_space.hpp"
#include "wide_space.hpp"

namespace nonairo::balanced {

template <class Space>
struct SpaceTag {
  using type = Space;
};

// Calls call(SpaceTag<Space>()) for the space that fits the shape.
template <class Call>
auto with_space(const BalancedShape& shape, Call call) {
  const int side = shape.side();
  if (side <= 8) return call(SpaceTag<FoldedSpace<std::uint8_t>>());
  if (side <= 16) return call(SpaceTag<FoldedSpace<std::uint16_t>>());
  if (side <= 32) return call(SpaceTag<FoldedSpace<std::uint32_t>>());
  if (side <= 64) return call(SpaceTag<WideSpace<std::uint64_t>>());
  return call(SpaceTag<WideSpace<Bits128>>());
}

}   // namespace nonairo::balanced
