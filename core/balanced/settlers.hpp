// Who settles the lines of a theory: the wide kernel up to 128 cells, and beyond one line after the other.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "balances.hpp"
#include "bits.hpp"
#include "kernel.hpp"
#include "levels.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

// Where a line can have a 0, and where a 1. Settled in place; a line without completion can have neither anywhere.
template <class Bits>
struct Possible {
  Bits zero{}, one{};
};

class KernelSettler {
 public:
  explicit KernelSettler(const BalancedShape& shape)
      : shape_(shape), settle_(shape.side() <= 80 ? kernel().settle16 : kernel().settle32) {}

  void settle(Possible<Bits128>* lines, int count, Direction direction) const {
    static_assert(sizeof(Possible<Bits128>) == sizeof(WideLine));   // the planes lie alike
    WideLine planes[kWideLanes];
    std::memcpy(planes, lines, static_cast<std::size_t>(count) * sizeof(WideLine));
    settle_(planes, count, {shape_.length(direction), shape_.ones(direction)});
    std::memcpy(lines, planes, static_cast<std::size_t>(count) * sizeof(WideLine));
  }

 private:
  BalancedShape shape_;
  void (*settle_)(WideLine*, int, WideRule);
};

template <int N>
class LongSettler {
 public:
  using Bits = Words<N>;

  explicit LongSettler(const BalancedShape& shape) : shape_(shape) {}

  void settle(Possible<Bits>* lines, int count, Direction direction) const {
    for (int i = 0; i < count; ++i) settle(lines[i], shape_.length(direction), shape_.ones(direction));
  }

 private:
  using Set = std::conditional_t<(64 * N <= kMostBalanced<std::uint64_t>), std::uint64_t, Bits128>;
  using Runs = BalanceRuns<Set>;

  static void settle(Possible<Bits>& line, int length, int ones) {
    Runs left[64 * N + 1];
    left[0] = Runs::start();
    for (int i = 0; i < length; ++i) left[i + 1] = left[i].after(i, has(line.zero, i), has(line.one, i));
    Runs right = Runs::end(length, ones);
    for (int i = length - 1; i >= 0; --i) {
      const bool zero = has(line.zero, i), one = has(line.one, i);
      if (zero && !left[i].after(i, true, false).meets(right)) line.zero.clear(static_cast<unsigned>(i));
      if (one && !left[i].after(i, false, true).meets(right)) line.one.clear(static_cast<unsigned>(i));
      right = right.before(i, zero, one);
    }
  }

  BalancedShape shape_;
};

}  // namespace nonairo::balanced
