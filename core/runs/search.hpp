// Clause learning for nonograms: one engine, two moods.
//
// The engine knows cells and, once a puzzle has proved hard, also where blocks start. Slices of
// conflicts alternate between two ways of deciding:
//
//      beliefs     the surest cells of belief propagation between rows and columns, recomputed
//                  every few decisions: walks into a solution where there are many
//      activity    the variables of recent conflicts, over cells and block starts alike: proves
//
// On a large board most conflicts are in one part of it. Every other slice of beliefs decides the cells of recent
// conflicts first: if they came last, the search would return to them only after hundreds of other decisions.
//
// Neither can be left out: beliefs do not help proofs, and activity does not find its way in
// large boards with many solutions. Since both work on one set of clauses, each profits from all
// that the other learns.
#pragma once

#include <memory>
#include <vector>

#include "../learn/engine.hpp"
#include "../random.hpp"
#include "beliefs.hpp"
#include "board.hpp"
#include "rules.hpp"
#include "starts.hpp"

namespace nonairo::runs {

template <int C>
class LearningSearch {
 public:
  using RunsEngine = Engine<RunsRules<C>>;

  // `starts`: also variables for block starts. They pay for themselves after some hundred conflicts.
  LearningSearch(const Board<C>& root, bool starts, Budget& budget, std::uint64_t seed)
      : root_(root), budget_(budget), descent_seeds_(seed), rules_(root_, budget), beliefs_(root_, budget) {
    if (starts) {
      starts_ = std::make_unique<StartVariables<C>>(root_, root_.cells());
      if (starts_->bytes() > budget.limits().memory / 2) starts_ = nullptr;
    }
    engine_ = std::make_unique<RunsEngine>(rules_, starts_ ? starts_->end() : root_.cells(), budget, seed, kOptions);
    for (unsigned r = 0; r < root_.height(); ++r) {
      for (unsigned c = 0; c < root_.width(); ++c) {
        if (!root_.is_open(r, c)) engine_->add_fact({r * root_.width() + c, root_.symbol(r, c) == '1'});
      }
    }
    if (starts_) starts_->clauses(budget, [&](std::span<const Literal> clause) { engine_->add_clause(clause); });
  }

  // A bounded dive after the beliefs: a short one undamped, which is all that most puzzles with
  // many solutions need, and the rest damped, for those where beliefs would never settle. Where a
  // short one is long enough to tell anything, two more from other beginnings come between: some
  // are unlucky, and on a large board bad luck is dear.
  Found dive(std::uint64_t conflicts) {
    const std::uint64_t brief = conflicts * 15 / 100;
    const unsigned times = brief < kEnoughConflicts ? 1 : 3;
    for (unsigned time = 0; time < times; ++time) {
      follow_beliefs(time == 1 ? kDamped : kUndamped);
      const Found found = engine_->run(brief);
      if (found != Found::cap) return found;
    }
    follow_beliefs(kDamped);
    return engine_->run(conflicts - times * brief);
  }

  // Until something is decided or a limit is reached. `known`: a solution was found, so what is
  // wanted is a proof that there is no other, and beliefs are left alone.
  Found run(bool known) {
    for (;;) {
      if (budget_.spent()) return Found::limit;
      const bool beliefs = turn_ % 2 == 0 && !known;
      if (beliefs) follow_beliefs(turn_ % 4 == 0 ? kUndamped : kDamped, turn_ % 4 == 0 && root_.cells() >= kLarge);
      else follow_activity();
      ++turn_;
      double& slice = beliefs ? belief_slice_ : activity_slice_;
      const Found found = engine_->run(static_cast<std::uint64_t>(slice));
      if (found != Found::cap) return found;
      slice *= beliefs ? kBeliefGrowth : kActivityGrowth;
    }
  }

  Board<C> solution() const {
    Board<C> full = root_;
    for (Variable v = 0; v < root_.cells(); ++v) {
      full.set(v / root_.width(), v % root_.width(), engine_->trail().is_true({v, true}));
    }
    return full;
  }

  // Looks for other solutions only, and near this one.
  void forbid(const Board<C>& full) {
    std::vector<Literal> differs;
    for (Variable v = 0; v < root_.cells(); ++v) {
      const bool filled = full.symbol(v / root_.width(), v % root_.width()) == '1';
      engine_->set_phase(v, filled);
      if (root_.is_open(v / root_.width(), v % root_.width())) differs.emplace_back(v, !filled);
    }
    engine_->add_clause(differs);
    if (starts_) starts_->values(full, [&](Variable v, bool value) { engine_->set_phase(v, value); });
  }

  RunsEngine& engine() { return *engine_; }
  const RunsEngine& engine() const { return *engine_; }
  const RunsRules<C>& rules() const { return rules_; }
  const Beliefs<C>& beliefs() const { return beliefs_; }

  // Decide by beliefs, started afresh; `hot`: the cells of recent conflicts first.
  void follow_beliefs(double damping, bool hot = false) {
    beliefs_.start_again(descent_seeds_.next(), damping);
    beliefs_.prefer_heat(hot ? &engine_->order() : nullptr);
    decide_by(&beliefs_, false, 30);
  }
  void follow_activity() { decide_by(nullptr, true, 100); }

 private:
  static constexpr double kUndamped = 0, kDamped = 0.5;
  // Few clauses are worth their keep here: with these the dominoes take a tenth less time. Tried on them in vain: steady
  // restarts only, no target phases, other decays, a replaced watch that stays where the clause is satisfied.
  static constexpr EngineOptions kOptions{.reduce_interval = 500, .reduce_growth = 200, .forget_share = 0.8};
  static constexpr std::uint64_t kEnoughConflicts = 20;
  static constexpr unsigned kLarge = 2000;   // cells; on smaller boards nothing is far away

  void decide_by(Beliefs<C>* beliefs, bool quick_restarts, std::uint32_t restart_base) {
    engine_->restart();
    rules_.follow(beliefs);
    engine_->options().quick_restarts = quick_restarts;
    engine_->options().restart_base = restart_base;
  }

  Board<C> root_;
  Budget& budget_;
  Random descent_seeds_;
  RunsRules<C> rules_;
  Beliefs<C> beliefs_;
  std::unique_ptr<StartVariables<C>> starts_;
  std::unique_ptr<RunsEngine> engine_;

  // Conflicts in a slice. The larger the board, the more beliefs are worth; the longer the
  // search, the more it is about a proof.
  static constexpr double kBeliefGrowth = 1.2, kActivityGrowth = 1.6;
  double belief_slice_ = 0.1 * root_.cells(), activity_slice_ = 200;
  unsigned turn_ = 0;
};

}   // namespace nonairo::runs
