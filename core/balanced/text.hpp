// Boards from and to text over `0`, `1` and `.`: eight cells at a time, in 64-bit words.
//
//     '0' = 0x30   '1' = 0x31   '.' = 0x2e     bit 4 says "known", bit 0 says "one"
//
// Multiplying eight 0/1 bytes by a suitable constant gathers them in the top byte, in either order.
#pragma once

#include <cstdint>
#include <cstring>

namespace nonairo::balanced {

// Readers and writers may touch so many bytes before and behind a board.
constexpr int kTextMargin = 16;

constexpr std::uint64_t kLowBits = 0x0101010101010101;

inline std::uint64_t load8(const char* text) {
  std::uint64_t eight;
  std::memcpy(&eight, text, sizeof eight);
  return eight;
}

// First byte to bit 0.
constexpr unsigned gather(std::uint64_t zero_one_bytes) {
  return static_cast<unsigned>(zero_one_bytes * 0x0102040810204080 >> 56);
}

// First byte to bit 7.
constexpr unsigned gather_mirrored(std::uint64_t zero_one_bytes) {
  return static_cast<unsigned>(zero_one_bytes * 0x8040201008040201 >> 56);
}

// Bit i to byte i.
constexpr std::uint64_t scatter(unsigned byte) {
  const std::uint64_t picked = byte * kLowBits & 0x8040201008040201;
  return (picked + 0x7f7f7f7f7f7f7f7f) >> 7 & kLowBits;
}

struct MirrorTable {
  std::uint8_t byte[256];
  constexpr MirrorTable() : byte() {
    for (unsigned i = 0; i < 256; ++i) byte[i] = static_cast<std::uint8_t>(gather_mirrored(scatter(i)));
  }
};
inline constexpr MirrorTable kMirror;
constexpr unsigned mirrored(unsigned byte) { return kMirror.byte[byte]; }

}   // namespace nonairo::balanced
