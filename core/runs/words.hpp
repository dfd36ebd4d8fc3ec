// What the nonogram kernel does with rows of bits: turn them, cut windows out of them, put them back.
#pragma once

#include "../words.hpp"

namespace nonairo::runs {

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

}  // namespace nonairo::runs
