#include "large.hpp"

#include <string>

#include "../learn/lines_search.hpp"
#include "board_theory.hpp"
#include "verify.hpp"

namespace nonairo {

using namespace balanced;

namespace {

template <int N>
std::unique_ptr<AnySearch> search_of(const BalancedShape& shape, const char* cells, const Limits& limits,
                                     std::uint64_t seed) {
  using Rules = BoardTheory<LongKernel<N>>;
  const std::string givens(cells, static_cast<std::size_t>(shape.cells()));
  auto search = std::make_unique<LinesSearch<Rules>>(
      [&](Budget& budget) { return Rules(shape, budget); }, givens, "01",
      [=](std::string_view answer) { return is_solution_as_text(shape, givens.data(), answer.data()); }, limits, seed);
  // As many ones by rows as by columns, or there is nothing to search for.
  if (shape.height * shape.row_ones != shape.width * shape.col_ones) search->refute();
  return search;
}

}   // namespace

std::unique_ptr<AnySearch> begin_large(const BalancedShape& shape, const char* cells, const Limits& limits,
                                       std::uint64_t seed) {
  if (shape.side() <= 256) return search_of<4>(shape, cells, limits, seed);
  return search_of<8>(shape, cells, limits, seed);
}

}   // namespace nonairo
