// A ladder of techniques, and how a climb of it ends.
//
// Which techniques there are, in which order and of which level, is Python's to say: techniques/__init__.py. Here a
// technique is its number among those that the core knows for a rule.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "../limits.hpp"

namespace nonairo::techniques {

struct Rung {
  std::uint8_t technique;
  std::uint8_t level;
};

class Ladder {
 public:
  static constexpr int kMostRungs = 32;

  // `known`: how many techniques the core has for the rule.
  Ladder(std::span<const Rung> rungs, int known) {
    if (rungs.size() > kMostRungs) throw std::invalid_argument("a ladder has at most 32 rungs");
    for (const Rung rung : rungs) {
      if (rung.technique >= known) throw std::invalid_argument("a technique that the core does not know");
      rungs_[static_cast<std::size_t>(size_++)] = rung;
    }
  }

  int size() const { return size_; }
  Rung operator[](int rank) const { return rungs_[static_cast<std::size_t>(rank)]; }

 private:
  std::array<Rung, kMostRungs> rungs_;
  int size_ = 0;
};

// A climb always makes all moves of the first technique that sees any, and then looks again from the first one on: a
// round, which is a node of the budget.
struct Climbed {
  int level = 0;   // of the hardest technique that was used, and at least 1, if the end was reached; else 0
  Limit limit = Limit::none;
};

}   // namespace nonairo::techniques
