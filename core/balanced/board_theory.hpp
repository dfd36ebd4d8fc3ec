// The rules of a balanced board as a theory of the learning engine: exact lines, and lines alike. Variable
// row * width + column is true for a 1.
#pragma once

#include "../lines/theory.hpp"
#include "line_kernels.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

template <class Kernel>
class BoardTheory : public lines::LinesTheory<Kernel> {
 public:
  BoardTheory(const BalancedShape& shape, Budget& budget)
      : lines::LinesTheory<Kernel>(Kernel(shape),
                                   {static_cast<unsigned>(shape.height), static_cast<unsigned>(shape.width)},
                                   shape.distinct, budget) {}
};

using SmallTheory = BoardTheory<WideKernel>;   // up to 128 a side

}   // namespace nonairo::balanced
