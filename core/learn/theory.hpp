// What the learning engine wants from a puzzle's rules.
//
// The engine knows variables and clauses. Everything else that a puzzle says - "this row has the
// runs 3 1", "no three alike", "no two rows are equal" - is a *theory*: it watches assignments,
// tells what follows, and is asked for reasons only when a conflict needs them. Most implied
// literals are never asked about, so `propagate` should be fast and `explain` good.
//
// The life of a theory inside the engine:
//
//   assign(x)        x has just become true. Called once for every assigned literal (also for
//                    those that the theory itself implied, and for the engine's facts), in
//                    trail order. Update masks here, mark lines dirty; imply nothing yet.
//   retract(x)       x is taken back, in exactly the opposite order.
//   backjumped()     all retractions of one jump are done. The engine never opens a level before
//                    the theory is at rest, and a jump takes whole levels back, so every line
//                    that is still marked dirty has lost its news: clear the queue.
//   propagate(out)   clauses are at rest. Look at dirty lines until something follows, append it
//                    to `out` and return true; return true with `out` empty when at rest; return
//                    false on a contradiction. Literals already true are ignored, and a literal
//                    already false is a conflict that the engine sees by itself. It is best to
//                    return after one line: cheaper clauses go first then.
//   explain(x, tag, trail, before, out)
//                    x was implied with `tag` (32 bits of the theory's own, the line for example).
//                    Append literals that are true now, stand at trail positions < before, and
//                    together with the rules imply x. Fewer is better; never x's own variable.
//                    Facts of level 0 are free: the engine drops them.
//   explain_conflict(trail, out)
//                    right after propagate returned false: literals, all true now, that cannot
//                    all be true. The same quality counts.
//
// Optional, found by their presence:
//
//   Literal decide(trail)   the next decision, or Literal() to leave it to the engine. Asked only
//                           when everything is at rest and some variable is open.
//
// When all variables are assigned and `propagate` is at rest, the assignment counts as a
// solution: the theory must by then have rejected every full assignment that breaks its rules.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "literal.hpp"
#include "trail.hpp"

namespace nonairo {

// What a theory has found out.
class Implied {
 public:
  struct Entry {
    Literal literal;
    std::uint32_t tag;
  };

  void add(Literal literal, std::uint32_t tag) { entries_.push_back({literal, tag}); }
  bool empty() const { return entries_.empty(); }
  void clear() { entries_.clear(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::vector<Entry> entries_;
};

template <class T>
concept Theory = requires(T theory, Literal literal, std::uint32_t number, const Trail& trail, Implied& implied,
                          std::vector<Literal>& out) {
  theory.assign(literal);
  theory.retract(literal);
  theory.backjumped();
  { theory.propagate(implied) } -> std::same_as<bool>;
  theory.explain(literal, number, trail, number, out);
  theory.explain_conflict(trail, out);
};

template <class T>
concept DecidingTheory = Theory<T> && requires(T theory, const Trail& trail) {
  { theory.decide(trail) } -> std::same_as<Literal>;
};

// The theory of nothing: plain clauses.
struct NoTheory {
  void assign(Literal) {}
  void retract(Literal) {}
  void backjumped() {}
  bool propagate(Implied&) { return true; }
  void explain(Literal, std::uint32_t, const Trail&, std::uint32_t, std::vector<Literal>&) {}
  void explain_conflict(const Trail&, std::vector<Literal>&) {}
};
static_assert(Theory<NoTheory>);

}   // namespace nonairo
