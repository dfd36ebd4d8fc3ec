// What line kernels do with the bits of a line: bit k is cell k, bit 0 the leftmost cell. A line of up to 64 cells is a
// plain word; a longer one is several, with the same operators, so that every kernel is written once. A line of n
// cells has fewer than 2^n completions, so the same type also holds how many there are.
#pragma once

#include <bit>
#include <concepts>

#include "../bits.hpp"

namespace nonairo::lines {

using nonairo::any;
using nonairo::has;
using nonairo::kWordBits;
using nonairo::low_bits;
using nonairo::Masks;
using nonairo::reverse;
using nonairo::Word;

// What a kernel needs of its bits: a Word has it all, Words imitate it.
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

}   // namespace nonairo::lines
