// Sets of bits: plain numbers of 8 to 128 bits, and Words for more, by the same names.
#pragma once

#include <bit>
#include <cstdint>

#include "words.hpp"

namespace nonairo {

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

template <class Bits>
constexpr bool any(Bits bits) {
  return bits != 0;
}
template <class Bits>
constexpr bool has(Bits bits, int place) {
  return (bits >> place & 1) != 0;
}
template <class Bits>
constexpr Bits low_bits(int count) {   // the bits 0 .. count - 1
  return count == 0 ? Bits{0}
                    : static_cast<Bits>(static_cast<Bits>(~Bits{0}) >> (8 * static_cast<int>(sizeof(Bits)) - count));
}

// The same for Words.
template <int N>
constexpr int count_bits(const Words<N>& bits) {
  return static_cast<int>(bits.count());
}
template <int N>
constexpr int lowest_bit(const Words<N>& bits) {
  return static_cast<int>(bits.lowest());
}
template <int N>
constexpr Words<N> without_lowest(Words<N> bits) {
  bits.clear(bits.lowest());
  return bits;
}
template <class Bits>
  requires requires { Bits::kBits; }
constexpr Bits bit_at(int place) {
  return Bits::bit(static_cast<unsigned>(place));
}
template <int N>
constexpr bool any(const Words<N>& bits) {
  return bits.any();
}
template <int N>
constexpr bool has(const Words<N>& bits, int place) {
  return bits.test(static_cast<unsigned>(place));
}
template <class Bits>
  requires requires { Bits::kBits; }
constexpr Bits low_bits(int count) {
  return Bits::first(static_cast<unsigned>(count));
}

template <class Bits, class Visit>
constexpr void for_each_bit(Bits bits, Visit&& visit) {
  for (; any(bits); bits = without_lowest(bits)) visit(lowest_bit(bits));
}
template <int N, class Visit>
constexpr void for_each_bit(const Words<N>& bits, Visit&& visit) {
  bits.for_each([&](unsigned place) { visit(static_cast<int>(place)); });
}

template <class Bits>
constexpr void set_bit(Bits& bits, int place) {
  bits = static_cast<Bits>(bits | bit_at<Bits>(place));
}
template <class Bits>
constexpr void clear_bit(Bits& bits, int place) {
  bits = static_cast<Bits>(bits & ~bit_at<Bits>(place));
}
template <int N>
constexpr void set_bit(Words<N>& bits, int place) {
  bits.set(static_cast<unsigned>(place));
}
template <int N>
constexpr void clear_bit(Words<N>& bits, int place) {
  bits.clear(static_cast<unsigned>(place));
}

// Some bit, `skip` set bits after the lowest.
template <class Bits>
constexpr int nth_bit(Bits bits, int skip) {
  for (; skip > 0; --skip) bits = without_lowest(bits);
  return lowest_bit(bits);
}

// What the cells of a line can still be: bit k of can[symbol] is set while cell k may hold the symbol.
template <class Bits>
struct Masks {
  Bits can[2];

  constexpr Bits open() const { return can[0] & can[1]; }
  friend constexpr bool operator==(const Masks&, const Masks&) = default;
};

}   // namespace nonairo
