// Seeded draws that are the same on every platform (splitmix64).
#pragma once

#include <cstdint>

namespace nonairo {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  // 0 .. count - 1, each exactly as likely as the others: the few draws that would favour some are thrown away.
  constexpr std::uint32_t below(std::uint32_t count) {
    std::uint64_t product = (next() >> 32) * count;
    if (static_cast<std::uint32_t>(product) < count) {
      const std::uint32_t unfair = (0 - count) % count;
      while (static_cast<std::uint32_t>(product) < unfair) product = (next() >> 32) * count;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }
  constexpr bool coin() { return next() >> 63 != 0; }
  // From here another generator goes on alike.
  constexpr std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}   // namespace nonairo
