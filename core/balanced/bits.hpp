// Bit sets of cells: 8 to 128 bits.
#pragma once

#include <bit>
#include <cstdint>

namespace nonairo::balanced {

__extension__ typedef unsigned __int128 Bits128;

// std::popcount without hardware for it is a call; this is a dozen plain operations anywhere.
constexpr int count_word(std::uint64_t x) {
#if defined(__POPCNT__) || defined(__aarch64__)
  return std::popcount(x);
#else
  x -= x >> 1 & 0x5555555555555555;
  x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<int>(x * 0x0101010101010101 >> 56);
#endif
}

template <class Bits>
constexpr int count_bits(Bits bits) {
  if constexpr (sizeof(Bits) == 16) {
    return count_word(static_cast<std::uint64_t>(bits)) + count_word(static_cast<std::uint64_t>(bits >> 64));
  } else {
    return count_word(bits);
  }
}

// Undefined for 0.
template <class Bits>
constexpr int lowest_bit(Bits bits) {
  if constexpr (sizeof(Bits) == 16) {
    const std::uint64_t low = static_cast<std::uint64_t>(bits);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(bits >> 64));
  } else {
    return std::countr_zero(bits);
  }
}

template <class Bits>
constexpr Bits without_lowest(Bits bits) {
  return static_cast<Bits>(bits & (bits - 1));
}

template <class Bits>
constexpr Bits bit_at(int place) {
  return static_cast<Bits>(Bits{1} << place);
}

// Some bit, `skip` set bits after the lowest.
template <class Bits>
constexpr int nth_bit(Bits bits, int skip) {
  for (; skip > 0; --skip) bits = without_lowest(bits);
  return lowest_bit(bits);
}

}  // namespace nonairo::balanced
