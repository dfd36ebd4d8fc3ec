// The learning engine against brute force: plain clauses, and clauses with a small theory.
#include <bit>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "../learn/engine.hpp"
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

// Collects learnt clauses and checks each against all models of the puzzle.
struct Witness {
  const std::vector<std::uint32_t>* models;

  static void heard(void* context, std::span<const Literal> clause, std::uint32_t) {
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
    const Verdict verdict = engine.run(3);
    if (verdict == Verdict::refuted) return found;
    if (verdict != Verdict::satisfied) continue;
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
      engine.set_listener({Witness::heard, &witness});
      for (const auto& clause : clauses) engine.add_clause(clause);
      const Verdict verdict = engine.run(1'000'000);
      CHECK((verdict == Verdict::satisfied) == !models.empty());
      if (verdict == Verdict::satisfied) CHECK(holds(clauses, model_of(engine)));
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
    engine.set_listener({Witness::heard, &witness});
    for (int i = 0; i < 20; ++i) {
      const Literal pair[] = {{static_cast<Variable>(random() % 6), random() % 2 == 0},
                              {static_cast<Variable>(6 + random() % 6), random() % 2 == 0}};
      engine.assume(pair);
      Verdict verdict = Verdict::paused;
      while (verdict == Verdict::paused) verdict = engine.run(2);
      bool possible = false;
      for (const std::uint32_t model : models) possible |= holds(Clauses{{pair[0]}, {pair[1]}}, model);
      CHECK((verdict == Verdict::satisfied) == possible);
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

void forgetting_does_no_harm() {
  NoTheory none;
  Budget budget{Limits{}};
  EngineOptions options;
  options.reduce_interval = 50;
  options.quick_restarts = true;
  Engine<NoTheory> engine(none, 8 * 7, budget, 0, options);
  for (const auto& clause : pigeons(7)) engine.add_clause(clause);
  CHECK(engine.run(1'000'000) == Verdict::refuted);
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
      for (Variable b = a + 1; b < kPigeons; ++b) engine.add_clause({{a * kHoles + hole, false}, {b * kHoles + hole, false}});
    }
  }
  const std::vector<Literal> assumption{{0, true}};
  engine.assume(assumption);
  while (engine.stats().conflicts < 20'000 && engine.run(100) == Verdict::paused) {
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
  CHECK(engine.run(~0ull >> 1) == Verdict::paused);
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

}  // namespace

int main(int argc, char** argv) {
  return check::run("learn", argc, argv,
                    {TEST(plain_clauses_agree_with_brute_force), TEST(a_theory_agrees_with_brute_force),
                     TEST(forgetting_does_no_harm),
                     TEST(standing_assumptions_do_not_fill_the_memory), TEST(limits_come_first)});
}
