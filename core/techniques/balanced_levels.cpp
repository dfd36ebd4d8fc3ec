#include "balanced_levels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "../balanced/groups.hpp"
#include "../balanced/making.hpp"
#include "../balanced/solver.hpp"

namespace nonairo::techniques {

using namespace balanced;

namespace {

class Levelling {
 public:
  Levelling(const BalancedShape& shape, const Ladder& ladder, const std::string& solution, std::string givens,
            const LevelRules& rules, Random& random, const Limits& limits)
      : shape_(shape), solution_(solution), givens_(std::move(givens)), rules_(rules), random_(random),
        budget_(limits), climb_(shape, ladder), text_(shape.cells()) {
    for (int number = 0; number < group_count(shape.cells(), rules.symmetric); ++number) {
      groups_.push_back(group_of(number, shape.cells(), rules.symmetric));
    }
  }

  LevelledPuzzle make() {
    const int used = help_along();
    if (!budget_.spent() && (rules_.always_thin || used < rules_.level)) thin_out();
    return {std::move(givens_), budget_.nodes(), budget_.limit()};
  }

 private:
  // The level that was needed; the wanted one, where cells had to be given.
  int help_along() {
    std::vector<Group> groups = groups_;
    shuffle(groups, random_);
    climb_.read(givens_.data());
    int used = 1;
    for (const Group& group : groups) {
      const Climbed climbed = climb_.run_up(budget_);
      if (budget_.spent()) break;
      used = std::max(used, climbed.level != 0 ? climbed.level : rules_.level);
      if (climb_.open_cells() == 0) break;
      bool useful = false;
      for (const int cell : group.span()) {
        if (!climb_.is_open(cell)) continue;
        climb_.settle(cell, solution_[static_cast<std::size_t>(cell)] - '0');
        useful = true;
      }
      if (useful) put(givens_.data(), group, solution_.data());
    }
    return used;
  }

  // Until nothing more can be left out, which is then also checked.
  void thin_out() {
    std::vector<Group> groups;
    for (const Group& group : groups_) {
      if (is_given(group)) groups.push_back(group);
    }
    shuffle(groups, random_);
    for (bool changed = true; changed && !budget_.spent();) {
      changed = false;
      std::erase_if(groups, [&](const Group& group) { return !is_given(group); });
      for (const Group& group : groups) {
        put(givens_.data(), group, nullptr);
        const bool kept = !several() && climbs();
        if (budget_.spent()) return;
        changed |= kept;
        if (!kept) put(givens_.data(), group, solution_.data());
      }
    }
  }

  bool is_given(const Group& group) const { return givens_[static_cast<std::size_t>(group.cells[0])] != '.'; }

  bool climbs() {
    climb_.read(givens_.data());
    return climb_.run_up(budget_).level != 0;
  }

  // Whether there is more than one solution: a search sees that long before a climb ends.
  bool several() {
    Limits limits = budget_.limits();
    limits.nodes = rules_.nodes;
    limits.seconds -= budget_.seconds();
    std::copy(givens_.begin(), givens_.end(), text_.data());
    const auto search = begin_balanced(shape_, text_.data(), limits);
    const bool found = search->next(answer_.data()) && search->next(answer_.data());
    const Limit limit = search->limit();
    if (limit == Limit::time || limit == Limit::interrupted) budget_.reach(limit);
    return found;
  }

  BalancedShape shape_;
  const std::string& solution_;
  std::string givens_;
  LevelRules rules_;
  Random& random_;
  Budget budget_;
  BalancedClimb climb_;
  std::vector<Group> groups_;
  Text text_;
  Text answer_{shape_.cells()};
};

}   // namespace

LevelledPuzzle level_puzzle(const BalancedShape& shape, const Ladder& ladder, const std::string& solution,
                            std::string givens, const LevelRules& rules, Random& random, const Limits& limits) {
  return Levelling(shape, ladder, solution, std::move(givens), rules, random, limits).make();
}

}   // namespace nonairo::techniques
