// Who settles the lines of a board theory: the wide kernel up to 128 cells, and beyond one line after the other.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "../bits.hpp"
#include "../lines/crossed.hpp"
#include "kernel.hpp"
#include "levels.hpp"
#include "reader.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

// What both know of the lines of a shape.
template <class BitSet, class Set>
class ShapedLines {
 public:
  using Bits = BitSet;
  using Board = lines::CrossedLines<Bits, 2>;
  using Reader = BalancedReader<Set>;

  explicit ShapedLines(const BalancedShape& shape)
      : shape_(shape),
        readers_{{shape.length(kRows), shape.ones(kRows)}, {shape.length(kColumns), shape.ones(kColumns)}} {}

  Direction direction(unsigned line) const { return line < static_cast<unsigned>(shape_.height) ? kRows : kColumns; }
  const Reader& reader(unsigned line) const { return readers_[direction(line)]; }
  // Rows and columns of a square share one call.
  bool together(unsigned line, unsigned other) const {
    const Direction a = direction(line), b = direction(other);
    return a == b || (shape_.length(a) == shape_.length(b) && shape_.ones(a) == shape_.ones(b));
  }

 protected:
  int length(unsigned line) const { return shape_.length(direction(line)); }
  int ones(unsigned line) const { return shape_.ones(direction(line)); }

  BalancedShape shape_;
  Reader readers_[2];
};

class WideKernel : public ShapedLines<Bits128, std::uint64_t> {
 public:
  static constexpr unsigned kLanes = kWideLanes;

  explicit WideKernel(const BalancedShape& shape)
      : ShapedLines(shape), settle_(shape.side() <= 80 ? kernel().settle16 : kernel().settle32) {}

  void settle(const unsigned* lines, Bits128* can, unsigned count) const {
    static_assert(sizeof(WideLine) == 2 * sizeof(Bits128));   // the planes lie alike
    WideLine planes[kWideLanes];
    std::memcpy(planes, can, count * sizeof(WideLine));
    settle_(planes, static_cast<int>(count), {length(lines[0]), ones(lines[0])});
    std::memcpy(can, planes, count * sizeof(WideLine));
  }
  std::uint64_t nanoseconds(unsigned) const { return 0; }   // what the engine charges for literals is enough

 private:
  void (*settle_)(WideLine*, int, WideRule);
};

// A set of balances for lines of N words.
template <int N>
using LongSet = std::conditional_t<(64 * N <= kMostBalanced<std::uint64_t>), std::uint64_t, Bits128>;

template <int N>
class LongKernel : public ShapedLines<Words<N>, LongSet<N>> {
 public:
  using Lines = ShapedLines<Words<N>, LongSet<N>>;
  static constexpr unsigned kLanes = 1;

  explicit LongKernel(const BalancedShape& shape) : Lines(shape), left_(static_cast<std::size_t>(shape.side()) + 1) {}

  void settle(const unsigned* line, Words<N>* can, unsigned) {
    const auto& reader = this->reader(*line);
    const auto length = static_cast<unsigned>(this->length(*line));
    const auto may = [&](unsigned i) { return Symbols{can[0].test(i)} | Symbols{can[1].test(i)} << 1; };
    reader.start(left_[0]);
    for (unsigned i = 0; i < length; ++i) reader.step(left_[i], i, may(i), left_[i + 1]);
    typename Lines::Reader::States right, before;
    reader.end(right);
    for (unsigned i = length; i-- > 0;) {
      const Symbols cell = may(i), found = reader.last_symbols(left_[i + 1], right);
      for (unsigned s = 0; s < 2; ++s) {
        if ((found >> s & 1) == 0) can[s].clear(i);
      }
      reader.step_back(right, i, cell, before);
      right = before;
    }
  }
  std::uint64_t nanoseconds(unsigned line) const { return 20u * static_cast<unsigned>(this->length(line)); }

 private:
  std::vector<typename Lines::Reader::States> left_;
};

}   // namespace nonairo::balanced
