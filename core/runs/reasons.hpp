// Why a line implies a cell: an irreducible set of known cells, in one sweep.
//
// A line is read cell by cell by a small automaton.
//
// State p: the first p symbols of the tightest line are behind us; (3,1) -> 1 1 1 0 1.
//      p     0   1   2   3   4   5          One word holds all the states we may be in,
//    reads     1   1   1   0   1            so one shift moves them all.
//    waits   *               *   *
//
// To explain "cell c is v", set c to the opposite: the line is now impossible. Walk from the right
// with everything known, keeping for each cell the states from which the rest can be
// finished; then walk from the left, and at each known cell ask: if it were unknown, would our
// states still miss all those that can finish? Then it is not needed, and stays unknown. What is
// left is irreducible: every kept cell was needed with fewer cells known than in the end.
#pragma once

#include "shape.hpp"
#include "words.hpp"

namespace nonairo::runs {

template <int C>
class LineReader {
 public:
  using States = Words<C>;

  LineReader() = default;
  explicit LineReader(const LineShape& line) {
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

  States start() const { return States::bit(0); }
  States end() const { return States::bit(last_); }

  // Without branches: what a cell may be is as good as random.
  States step(const States& s, bool may_fill, bool may_blank) const {
    const Word fill = -Word{may_fill}, blank = -Word{may_blank};
    States result;
    for (int i = 0; i < C; ++i) result.word[i] = s.word[i] & ((ones_.word[i] & fill) | (zeros_.word[i] & blank));
    result = result << 1;
    for (int i = 0; i < C; ++i) result.word[i] |= s.word[i] & waits_.word[i] & blank;
    return result;
  }
  States step_back(const States& s, bool may_fill, bool may_blank) const {
    const Word fill = -Word{may_fill}, blank = -Word{may_blank};
    States result = s >> 1;
    for (int i = 0; i < C; ++i) {
      result.word[i] &= (ones_.word[i] & fill) | (zeros_.word[i] & blank);
      result.word[i] |= s.word[i] & waits_.word[i] & blank;
    }
    return result;
  }

 private:
  States ones_{}, zeros_{}, waits_{};
  unsigned last_ = 0;
};

// The line is impossible as given. Of the known cells in `optional`, which are needed to see
// that? Knows nothing of cells outside `optional` but what can1 and can0 say.
template <int C>
Words<C> needed_cells(const LineReader<C>& reader, unsigned length, const Words<C>& can1, const Words<C>& can0,
                      const Words<C>& optional) {
  using States = typename LineReader<C>::States;
  States ways[Words<C>::kBits + 1];

  // From the left, dropping left cells first ...
  ways[length] = reader.end();
  for (unsigned i = length; i-- > 0;) ways[i] = reader.step_back(ways[i + 1], can1.test(i), can0.test(i));
  Words<C> from_left{};
  States states = reader.start();
  for (unsigned i = 0; i < length && states.any(); ++i) {
    if (optional.test(i)) {
      const States free = reader.step(states, true, true);
      if ((free & ways[i + 1]).any()) {
        from_left.set(i);
      } else {
        states = free;
        continue;
      }
    }
    states = reader.step(states, can1.test(i), can0.test(i));
  }

  // ... and from the right; the shorter list wins.
  ways[0] = reader.start();
  for (unsigned i = 0; i < length; ++i) ways[i + 1] = reader.step(ways[i], can1.test(i), can0.test(i));
  Words<C> from_right{};
  states = reader.end();
  for (unsigned i = length; i-- > 0 && states.any();) {
    if (optional.test(i)) {
      const States free = reader.step_back(states, true, true);
      if ((free & ways[i]).any()) {
        from_right.set(i);
      } else {
        states = free;
        continue;
      }
    }
    states = reader.step_back(states, can1.test(i), can0.test(i));
  }
  return from_left.count() <= from_right.count() ? from_left : from_right;
}

}  // namespace nonairo::runs
