// What lines were settled to, remembered while probing: most of what a probe asks, some other one has asked before.
//
// One entry for each hash, the newer taking the place of the older. An entry holds the question whole, so that a hit is
// exact. Larger ones that grow, and one for the learning search, were tried and brought nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../words.hpp"
#include "kernel.hpp"
#include "shape.hpp"

namespace nonairo::runs {

template <int C>
class LineCache {
 public:
  // As runs::settle.
  bool settle(const LineShape& shape, unsigned line, Words<C>& can1, Words<C>& can0) {
    Entry& entry = entries_[place(line, can1, can0)];
    if (entry.line != line || entry.asked1 != can1 || entry.asked0 != can0) {
      entry = {can1, can0, can1, can0, line, false};
      entry.possible = runs::settle(shape, entry.can1, entry.can0);
    }
    can1 = entry.can1;
    can0 = entry.can0;
    return entry.possible;
  }

 private:
  static constexpr unsigned kBits = 10;
  static constexpr std::uint32_t kNoLine = ~0u;

  struct Entry {
    Words<C> asked1{}, asked0{}, can1{}, can0{};
    std::uint32_t line = kNoLine;
    bool possible = false;
  };

  static std::size_t place(unsigned line, const Words<C>& can1, const Words<C>& can0) {
    Word mixed = line * Word{0x9E3779B97F4A7C15};
    for (int w = 0; w < C; ++w) {
      mixed = (mixed ^ can1.word[w]) * 0xBF58476D1CE4E5B9 + (mixed >> 32 ^ can0.word[w]) * 0x94D049BB133111EB;
    }
    return static_cast<std::size_t>(mixed >> (64 - kBits));
  }

  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kBits);
};

}   // namespace nonairo::runs
