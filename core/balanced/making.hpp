// What drawing boards and digging puzzles share.
//
// Everything follows from the draws and from facts that do not depend on how they are found (what single lines
// decide, whether there is another solution), so that other code with the same draws makes the same boards and
// puzzles: see src/nonairo/generating/. Only boards that need a search are the core's own.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "../random.hpp"
#include "shape.hpp"
#include "text.hpp"

namespace nonairo::balanced {

template <class Item>
void shuffle(std::vector<Item>& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[random.below(static_cast<std::uint32_t>(i))]);
  }
}

inline std::vector<int> shuffled(int count, Random& random) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, random);
  return order;
}

constexpr BalancedShape without_distinct(BalancedShape shape) {
  shape.distinct = false;
  return shape;
}

// Text with the margins that readers and writers may touch.
class Text {
 public:
  explicit Text(int cells) : text_(static_cast<std::size_t>(cells) + 2 * kTextMargin, '.') {}
  char* data() { return text_.data() + kTextMargin; }
  const char* data() const { return text_.data() + kTextMargin; }

 private:
  std::vector<char> text_;
};

}   // namespace nonairo::balanced
