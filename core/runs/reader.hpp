// Reading a nonogram line cell by cell.
//
// State p: the first p symbols of the tightest line are behind us; (3,1) -> 1 1 1 0 1.
//      p     0   1   2   3   4   5          One word holds all the states we may be in,
//    reads     1   1   1   0   1            so one shift moves them all.
//    waits   *               *   *
#pragma once

#include "../lines/reader.hpp"
#include "../words.hpp"
#include "shape.hpp"

namespace nonairo::runs {

template <int C>
class RunsReader {
 public:
  using States = Words<C>;

  RunsReader() = default;
  explicit RunsReader(const LineShape& line) {
    // Filled to the last bit, a line would need one state too many; but it has a single
    // arrangement, is settled from the start, and never asked for reasons.
    if (line.length - line.slack == Words<C>::kBits) return;
    unsigned p = 0;
    waits_.set(0);
    for (unsigned j = 0; j < line.count; ++j) {
      for (unsigned i = 0; i < line.blocks[j].length; ++i) ones_.set(p++);
      if (j + 1 == line.count) break;
      zeros_.set(p++);
      waits_.set(p);
    }
    waits_.set(p);
    last_ = p;
  }

  void start(States& out) const { out = States::bit(0); }
  void end(States& out) const { out = States::bit(last_); }

  // Without branches: what a cell may be is as good as random.
  void step(const States& s, unsigned, Symbols may, States& out) const {
    const Word fill = -Word{may >> 1 & 1}, blank = -Word{may & 1};
    States moved;
    for (int i = 0; i < C; ++i) moved.word[i] = s.word[i] & ((ones_.word[i] & fill) | (zeros_.word[i] & blank));
    moved = moved << 1;
    for (int i = 0; i < C; ++i) out.word[i] = moved.word[i] | (s.word[i] & waits_.word[i] & blank);
  }
  void step_back(const States& s, unsigned, Symbols may, States& out) const {
    const Word fill = -Word{may >> 1 & 1}, blank = -Word{may & 1};
    const States moved = s >> 1;
    for (int i = 0; i < C; ++i) {
      out.word[i] =
          (moved.word[i] & ((ones_.word[i] & fill) | (zeros_.word[i] & blank))) | (s.word[i] & waits_.word[i] & blank);
    }
  }
  bool meets(const States& left, const States& right) const { return (left & right).any(); }
  bool dead(const States& states) const { return !states.any(); }

 private:
  States ones_{}, zeros_{}, waits_{};
  unsigned last_ = 0;
};
static_assert(LineReader<RunsReader<1>>);

}   // namespace nonairo::runs
