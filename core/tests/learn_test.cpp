// The learning engine against brute force: plain clauses, and clauses with a small theory.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../balanced/learning.hpp"
#include "../learn/engine.hpp"
#include "../lines/balanced.hpp"
#include "check.hpp"

using namespace nonairo;

namespace {

using Clauses = std::vector<std::vector<Literal>>;

bool holds(const std::vector<Literal>& clause, std::uint32_t model) {
  for (const Literal literal : clause) {
    if (((model >> literal.variable() & 1) != 0) == literal.value()) return true;
  }
  return false;
}

bool holds(const Clauses& clauses, std::uint32_t model) {
  for (const auto& clause : clauses) {
    if (!holds(clause, model)) return false;
  }
  return true;
}

Clauses random_clauses(std::mt19937& random, Variable variables, std::size_t count) {
  Clauses clauses;
  while (clauses.size() < count) {
    std::set<Variable> chosen;
    const std::size_t size = 2 + random() % 2;
    while (chosen.size() < size) chosen.insert(static_cast<Variable>(random() % variables));
    std::vector<Literal> clause;
    for (const Variable variable : chosen) clause.emplace_back(variable, random() % 2 == 0);
    clauses.push_back(clause);
  }
  return clauses;
}

// A toy theory, as a usage example. Variables stand in groups of `width`; a group's rule is
// that exactly `ones` of its variables are true. Reasons: the true (or false) variables of the
// group that filled its quota and were assigned before the literal in question.
class QuotaTheory {
 public:
  QuotaTheory(Variable variables, Variable width, unsigned ones)
      : width_(width), ones_(ones), counts_(variables / width) {}

  bool allows(std::uint32_t model) const {
    for (std::size_t group = 0; group < counts_.size(); ++group) {
      const std::uint32_t bits = model >> (group * width_) & ((1u << width_) - 1);
      if (static_cast<unsigned>(std::popcount(bits)) != ones_) return false;
    }
    return true;
  }

  void assign(Literal literal) {
    ++count(literal);
    dirty_.push_back(literal.variable() / width_);
  }
  void retract(Literal literal) { --count(literal); }
  void backjumped() { dirty_.clear(); }

  bool propagate(Implied& out) {
    while (!dirty_.empty()) {
      const Variable group = dirty_.back();
      dirty_.pop_back();
      for (const bool value : {false, true}) {
        const unsigned have = counts_[group].of[value];
        if (have > quota(value)) {
          broken_group_ = group;
          broken_value_ = value;
          return false;
        }
        // The rest must have the other value. Literals already true may be named again.
        if (have == quota(value) && have + counts_[group].of[!value] < width_) {
          open_group(out, group, !value);
          return true;
        }
      }
    }
    return true;
  }

  void explain(Literal literal, std::uint32_t group, const Trail& trail, std::uint32_t before,
               std::vector<Literal>& out) const {
    for_value(group, !literal.value(), trail, before, out);
  }
  void explain_conflict(const Trail& trail, std::vector<Literal>& out) const {
    for_value(broken_group_, broken_value_, trail, trail.size(), out);
  }

  const Trail* trail = nullptr;   // to know which variables of a group are still open

 private:
  struct Counts {
    unsigned of[2] = {0, 0};
  };

  unsigned& count(Literal literal) { return counts_[literal.variable() / width_].of[literal.value()]; }
  unsigned quota(bool value) const { return value ? ones_ : width_ - ones_; }

  void open_group(Implied& out, Variable group, bool value) const {
    for (Variable v = group * width_; v < (group + 1) * width_; ++v) {
      if (trail->is_open(v)) out.add({v, value}, group);
    }
  }

  void for_value(Variable group, bool value, const Trail& trail, std::uint32_t before,
                 std::vector<Literal>& out) const {
    for (Variable v = group * width_; v < (group + 1) * width_; ++v) {
      const Literal literal{v, value};
      if (trail.is_true(literal) && trail.position(v) < before) out.push_back(literal);
    }
  }

  Variable width_;
  unsigned ones_;
  std::vector<Counts> counts_;
  std::vector<Variable> dirty_;
  Variable broken_group_ = 0;
  bool broken_value_ = false;
};
static_assert(Theory<QuotaTheory>);

// Keeps the clauses that are alive, and replays every learnt one as unit propagation: what the listener receives is a
// proof.
class Replay {
 public:
  explicit Replay(Variable variables) : variables_(variables) {}

  static void on_event(void* context, ClauseListener::Event event, std::span<const Literal> clause) {
    static_cast<Replay*>(context)->receive(event, {clause.begin(), clause.end()});
  }

  unsigned counts[4] = {};
  bool refuted = false;
  // Asked whether an explanation is right: its clause, and the values of all variables that unit propagation knows.
  std::function<bool(const std::vector<Literal>&, const std::vector<int>&)> holds;

 private:
  using Values = std::vector<int>;   // by variable: 1 true, -1 false

  static int value(const Values& values, Literal literal) {
    return literal.value() ? values[literal.variable()] : -values[literal.variable()];
  }

  void receive(ClauseListener::Event event, std::vector<Literal> clause) {
    ++counts[event];
    std::sort(clause.begin(), clause.end());
    if (event == ClauseListener::forgotten) {
      const auto gone = alive_.find(clause);
      CHECK(gone != alive_.end());
      if (gone != alive_.end()) alive_.erase(gone);
      return;
    }
    if (event == ClauseListener::learnt) {
      Values values(variables_, 0);
      for (const Literal literal : clause) values[literal.variable()] = literal.value() ? -1 : 1;
      CHECK(contradicts(values));
      refuted |= clause.empty();
    }
    if (event == ClauseListener::explained && holds) {
      Values facts(variables_, 0);
      contradicts(facts);
      CHECK(holds(clause, facts));
    }
    alive_.insert(std::move(clause));
  }

  // Draws all conclusions from clauses with a single literal left.
  bool contradicts(Values& values) const {
    for (bool news = true; news;) {
      news = false;
      for (const auto& clause : alive_) {
        Literal left;
        int open = 0;
        bool satisfied = false;
        for (const Literal literal : clause) {
          satisfied |= value(values, literal) > 0;
          if (value(values, literal) == 0) ++open, left = literal;
        }
        if (satisfied || open > 1) continue;
        if (open == 0) return true;
        values[left.variable()] = left.value() ? 1 : -1;
        news = true;
      }
    }
    return false;
  }

  Variable variables_;
  std::multiset<std::vector<Literal>> alive_;
};

// Collects learnt clauses and checks each against all models of the puzzle.
struct Witness {
  const std::vector<std::uint32_t>* models;

  static void on_event(void* context, ClauseListener::Event event, std::span<const Literal> clause) {
    if (event != ClauseListener::learnt) return;
    const std::vector<Literal> copy(clause.begin(), clause.end());
    for (const std::uint32_t model : *static_cast<Witness*>(context)->models) CHECK(holds(copy, model));
  }
};

template <class Rules>
std::uint32_t model_of(const Engine<Rules>& engine) {
  std::uint32_t model = 0;
  for (Variable v = 0; v < engine.trail().variables(); ++v) {
    model |= static_cast<std::uint32_t>(engine.trail().is_true({v, true})) << v;
  }
  return model;
}

// Solves, then enumerates by forbidding each model, in slices of a few conflicts.
template <class Rules>
std::set<std::uint32_t> enumerate(Engine<Rules>& engine) {
  std::set<std::uint32_t> found;
  for (;;) {
    const Found outcome = engine.run(3);
    if (outcome == Found::nothing_left) return found;
    if (outcome != Found::solution) continue;
    const std::uint32_t model = model_of(engine);
    CHECK(found.insert(model).second);
    std::vector<Literal> other;
    for (Variable v = 0; v < engine.trail().variables(); ++v) other.emplace_back(v, (model >> v & 1) == 0);
    engine.add_clause(other);
  }
}

void plain_clauses_agree_with_brute_force() {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const Variable variables = 6 + random() % 7;
    const Clauses clauses = random_clauses(random, variables, variables * 3);
    std::vector<std::uint32_t> models;
    for (std::uint32_t model = 0; model < 1u << variables; ++model) {
      if (holds(clauses, model)) models.push_back(model);
    }
    Budget budget{Limits{}};
    NoTheory none;
    {
      Engine<NoTheory> engine(none, variables, budget, static_cast<std::uint64_t>(round));
      Witness witness{&models};
      engine.set_listener({Witness::on_event, &witness});
      for (const auto& clause : clauses) engine.add_clause(clause);
      const Found outcome = engine.run(1'000'000);
      CHECK((outcome == Found::solution) == !models.empty());
      if (outcome == Found::solution) CHECK(holds(clauses, model_of(engine)));
    }
    Engine<NoTheory> engine(none, variables, budget);
    for (const auto& clause : clauses) engine.add_clause(clause);
    CHECK(enumerate(engine) == std::set<std::uint32_t>(models.begin(), models.end()));
  }
}

void a_theory_agrees_with_brute_force() {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    const Variable variables = 12;
    const Variable width = 3 + random() % 2;
    const unsigned ones = 1 + random() % (width - 1);
    const Clauses clauses = random_clauses(random, variables, 14);
    QuotaTheory theory(variables, width, ones);
    std::vector<std::uint32_t> models;
    for (std::uint32_t model = 0; model < 1u << variables; ++model) {
      if (holds(clauses, model) && theory.allows(model)) models.push_back(model);
    }
    Budget budget{Limits{}};
    EngineOptions options;
    options.restart_base = 2;
    options.reduce_interval = 5;
    options.quick_restarts = round % 2 == 0;
    Engine<QuotaTheory> engine(theory, variables, budget, static_cast<std::uint64_t>(round), options);
    theory.trail = &engine.trail();
    for (const auto& clause : clauses) engine.add_clause(clause);
    Witness witness{&models};
    // Assumptions first: every pair of literals, answered right and leaving no trace.
    engine.set_listener({Witness::on_event, &witness});
    for (int i = 0; i < 20; ++i) {
      const Literal pair[] = {{static_cast<Variable>(random() % 6), random() % 2 == 0},
                              {static_cast<Variable>(6 + random() % 6), random() % 2 == 0}};
      engine.assume(pair);
      Found outcome = Found::cap;
      while (outcome == Found::cap) outcome = engine.run(2);
      bool possible = false;
      for (const std::uint32_t model : models) possible |= holds(Clauses{{pair[0]}, {pair[1]}}, model);
      CHECK((outcome == Found::solution) == possible);
      if (models.empty()) break;
    }
    engine.assume({});
    engine.set_listener({});
    CHECK(enumerate(engine) == std::set<std::uint32_t>(models.begin(), models.end()));
  }
}

// n + 1 pigeons in n holes: many conflicts, so that reduction, compaction and limits are met.
Clauses pigeons(Variable holes) {
  Clauses clauses;
  for (Variable p = 0; p <= holes; ++p) {
    auto& some_hole = clauses.emplace_back();
    for (Variable h = 0; h < holes; ++h) some_hole.emplace_back(p * holes + h, true);
    for (Variable q = 0; q < p; ++q) {
      for (Variable h = 0; h < holes; ++h) clauses.push_back({{p * holes + h, false}, {q * holes + h, false}});
    }
  }
  return clauses;
}

void what_is_reported_is_a_proof() {
  std::mt19937 random(5);
  unsigned counts[4] = {};
  for (int round = 0; round < 60; ++round) {
    const Variable variables = 16;
    QuotaTheory theory(variables, 4, 2);
    Budget budget{Limits{}};
    EngineOptions options;
    options.reduce_interval = 3;
    options.restart_base = 3;
    options.keep_glue = 1;
    Engine<QuotaTheory> engine(theory, variables, budget, static_cast<std::uint64_t>(round), options);
    theory.trail = &engine.trail();
    Replay replay(variables);
    // An explanation holds in every model of the theory that has the facts.
    replay.holds = [&](const std::vector<Literal>& clause, const std::vector<int>& facts) {
      for (std::uint32_t model = 0; model < 1u << variables; ++model) {
        bool fits = theory.allows(model) && !holds(clause, model);
        for (Variable v = 0; fits && v < variables; ++v)
          fits = facts[v] == 0 || (facts[v] > 0) == ((model >> v & 1) != 0);
        if (fits) return false;
      }
      return true;
    };
    engine.set_listener({Replay::on_event, &replay});
    for (const auto& clause : random_clauses(random, variables, 30)) engine.add_clause(clause);
    enumerate(engine);
    CHECK(replay.refuted);
    for (int event = 0; event < 4; ++event) counts[event] += replay.counts[event];
  }
  for (const unsigned count : counts) CHECK(count > 100);
}

// The same on a puzzle: Binairo of 8x8, all of whose solutions are listed.
void what_is_reported_of_a_puzzle_is_a_proof() {
  const BalancedShape shape = standard_shape(8, 8);
  const std::string givens = ".1......0.....0....1.....1....1.0.....0...1..........1.....0.1.";
  const auto cells = static_cast<Variable>(shape.cells());
  Budget budget{Limits{}};
  balanced::SmallTheory theory(shape, budget);
  EngineOptions options;
  options.reduce_interval = 5;
  options.keep_glue = 1;
  Engine<balanced::SmallTheory> engine(theory, cells, budget, 1, options);
  Replay replay(cells);
  // An explanation denied, and the facts: then some line has no completion, or two with just one are alike.
  replay.holds = [&](const std::vector<Literal>& clause, const std::vector<int>& facts) {
    std::vector<int> values = facts;
    for (const Literal literal : clause) values[literal.variable()] = literal.value() ? -1 : 1;
    const lines::BalancedLine<Word> rule(4, 4, 2);
    std::set<std::pair<bool, Word>> full;
    for (int line = 0; line < 16; ++line) {
      Masks<Word> masks{255, 255};
      for (int k = 0; k < 8; ++k) {
        const int known = values[static_cast<std::size_t>(line < 8 ? 8 * line + k : 8 * k + line - 8)];
        if (known != 0) clear_bit(masks.can[known > 0 ? 0 : 1], k);
      }
      const auto settled = rule.squeeze(masks);
      if (!settled || (settled->open() == 0 && !full.insert({line < 8, settled->can[1]}).second)) return true;
    }
    return false;
  };
  engine.set_listener({Replay::on_event, &replay});
  for (Variable v = 0; v < cells && v < givens.size(); ++v) {
    if (givens[v] != '.') engine.add_fact({v, givens[v] == '1'});
  }
  // Some cells more from a solution, so that the list is not too long.
  CHECK(engine.run(1'000'000) == Found::solution);
  std::vector<Literal> facts;
  for (Variable v = 0; v < check::effort(16u, 6u, 0u); ++v) facts.emplace_back(v, engine.trail().is_true({v, true}));
  for (const Literal fact : facts) engine.add_fact(fact);
  while (engine.run(1'000'000) == Found::solution) {
    std::vector<Literal> other;
    for (Variable v = 0; v < cells; ++v) other.emplace_back(v, !engine.trail().is_true({v, true}));
    engine.add_clause(other);
  }
  CHECK(replay.refuted);
  for (const unsigned count : replay.counts) CHECK(count > 20);
}

void forgetting_does_no_harm() {
  NoTheory none;
  Budget budget{Limits{}};
  EngineOptions options;
  options.reduce_interval = 50;
  options.quick_restarts = true;
  Engine<NoTheory> engine(none, 8 * 7, budget, 0, options);
  for (const auto& clause : pigeons(7)) engine.add_clause(clause);
  CHECK(engine.run(1'000'000) == Found::nothing_left);
  CHECK(engine.stats().reductions > 0);
}

// Eleven pigeons, each in exactly one of ten holes: the rule of the theory; no two in one hole: clauses. While the
// assumption stands the search need not return to level 0: what it explained long ago must go all the same.
void standing_assumptions_do_not_fill_the_memory() {
  constexpr Variable kPigeons = 11, kHoles = 10;
  QuotaTheory theory(kPigeons * kHoles, kHoles, 1);
  Budget budget{Limits{}};
  EngineOptions options;
  options.reduce_interval = 100;
  Engine<QuotaTheory> engine(theory, kPigeons * kHoles, budget, 0, options);
  theory.trail = &engine.trail();
  for (Variable hole = 0; hole < kHoles; ++hole) {
    for (Variable a = 0; a < kPigeons; ++a) {
      for (Variable b = a + 1; b < kPigeons; ++b)
        engine.add_clause({{a * kHoles + hole, false}, {b * kHoles + hole, false}});
    }
  }
  const std::vector<Literal> assumption{{0, true}};
  engine.assume(assumption);
  while (engine.stats().conflicts < 20'000 && engine.run(100) == Found::cap) {
    CHECK(engine.explanation_bytes() <= 200'000);
    CHECK(engine.bytes() > engine.explanation_bytes());
  }
  CHECK(engine.stats().explained > 20'000);
}

// What stops the search for a place for each of thirteen pigeons in twelve holes.
Budget after_pigeons(const Limits& limits) {
  NoTheory none;
  Budget budget{limits};
  Engine<NoTheory> engine(none, 13 * 12, budget);
  for (const auto& clause : pigeons(12)) engine.add_clause(clause);
  CHECK(engine.run(~0ull >> 1) == Found::limit);
  return budget;
}

void limits_come_first() {
  const Budget timed = after_pigeons({.seconds = 0.05});
  CHECK(timed.limit() == Limit::time && timed.seconds() < 0.3);   // machines under test are busy
  const Budget counted = after_pigeons({.nodes = 100});
  CHECK(counted.limit() == Limit::nodes && counted.nodes() == 100);
  const Budget weighed = after_pigeons({.memory = 100'000});
  CHECK(weighed.limit() == Limit::memory);
}

}   // namespace

int main(int argc, char** argv) {
  return check::run(
      "learn", argc, argv,
      {TEST(plain_clauses_agree_with_brute_force), TEST(a_theory_agrees_with_brute_force),
       TEST(what_is_reported_is_a_proof), TEST(what_is_reported_of_a_puzzle_is_a_proof), TEST(forgetting_does_no_harm),
       TEST(standing_assumptions_do_not_fill_the_memory), TEST(limits_come_first)});
}
