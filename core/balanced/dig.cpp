// Puzzles dug out of full boards: cells are given until single lines finish the board, and then taken back one
// by one while the puzzle stays as it is wanted.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "learning.hpp"
#include "making.hpp"
#include "solver.hpp"
#include "spaces.hpp"

namespace nonairo {

using namespace balanced;

namespace {

// The cells that are given or dug out together: one, or one and its partner across the centre.
struct Group {
  int cells[2];
  int count;
};

int group_count(int cells, bool symmetric) { return symmetric ? (cells + 1) / 2 : cells; }

Group group_of(int number, int cells, bool symmetric) {
  const int partner = cells - 1 - number;
  return {{number, partner}, symmetric && partner != number ? 2 : 1};
}

// What single lines decide, distinctness aside.
template <class Space>
class LineSolving {
 public:
  explicit LineSolving(const BalancedShape& shape)
      : space_(without_distinct(shape)), text_(shape.cells()), board_(std::make_unique<typename Space::State>()) {}

  bool finishes(const char* givens) {
    std::copy_n(givens, space_.shape().cells(), text_.data());
    space_.read(*board_, text_.data());
    return space_.propagate(*board_) == space_.shape().cells();
  }

  // Groups to give where the lines are silent, until they finish the board.
  std::vector<int> enough(const char* solution, bool symmetric, Random& random) {
    const BalancedShape& shape = space_.shape();
    const Text blank(shape.cells());
    space_.read(*board_, blank.data());
    Left left = space_.propagate(*board_);
    std::vector<int> given;
    for (const int number : shuffled(group_count(shape.cells(), symmetric), random)) {
      if (left == shape.cells()) break;
      const Group group = group_of(number, shape.cells(), symmetric);
      bool useful = false;
      for (int i = 0; i < group.count; ++i) {
        const int cell = group.cells[i];
        const int lane = space_.lane(kRows, cell / shape.width), bit = space_.bit(cell % shape.width);
        if ((board_->open(kRows, lane) >> bit & 1) == 0) continue;
        space_.settle(*board_, kRows, lane, bit, solution[cell] - '0');
        left = space_.propagate(*board_);
        useful = true;
      }
      if (useful) given.push_back(number);
    }
    return given;
  }

 private:
  Space space_;
  Text text_;
  std::unique_ptr<typename Space::State> board_;
};

// Is there a solution besides `solution` once a group is dug out? If so it differs in that group.
template <class Space>
class Uniqueness {
 public:
  Uniqueness(const BalancedShape& shape, const char* solution, std::uint64_t seed, Budget& budget)
      : space_(shape), solution_(solution), seed_(seed), budget_(budget), text_(shape.cells()),
        board_(std::make_unique<typename Space::State>()) {}

  // `givens` without the group, which is put in and taken out on the way. Searches of large boards end undecided
  // (Found::cap) after `cap` conflicts.
  Found another(char* givens, const Group& group, std::uint64_t cap) {
    Found found = Found::nothing_left;
    for (int i = 0; i < group.count && found == Found::nothing_left; ++i) {
      const int cell = group.cells[i];
      givens[cell] = solution_[cell] == '0' ? '1' : '0';
      found = search(givens, cap);
      givens[cell] = solution_[cell];   // the next cell of the group is the one that differs first
    }
    for (int i = 0; i < group.count; ++i) givens[group.cells[i]] = '.';
    return found;
  }

 private:
  static constexpr int kNearSide = 24;   // from here on a search that stays near the solution is the faster one

  Found search(const char* givens, std::uint64_t cap) {
    const BalancedShape& shape = space_.shape();
    if (!budget_.enter_node(space_.node_cost())) return Found::limit;
    std::copy_n(givens, shape.cells(), text_.data());
    space_.read(*board_, text_.data());
    const Left left = space_.propagate(*board_);
    if (left == 0) return Found::nothing_left;
    if (left == shape.cells()) return Found::solution;
    if (shape.height >= kNearSide || shape.width >= kNearSide) {
      SearchStats stats;
      const auto learning = std::make_unique<Learning<Space>>(space_, *board_, budget_, seed_);
      learning->stay_near(solution_);
      return learning->next(*board_, stats, cap);
    }
    Limits rest = budget_.limits();
    rest.nodes -= std::min(budget_.nodes(), rest.nodes);
    rest.seconds -= budget_.seconds();
    const auto search = begin_balanced(shape, givens, rest, seed_);
    const bool found = search->next(text_.data());
    budget_.add_nodes(search->stats().nodes);
    if (!found && search->outcome() == Outcome::limit) {
      budget_.strike(search->limit());
      return Found::limit;
    }
    return found ? Found::solution : Found::nothing_left;
  }

  Space space_;
  const char* solution_;
  std::uint64_t seed_;
  Budget& budget_;
  Text text_;
  std::unique_ptr<typename Space::State> board_;
};

constexpr std::uint64_t kFirstCap = 100;   // conflicts

template <class Space>
DugPuzzle dig_in(const BalancedShape& shape, const char* solution, std::uint64_t seed, const DigRules& rules,
                 char* out, const Limits& limits) {
  Random random(seed);
  const int cells = shape.cells();
  LineSolving<Space> lines(shape);
  const std::vector<int> given = lines.enough(solution, rules.symmetric, random);
  const auto fill = [&](const Group& group, bool give) {
    for (int i = 0; i < group.count; ++i) out[group.cells[i]] = give ? solution[group.cells[i]] : '.';
  };
  std::fill_n(out, cells, '.');
  for (const int number : given) fill(group_of(number, cells, rules.symmetric), true);
  Budget budget(limits);
  Uniqueness<Space> uniqueness(shape, solution, seed, budget);
  std::vector<int> places = shuffled(static_cast<int>(given.size()), random);
  // What is hard to decide is put off: with fewer givens around, another solution is soon found.
  for (std::uint64_t cap = kFirstCap; !places.empty() && !budget.spent(); cap *= 4) {
    std::vector<int> later;
    for (const int place : places) {
      const Group group = group_of(given[static_cast<std::size_t>(place)], cells, rules.symmetric);
      fill(group, false);
      Found another;
      if (!rules.by_lines) another = uniqueness.another(out, group, cap);
      else if (!budget.enter_node(static_cast<std::uint64_t>(cells))) another = Found::limit;
      else another = lines.finishes(out) ? Found::nothing_left : Found::solution;
      if (another != Found::nothing_left) fill(group, true);
      if (another == Found::cap) later.push_back(place);
      if (another == Found::limit) break;
    }
    places = std::move(later);
  }
  return {cells - static_cast<int>(std::count(out, out + cells, '.')), budget.limit()};
}

}  // namespace

DugPuzzle dig_puzzle(const BalancedShape& shape, const char* solution, std::uint64_t seed, const DigRules& rules,
                     char* out, const Limits& limits) {
  return with_space(shape, [&](auto tag) {
    return dig_in<typename decltype(tag)::type>(shape, solution, seed, rules, out, limits);
  });
}

}  // namespace nonairo
