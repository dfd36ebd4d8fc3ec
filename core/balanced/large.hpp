// Balanced boards that are too large for the kernels: 129 to 512 cells a side.
#pragma once

#include <cstdint>
#include <memory>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "shape.hpp"

namespace nonairo {

constexpr int kLargestOfAll = 512;

constexpr bool supports_large(const BalancedShape& shape) {
  return supports_counts(shape) && shape.side() <= kLargestOfAll;
}

// `cells`: height * width of '0', '1' and '.', row by row.
std::unique_ptr<AnySearch> begin_large(const BalancedShape& shape, const char* cells, const Limits& limits = {},
                                       std::uint64_t seed = 0);

}   // namespace nonairo
