// The learning search by itself, for any theory of lines: where nothing else gets anywhere, or where there is nothing
// else.
//
// The first two solutions decide what a puzzle is: each is forbidden by a clause, and the next looked for with
// everything free. From the third on they come in constant memory (enumerate.hpp).
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../outcome.hpp"
#include "../random.hpp"
#include "engine.hpp"
#include "enumerate.hpp"

namespace nonairo {

template <Theory Lines>
class LinesSearch final : public AnySearch {
 public:
  // `make(budget)` gives the theory; `alphabet` is how symbols are written; `check` knows nothing of the theory.
  template <class Make>
  LinesSearch(Make&& make, std::string givens, std::string_view alphabet, std::function<bool(std::string_view)> check,
              const Limits& limits, std::uint64_t seed)
      : givens_(std::move(givens)), known_(givens_), alphabet_(alphabet), check_(std::move(check)), budget_(limits),
        lines_(make(budget_)), engine_(lines_, lines_.variables(), budget_, seed) {
    // Exactly one symbol a cell takes a clause for each pair of symbols, each with two watches.
    if (symbols() > 2 && !budget_.holds(std::uint64_t{givens_.size()} * symbols() * symbols() * 10)) return;
    lines_.exactly_one([&](std::span<const Literal> clause) { engine_.add_clause(clause); });
    for (unsigned cell = 0; cell < givens_.size(); ++cell) {
      if (givens_[cell] != '.')
        engine_.add_fact(lines_.holds(cell, static_cast<unsigned>(alphabet_.find(givens_[cell]))));
    }
    // Of many symbols a cell is best given one, instead of being denied another.
    Random random(seed);
    for (Variable v = 0; v < lines_.variables(); ++v) engine_.set_phase(v, symbols() > 2 || random.coin());
    engine_.options().quick_restarts = true;
    lines_.look_at_all();
  }
  LinesSearch(const LinesSearch&) = delete;

  bool next(char* out) override {
    if (!begun_ && !budget_.spent()) begin();
    while (!ended_ && !budget_.spent()) {
      switch (found_ < 2 ? engine_.run(kPatience) : go_on()) {
        case Found::solution: return write(out), true;
        case Found::nothing_left: ended_ = true; break;
        case Found::cap:
        case Found::limit: break;
      }
    }
    return false;
  }

  Outcome outcome() const override {
    if (ended_) return Outcome::exhausted;
    return budget_.spent() ? Outcome::limit : Outcome::running;
  }
  Limit limit() const override { return outcome() == Outcome::limit ? budget_.limit() : Limit::none; }

  Stats stats() const override {
    Stats stats = engine_.stats();
    stats.nodes = budget_.nodes();
    stats.propagations = lines_.lines_settled();
    return stats;
  }

  void partial(char* out) override {
    if (!begun_ && !budget_.spent()) begin();
    if (found_ == 0) note_facts();   // later on, facts may follow from what was forbidden
    std::copy(known_.begin(), known_.end(), out);
  }

  Engine<Lines>& engine() { return engine_; }
  Lines& lines() { return lines_; }
  void refute() { begun_ = ended_ = true; }   // for who knows that there is no solution

 private:
  static constexpr std::uint64_t kPatience = 1000;   // conflicts

  unsigned symbols() const { return static_cast<unsigned>(alphabet_.size()); }

  void begin() {
    begun_ = true;
    if (!budget_.enter_node(1000)) return;
    if (!engine_.settle() && !budget_.spent()) ended_ = true;
    note_facts();
  }

  void note_facts() {
    const Trail& trail = engine_.trail();
    for (unsigned cell = 0; cell < known_.size(); ++cell) {
      for (unsigned s = 0; s < symbols(); ++s) {
        const Literal holds = lines_.holds(cell, s);
        if (trail.is_true(holds) && trail.level(holds.variable()) == 0) known_[cell] = alphabet_[s];
      }
    }
  }

  Found go_on() {
    if (!enumerator_) enumerator_.emplace(engine_);
    if (enumerator_->next()) return Found::solution;
    return enumerator_->exhausted() ? Found::nothing_left : Found::limit;
  }

  void write(char* out) {
    std::string answer(givens_.size(), '.');
    std::vector<Literal> another;
    for (unsigned cell = 0; cell < answer.size(); ++cell) {
      unsigned symbol = 0;
      while (!engine_.trail().is_true(lines_.holds(cell, symbol))) ++symbol;
      answer[cell] = alphabet_[symbol];
      if (known_[cell] == '.') another.push_back(~lines_.holds(cell, symbol));
    }
    if (!check_(answer)) throw WrongSolution();
    std::copy(answer.begin(), answer.end(), out);
    if (++found_ <= 2) engine_.add_clause(another);
  }

  std::string givens_, known_;   // known: of all solutions
  std::string alphabet_;
  std::function<bool(std::string_view)> check_;
  Budget budget_;
  Lines lines_;
  Engine<Lines> engine_;
  std::optional<Enumerator<Lines>> enumerator_;
  std::uint64_t found_ = 0;
  bool begun_ = false, ended_ = false;
};

}   // namespace nonairo
