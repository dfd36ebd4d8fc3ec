// Lines as machine words: bit k is cell k, bit 0 the leftmost cell. A line of up to 64 cells
// is a plain word; a longer one is several, with the same operators, so that every kernel is
// written once. A line of n cells has fewer than 2^n completions, so the same type also
// holds how many there are.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

namespace nonairo::lines {

using Word = std::uint64_t;
inline constexpr int kWordBits = 64;

//    word[0]            word[1]                  word[N-1]
//    cells 0..63        cells 64..127    ...     the last 64 cells
//    lowest bits first, as in a number written from right to left
template <int N>
struct Wide {
  Word word[N];

  Wide() = default;
  constexpr Wide(Word low) : word{low} {}

  friend constexpr bool operator==(const Wide&, const Wide&) = default;

  friend constexpr Wide operator&(Wide a, const Wide& b) {
    for (int k = 0; k < N; ++k) a.word[k] &= b.word[k];
    return a;
  }
  friend constexpr Wide operator|(Wide a, const Wide& b) {
    for (int k = 0; k < N; ++k) a.word[k] |= b.word[k];
    return a;
  }
  friend constexpr Wide operator^(Wide a, const Wide& b) {
    for (int k = 0; k < N; ++k) a.word[k] ^= b.word[k];
    return a;
  }
  friend constexpr Wide operator~(Wide a) {
    for (int k = 0; k < N; ++k) a.word[k] = ~a.word[k];
    return a;
  }

  friend constexpr Wide operator+(Wide a, const Wide& b) {
    Word carry = 0;
    for (int k = 0; k < N; ++k) {
      const Word part = a.word[k] + carry;
      a.word[k] = part + b.word[k];
      carry = Word{part < carry} | Word{a.word[k] < part};
    }
    return a;
  }
  friend constexpr Wide operator-(const Wide& a, const Wide& b) { return a + ~b + Wide(1); }

  friend constexpr Wide operator<<(const Wide& a, int by) {
    const int words = by / kWordBits;
    const int bits = by % kWordBits;
    Wide moved(0);
    for (int k = words; k < N; ++k) {
      moved.word[k] = a.word[k - words] << bits;
      if (bits > 0 && k > words) moved.word[k] |= a.word[k - words - 1] >> (kWordBits - bits);
    }
    return moved;
  }
  friend constexpr Wide operator>>(const Wide& a, int by) {
    const int words = by / kWordBits;
    const int bits = by % kWordBits;
    Wide moved(0);
    for (int k = 0; k + words < N; ++k) {
      moved.word[k] = a.word[k + words] >> bits;
      if (bits > 0 && k + words + 1 < N) {
        moved.word[k] |= a.word[k + words + 1] << (kWordBits - bits);
      }
    }
    return moved;
  }

  constexpr Wide& operator&=(const Wide& b) { return *this = *this & b; }
  constexpr Wide& operator|=(const Wide& b) { return *this = *this | b; }
  constexpr Wide& operator+=(const Wide& b) { return *this = *this + b; }
};

// What a kernel needs of its bits: a Word has it all, a Wide imitates it.
template <class Bits>
concept LineBits = std::equality_comparable<Bits> && requires(Bits a, int by) {
  Bits(Word{1});
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
constexpr bool any(const Bits& bits) { return bits != Bits(0); }

constexpr bool has(Word bits, int k) { return (bits >> k & 1) != 0; }
template <int N>
constexpr bool has(const Wide<N>& bits, int k) {
  return has(bits.word[k / kWordBits], k % kWordBits);
}

// The bits 0 .. n-1.
template <LineBits Bits>
constexpr Bits low_bits(int n) {
  return n == 0 ? Bits(0) : ~Bits(0) >> (kCapacity<Bits> - n);
}

constexpr Word reverse(Word bits) {
  bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
  bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
  bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0F) | (bits & 0x0F0F0F0F0F0F0F0F) << 4;
  bits = (bits >> 8 & 0x00FF00FF00FF00FF) | (bits & 0x00FF00FF00FF00FF) << 8;
  bits = (bits >> 16 & 0x0000FFFF0000FFFF) | (bits & 0x0000FFFF0000FFFF) << 16;
  return bits >> 32 | bits << 32;
}
template <int N>
constexpr Wide<N> reverse(const Wide<N>& bits) {
  Wide<N> turned(0);
  for (int k = 0; k < N; ++k) turned.word[k] = reverse(bits.word[N - 1 - k]);
  return turned;
}

// All bits below the highest one.
constexpr Word below_highest(Word bits) { return bits == 0 ? 0 : std::bit_floor(bits) - 1; }
template <int N>
constexpr Wide<N> below_highest(const Wide<N>& bits) {
  Wide<N> below(0);
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
constexpr Bits above_lowest(const Bits& bits) { return ~(bits ^ (bits - Bits(1))); }

// What is still possible in a line.
template <LineBits Bits>
struct Masks {
  Bits can_one;
  Bits can_zero;
  friend constexpr bool operator==(const Masks&, const Masks&) = default;
};

}  // namespace nonairo::lines
