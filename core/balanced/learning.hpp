// The last rung: clause learning over the rules of the board.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../learn/engine.hpp"
#include "../random.hpp"
#include "board_theory.hpp"
#include "text.hpp"
#include "walk.hpp"

namespace nonairo {

extern template class Engine<balanced::SmallTheory>;   // in learning.cpp: four files would build it, each for itself

}   // namespace nonairo

namespace nonairo::balanced {

template <class Space>
class Learning {
 public:
  using State = typename Space::State;

  // `root`: a state at its fixpoint.
  Learning(const Space& space, const State& root, Budget& budget, std::uint64_t seed)
      : space_(space), budget_(budget), theory_(space.shape(), budget),
        engine_(theory_, static_cast<Variable>(space.shape().cells()), budget, seed),
        text_(static_cast<std::size_t>(space.shape().cells()) + 2 * kTextMargin, '.') {
    space_.write(root, cells());
    for (Variable v = 0; v < variables(); ++v) {
      if (cells()[v] == '.') open_.push_back(v);
      else engine_.add_fact(Literal(v, cells()[v] == '1'));
    }
  }

  Found next(State& found, Stats& stats) {
    for (;;) {
      const Stats before = engine_.stats();
      const Found outcome = engine_.run(1000);
      stats += engine_.stats() - before;
      if (outcome == Found::solution) {
        for (Variable v = 0; v < variables(); ++v) {
          cells()[v] = engine_.trail().is_true(Literal(v, true)) ? '1' : '0';
        }
        space_.read(found, cells());
        forbid(found);
        space_.propagate(found);
        return Found::solution;
      }
      if (outcome != Found::cap) return outcome;
    }
  }

  // Lets the search try random values first.
  void scatter_phases(Random& random) {
    for (const Variable v : open_) engine_.set_phase(v, random.coin());
  }

  // From now on another board is wanted.
  void forbid(const State& board) {
    space_.write(board, cells());
    std::vector<Literal> clause;
    for (const Variable v : open_) clause.push_back(Literal(v, cells()[v] == '0'));
    engine_.add_clause(clause);
  }

 private:
  Variable variables() const { return static_cast<Variable>(space_.shape().cells()); }
  char* cells() { return text_.data() + kTextMargin; }

  const Space& space_;
  Budget& budget_;
  SmallTheory theory_;
  Engine<SmallTheory> engine_;
  std::vector<char> text_;
  std::vector<Variable> open_;
};

}   // namespace nonairo::balanced
