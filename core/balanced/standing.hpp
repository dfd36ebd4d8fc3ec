// Thousands of questions about one board and its givens, asked of one learning engine.
//
// Is there a board besides the solution once a group of givens is taken away? Such a board differs in that group.
// The rules are in the engine, the givens are assumptions: whatever is learnt from one question follows from the
// rules alone and helps with all the others. The givens that will be asked about last stand first in the list of
// assumptions, so that from one question to the next almost the whole trail stays. Givens that turned out to be
// needed stay needed however many others go; now and then they become facts.
#pragma once

#include <vector>

#include "../learn/engine.hpp"
#include "learning.hpp"
#include "switches.hpp"
#include "walk.hpp"

namespace nonairo::balanced {

class StandingQuestions {
 public:
  StandingQuestions(const BalancedShape& shape, const char* solution, std::uint64_t seed, Budget& budget)
      : solution_(solution), switches_(shape, solution), theory_(shape, budget),
        engine_(theory_, static_cast<Variable>(shape.cells()), budget, seed) {
    for (Variable v = 0; v < static_cast<Variable>(shape.cells()); ++v) engine_.set_phase(v, solution[v] == '1');
    engine_.options().quick_restarts = true;
    engine_.options().restart_base = 20;
  }

  // A new round: these cells are given besides those found needed, and the last of them will be asked about first.
  void begin(const std::vector<int>& givens) {
    make_facts();
    waiting_.clear();
    for (const int cell : givens) {
      waiting_.push_back(solved(cell));
      switches_.give(cell);
    }
    undecided_.clear();
  }

  // Takes the `count` last cells away from the givens and looks for another board, for `cap` conflicts at most.
  Found another(int count, std::uint64_t cap) {
    taken_.assign(waiting_.end() - count, waiting_.end());
    waiting_.resize(waiting_.size() - taken_.size());
    for (const Literal given : taken_) switches_.take(static_cast<int>(given.variable()));
    const Found found = search(cap);
    if (found != Found::nothing_left) {
      std::vector<Literal>& kept = found == Found::solution ? needed_ : undecided_;
      kept.insert(kept.end(), taken_.begin(), taken_.end());
      for (const Literal given : taken_) switches_.give(static_cast<int>(given.variable()));
    }
    return found;
  }

 private:
  static constexpr std::size_t kManyNeeded = 64;

  Found search(std::uint64_t cap) {
    for (const Literal given : taken_) {
      if (switches_.free(static_cast<int>(given.variable()))) return Found::solution;
    }
    if (needed_.size() > kManyNeeded) make_facts();
    assumptions_ = waiting_;
    assumptions_.insert(assumptions_.end(), undecided_.begin(), undecided_.end());
    assumptions_.insert(assumptions_.end(), needed_.begin(), needed_.end());
    for (const Literal given : taken_) {   // the first that differs
      assumptions_.push_back(~given);
      const Found found = ask(cap);
      if (found != Found::nothing_left) return found;
      assumptions_.back() = given;
    }
    return Found::nothing_left;
  }

  Literal solved(int cell) const { return {static_cast<Variable>(cell), solution_[cell] == '1'}; }

  void make_facts() {
    for (const Literal given : needed_) engine_.add_fact(given);
    needed_.clear();
  }

  Found ask(std::uint64_t cap) {
    engine_.assume(assumptions_);
    return engine_.run(cap);
  }

  const char* solution_;
  Switches switches_;
  SmallTheory theory_;
  Engine<SmallTheory> engine_;
  std::vector<Literal> waiting_, undecided_, needed_;   // the givens: to be asked about, put off, found needed
  std::vector<Literal> taken_, assumptions_;
};

}   // namespace nonairo::balanced
