// A row of bits in N machine words, a bit for each cell or line; N = 1 costs what a word costs. Sums carry from word
// to word, so it is also a number.
//
//    word[0]            word[1]                  word[N-1]
//    bits 0..63         bits 64..127     ...     the last 64
//    lowest bits first, as in a number written from right to left
#pragma once

#include <bit>
#include <cstdint>

// Kernels are long chains of these; a call would cost more than the work.
#define NONAIRO_INLINE [[gnu::always_inline]] inline

namespace nonairo {

using Word = std::uint64_t;
inline constexpr int kWordBits = 64;

NONAIRO_INLINE constexpr Word reverse(Word x) {
  x = __builtin_bswap64(x);
  x = (x >> 4 & 0x0F0F0F0F0F0F0F0F) | (x & 0x0F0F0F0F0F0F0F0F) << 4;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  return (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
}

// An aggregate, so that Words{1} is the number 1, as Word{1} is; with constructors GCC 12 makes slower code of it.
template <int N>
struct Words {
  Word word[N];

  static constexpr int kBits = kWordBits * N;

  static constexpr Words bit(unsigned i) {
    Words result{};
    result.word[i / 64] = Word{1} << (i % 64);
    return result;
  }
  static constexpr Words first(unsigned count) {   // bits 0 .. count - 1
    Words result{};
    for (unsigned i = 0; i < N; ++i) {
      if (count >= 64 * (i + 1)) result.word[i] = ~Word{0};
      else if (count > 64 * i) result.word[i] = (Word{1} << (count - 64 * i)) - 1;
    }
    return result;
  }

  friend constexpr Words operator&(Words a, const Words& b) {
    for (int i = 0; i < N; ++i) a.word[i] &= b.word[i];
    return a;
  }
  friend constexpr Words operator|(Words a, const Words& b) {
    for (int i = 0; i < N; ++i) a.word[i] |= b.word[i];
    return a;
  }
  friend constexpr Words operator^(Words a, const Words& b) {
    for (int i = 0; i < N; ++i) a.word[i] ^= b.word[i];
    return a;
  }
  constexpr Words operator~() const {
    Words result{};
    for (int i = 0; i < N; ++i) result.word[i] = ~word[i];
    return result;
  }
  constexpr Words& operator&=(const Words& b) { return *this = *this & b; }
  constexpr Words& operator|=(const Words& b) { return *this = *this | b; }
  constexpr Words& operator+=(const Words& b) { return *this = *this + b; }

  // Two words are what the compiler calls a double word.
  constexpr unsigned __int128 both() const
    requires(N == 2)
  {
    return static_cast<unsigned __int128>(word[1]) << 64 | word[0];
  }
  static constexpr Words of(unsigned __int128 both)
    requires(N == 2)
  {
    return {{static_cast<Word>(both), static_cast<Word>(both >> 64)}};
  }

  friend constexpr Words operator+(Words a, const Words& b) {
    if constexpr (N == 2) return of(a.both() + b.both());
    Word carry = 0;
    for (int i = 0; i < N; ++i) {
      const Word sum = a.word[i] + b.word[i];
      const Word total = sum + carry;
      carry = (sum < a.word[i]) | (total < sum);
      a.word[i] = total;
    }
    return a;
  }

  friend constexpr Words operator-(const Words& a, const Words& b) { return a + ~b + Words{1}; }

  friend constexpr Words operator<<(const Words& a, unsigned shift) {
    Words result{};
    if constexpr (N == 1) {
      result.word[0] = a.word[0] << shift;
    } else if constexpr (N == 2) {
      return of(a.both() << shift);
    } else {
      const int whole = static_cast<int>(shift / 64);
      const unsigned part = shift % 64;
      for (int i = N - 1; i >= whole; --i) {
        result.word[i] = a.word[i - whole] << part;
        if (i > whole) result.word[i] |= a.word[i - whole - 1] >> 1 >> (63 - part);
      }
    }
    return result;
  }
  friend constexpr Words operator>>(const Words& a, unsigned shift) {
    Words result{};
    if constexpr (N == 1) {
      result.word[0] = a.word[0] >> shift;
    } else if constexpr (N == 2) {
      return of(a.both() >> shift);
    } else {
      const int whole = static_cast<int>(shift / 64);
      const unsigned part = shift % 64;
      for (int i = 0; i + whole < N; ++i) {
        result.word[i] = a.word[i + whole] >> part;
        if (i + whole + 1 < N) result.word[i] |= a.word[i + whole + 1] << 1 << (63 - part);
      }
    }
    return result;
  }

  constexpr bool operator==(const Words&) const = default;
  constexpr bool any() const {
    Word all = 0;
    for (int i = 0; i < N; ++i) all |= word[i];
    return all != 0;
  }
  constexpr bool test(unsigned i) const { return (word[i / 64] >> (i % 64) & 1) != 0; }
  constexpr void set(unsigned i) { word[i / 64] |= Word{1} << (i % 64); }
  constexpr void clear(unsigned i) { word[i / 64] &= ~(Word{1} << (i % 64)); }
  constexpr unsigned count() const {
    unsigned total = 0;
    for (int i = 0; i < N; ++i) total += static_cast<unsigned>(std::popcount(word[i]));
    return total;
  }
  constexpr unsigned lowest() const {   // of a value that is not zero
    for (unsigned i = 0; i + 1 < N; ++i) {
      if (word[i] != 0) return 64 * i + static_cast<unsigned>(std::countr_zero(word[i]));
    }
    return 64 * (N - 1) + static_cast<unsigned>(std::countr_zero(word[N - 1]));
  }
  constexpr unsigned highest() const {   // of a value that is not zero
    for (unsigned i = N; i-- > 1;) {
      if (word[i] != 0) return 64 * i + 63 - static_cast<unsigned>(std::countl_zero(word[i]));
    }
    return 63 - static_cast<unsigned>(std::countl_zero(word[0]));
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned i = 0; i < N; ++i) {
      for (Word rest = word[i]; rest != 0; rest &= rest - 1) {
        visit(64 * i + static_cast<unsigned>(std::countr_zero(rest)));
      }
    }
  }
};

template <int N>
NONAIRO_INLINE constexpr Words<N> reverse(const Words<N>& bits) {
  Words<N> turned{};
  for (int i = 0; i < N; ++i) turned.word[i] = reverse(bits.word[N - 1 - i]);
  return turned;
}

// Bit i becomes bit count - 1 - i; bits from count on are dropped.
template <int N>
NONAIRO_INLINE Words<N> mirrored(const Words<N>& a, unsigned count) {
  return reverse(a) >> (Words<N>::kBits - count);
}

// The S words that start at a bit of a longer row, and the way back.
template <int S, int C>
NONAIRO_INLINE Words<S> window(const Words<C>& a, unsigned from) {
  if constexpr (S == C) {
    return a >> from;
  } else if constexpr (S == 1 && C == 2) {
    return {static_cast<Word>(a.both() >> from)};
  } else {
    const Words<C> shifted = a >> from;
    Words<S> result{};
    for (int i = 0; i < S; ++i) result.word[i] = shifted.word[i];
    return result;
  }
}

template <int C, int S>
NONAIRO_INLINE Words<C> placed(const Words<S>& a, unsigned at) {
  if constexpr (S == 1 && C == 2) {
    return Words<2>::of(static_cast<unsigned __int128>(a.word[0]) << at);
  } else {
    Words<C> wide{};
    for (int i = 0; i < S; ++i) wide.word[i] = a.word[i];
    return wide << at;
  }
}

// The same for a word of a longer row, without moving all of the row: it is read from where its first byte is, and
// shifted by less than a byte. So only kNearBits of it count, and another row must follow in memory.
inline constexpr unsigned kNearBits = 64 - 7;
inline constexpr bool kReadsNear = std::endian::native == std::endian::little;

template <int C>
NONAIRO_INLINE Words<1> near_window(const Words<C>* rows, unsigned from) {
  Word near;
  __builtin_memcpy(&near, reinterpret_cast<const char*>(rows) + from / 8, sizeof near);
  return {near >> from % 8};
}

template <int C, int S>
NONAIRO_INLINE void place(Words<C>& row, const Words<S>& a, unsigned at) {   // row |= placed<C>(a, at)
  if constexpr (S == 1 && C > 1) {
    const unsigned w = at / 64, part = at % 64;
    row.word[w] |= a.word[0] << part;
    if (w + 1 < C) row.word[w + 1] |= a.word[0] >> 1 >> (63 - part);
  } else {
    row |= placed<C>(a, at);
  }
}

}   // namespace nonairo
