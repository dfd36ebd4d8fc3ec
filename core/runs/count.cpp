#include "count.hpp"

#include <algorithm>
#include <string>

#include "board.hpp"
#include "components.hpp"
#include "shape.hpp"

namespace nonairo {

namespace {

constexpr std::uint64_t kWorthListing = 300;

template <int C>
std::optional<Natural> count_components(const RunsPuzzle& puzzle, const std::string& known, Budget& budget) {
  runs::Shapes shapes;
  shapes.add_all(puzzle);
  runs::Board<C> root(shapes, static_cast<unsigned>(puzzle.height), static_cast<unsigned>(puzzle.width));
  root.set_all(known);
  if (!root.propagate(root.all_lines(), budget)) return budget.spent() ? std::nullopt : std::optional<Natural>(0);
  return runs::ComponentCounter<C>(root, budget).count(root);
}

}   // namespace

RunsCount count_solutions(const RunsPuzzle& puzzle, const Limits& limits, std::optional<std::uint64_t> at_most,
                          std::uint64_t seed) {
  RunsCount result;
  const Budget clock(limits);
  const auto search = begin_runs(puzzle, limits, seed);
  std::string picture(static_cast<std::size_t>(puzzle.height) * static_cast<std::size_t>(puzzle.width), '.');
  const std::uint64_t list = std::min(kWorthListing, at_most.value_or(kWorthListing));
  std::uint64_t listed = 0;
  while (listed <= list && search->next(picture.data())) ++listed;
  result.stats = search->stats();
  result.outcome = search->outcome();
  result.limit = search->limit();
  result.value = std::min(listed, at_most.value_or(listed));
  const bool past = at_most && listed > *at_most;
  result.exact = result.outcome == Outcome::exhausted && !past;
  if (result.outcome != Outcome::running || past) return result;

  search->partial(picture.data());
  Limits rest = limits;
  rest.seconds -= clock.seconds();
  rest.nodes -= std::min(rest.nodes, result.stats.nodes);
  Budget budget(rest);
  const int side = std::max(puzzle.height, puzzle.width);
  const std::optional<Natural> total = side <= 64    ? count_components<1>(puzzle, picture, budget)
                                       : side <= 128 ? count_components<2>(puzzle, picture, budget)
                                                     : count_components<8>(puzzle, picture, budget);
  result.stats.nodes += budget.nodes();
  if (!total) {
    result.outcome = Outcome::limit;
    result.limit = budget.limit();
  } else if (at_most && *total > Natural(*at_most)) {
    result.value = Natural(*at_most);
  } else {
    result.value = *total;
    result.exact = true;
    result.outcome = Outcome::exhausted;
  }
  return result;
}

}   // namespace nonairo
