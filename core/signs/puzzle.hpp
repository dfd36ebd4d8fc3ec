// Balanced puzzles with signs between neighbours: `=` the same symbol, `x` different ones.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "../balanced/shape.hpp"
#include "../bits.hpp"

namespace nonairo {

constexpr int kLargestSignedSide = 64;

// The signs along a line: bit k is for the cells k and k + 1.
struct LineSigns {
  std::uint64_t same = 0, differ = 0;
};

struct SignedPuzzle {
  BalancedShape shape;
  std::vector<LineSigns> signs;   // rows from the top, then columns from the left

  SignedPuzzle(const BalancedShape& balanced, std::vector<LineSigns> lines) : shape(balanced), signs(std::move(lines)) {
    if (!supports_counts(shape) || shape.side() > kLargestSignedSide) {
      throw std::invalid_argument("a size or a number of ones that the core does not take with signs");
    }
    if (static_cast<int>(signs.size()) != shape.height + shape.width) {
      throw std::invalid_argument("signs for every line");
    }
    for (int line = 0; line < shape.height + shape.width; ++line) {
      const LineSigns& here = signs[static_cast<std::size_t>(line)];
      const std::uint64_t outside = ~low_bits<std::uint64_t>(length(line) - 1);
      if (((here.same | here.differ) & outside) != 0) throw std::invalid_argument("a sign outside its line");
    }
  }

  int length(int line) const { return line < shape.height ? shape.width : shape.height; }
  int ones(int line) const { return line < shape.height ? shape.row_ones : shape.col_ones; }

  // Reads the text of an answer as a person would.
  bool signs_hold(const char* answer) const {
    for (int line = 0; line < shape.height + shape.width; ++line) {
      const bool row = line < shape.height;
      const char* const first = answer + (row ? line * shape.width : line - shape.height);
      const int next = row ? 1 : shape.width;
      const LineSigns& here = signs[static_cast<std::size_t>(line)];
      for (std::uint64_t rest = here.same | here.differ; rest != 0; rest = without_lowest(rest)) {
        const int k = lowest_bit(rest);
        const bool same = first[k * next] == first[(k + 1) * next];
        if (has(same ? here.differ : here.same, k)) return false;
      }
    }
    return true;
  }
};

}   // namespace nonairo
