#include "solver.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "ladder.hpp"

namespace nonairo {

// One word per line is enough for most puzzles; the ladder is built for the size at hand.
struct RunsSearch::Inside {
  std::variant<std::monostate, runs::Ladder<1>, runs::Ladder<2>, runs::Ladder<8>> ladder;

  Inside(RunsPuzzle&& puzzle, const Limits& limits, std::uint64_t seed) {
    const int side = std::max(puzzle.height, puzzle.width);
    if (side <= 64) ladder.emplace<1>(std::move(puzzle), limits, seed);
    else if (side <= 128) ladder.emplace<2>(std::move(puzzle), limits, seed);
    else ladder.emplace<3>(std::move(puzzle), limits, seed);
  }

  template <class Ask>
  decltype(auto) ask(Ask&& question) {
    if (auto* one = std::get_if<1>(&ladder)) return question(*one);
    if (auto* two = std::get_if<2>(&ladder)) return question(*two);
    return question(*std::get_if<3>(&ladder));
  }
};

RunsSearch::RunsSearch(RunsPuzzle puzzle, const Limits& limits, std::uint64_t seed)
    : inside_(std::make_unique<Inside>(std::move(puzzle), limits, seed)) {}
RunsSearch::~RunsSearch() = default;
RunsSearch::RunsSearch(RunsSearch&&) noexcept = default;
RunsSearch& RunsSearch::operator=(RunsSearch&&) noexcept = default;

bool RunsSearch::next(char* out) {
  return inside_->ask([&](auto& ladder) { return ladder.next(out); });
}
Outcome RunsSearch::outcome() const {
  return inside_->ask([](auto& ladder) { return ladder.outcome(); });
}
Limit RunsSearch::limit() const {
  return inside_->ask([](auto& ladder) { return ladder.limit(); });
}
SearchStats RunsSearch::stats() const {
  return inside_->ask([](auto& ladder) { return ladder.stats(); });
}
double RunsSearch::seconds() const {
  return inside_->ask([](auto& ladder) { return ladder.seconds(); });
}
void RunsSearch::partial(char* out) const {
  inside_->ask([&](auto& ladder) { ladder.partial(out); });
}

}  // namespace nonairo
