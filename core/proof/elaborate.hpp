// From a list of clauses, each of which follows from those before it by unit propagation, to a proof that says which
// clauses propagate, in order (LRAT). Whoever checks it then has nothing to look for.
//
//      formula     1: a or b    2: not a or b    3: not b or c    4: not c
//      lemma       b                              supposing not b: 1 gives a, and 2 is broken
//      written     5: b, by 1 2
//                  6: nothing, by 5 3 4
//
// Literals that are true for good are found once. The first time that one of them is needed it becomes a step of its
// own, a clause of one literal, so that no step repeats the way to it. In the end only the steps are written on which
// the last one rests.
//
// It knows nothing of puzzles, nor does the search that produced the clauses know of it: a clause that does not follow is
// refused here, long before anybody checks the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nonairo::proof {

class Elaborator {
 public:
  explicit Elaborator(int variables)
      : watches_(2 * static_cast<std::size_t>(variables) + 2), value_(watches_.size(), 0),
        reason_(static_cast<std::size_t>(variables) + 1, kNone), place_(reason_.size(), 0), marked_(reason_.size(), 0),
        unit_(reason_.size(), kNone) {}

  // A clause of the formula; they are numbered from 1.
  void assume(std::span<const int> clause) {
    ++formula_;
    add(clause, {});
  }

  // A clause that follows. False: it does not, by unit propagation.
  bool derive(std::span<const int> clause) {
    settle();
    if (refuted_) return true;
    std::vector<Number> hints;
    if (!follows(clause, hints)) return false;
    add(clause, std::move(hints));
    settle();
    return true;
  }

  // The empty clause has been derived.
  bool refuted() {
    settle();
    return refuted_;
  }

  // About what it keeps in memory: at the start, and now.
  static std::uint64_t bytes_for(int variables) {
    constexpr std::uint64_t kOfVariable = 2 * (sizeof(std::vector<Watch>) + sizeof(signed char)) + 4 * sizeof(Number);
    return (static_cast<std::uint64_t>(variables) + 1) * kOfVariable;
  }
  std::uint64_t bytes() const {
    return literals_.size() * sizeof(Code) + clauses_.size() * (sizeof(Clause) + 2 * sizeof(Watch)) +
           hints_ * sizeof(Number) + bytes_for(static_cast<int>(reason_.size()) - 1);
  }

  // The proof as text, a step in a line: number, literals, 0, the clauses that propagate, 0.
  std::string written() const {
    std::vector<char> needed(clauses_.size() + 1, 0);
    if (!clauses_.empty()) needed[clauses_.size()] = refuted_ ? 1 : 0;
    for (std::size_t number = clauses_.size(); number > formula_; --number) {
      if (!needed[number]) continue;
      for (const Number hint : clauses_[number - 1].hints) needed[hint] = 1;
    }
    std::string text;
    for (std::size_t number = formula_ + 1; number <= clauses_.size(); ++number) {
      if (!needed[number]) continue;
      const Clause& clause = clauses_[number - 1];
      text += std::to_string(number);
      for (const Code literal : literals_of(clause)) text += ' ' + std::to_string(literal_of(literal));
      text += " 0";
      for (const Number hint : clause.hints) text += ' ' + std::to_string(hint);
      text += " 0\n";
    }
    return text;
  }

 private:
  using Number = std::uint32_t;   // of a clause, from 1
  using Code = std::uint32_t;     // of a literal: twice its variable, and one more if it is negated
  static constexpr Number kNone = 0;

  struct Clause {
    std::size_t first, size;   // of its literals
    std::vector<Number> hints;
  };
  struct Watch {
    Number clause;
    Code other;   // if it is true, there is nothing to do
  };

  static Code code_of(int literal) {
    return literal > 0 ? 2 * static_cast<Code>(literal) : 2 * static_cast<Code>(-literal) + 1;
  }
  static int literal_of(Code code) {
    return (code & 1) != 0 ? -static_cast<int>(code >> 1) : static_cast<int>(code >> 1);
  }

  std::span<const Code> literals_of(const Clause& clause) const {
    return {literals_.data() + clause.first, clause.size};
  }
  std::span<Code> literals_of(Number number) {
    const Clause& clause = clauses_[number - 1];
    return {literals_.data() + clause.first, clause.size};
  }

  bool true_(Code literal) const { return value_[literal] > 0; }
  bool false_(Code literal) const { return value_[literal] < 0; }

  void set(Code literal, Number reason) {
    value_[literal] = 1;
    value_[literal ^ 1] = -1;
    reason_[literal >> 1] = reason;
    place_[literal >> 1] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(literal);
  }

  // The literals from `first` on are a clause.
  void keep(std::size_t first, std::vector<Number> hints) {
    hints_ += hints.size();
    clauses_.push_back({first, literals_.size() - first, std::move(hints)});
  }

  // Called with nothing supposed: what is false is false for good.
  Number add(std::span<const int> clause, std::vector<Number> hints) {
    const std::size_t first = literals_.size();
    for (const int literal : clause) {
      const Code code = code_of(literal);
      if (std::find(literals_.begin() + static_cast<std::ptrdiff_t>(first), literals_.end(), code) == literals_.end()) {
        literals_.push_back(code);
      }
    }
    keep(first, std::move(hints));
    const Number number = static_cast<Number>(clauses_.size());
    std::span<Code> literals = literals_of(number);
    // Two that are not false stand in front, to be watched.
    std::partition(literals.begin(), literals.end(), [&](Code literal) { return !false_(literal); });
    if (literals.size() > 1) {
      watches_[literals[0]].push_back({number, literals[1]});
      watches_[literals[1]].push_back({number, literals[0]});
    }
    if (refuted_) return number;
    if (literals.empty() || false_(literals[0])) broken_ = number;
    else if (!true_(literals[0]) && (literals.size() == 1 || false_(literals[1]))) set(literals[0], number);
    return number;
  }

  // Takes in all that is true for good.
  void settle() {
    if (refuted_) return;
    if (broken_ == kNone) broken_ = propagate();
    settled_ = trail_.size();
    if (broken_ == kNone) return;
    std::vector<Number> hints;
    trace(broken_, hints);
    refuted_ = true;
    keep(literals_.size(), std::move(hints));
  }

  // Whether supposing a clause false breaks another; then which clauses propagate, in order.
  bool follows(std::span<const int> clause, std::vector<Number>& hints) {
    Number broken = kNone;
    bool found = false;
    for (const int literal : clause) {
      const Code code = code_of(literal);
      if (true_(code)) {   // for good, or because its opposite was supposed before: then it says nothing
        found = true;
        if (place_[code >> 1] < settled_) trace_literal(code, hints);
        break;
      }
      if (!false_(code)) set(code ^ 1, kNone);
    }
    if (!found) {
      broken = propagate();
      found = broken != kNone;
      if (found) trace(broken, hints, clause);
    }
    while (trail_.size() > settled_) {
      value_[trail_.back()] = value_[trail_.back() ^ 1] = 0;
      trail_.pop_back();
    }
    head_ = settled_;
    return found;
  }

  // The clause that breaks, or kNone.
  Number propagate() {
    for (; head_ < trail_.size(); ++head_) {
      const Code fallen = trail_[head_] ^ 1;
      std::vector<Watch>& watching = watches_[fallen];
      std::size_t kept = 0;
      for (std::size_t k = 0; k < watching.size(); ++k) {
        if (true_(watching[k].other)) {
          watching[kept++] = watching[k];
          continue;
        }
        const Number number = watching[k].clause;
        std::span<Code> literals = literals_of(number);
        if (literals[0] == fallen) std::swap(literals[0], literals[1]);
        const auto next = true_(literals[0]) ? literals.end()
                                             : std::find_if(literals.begin() + 2, literals.end(),
                                                            [&](Code literal) { return !false_(literal); });
        if (next != literals.end()) {
          std::swap(literals[1], *next);
          watches_[literals[1]].push_back({number, literals[0]});
          continue;
        }
        watching[kept++] = {number, literals[0]};
        if (true_(literals[0])) continue;
        if (!false_(literals[0])) {
          set(literals[0], number);
          continue;
        }
        for (++k; k < watching.size(); ++k) watching[kept++] = watching[k];
        watching.resize(kept);
        return number;
      }
      watching.resize(kept);
    }
    return kNone;
  }

  // The clauses on whose propagation a broken one rests, in the order in which they propagate, and itself. What is
  // false for good and supposed to be false, too, needs no clause: some checkers refuse one that tells nothing new.
  void trace(Number broken, std::vector<Number>& hints, std::span<const int> supposed = {}) {
    supposed_.resize(reason_.size(), 0);
    for (const int literal : supposed) supposed_[code_of(literal) >> 1] = 1;
    mark(broken);
    std::vector<Number> reversed{broken};
    std::vector<Code> for_good;
    for (std::size_t k = trail_.size(); k-- > 0;) {
      const Code literal = trail_[k];
      if (!marked_[literal >> 1]) continue;
      marked_[literal >> 1] = 0;
      if (k < settled_) {
        if (!supposed_[literal >> 1]) for_good.push_back(literal);
      } else if (reason_[literal >> 1] != kNone) {
        reversed.push_back(reason_[literal >> 1]);
        mark(reason_[literal >> 1]);
      }
    }
    for (const int literal : supposed) supposed_[code_of(literal) >> 1] = 0;
    for (auto at = for_good.rbegin(); at != for_good.rend(); ++at) trace_literal(*at, hints);
    hints.insert(hints.end(), reversed.rbegin(), reversed.rend());
  }

  void mark(Number number) {
    for (const Code literal : literals_of(number)) {
      if (false_(literal)) marked_[literal >> 1] = 1;
    }
  }

  // A literal that is true for good, as a clause of its own.
  void trace_literal(Code literal, std::vector<Number>& hints) {
    if (unit_[literal >> 1] == kNone) make_units(literal);
    hints.push_back(unit_[literal >> 1]);
  }

  // Its way may be long: what it needs is found with a list, not by calls inside calls.
  void make_units(Code wanted) {
    std::vector<Code> needed{wanted};
    std::vector<Code> waiting{wanted};
    in_list_.resize(reason_.size(), 0);
    in_list_[wanted >> 1] = 1;
    while (!waiting.empty()) {
      const Code literal = waiting.back();
      waiting.pop_back();
      for (const Code other : literals_of(reason_[literal >> 1])) {
        if (other == literal || in_list_[other >> 1] || unit_[other >> 1] != kNone) continue;
        in_list_[other >> 1] = 1;
        needed.push_back(other ^ 1);
        waiting.push_back(other ^ 1);
      }
    }
    std::sort(needed.begin(), needed.end(), [&](Code a, Code b) { return place_[a >> 1] < place_[b >> 1]; });
    for (const Code literal : needed) {
      in_list_[literal >> 1] = 0;
      const Number reason = reason_[literal >> 1];
      if (literals_of(reason).size() == 1) {
        unit_[literal >> 1] = reason;
        continue;
      }
      std::vector<Number> hints;
      for (const Code other : literals_of(reason)) {
        if (other != literal) hints.push_back(unit_[other >> 1]);
      }
      hints.push_back(reason);
      literals_.push_back(literal);
      keep(literals_.size() - 1, std::move(hints));
      unit_[literal >> 1] = static_cast<Number>(clauses_.size());
    }
  }

  std::vector<Code> literals_;                // of all clauses
  std::vector<Clause> clauses_;               // by number, the formula's first
  std::vector<std::vector<Watch>> watches_;   // by literal
  std::vector<std::int8_t> value_;            // by literal: 1 true, -1 false, 0 not known
  std::vector<Number> reason_;                // by variable
  std::vector<std::uint32_t> place_;          // by variable, in the trail
  std::vector<char> marked_, in_list_;        // by variable
  std::vector<char> supposed_;                // by variable
  std::vector<Number> unit_;                  // by variable that is true or false for good: the clause that says so
  std::vector<Code> trail_;
  std::size_t hints_ = 0;   // of all clauses
  std::size_t head_ = 0;
  std::size_t settled_ = 0;   // so much of the trail is for good
  std::size_t formula_ = 0;   // clauses of it
  Number broken_ = kNone;
  bool refuted_ = false;
};

}   // namespace nonairo::proof
