// The lines of a nonogram as a theory of the learning engine: lines of blocks, and now and then decisions by beliefs.
//
// Variable r * width + c is the cell; variables from there on are none of its business.
#pragma once

#include <vector>

#include "../lines/theory.hpp"
#include "beliefs.hpp"
#include "board.hpp"
#include "kernel.hpp"
#include "reader.hpp"

namespace nonairo::runs {

template <int C>
class RunsKernel {
 public:
  using Bits = Words<C>;
  using Board = runs::Board<C>;
  using Reader = RunsReader<C>;
  static constexpr unsigned kLanes = 1;

  explicit RunsKernel(const Board& board) : shapes_(board.shapes()) {
    readers_.reserve(board.lines());
    for (unsigned l = 0; l < board.lines(); ++l) readers_.emplace_back(shapes_[l]);
  }

  void settle(const unsigned* line, Bits* can, unsigned) const {
    if (!runs::settle(shapes_[*line], can[1], can[0])) can[0] = can[1] = {};
  }
  const Reader& reader(unsigned line) const { return readers_[line]; }
  std::uint64_t nanoseconds(unsigned) const { return 50 * C * C; }

 private:
  const Shapes& shapes_;
  std::vector<Reader> readers_;
};

template <int C>
class RunsRules : public lines::LinesTheory<RunsKernel<C>> {
 public:
  using Lines = lines::LinesTheory<RunsKernel<C>>;

  RunsRules(const Board<C>& root, Budget& budget) : Lines(RunsKernel<C>(root), root, false, budget) {}

  // While set, decisions come from the beliefs.
  void follow(Beliefs<C>* beliefs) { beliefs_ = beliefs; }

  void backjumped() {
    Lines::backjumped();
    if (beliefs_ != nullptr) beliefs_->backjumped();
  }
  Literal decide(const Trail& trail) {
    return beliefs_ == nullptr ? Literal() : beliefs_->decide(this->board(), trail);
  }

 private:
  Beliefs<C>* beliefs_ = nullptr;
};

}   // namespace nonairo::runs
