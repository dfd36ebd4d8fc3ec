// Puzzles dug out of full boards: cells are given until single lines finish the board, and then taken back one
// by one while the puzzle stays as it is wanted.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "groups.hpp"
#include "learning.hpp"
#include "making.hpp"
#include "solver.hpp"
#include "spaces.hpp"
#include "standing.hpp"

namespace nonairo {

using namespace balanced;

namespace {

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
class Uniqueness {
 public:
  Uniqueness(const BalancedShape& shape, const char* solution, std::uint64_t seed, Budget& budget)
      : shape_(shape), solution_(solution), seed_(seed), budget_(budget), found_(shape.cells()) {}

  // `givens` without the group, which is put in and taken out on the way.
  Found another(char* givens, const Group& group) {
    Found found = Found::nothing_left;
    for (int i = 0; i < group.count && found == Found::nothing_left; ++i) {
      const int cell = group.cells[i];
      givens[cell] = solution_[cell] == '0' ? '1' : '0';
      found = search(givens);
      givens[cell] = solution_[cell];   // the next cell of the group is the one that differs first
    }
    put(givens, group, nullptr);
    return found;
  }

 private:
  Found search(const char* givens) {
    if (!budget_.enter_node(static_cast<std::uint64_t>(shape_.cells()))) return Found::limit;
    Limits rest = budget_.limits();
    rest.nodes -= std::min(budget_.nodes(), rest.nodes);
    rest.seconds -= budget_.seconds();
    const auto search = begin_balanced(shape_, givens, rest, seed_);
    const bool found = search->next(found_.data());
    budget_.add_nodes(search->stats().nodes);
    if (!found && search->outcome() == Outcome::limit) {
      budget_.reach(search->limit());
      return Found::limit;
    }
    return found ? Found::solution : Found::nothing_left;
  }

  BalancedShape shape_;
  const char* solution_;
  std::uint64_t seed_;
  Budget& budget_;
  Text found_;
};

constexpr std::uint64_t kFirstCap = 1;   // conflicts
constexpr int kStandingSide = 24;        // from here on one engine for all questions is the faster way

// Digs group after group out of `out`. What is not decided within so many conflicts is put off: with fewer givens
// around, another solution is soon found. `begin` is called with the groups that a round will ask about, in that order;
// `another` answers for a group that has just been taken out.
template <class Begin, class Another>
void thin(std::vector<Group> groups, const char* solution, char* out, Budget& budget, Begin&& begin,
          Another&& another) {
  for (std::uint64_t cap = kFirstCap; !groups.empty() && !budget.spent(); cap *= 4) {
    std::vector<Group> later;
    begin(groups);
    for (const Group& group : groups) {
      put(out, group, nullptr);
      const Found found = another(group, cap);
      if (found != Found::nothing_left) put(out, group, solution);
      if (found == Found::cap) later.push_back(group);
      if (found == Found::limit) break;
    }
    groups = std::move(later);
  }
}

template <class Space>
DugPuzzle dig_in(const BalancedShape& shape, const char* solution, std::uint64_t seed, const DigRules& rules, char* out,
                 const Limits& limits) {
  Random random(seed);
  const int cells = shape.cells();
  LineSolving<Space> lines(shape);
  const std::vector<int> given = lines.enough(solution, rules.symmetric, random);
  std::vector<Group> groups;
  for (const int place : shuffled(static_cast<int>(given.size()), random)) {
    groups.push_back(group_of(given[static_cast<std::size_t>(place)], cells, rules.symmetric));
  }
  std::fill_n(out, cells, '.');
  for (const Group& group : groups) put(out, group, solution);
  Budget budget(limits);
  const auto nothing = [](const std::vector<Group>&) {};
  if (rules.by_lines) {
    thin(std::move(groups), solution, out, budget, nothing, [&](const Group&, std::uint64_t) {
      if (!budget.enter_node(static_cast<std::uint64_t>(cells))) return Found::limit;
      return lines.finishes(out) ? Found::nothing_left : Found::solution;
    });
  } else if (shape.side() >= kStandingSide) {
    StandingQuestions questions(shape, solution, seed, budget);
    thin(
        std::move(groups), solution, out, budget,
        [&](const std::vector<Group>& round) {
          std::vector<int> last_first;
          for (auto group = round.rbegin(); group != round.rend(); ++group) {
            last_first.insert(last_first.end(), group->cells, group->cells + group->count);
          }
          questions.begin(last_first);
        },
        [&](const Group& group, std::uint64_t cap) { return questions.another(group.count, cap); });
  } else {
    Uniqueness uniqueness(shape, solution, seed, budget);
    thin(std::move(groups), solution, out, budget, nothing,
         [&](const Group& group, std::uint64_t) { return uniqueness.another(out, group); });
  }
  return {cells - static_cast<int>(std::count(out, out + cells, '.')), budget.limit()};
}

}   // namespace

DugPuzzle dig_puzzle(const BalancedShape& shape, const char* solution, std::uint64_t seed, const DigRules& rules,
                     char* out, const Limits& limits) {
  return with_space(
      shape, [&](auto tag) { return dig_in<typename decltype(tag)::type>(shape, solution, seed, rules, out, limits); });
}

}   // namespace nonairo
