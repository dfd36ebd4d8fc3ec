// A line of coloured blocks, read and settled exactly.
//
// State p: so much of the tightest line is behind us. A symbol leads one state on where the tightest line has it; a
// further 0 may be read where a block ends or has not begun. So reading a cell is a mask for each symbol and one shift,
// whatever the number of states.
//
//      3a 1a 1b    p      0   1   2   3   4   5   6
//                  reads    a   a   a   0   a   b
//                  waits  *               *   *   *
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../lines/crossed.hpp"
#include "../lines/reader.hpp"
#include "../words.hpp"
#include "coloured.hpp"

namespace nonairo::table {

template <int N>
class ColouredReader {
 public:
  using States = Words<N>;
  static constexpr int kLongest = Words<N>::kBits - 1;   // a line has one state more than its tightest form has cells

  ColouredReader(const ColouredClue& clue, int symbols) : reads_(static_cast<std::size_t>(symbols)) {
    unsigned behind = 0;
    int last = 0;
    for (const auto [length, symbol] : clue) {
      if (symbol == last) reads_[0].set(behind++);
      waits_.set(behind);
      for (int k = 0; k < length; ++k) reads_[static_cast<std::size_t>(symbol)].set(behind++);
      last = symbol;
    }
    waits_.set(behind);
    end_.set(behind);
    for (unsigned s = 0; s < reads_.size(); ++s) {
      if (s == 0 || reads_[s].any()) own_.push_back(s);
    }
  }

  void start(States& out) const { out = States{1}; }
  void end(States& out) const { out = end_; }
  void step(const States& from, unsigned, Symbols may, States& out) const {
    out = (from & reading(may)) << 1;
    if ((may & 1) != 0) out |= from & waits_;
  }
  void step_back(const States& from, unsigned, Symbols may, States& out) const {
    out = from >> 1 & reading(may);
    if ((may & 1) != 0) out |= from & waits_;
  }
  bool meets(const States& left, const States& right) const { return (left & right).any(); }
  bool dead(const States& states) const { return !states.any(); }

  const std::vector<unsigned>& own() const { return own_; }   // the symbols that the line has, 0 first
  const States& reads(unsigned symbol) const { return reads_[symbol]; }
  const States& waits() const { return waits_; }

 private:
  States reading(Symbols may) const {
    States states{};
    for (; may != 0; may &= may - 1) states |= reads_[static_cast<std::size_t>(std::countr_zero(may))];
    return states;
  }

  std::vector<States> reads_;   // by symbol: the states that read it next
  States waits_{}, end_{};
  std::vector<unsigned> own_;
};
static_assert(LineReader<ColouredReader<1>>);

// How the theory of lines settles them: see lines/theory.hpp.
template <int N>
class ColouredKernel {
 public:
  using Bits = Words<N>;
  using Board = lines::CrossedLines<Bits, 0>;
  using Reader = ColouredReader<N>;
  using Readers = std::shared_ptr<const std::vector<Reader>>;   // of all lines
  static constexpr unsigned kLanes = 1;

  ColouredKernel(Readers readers, const ColouredPuzzle& puzzle)
      : readers_(std::move(readers)), height_(static_cast<unsigned>(puzzle.height)),
        width_(static_cast<unsigned>(puzzle.width)), symbols_(static_cast<unsigned>(puzzle.symbols)),
        left_(std::max(height_, width_) + 1) {}

  void settle(const unsigned* line, Bits* can, unsigned) {
    const Reader& reader = (*readers_)[*line];
    const unsigned length = *line < height_ ? width_ : height_;
    const auto& own = reader.own();
    left_[0] = Bits{1};
    for (unsigned i = 0; i < length; ++i) {
      Bits reading{};
      for (const unsigned s : own) {
        if (can[s].test(i)) reading |= reader.reads(s);
      }
      left_[i + 1] = (left_[i] & reading) << 1;
      if (can[0].test(i)) left_[i + 1] |= left_[i] & reader.waits();
    }
    Bits right{};
    reader.end(right);
    if (!(left_[length] & right).any()) {
      std::fill(can, can + symbols_, Bits{});
      return;
    }
    for (unsigned s = 1, k = 1; s < symbols_; ++s) {   // what the line does not have at all
      if (k < own.size() && own[k] == s) ++k;
      else can[s] = Bits{};
    }
    for (unsigned i = length; i-- > 0;) {
      const Bits here = right >> 1;
      Bits before{};
      for (const unsigned s : own) {
        if (!can[s].test(i)) continue;
        Bits part = here & reader.reads(s);
        if (s == 0) part |= right & reader.waits();
        part &= left_[i];
        if (part.any()) before |= part;
        else can[s].clear(i);
      }
      right = before;
    }
  }
  const Reader& reader(unsigned line) const { return (*readers_)[line]; }
  std::uint64_t nanoseconds(unsigned line) const {
    return 4 * N * (line < height_ ? width_ : height_) * reader(line).own().size();
  }

 private:
  Readers readers_;
  unsigned height_, width_, symbols_;
  std::vector<Bits> left_;   // the states that the cells before each gap can lead to
};

}   // namespace nonairo::table
