// What the tests of balanced boards have in common: boards, answers, and the kernels at every level.
#pragma once

#include <string>
#include <vector>

#include "../balanced/levels.hpp"
#include "../balanced/solver.hpp"
#include "../random.hpp"
#include "check.hpp"

namespace nonairo {

inline std::string blank(const BalancedShape& shape) {
  return std::string(static_cast<std::size_t>(shape.cells()), '.');
}

struct Answer {
  std::vector<std::string> solutions;
  Outcome outcome;
  Limit limit;
  Stats stats;
};

inline Answer solve(const BalancedShape& shape, const std::string& cells, std::size_t limit, const Limits& limits = {},
                    std::uint64_t seed = 0) {
  Answer answer;
  const auto search = begin_balanced(shape, cells.data(), limits, seed);
  std::string out = blank(shape);
  while (answer.solutions.size() < limit && search->next(out.data())) answer.solutions.push_back(out);
  answer.outcome = search->outcome();
  answer.limit = search->limit();
  answer.stats = search->stats();
  return answer;
}

inline std::string loose_board(const BalancedShape& shape, Random& random, int percent) {
  std::string cells = blank(shape);
  for (char& cell : cells) {
    if (static_cast<int>(random.below(100)) < percent) cell = random.coin() ? '1' : '0';
  }
  return cells;
}

// Under sanitizers the plain one and the best one.
inline std::vector<int> levels_to_test() {
  const int best = balanced_level_count() - 1;
  std::vector<int> levels{0};
  for (int level = check::effort(best, 1, 1); level <= best; ++level) levels.push_back(level);
  return levels;
}

template <void (*test)()>
void at_every_level() {
  for (const int level : levels_to_test()) {
    balanced_use_level(level);
    test();
  }
}

}   // namespace nonairo
