#include "fitting.hpp"

#include <bit>

namespace nonairo::counting {
namespace {

using lines::Word;

template <int kEach>
[[gnu::always_inline]] inline Word sum_of(const Planes& planes, const std::uint16_t* sets, const std::uint32_t* weights,
                                          std::size_t count) {
  Word total = 0;
  for (std::size_t u = 0; u < count; ++u, sets += kEach) {
    const Word* row[kEach];
    for (int k = 0; k < kEach; ++k) row[k] = planes.plane + sets[k] * planes.words;
    Word sum = 0;
    for (std::size_t w = 0; w < planes.words; ++w) {
      Word taken = row[0][w];
      for (int k = 1; k < kEach; ++k) taken |= row[k][w];
      sum += static_cast<Word>(std::popcount(planes.used[w] & ~taken)) * planes.weight[w];
    }
    total += sum * weights[u];
  }
  return total;
}

[[gnu::always_inline]] inline Word sum_any(const Planes& planes, const std::uint16_t* sets, int each,
                                           const std::uint32_t* weights, std::size_t count) {
  switch (each) {
    case 1: return sum_of<1>(planes, sets, weights, count);
    case 2: return sum_of<2>(planes, sets, weights, count);
    case 3: return sum_of<3>(planes, sets, weights, count);
    case 4: return sum_of<4>(planes, sets, weights, count);
    case 5: return sum_of<5>(planes, sets, weights, count);
    default: return sum_of<6>(planes, sets, weights, count);
  }
}

Word sum_plain(const Planes& planes, const std::uint16_t* sets, int each, const std::uint32_t* weights,
               std::size_t count) {
  return sum_any(planes, sets, each, weights, count);
}

#if defined(__x86_64__) && defined(__GNUC__)
#define NONAIRO_POPCOUNTS
[[gnu::target("popcnt")]] Word sum_popcnt(const Planes& planes, const std::uint16_t* sets, int each,
                                          const std::uint32_t* weights, std::size_t count) {
  return sum_any(planes, sets, each, weights, count);
}
#if defined(__clang__)   // which does not know the last one, and takes the whole width by itself
#define NONAIRO_WIDE "avx512f,avx512dq,avx512vl,avx512vpopcntdq"
#else
#define NONAIRO_WIDE "avx512f,avx512dq,avx512vl,avx512vpopcntdq,prefer-vector-width=512"
#endif
[[gnu::target(NONAIRO_WIDE)]] Word sum_wide(const Planes& planes, const std::uint16_t* sets, int each,
                                            const std::uint32_t* weights, std::size_t count) {
  return sum_any(planes, sets, each, weights, count);
}
#endif

}   // namespace

SumFitting plain_sum_fitting() { return sum_plain; }

SumFitting sum_fitting() {
#ifdef NONAIRO_POPCOUNTS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vpopcntdq")) {
    return sum_wide;
  }
  if (__builtin_cpu_supports("popcnt")) return sum_popcnt;
#endif
  return sum_plain;
}

}   // namespace nonairo::counting
