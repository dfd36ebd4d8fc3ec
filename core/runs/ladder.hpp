// The ladder: cheap ways first, each one going on where the last one stopped.
//
//      1  settle rows and columns to the fixpoint         most published puzzles end here
//      2  probe cells, as long as that teaches something  most others end here
//      3  dive: a short search led by beliefs             finds one of many solutions, where little is known yet
//      4  probe the rest
//      5  a small tree of guesses and probes              proves what probing has almost done
//      6  learning search over cells and block starts     hard puzzles, and proofs
//      7  one by one, in constant memory                  from the third solution on
//
// Whenever a solution turns up, a switch of four of its cells may give the second for nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../learn/enumerate.hpp"
#include "../limits.hpp"
#include "../outcome.hpp"
#include "board.hpp"
#include "probe.hpp"
#include "puzzle.hpp"
#include "search.hpp"
#include "shape.hpp"
#include "solver.hpp"
#include "switches.hpp"
#include "tree.hpp"

namespace nonairo::runs {

template <int C>
class Ladder final : public AnySearch {
 public:
  Ladder(RunsPuzzle&& given, const Limits& limits, std::uint64_t seed)
      : puzzle_(std::move(given)), budget_(limits), seed_(seed) {
    shapes_.add_all(puzzle_);
    root_ = Board<C>(shapes_, static_cast<unsigned>(puzzle_.height), static_cast<unsigned>(puzzle_.width));
    root_.set_all(puzzle_.cells);
  }
  Ladder(const Ladder&) = delete;
  Ladder& operator=(const Ladder&) = delete;

  bool next(char* out) override {
    while (given_ == found_.size() && stage_ < Stage::enumerating && !budget_.spent()) climb();
    if (given_ < found_.size()) {
      write(found_[given_++], out);
      return true;
    }
    if (stage_ == Stage::enumerating && !budget_.spent() && enumerator_->next()) {
      const Board<C> full = search_->solution();
      verify(full);
      write(full, out);
      return true;
    }
    if (stage_ == Stage::enumerating && enumerator_->exhausted()) stage_ = Stage::exhausted;
    return false;
  }

  Outcome outcome() const override {
    if (stage_ == Stage::exhausted && given_ == found_.size()) return Outcome::exhausted;
    return budget_.spent() ? Outcome::limit : Outcome::running;
  }
  Limit limit() const override { return outcome() == Outcome::limit ? budget_.limit() : Limit::none; }

  Stats stats() const override {
    Stats stats = past_;
    stats.propagations += root_.settled();
    if (prober_) add_probes(stats, *prober_);
    if (search_) add(stats, *search_);
    stats.nodes = budget_.nodes();
    return stats;
  }

  void partial(char* out) override {
    for (unsigned i = 0; i < root_.cells(); ++i) out[i] = root_.symbol(i / root_.width(), i % root_.width());
    if (!search_) return;
    const Trail& trail = search_->engine().trail();
    for (std::uint32_t i = 0; i < trail.facts() && found_.empty(); ++i) {   // before anything was forbidden
      if (trail[i].variable() < root_.cells()) out[trail[i].variable()] = trail[i].value() ? '1' : '0';
    }
  }

 private:
  enum class Stage { start, probing, dive, more_probing, tree, learning, enumerating, exhausted };

  // One step; afterwards something has been found, a later stage begun, or a limit was reached.
  void climb() {
    switch (stage_) {
      case Stage::start: return settle_root();
      case Stage::probing: return probe(root_.cells() / 4, Stage::dive);
      case Stage::dive: return dive();
      case Stage::more_probing: return probe(~0u, Stage::tree);
      case Stage::tree: return grow_tree();
      case Stage::learning: return learn();
      case Stage::enumerating:
      case Stage::exhausted: return;
    }
  }

  void settle_root() {
    if (!budget_.enter_node(1000)) return;
    if (!root_.propagate(root_.all_lines(), budget_)) {
      if (!budget_.spent()) stage_ = Stage::exhausted;
    } else if (root_.finished()) {
      finish_with_root();
    } else {
      stage_ = Stage::probing;
    }
  }

  void finish_with_root() {
    stage_ = Stage::exhausted;
    note(root_);
  }

  void probe(unsigned patience, Stage after) {
    if (!prober_) {
      if (Prober<C>::bytes(root_) > budget_.limits().memory / 4) {
        stage_ = after;
        return;
      }
      cache_.emplace();
      prober_.emplace(root_, budget_, *cache_, seed_);
    }
    switch (prober_->run(patience)) {
      case Probing::contradiction: stage_ = Stage::exhausted; return;
      case Probing::stopped: return;
      case Probing::found:
        for (const Board<C>& full : prober_->found) note(full);
        prober_->found.clear();
        break;
      case Probing::tired: stage_ = after; return;
      case Probing::at_rest: stage_ = after; break;
    }
    if (root_.finished()) finish_with_root();
  }

  void dive() {
    stage_ = grown_ ? Stage::learning : Stage::more_probing;
    // Where much is known, probes and a tree are tried first.
    const bool much_known =
        10 * root_.open_cells() <= 6 * root_.cells() && ProbeTree<C>::worth_it(root_, false, budget_);
    if (!found_.empty() || (much_known && !grown_)) return;
    dived_ = true;
    LearningSearch<C> search(root_, false, budget_, seed_);
    const Found found = search.dive(root_.cells() / 10);
    add(past_, search);
    if (found == Found::nothing_left) stage_ = Stage::exhausted;
    if (found == Found::solution) note(search.solution());
  }

  void grow_tree() {
    stage_ = dived_ ? Stage::learning : Stage::dive;
    grown_ = true;
    if (!prober_ || !ProbeTree<C>::worth_it(root_, !found_.empty(), budget_)) return;
    ProbeTree<C> tree(budget_, root_);
    Board<C> board = root_;
    const bool complete = tree.search(board, Prober<C>(*prober_, board), [&](const Board<C>& full) {
      note(full);
      return found_.size() == 2;
    });
    add_probes(past_, tree);
    if (complete && found_.size() < 2) stage_ = Stage::exhausted;
  }

  void learn() {
    if (!search_) {
      search_ = std::make_unique<LearningSearch<C>>(root_, true, budget_, seed_);
      for (const Board<C>& full : found_) search_->forbid(full);
    }
    if (found_.size() >= 2) {
      search_->follow_activity();
      enumerator_.emplace(search_->engine());
      stage_ = Stage::enumerating;
      return;
    }
    const Found found = search_->run(!found_.empty());
    if (found == Found::nothing_left) stage_ = Stage::exhausted;
    if (found == Found::solution) {
      const std::size_t before = found_.size();
      note(search_->solution());
      for (std::size_t i = before; i < found_.size(); ++i) search_->forbid(found_[i]);
    }
  }

  // Takes a solution in, if it is new, and its neighbour by a switch, if there is one. From the
  // second on nothing but the learning search keeps the account.
  void note(const Board<C>& full) {
    if (found_.size() >= 2) return;
    verify(full);
    for (const Board<C>& known : found_) {
      if (known.same_lines(full)) return;
    }
    found_.push_back(full);
    if (found_.size() == 1 && stage_ != Stage::exhausted) {
      Board<C> other = full;
      if (make_switch(other) && obeys(other)) found_.push_back(other);   // it may not, where cells are given
    }
    if (found_.size() == 2) stage_ = Stage::learning;
  }

  // A bug in the search must not become a wrong answer.
  void verify(const Board<C>& full) {
    if (!obeys(full)) throw WrongSolution();
  }

  bool obeys(const Board<C>& full) {
    picture_.resize(full.cells());
    write(full, picture_.data());
    return solves(puzzle_, picture_.data());
  }

  static void write(const Board<C>& full, char* out) {
    for (unsigned r = 0; r < full.height(); ++r) {
      const Words<C> filled = full.row(r).can[1];
      for (unsigned c = 0; c < full.width(); ++c)
        *out++ = static_cast<char>('0' + (filled.word[c / 64] >> (c % 64) & 1));
    }
  }

  template <class Probes>
  static void add_probes(Stats& stats, const Probes& prober) {
    stats.probes += prober.probes();
    stats.backtracks += prober.failures();
    stats.propagations += prober.settled();
  }
  static void add(Stats& stats, const LearningSearch<C>& search) {
    stats += search.engine().stats();
    stats.propagations += search.rules().lines_settled();
  }

  RunsPuzzle puzzle_;
  Budget budget_;
  std::uint64_t seed_;
  Shapes shapes_;
  Board<C> root_;
  Stage stage_ = Stage::start;
  bool dived_ = false, grown_ = false;
  std::vector<Board<C>> found_;   // the first two solutions
  std::size_t given_ = 0;         // how many of them are out
  std::optional<LineCache<C>> cache_;
  std::optional<Prober<C>> prober_;
  std::unique_ptr<LearningSearch<C>> search_;
  std::optional<Enumerator<RunsRules<C>>> enumerator_;
  std::string picture_;
  Stats past_;
};

}   // namespace nonairo::runs
