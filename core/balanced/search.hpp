// The ladder: each rung is stronger and dearer than the one before.
//
//     1. propagate                     finishes most puzzles that people make
//     2. a dive in leaps, and a look   finds two solutions of a loose puzzle at once; only if most of it is open
//        next door
//     3. a few short depth-first runs  proves most others
//     4. lookahead (small boards)      steady proofs
//        or clause learning (large)
//
// The first two solutions decide what a puzzle is. If more are asked for, all of them are returned: the run that
// found the second one goes on without a cap, or, after the learning search, a plain run starts that skips
// the solutions returned already. Every run is complete and returns each solution once, so only two need
// to be remembered.
#pragma once

#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "../room.hpp"
#include "leaps.hpp"
#include "learning.hpp"
#include "lookahead.hpp"
#include "next_door.hpp"
#include "text.hpp"
#include "verify.hpp"
#include "walk.hpp"

namespace nonairo::balanced {

template <class Space>
class Search final : public AnySearch {
 public:
  using State = typename Space::State;

  Search(const BalancedShape& shape, const char* cells, const Limits& limits, std::uint64_t seed)
      : space_(shape), budget_(limits, Budget::Late()), seed_(seed) {
    char* const margin = givens_;
    std::memset(margin, '.', kTextMargin);
    std::memcpy(margin + kTextMargin, cells, static_cast<std::size_t>(shape.cells()));
    std::memset(margin + kTextMargin + shape.cells(), '.', kTextMargin);
    space_.read(root_, givens());
  }
  Search(const Search&) = delete;

  bool next(char* out) override {
    State found;
    if (!next(found)) return false;
    Room<Text> room;
    char* const text = (*room).cells;
    space_.write(found, text + kTextMargin);
    if (!is_solution(space_.shape(), givens(), text + kTextMargin)) {
      if (stats_.nodes > 1 || space_.propagate(root_) != 0) throw WrongSolution();
      return false;   // the first propagation has filled the board, and two lines are alike
    }
    std::memcpy(out, text + kTextMargin, static_cast<std::size_t>(space_.shape().cells()));
    return true;
  }

  // All that follows from the givens line by line; if some line has no completion, what was known when that was seen.
  void partial(char* out) override {
    if (stage_ == Stage::fresh) enter_root();
    Room<Text> room;
    char* const text = (*room).cells;
    space_.write(root_, text + kTextMargin);
    std::memcpy(out, text + kTextMargin, static_cast<std::size_t>(space_.shape().cells()));
  }

  Outcome outcome() const override { return stage_ == Stage::ended ? end_ : Outcome::running; }
  Limit limit() const override { return outcome() == Outcome::limit ? budget_.limit() : Limit::none; }
  Stats stats() const override { return stats_; }
  const State& root() const { return root_; }

 private:
  enum class Stage { fresh, loose, quick, deep, learning, plain, ended };
  static constexpr int kQuickSide = 32;       // larger boards need more decisions than a short run has
  static constexpr int kLookaheadSide = 16;   // boards up to this size look ahead, larger ones learn
  static constexpr int kTextSize = Space::kMaxLines * Space::kMaxLines + 2 * kTextMargin;
  struct Text {
    char cells[kTextSize];
  };

  const char* givens() const { return givens_ + kTextMargin; }
  int side() const { return space_.shape().side(); }

  bool next(State& found) {
    if (std::exchange(next_door_, false) && move_next_door(found)) return true;
    for (;;) {
      switch (stage_) {
        case Stage::fresh:
          if (enter_root() && root_left_ == space_.shape().cells()) {
            found = root_;
            stage_ = Stage::ended;
            return true;
          }
          break;
        case Stage::loose: {
          const Found what = std::make_unique<Leaps<Space>>(space_, seed_)->find(root_, found, budget_, stats_);
          stage_ = after_leaps();
          if (what != Found::cap && handle(what, found)) return next_door_ = true;
          break;
        }
        case Stage::quick:
        case Stage::plain: {
          if (!walk_) walk_ = std::make_unique<Walk<Space>>(space_, seed_), start_run();
          const std::uint64_t cap = stage_ == Stage::quick && returned() < 2 ? quick_cap() : kNoCap;
          if (handle(walk_->next(found, budget_, cap, stats_), found)) return true;
          break;
        }
        case Stage::deep:
          if constexpr (Lookahead<Space>::kFits) {
            if (handle(lookahead_->next(found, budget_, stats_), found)) return true;
          }
          break;
        case Stage::learning:
          if (returned() < 2) {
            if (!learning_) learn();
            if (handle(learning_->next(found, stats_), found)) return true;
            break;
          }
          learning_.reset();
          if (!walk_) walk_ = std::make_unique<Walk<Space>>(space_, seed_);
          stage_ = Stage::plain;
          start_run();
          break;
        case Stage::ended: return false;
      }
    }
  }

  // Whether there is a solution next door to the first one.
  bool move_next_door(State& found) {
    using Row = std::conditional_t<(Space::kMaxLines <= 64), std::uint64_t, Bits128>;
    Room<Text> room;
    char* const text = (*room).cells;
    space_.write(returned_boards_[0], text + kTextMargin);
    if (!NextDoor<Row>(space_.shape(), givens()).move(text + kTextMargin)) return false;
    space_.read(found, text + kTextMargin);
    returned_boards_.push_back(found);
    return true;
  }

  // Whether a run has found a new solution; else the next stage is set.
  bool handle(Found what, const State& found) {
    switch (what) {
      case Found::solution: return is_new(found);
      case Found::nothing_left: stage_ = Stage::ended; break;
      case Found::limit: stop(); break;
      case Found::cap: after_cap(); break;
    }
    return false;
  }

  bool enter_root() {
    ++stats_.nodes, ++stats_.propagations;
    if (!budget_.enter_node(space_.node_cost())) return stop(), false;
    root_left_ = space_.propagate_or_fill(root_);
    if (root_left_ == 0) stage_ = Stage::ended;
    else stage_ = Leaps<Space>::is_loose(space_.shape(), root_left_) ? Stage::loose : after_leaps();
    return root_left_ != 0;
  }

  Stage after_leaps() const { return side() > kQuickSide ? Stage::learning : Stage::quick; }

  void stop() {
    end_ = Outcome::limit;
    stage_ = Stage::ended;
  }

  std::uint64_t quick_cap() const { return static_cast<std::uint64_t>(4 * side()) << runs_; }

  void start_run() {
    returned_before_run_ = returned();
    walk_->start(root_);
  }

  void after_cap() {
    ++stats_.restarts;
    if (++runs_ < (side() <= kLookaheadSide ? 3 : 2)) {   // a third run would come too late where learning waits
      start_run();
    } else if (side() <= kLookaheadSide) {
      if constexpr (Lookahead<Space>::kFits) {
        returned_before_run_ = returned();
        lookahead_ = std::make_unique<Lookahead<Space>>(space_);
        lookahead_->start(root_);
        stage_ = Stage::deep;
      }
    } else {
      learn();
    }
  }

  void learn() {
    returned_before_run_ = returned();
    learning_ = std::make_unique<Learning<Space>>(space_, root_, budget_, seed_);
    for (const State& returned : returned_boards_) learning_->forbid(returned);
    stage_ = Stage::learning;
  }

  std::size_t returned() const { return returned_boards_.size(); }

  // Whether the solution was not returned before; remembers the first two.
  bool is_new(const State& found) {
    for (std::size_t i = 0; i < returned_before_run_; ++i) {
      if (space_.same(found, returned_boards_[i])) return false;
    }
    if (returned() < 2) returned_boards_.push_back(found);
    return true;
  }

  Space space_;
  Budget budget_;
  std::uint64_t seed_;
  Stage stage_ = Stage::fresh;
  Outcome end_ = Outcome::exhausted;   // once that stage has ended
  int runs_ = 0;
  bool next_door_ = false;   // the first solution came of leaps, and where it came from there may be more
  std::size_t returned_before_run_ = 0;
  Left root_left_ = 0;
  Stats stats_;
  State root_;
  std::vector<State> returned_boards_;      // in most puzzles none: the root is the solution
  std::unique_ptr<Walk<Space>> walk_;   // made when needed: most puzzles need none
  std::unique_ptr<Lookahead<Space>> lookahead_;
  std::unique_ptr<Learning<Space>> learning_;
  char givens_[kTextSize];
};

}   // namespace nonairo::balanced
