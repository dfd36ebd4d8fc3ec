// Small search trees: guess a cell, probe what is left, and so on down.
//
// Where probing has got far, a few guesses settle the rest, and a guess is cheap: the child takes over from its
// parent which probes would still say the same, so that only what the guess has touched is probed again. Guessed is
// the cell whose two probes settled most.
//
//      1 ── 1/2 ── 1/4 refuted       A leaf is worth its share of the tree. The shares of all leaves so far tell how
//       │    └──── 1/4 refuted       many probes the whole tree will take; one that looks too large is given up, and
//       └── 1/2 ...                  left to the learning search.
#pragma once

#include <cstdint>
#include <utility>

#include "../limits.hpp"
#include "board.hpp"
#include "probe.hpp"

namespace nonairo::runs {

template <int C>
class ProbeTree {
 public:
  ProbeTree(Budget& budget, const Board<C>& root) : budget_(budget), cells_(root.cells()) {}

  // With almost nothing known a tree would be too large, so it is not even begun, unless a solution is `known`: what is
  // left is then most often a proof, at which learning is not quick either. Nor is it begun on large boards, where a
  // probe costs as much as a conflict, and where beliefs find their way.
  static bool worth_it(const Board<C>& root, bool known, const Budget& budget) {
    return root.cells() <= 4000 && (known || 10 * root.open_cells() <= 9 * root.cells()) &&
           kDeepest * Prober<C>::bytes(root) <= budget.limits().memory / 4;
  }

  // Calls `note(full)` for each solution met, until that says "enough". False: given up, or a limit was reached.
  template <class Note>
  bool search(Board<C>& board, Prober<C> prober, Note&& note, unsigned depth = 0) {
    const Probing end = run(prober, note);
    probes_ += prober.probes(), failures_ += prober.failures(), settled_ += prober.settled();
    if (end == Probing::stopped) return false;
    if (enough_ || end == Probing::contradiction || board.finished()) {
      if (end != Probing::contradiction && !enough_) enough_ = note(board);
      done_ += share(depth);
      return true;
    }
    if (depth == kDeepest || too_large()) return false;
    const unsigned cell = prober.best_guess();
    for (const bool filled : {false, true}) {
      Board<C> child = board;
      Prober<C> next(prober, child);
      if (!next.guess(cell, filled)) {
        if (budget_.spent()) return false;
        done_ += share(depth + 1);
      } else if (!search(child, std::move(next), note, depth + 1)) {
        return false;
      }
      if (enough_) break;
    }
    return true;
  }

  std::uint64_t probes() const { return probes_; }
  std::uint64_t failures() const { return failures_; }
  std::uint64_t settled() const { return settled_; }

 private:
  static constexpr unsigned kDeepest = 40;

  static double share(unsigned depth) { return 1.0 / static_cast<double>(std::uint64_t{1} << depth); }

  // A few probes for each cell are always allowed; then all in all there may be as many as learning would be worth.
  bool too_large() const {
    const auto probes = static_cast<double>(probes_);
    return probes > 8 * cells_ && probes > 100 * cells_ * done_;
  }

  template <class Note>
  Probing run(Prober<C>& prober, Note&& note) {
    for (;;) {
      const Probing end = prober.run(~0u);
      for (const Board<C>& full : prober.found) enough_ = enough_ || note(full);
      prober.found.clear();
      if (end != Probing::found || enough_) return end;
    }
  }

  Budget& budget_;
  double cells_, done_ = 0;   // share of the tree
  bool enough_ = false;
  std::uint64_t probes_ = 0, failures_ = 0, settled_ = 0;
};

}   // namespace nonairo::runs
