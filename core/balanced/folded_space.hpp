// The space of folded boards, up to 32 a side: how search reads, propagates and settles them.
#pragma once

#include <cstdint>

#include "../bits.hpp"
#include "distinct.hpp"
#include "folded.hpp"
#include "kernel.hpp"
#include "levels.hpp"

namespace nonairo::balanced {

template <class Word>
class FoldedSpace {
 public:
  using State = Board<Word>;
  static constexpr int kMaxLines = State::kLanes;

  explicit FoldedSpace(const BalancedShape& shape) : shape_(shape), propagate_(choose(kernel())) {
    fill_frame(frame_, shape);
  }

  const BalancedShape& shape() const { return shape_; }
  // Lanes from 0 to here; some of a folded board are unused, and never open.
  int lanes(Direction) const { return kMaxLines; }
  int lane(Direction direction, int place) const { return lane_of_place<Word>(place, shape_.lines(direction)); }
  int bit(int column) const { return bit_of_place<Word>(column, shape_.width); }
  static int crossing_lane(int bit) { return lane_of_bit<Word>(bit); }
  // Nanoseconds that a node takes, roughly.
  std::uint64_t node_cost() const { return 20u * static_cast<unsigned>(shape_.height + shape_.width); }

  void read(State& state, const char* cells) const { read_board(state, frame_, shape_, cells); }
  void write(const State& state, char* cells) const { write_board(state, shape_, cells); }

  void settle(State& state, Direction direction, int lane, int bit, int symbol) const {
    const int crossing = crossing_lane(bit);
    if (direction == kRows) balanced::settle(state, lane, crossing, symbol);
    else balanced::settle(state, crossing, lane, symbol);
  }

  // Exact in every line, then distinctness, until both are quiet.
  Left propagate(State& state) const {
    for (;;) {
      const Left left = propagate_(state, frame_);
      if (left == 0 || !shape_.distinct) return left;
      switch (Distinctness<FoldedSpace>(*this, state).enforce()) {
        case Distinct::quiet: return left;
        case Distinct::contradiction: return 0;
        case Distinct::settled: break;
      }
    }
  }

  // Whether the cells of a full line obey the line rule.
  bool is_legal(Direction direction, Word word) const {
    const int length = shape_.length(direction);
    const std::uint32_t line = unfold(word, length);
    const std::uint32_t zeros = ~line & (length == 32 ? ~0u : (1u << length) - 1);
    return count_bits(line) == shape_.ones(direction) && (line & line >> 1 & line >> 2) == 0 &&
           (zeros & zeros >> 1 & zeros >> 2) == 0;
  }

  // What both states still allow, into `state`; the number of pairs left.
  Left common(State& state, const State& a, const State& b) const {
    Left left = 0;
    for (const Direction direction : {kRows, kColumns}) {
      for (int i = 0; i < 2 * kMaxLines; ++i) {
        const Word word = static_cast<Word>(a.can[direction][i] | b.can[direction][i]);
        state.can[direction][i] = word;
        left += direction == kRows ? count_bits(word) : 0;
      }
    }
    return left;
  }

  // Whether two solved boards are equal.
  bool same(const State& a, const State& b) const {
    return std::memcmp(a.can[kRows], b.can[kRows], sizeof a.can[kRows]) == 0;
  }

  // Calls line(direction, lane) for lines without completion on a board that propagate() has refused.
  template <class Call>
  void dead_lines(const State& state, Call line) const {
    for (const Direction direction : {kRows, kColumns}) {
      const Word* full = frame_.side[direction].full;
      for (int l = 0; l < kMaxLines; ++l) {
        const Word any = static_cast<Word>(state.at(direction, 0, l) | state.at(direction, 1, l));
        if (any != full[State::place_of(0, l)]) line(direction, l);
      }
    }
  }

 private:
  using Propagate = Left (*)(State&, const Frame<Word>&);
  static Propagate choose(const Kernel& kernel) {
    if constexpr (sizeof(Word) == 1) return kernel.propagate8;
    else if constexpr (sizeof(Word) == 2) return kernel.propagate16;
    else return kernel.propagate32;
  }

  BalancedShape shape_;
  Propagate propagate_;
  Frame<Word> frame_;
};

}   // namespace nonairo::balanced
