// A clause-learning search over lazily explained rules.
//
// The engine decides a variable, lets clauses and the theory (see theory.hpp) imply what they
// can, and on a contradiction works out *why*: it walks back along the reasons until one literal
// of the newest level is left, and what it holds then is a clause that every solution obeys. It
// learns that clause, jumps back to where the clause would have spoken, and goes on. Learnt
// clauses follow from the puzzle alone, never from decisions or assumptions, so they stay
// right whatever is asked next.
//
//      Engine<MyTheory> engine(theory, variables, budget, seed);
//      engine.add_clause({{a, true}, {b, false}});
//      switch (engine.run(1000)) {            // at most 1000 conflicts, then come back
//        case Found::solution:     ... engine.trail().is_true({a, true}) ...
//        case Found::nothing_left: ... there is no solution; or, unless `engine.refuted()`, none with these assumptions
//        case Found::cap:          ... run on
//        case Found::limit:        ... stop: `budget.spent()`
//      }
//
// This file holds the data and the search loop; engine_propagate.hpp, engine_analyse.hpp and
// engine_clauses.hpp hold its three chores, engine_listener.hpp what a listener receives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "clauses.hpp"
#include "literal.hpp"
#include "order.hpp"
#include "restarts.hpp"
#include "theory.hpp"
#include "trail.hpp"

namespace nonairo {

struct EngineOptions {
  double decay = 0.95;               // how fast old conflicts fade from the decision order
  std::uint32_t restart_base = 50;   // conflicts; times 1 1 2 1 1 2 4 ... in steady mode
  bool quick_restarts = false;       // also spend every other phase of the search restarting
                                     // whenever learnt clauses are worse than usual
  bool target_phases = true;         // steady mode goes back to the fullest assignment seen
  std::uint32_t rephase_interval = 1000;
  std::uint32_t reduce_interval = 2000;   // conflicts before clauses are forgotten,
  std::uint32_t reduce_growth = 300;      // and so many more each time
  double forget_share = 0.5;              // of those that no recent conflict needed
  std::uint32_t keep_glue = 2;            // clauses of so few levels are never forgotten
};

// Receives every clause that the search uses, when it is added and when it is deleted: for proofs, and for tests that check that
// what is learnt follows. Whoever keeps the clauses that are alive has at any time all that a learnt clause follows
// from *by unit propagation alone*: assume that all its literals are false, draw all conclusions from clauses with a
// single literal left, and some clause is broken.
struct ClauseListener {
  enum Event : std::uint8_t {
    given,       // part of the question: it was added from outside
    explained,   // what a theory says, from its rules and the facts (clauses of one literal, and what follows from them)
    learnt,      // follows from the clauses that are alive; the empty clause ends the proof that there is no solution
    forgotten,   // a clause that was learnt or explained is not needed any more
  };

  void (*on_event)(void* context, Event event, std::span<const Literal> clause) = nullptr;
  void* context = nullptr;
};

template <Theory Rules>
class Engine {
 public:
  Engine(Rules& rules, Variable variables, Budget& budget, std::uint64_t seed = 0, const EngineOptions& options = {});

  // Clauses and facts that hold in every solution, without repeated or opposite literals. Takes
  // the search back to level 0.
  // `glue` 0: part of the puzzle, kept for ever; else it may be forgotten like a learnt clause.
  void add_clause(std::span<const Literal> clause, std::uint32_t glue = 0);
  void add_clause(std::initializer_list<Literal> clause) { add_clause(std::span(clause.begin(), clause.size())); }
  void add_fact(Literal literal) { add_clause({literal}); }

  // Decisions that the search may not take back. What is common with the last assumptions
  // stays on the trail.
  void assume(std::span<const Literal> assumptions);

  // Searches for at most so many conflicts. After `solution` the trail holds the solution until
  // the next call that changes it.
  Found run(std::uint64_t conflicts);

  // Propagates at level 0 without a decision; false: the puzzle is refuted.
  bool settle();

  void backtrack(std::uint32_t level);
  void restart() { backtrack(0); }

  void set_phase(Variable variable, bool value) {
    saved_phases_[variable] = target_phases_[variable] = best_phases_[variable] = initial_phases_[variable] = value;
  }
  void set_activity(Variable variable, double activity) { order_.set_activity(variable, activity); }
  void set_listener(ClauseListener listener) { listener_ = listener; }
  EngineOptions& options() { return options_; }
  const ActivityOrder& order() const { return order_; }

  const Trail& trail() const { return trail_; }
  // The literal that opened a level (1 .. depth); not there for an assumption already implied.
  Literal decision(std::uint32_t level) const {
    const std::uint32_t start = trail_.level_start(level);
    const std::uint32_t end = level == trail_.depth() ? trail_.size() : trail_.level_start(level + 1);
    return start < end && trail_.reason(trail_[start].variable()).kind == Reason::none ? trail_[start] : Literal();
  }
  const Stats& stats() const { return stats_; }
  bool refuted() const { return refuted_; }
  std::size_t bytes() const { return store_.bytes() + watch_count_ * sizeof(Watch) + explanation_bytes(); }
  std::size_t explanation_bytes() const { return explained_.capacity() * sizeof explained_[0]; }

 private:
  // A clause waiting for one of its two watched literals to become false. The blocker is
  // another of its literals: while that is true, the clause need not be touched. In a clause of
  // two the blocker is all there is, and `place` says so.
  struct Watch {
    ClauseRef place;
    Literal blocker;
  };
  static constexpr ClauseRef kBinary = ~0u;

  // The true literals that implied another, wherever they are kept; in a clause, its opposite stands among them.
  // Good until the theory is asked for an explanation.
  struct Premises {
    const std::uint32_t* codes;
    std::uint32_t count, opposite;
    Literal operator[](std::uint32_t i) const { return Literal::from_code(codes[i] ^ opposite); }
  };

  // Only for the listener; nothing of it is done without one.
  bool has_listener() const { return listener_.on_event != nullptr; }
  void report(ClauseListener::Event event, std::span<const Literal> clause) const {
    if (has_listener()) listener_.on_event(listener_.context, event, clause);
  }
  void tell_reason(ClauseListener::Event event, Literal literal, std::span<const Literal> premises);
  void tell_conflict(ClauseListener::Event event) { tell_reason(event, {}, conflict_); }
  void forget_reasons(std::uint32_t keep);
  void tell_facts();
  void refute();

  // engine_propagate.hpp
  bool propagate();
  bool propagate_clauses();
  bool propagate_rules();
  void enqueue(Literal literal, Reason reason);
  Premises premises_of(Literal literal);
  void ask_why(Literal literal, std::uint32_t tag);
  void drop_old_explanations();

  // engine_analyse.hpp
  void learn_from_conflict();
  void visit_antecedent(Literal literal, std::uint32_t level, std::uint32_t& open);
  void minimise();
  bool redundant(Literal literal, std::uint32_t levels);
  void mark(Variable variable, std::uint8_t as);
  std::uint32_t count_levels(std::span<const Literal> literals);
  void backjump_and_assert(std::uint32_t glue);
  void note_target_phases();
  std::uint32_t level_bit(Variable variable) const { return 1u << (trail_.level(variable) & 31); }

  // engine_clauses.hpp
  void attach(std::span<const Literal> clause, std::uint32_t glue);
  void forget_clauses();
  void forget(ClauseRef place);
  void rebuild_watches();
  bool is_reason(ClauseRef place);
  void credit(ClauseRef place);

  Literal next_decision();
  Literal assumption_to_take(bool& contradicted);
  void decide(Literal literal);
  void rephase();
  bool any_phase(Variable variable) const {
    return restarts_.steady() && options_.target_phases ? target_phases_[variable] : saved_phases_[variable];
  }

  Rules& rules_;
  Budget& budget_;
  EngineOptions options_;
  Stats stats_;
  ClauseListener listener_;
  std::vector<Literal> reported_;     // the clause that is being reported
  std::uint32_t reported_facts_ = 0;  // trail literals that it knows to be facts
  bool conflict_explained_ = false;   // the last conflict was one that a theory had to explain
  std::uint64_t random_;

  Trail trail_;
  std::uint32_t head_ = 0;   // trail literals before this have been shown to the clauses
  Implied implied_;
  std::vector<Literal> assumptions_;
  bool refuted_ = false;

  ClauseStore store_;
  std::vector<std::vector<Watch>> watches_;   // by literal: whom its becoming false concerns
  std::vector<ClauseRef> learnt_;
  std::size_t watch_count_ = 0;
  std::vector<std::uint32_t> explained_;   // [size][literals ...]: explanations asked for
  static constexpr std::size_t kFewExplained = 1 << 14;
  std::size_t too_many_explained_ = kFewExplained;

  ActivityOrder order_;
  RestartPlan restarts_;
  std::vector<std::uint8_t> initial_phases_, saved_phases_, target_phases_, best_phases_;
  std::uint32_t target_size_ = 0, best_size_ = 0;
  std::uint64_t next_rephase_ = 0, next_reduction_ = 0, rephases_ = 0;

  // Scratch of one conflict analysis.
  std::vector<Literal> conflict_;    // true literals that cannot be true together
  std::vector<Literal> learning_;    // the clause so far, as the true literals it forbids
  std::vector<std::uint8_t> seen_;   // 0, or one of:
  static constexpr std::uint8_t kSeen = 1, kRedundant = 2, kNeeded = 3;
  std::vector<Variable> to_clear_;
  std::vector<std::uint64_t> level_stamp_;
  std::uint64_t stamp_ = 0;
  struct Step {
    Literal literal;
    std::uint32_t next;   // the first of its premises not looked at
  };
  std::vector<Step> walk_;
  std::vector<Literal> scratch_;
};

template <Theory Rules>
Engine<Rules>::Engine(Rules& rules, Variable variables, Budget& budget, std::uint64_t seed,
                      const EngineOptions& options)
    : rules_(rules), budget_(budget), options_(options), random_(seed * 0x9E3779B97F4A7C15u + 0xD1B54A32D192ED03u),
      trail_(variables), watches_(2 * variables), order_(variables), initial_phases_(variables, 0),
      saved_phases_(variables, 0), target_phases_(variables, 0), best_phases_(variables, 0), seen_(variables, 0),
      level_stamp_(variables + 2, 0) {
  order_.set_decay(options.decay);
  next_rephase_ = options.rephase_interval;
  next_reduction_ = options.reduce_interval;
  for (Variable v = 0; v < variables; ++v) {
    random_ ^= random_ << 13, random_ ^= random_ >> 7, random_ ^= random_ << 17;
    if (seed != 0) order_.set_activity(v, static_cast<double>(random_ >> 40) * 1e-9);   // breaks ties
    order_.insert(v);
  }
}

template <Theory Rules>
void Engine<Rules>::backtrack(std::uint32_t level) {
  if (trail_.depth() <= level) return;
  const std::uint32_t keep = trail_.level_start(level + 1);
  if (has_listener()) forget_reasons(keep);
  while (trail_.size() > keep) {
    const Literal literal = trail_.pop();
    const Variable variable = literal.variable();
    saved_phases_[variable] = literal.value();
    order_.insert(variable);
    rules_.retract(literal);
  }
  while (trail_.depth() > level) trail_.close_level();
  head_ = keep;
  if (level == 0) explained_.clear();   // facts are never asked for their reasons
  if (explained_.size() > too_many_explained_) drop_old_explanations();
  rules_.backjumped();
}

template <Theory Rules>
void Engine<Rules>::assume(std::span<const Literal> assumptions) {
  std::uint32_t common = 0;
  while (common < assumptions.size() && common < assumptions_.size() && assumptions[common] == assumptions_[common])
    ++common;
  backtrack(std::min(common, trail_.depth()));
  assumptions_.assign(assumptions.begin(), assumptions.end());
}

template <Theory Rules>
bool Engine<Rules>::settle() {
  backtrack(0);
  if (!refuted_ && !propagate()) refute();
  return !refuted_;
}

template <Theory Rules>
Found Engine<Rules>::run(std::uint64_t conflicts) {
  const std::uint64_t goal = stats_.conflicts + conflicts;
  while (!refuted_) {
    const std::uint32_t before = trail_.size();
    const bool consistent = propagate();
    const std::uint64_t nanoseconds = 80 * (trail_.size() - before) + 100;
    if (!consistent) {
      ++stats_.conflicts, ++stats_.backtracks;
      learn_from_conflict();
      if (!budget_.holds(bytes())) return Found::limit;
    }
    if (!budget_.charge(nanoseconds)) return Found::limit;
    if (!consistent) continue;
    bool contradicted = false;
    Literal decision = assumption_to_take(contradicted);
    if (contradicted) return Found::nothing_left;
    if (trail_.size() == trail_.variables()) return Found::solution;
    if (stats_.conflicts >= goal) return Found::cap;
    if (restarts_.due(stats_.conflicts, options_.restart_base, options_.quick_restarts)) {
      ++stats_.restarts;
      if (stats_.conflicts >= next_rephase_) rephase();
      backtrack(std::min<std::uint32_t>(static_cast<std::uint32_t>(assumptions_.size()), trail_.depth()));
      continue;
    }
    if (stats_.conflicts >= next_reduction_) forget_clauses();
    if (!decision.exists()) decision = next_decision();
    if (!budget_.enter_node(50)) return Found::limit;
    decide(decision);
  }
  return Found::nothing_left;
}

// Assumption i opens level i + 1, an empty level if it is already true.
template <Theory Rules>
Literal Engine<Rules>::assumption_to_take(bool& contradicted) {
  while (trail_.depth() < assumptions_.size()) {
    const Literal literal = assumptions_[trail_.depth()];
    if (trail_.is_false(literal)) {
      contradicted = true;
      return {};
    }
    if (!trail_.is_true(literal)) return literal;
    trail_.open_level();
  }
  return {};
}

template <Theory Rules>
Literal Engine<Rules>::next_decision() {
  if constexpr (DecidingTheory<Rules>) {
    const Literal literal = rules_.decide(trail_);
    if (literal.exists() && trail_.is_open(literal.variable())) return literal;
  }
  for (;;) {
    const Variable variable = order_.pop();
    if (trail_.is_open(variable)) return {variable, any_phase(variable)};
  }
}

template <Theory Rules>
void Engine<Rules>::decide(Literal literal) {
  ++stats_.nodes;
  trail_.open_level();
  enqueue(literal, {});
}

// Now and then the phases are reset, so that the search does not stay in one corner for ever.
template <Theory Rules>
void Engine<Rules>::rephase() {
  ++rephases_;
  next_rephase_ = stats_.conflicts + options_.rephase_interval * (rephases_ + 1);
  for (Variable v = 0; v < trail_.variables(); ++v) {
    switch (rephases_ % 4) {
      case 1:
      case 3: saved_phases_[v] = best_phases_[v]; break;
      case 2: saved_phases_[v] = !initial_phases_[v]; break;
      default: saved_phases_[v] = initial_phases_[v]; break;
    }
    target_phases_[v] = saved_phases_[v];
  }
  target_size_ = best_size_ = 0;
}

}   // namespace nonairo

#include "engine_analyse.hpp"
#include "engine_clauses.hpp"
#include "engine_listener.hpp"
#include "engine_propagate.hpp"
