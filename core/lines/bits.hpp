// Lines as machine words: bit k is cell k, bit 0 the leftmost cell. A line of up to 64 cells
// is a plain word; a longer one is several, with the same operators, so that every kernel is
// written once. A line of n cells has fewer than 2^n completions, so the same type also
// holds how many there are.
#pragma once

#include <bit>
#include <concepts>

#include "../words.hpp"

namespace nonairo::lines {

using nonairo::kWordBits;
using nonairo::reverse;
using nonairo::Word;
template <int N>
using Wide = Words<N>;

// What a kernel needs of its bits: a Word has it all, a Wide imitates it.
template <class Bits>
concept LineBits = std::equality_comparable<Bits> && requires(Bits a, int by) {
  Bits{Word{1}};
  { a & a } -> std::convertible_to<Bits>;
  { a | a } -> std::convertible_to<Bits>;
  { a ^ a } -> std::convertible_to<Bits>;
  { ~a } -> std::convertible_to<Bits>;
  { a + a } -> std::convertible_to<Bits>;
  { a - a } -> std::convertible_to<Bits>;
  { a << by } -> std::convertible_to<Bits>;
  { a >> by } -> std::convertible_to<Bits>;
};

template <LineBits Bits>
inline constexpr int kCapacity = static_cast<int>(sizeof(Bits)) * 8;

template <LineBits Bits>
constexpr bool any(const Bits& bits) { return bits != Bits{0}; }

constexpr bool has(Word bits, int k) { return (bits >> k & 1) != 0; }
template <int N>
constexpr bool has(const Wide<N>& bits, int k) {
  return bits.test(static_cast<unsigned>(k));
}

// The number of the lowest bit; there must be one.
constexpr int lowest(Word bits) { return std::countr_zero(bits); }
template <int N>
constexpr int lowest(const Wide<N>& bits) {
  return static_cast<int>(bits.lowest());
}

constexpr int size(Word bits) { return std::popcount(bits); }
template <int N>
constexpr int size(const Wide<N>& bits) {
  return static_cast<int>(bits.count());
}

template <LineBits Bits, class Visit>
void for_each(const Bits& bits, Visit&& visit) {
  Words<sizeof(Bits) / sizeof(Word)>{bits}.for_each([&](unsigned k) { visit(static_cast<int>(k)); });
}

// The bits 0 .. n-1.
template <LineBits Bits>
constexpr Bits low_bits(int n) {
  return n == 0 ? Bits{0} : ~Bits{0} >> (kCapacity<Bits> - n);
}

// All bits below the highest one.
constexpr Word below_highest(Word bits) { return bits == 0 ? 0 : std::bit_floor(bits) - 1; }
template <int N>
constexpr Wide<N> below_highest(const Wide<N>& bits) {
  Wide<N> below{0};
  for (int k = N - 1; k >= 0; --k) {
    if (bits.word[k] == 0) continue;
    below.word[k] = below_highest(bits.word[k]);
    for (int lower = 0; lower < k; ++lower) below.word[lower] = ~Word{0};
    break;
  }
  return below;
}

// All bits above the lowest one; x ^ (x - 1) is that bit and all below it.
template <LineBits Bits>
constexpr Bits above_lowest(const Bits& bits) { return ~(bits ^ (bits - Bits{1})); }

// What is still possible in a line.
template <LineBits Bits>
struct Masks {
  Bits can_one;
  Bits can_zero;
  friend constexpr bool operator==(const Masks&, const Masks&) = default;
};

}  // namespace nonairo::lines
