// Of two lists of sets with weights: the sum of the products over all pairs without a common row.
//
// The second list stands in planes, one for each row: a bit for each set that has the row. Sets
// of one weight stand together, and begin with a new word:
//
//      weight     2 2 2 2 . . | 3 3 3 . . .
//      row 7      0 1 0 0 0 0 | 1 0 0 0 0 0
//      row 9      1 0 0 0 0 0 | 0 0 1 0 0 0
//      set 7 9    . . 1 1     | . 1 .          two of weight 2 and one of weight 3 fit
#pragma once

#include <cstddef>
#include <cstdint>

#include "../lines/bits.hpp"

namespace nonairo::counting {

struct Planes {
  static constexpr std::size_t kGroup = 8;   // words are a multiple of it

  const lines::Word* plane;    // `words` words for each row
  const lines::Word* used;     // the bits that stand for sets
  const lines::Word* weight;   // of each word
  std::size_t words;
};

// sets: `each` rows for each of `count` sets.
using SumFitting = std::uint64_t (*)(const Planes& planes, const std::uint16_t* sets, int each,
                                     const std::uint32_t* weights, std::size_t count);

// The fastest one for this machine.
SumFitting sum_fitting();
SumFitting plain_sum_fitting();

}   // namespace nonairo::counting
