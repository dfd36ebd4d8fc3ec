// The ladder of puzzles with signs: lines alone, a depth-first run, and clause learning where that gets nowhere.
//
// Every run is complete and tells each solution once, and a run is given up only before the second solution: so one is
// all that has to be remembered.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../balanced/text.hpp"
#include "../balanced/verify.hpp"
#include "../learn/lines_search.hpp"
#include "../lines/crossed.hpp"
#include "../lines/theory.hpp"
#include "../random.hpp"
#include "puzzle.hpp"
#include "reader.hpp"

namespace nonairo::signs {

class SignedKernel {
 public:
  using Bits = std::uint64_t;
  using Board = lines::CrossedLines<Bits, 2>;
  using Reader = SignedReader;
  static constexpr unsigned kLanes = 1;

  explicit SignedKernel(const SignedPuzzle& puzzle) {
    for (int line = 0; line < puzzle.shape.height + puzzle.shape.width; ++line) {
      readers_.emplace_back(puzzle.length(line), puzzle.ones(line), puzzle.signs[static_cast<std::size_t>(line)]);
      lengths_.push_back(static_cast<unsigned>(puzzle.length(line)));
    }
  }

  void settle(const unsigned* line, Bits* can, unsigned) const {
    const Masks<Bits> now = settled(readers_[*line], lengths_[*line], {{can[0], can[1]}});
    can[0] = now.can[0], can[1] = now.can[1];
  }
  const SignedReader& reader(unsigned line) const { return readers_[line]; }
  std::uint64_t nanoseconds(unsigned line) const { return 15 * lengths_[line]; }

 private:
  std::vector<SignedReader> readers_;
  std::vector<unsigned> lengths_;
};

template <class Space>
class Search final : public AnySearch {
 public:
  using State = typename Space::State;

  Search(std::shared_ptr<const SignedPuzzle> puzzle, const char* cells, const Limits& limits, std::uint64_t seed)
      : shared_(std::move(puzzle)), puzzle_(*shared_), space_(puzzle_), budget_(limits, Budget::Late()), seed_(seed),
        random_(seed), givens_(static_cast<std::size_t>(puzzle_.shape.cells()) + 2 * balanced::kTextMargin, '.'),
        answer_(givens_) {
    std::memcpy(givens(), cells, static_cast<std::size_t>(puzzle_.shape.cells()));
    space_.read(root_, givens());
  }
  Search(const Search&) = delete;

  bool next(char* out) override {
    for (;;) {
      switch (stage_) {
        case Stage::fresh: enter_root(); break;
        case Stage::decided: stage_ = Stage::ended; return write(root_, out), true;
        case Stage::walking:
          if (walk(out)) return true;
          break;
        case Stage::learning:
          while (learning_->next(out)) {
            if (returned_.compare(0, returned_.npos, out, returned_.size()) != 0 || returned_.empty()) return true;
          }
          return false;
        case Stage::ended: return false;
      }
    }
  }

  Outcome outcome() const override {
    if (learning_) return learning_->outcome();
    if (stage_ != Stage::ended) return Outcome::running;
    return budget_.spent() ? Outcome::limit : Outcome::exhausted;
  }
  Limit limit() const override {
    if (learning_) return learning_->limit();
    return outcome() == Outcome::limit ? budget_.limit() : Limit::none;
  }
  Stats stats() const override {
    Stats all = stats_;
    if (learning_) all += learning_->stats();
    return all;
  }
  void partial(char* out) override {
    if (stage_ == Stage::fresh) enter_root();
    if (root_known_) space_.write(root_, out);
    else std::memcpy(out, givens(), static_cast<std::size_t>(puzzle_.shape.cells()));
  }

 private:
  enum class Stage { fresh, decided, walking, learning, ended };
  static constexpr std::uint64_t kQuick = 16;   // nodes of a depth-first run, for each line of the board

  char* givens() { return givens_.data() + balanced::kTextMargin; }

  void enter_root() {
    stage_ = Stage::ended;   // unless there is something to look for
    if (!budget_.enter_node(space_.node_cost())) return;
    ++stats_.nodes, ++stats_.propagations;
    State settled = root_;
    const int left = space_.propagate(settled);
    if (left < 0) return;
    root_ = settled, root_known_ = true;
    stage_ = left == 0 ? Stage::decided : Stage::walking;
    if (left > 0) branch(root_);
  }

  bool walk(char* out) {
    while (!waiting_.empty()) {
      if (!Space::kSmall && found_ < 2 && stats_.nodes > kQuick * static_cast<unsigned>(puzzle_.shape.side()))
        return learn(), false;
      if (!budget_.enter_node(space_.node_cost())) return stage_ = Stage::ended, false;
      ++stats_.nodes, ++stats_.propagations;
      State state = waiting_.back();
      waiting_.pop_back();
      const int left = space_.propagate(state);
      if (left < 0) ++stats_.backtracks;
      else if (left > 0) branch(state);
      else {
        ++found_;
        return write(state, out), true;
      }
    }
    stage_ = Stage::ended;
    return false;
  }

  void branch(const State& state) {
    const int cell = space_.choose(state);
    const int last = random_.coin() ? 1 : 0;
    for (const int symbol : {last, 1 - last}) {
      waiting_.push_back(state);
      space_.set(waiting_.back(), cell, symbol);
    }
  }

  void learn() {
    Limits left = budget_.limits();
    left.nodes -= stats_.nodes;
    left.seconds = std::max(left.seconds - budget_.seconds(), 0.0);
    using Lines = lines::LinesTheory<SignedKernel>;
    const BalancedShape& shape = puzzle_.shape;
    const auto make = [&](Budget& budget) {
      const auto height = static_cast<unsigned>(shape.height), width = static_cast<unsigned>(shape.width);
      return Lines(SignedKernel(puzzle_), SignedKernel::Board(height, width), shape.distinct, budget);
    };
    const auto check = [this](std::string_view answer) { return solves(answer.data()); };
    const std::string cells(givens(), static_cast<std::size_t>(shape.cells()));
    learning_ = std::make_unique<LinesSearch<Lines>>(make, cells, "01", check, left, seed_);
    waiting_ = {};
    ++stats_.restarts;
    stage_ = Stage::learning;
  }

  bool solves(const char* answer) {
    char* const text = answer_.data() + balanced::kTextMargin;
    std::memcpy(text, answer, static_cast<std::size_t>(puzzle_.shape.cells()));
    return balanced::is_solution(puzzle_.shape, givens(), text) && puzzle_.signs_hold(text);
  }

  void write(const State& state, char* out) {
    space_.write(state, out);
    if (!solves(out)) throw WrongSolution();
    if (!Space::kSmall) returned_.assign(out, static_cast<std::size_t>(puzzle_.shape.cells()));
  }

  std::shared_ptr<const SignedPuzzle> shared_;
  const SignedPuzzle& puzzle_;
  Space space_;
  Budget budget_;
  std::uint64_t seed_;
  Random random_;
  Stage stage_ = Stage::fresh;
  bool root_known_ = false;   // else lines have no completion, or nobody has looked
  int found_ = 0;
  Stats stats_;
  State root_;
  std::vector<State> waiting_;
  std::string returned_;
  std::unique_ptr<LinesSearch<lines::LinesTheory<SignedKernel>>> learning_;
  std::vector<char> givens_, answer_;   // with margins
};

}   // namespace nonairo::signs
