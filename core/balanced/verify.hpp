// The last gate: is this text a solution? Written from the rules, shares nothing with the search.
#pragma once

#include "shape.hpp"

namespace nonairo::balanced {

// `givens` and `solution` are cells() bytes; up to kLargestSide with kTextMargin readable bytes around them.
bool is_solution(const BalancedShape& shape, const char* givens, const char* solution);

// The same for boards of any size, slower, and with nothing around them.
bool is_solution_as_text(const BalancedShape& shape, const char* givens, const char* solution);

}   // namespace nonairo::balanced
