// The rule of a nonogram line: its blocks of ones, in order, at least one zero between them.
//
// Reading from the left, S_j is the set of cells where block j may start, as far as the cells
// to its left can tell. One block costs a handful of word operations, for all its places at
// once:
//
//   can be 0      1 1 0 1 1 1 1 0        (cell 0 on the left)
//   may end           *   *              block j, if it starts in S_j and fits
//   zero after          * . *            one step on, where a zero can stand
//   zeros on            * * * *          a carry runs along the zeros: one addition
//   S_{j+1}               * * * *        one step on: the next block may start
//
// The same walk on the mirrored line says where block j may end as far as the right can tell.
// A place that both walks allow is a place in some completion.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "bits.hpp"

namespace nonairo::lines {

template <LineBits Bits>
class RunsLine {
 public:
  RunsLine(std::span<const int> clue, int length) : length_(length), all_(low_bits<Bits>(length)) {
    int needed = -1;   // the first block has no zero before it
    for (const int block : clue) {
      if (block < 1) throw std::invalid_argument("a block has at least one cell");
      needed += std::min(block, length + 1) + 1;
      if (needed > length) break;
      const int level = std::bit_width(static_cast<unsigned>(block)) - 1;
      blocks_.push_back({block, level, block - (1 << level)});
      levels_ = std::max(levels_, level + 1);
    }
    fits_ = needed <= length;
    slack_ = length - std::max(needed, 0);
  }

  int length() const { return length_; }

  // What each cell can be in some completion; nothing if there is none.
  std::optional<Masks<Bits>> squeeze(const Masks<Bits>& line) const {
    if (!fits_) return std::nullopt;
    if (blocks_.empty()) {
      if (line.can_zero != all_) return std::nullopt;
      return Masks<Bits>{Bits{0}, all_};
    }
    const int count = static_cast<int>(blocks_.size());
    const int last = count - 1;
    std::array<Bits, kMostBlocks> from_left;
    std::array<Bits, kMostBlocks> from_right;   // mirrored
    Walk left(line, levels_);
    Walk right({mirror(line.can_one), mirror(line.can_zero)}, levels_);
    for (int j = 0; j < last; ++j) {   // side by side: neither waits for the other
      from_left[j] = left.starts;
      left.pass(blocks_[j]);
      from_right[last - j] = right.starts;
      right.pass(blocks_[last - j]);
    }
    from_left[last] = left.starts;
    from_right[0] = right.starts;

    std::array<Bits, kMostLevels> covers;   // blocks to be smeared, by power of two
    std::fill_n(covers.begin(), levels_, Bits{0});
    Bits can_zero{0};
    Bits ends_before{0};   // where the block before may end, seen from the right
    Bits places{0};
    for (int j = 0; j < count; ++j) {
      const Block block = blocks_[j];
      const Bits ends = mirror(from_right[j]);
      places = from_left[j] & left.room(block) & ends >> (block.length - 1);
      if (!any(places)) return std::nullopt;
      covers[block.level] |= places | places << block.rest;
      can_zero |= j == 0 ? below_highest(places) : from_left[j] >> 1 & ends_before << 1;
      ends_before = ends;
    }
    can_zero |= above_lowest(Bits{places << (blocks_[last].length - 1)}) & all_;
    for (int level = levels_ - 1; level > 0; --level) {
      covers[level - 1] |= covers[level] | covers[level] << (1 << (level - 1));
    }
    return Masks<Bits>{covers[0], can_zero};
  }

  // The number of completions.
  Bits count(const Masks<Bits>& line) const {
    if (!fits_) return Bits{0};
    // ways[s]: the blocks so far end before cell `first + s`, where the next may start; the
    // cell before it is a zero. Each block has slack + 1 places. One zero is added after the
    // line, so that the last block is like the others.
    std::vector<Bits> ways(static_cast<std::size_t>(slack_) + 1, Bits{0});
    ways[0] = Bits{1};
    for (int s = 1; s <= slack_ && has(line.can_zero, s - 1); ++s) ways[s] = Bits{1};
    int first = 0;
    const Walk walk(line, levels_);
    for (const Block block : blocks_) {
      const Bits room = walk.room(block);
      Bits sum{0};
      for (int s = 0; s <= slack_; ++s) {
        const int after = first + s + block.length;
        if (has(room, first + s)) sum += ways[s];
        if (after < length_ && !has(line.can_zero, after)) sum = Bits{0};
        ways[s] = sum;
      }
      first += block.length + 1;
    }
    return ways[slack_];
  }

 private:
  static constexpr int kMostBlocks = kCapacity<Bits> / 2;
  static constexpr int kMostLevels = std::bit_width(static_cast<unsigned>(kCapacity<Bits>));

  // A block of 13 cells is two overlapping blocks of 8, the second `rest` = 5 cells on.
  struct Block {
    int length;
    int level;   // 2^level is the largest power of two in length
    int rest;
  };

  struct Walk {
    Bits starts;
    Bits can_zero;
    std::array<Bits, kMostLevels> runs;   // runs[l]: here begin 2^l cells that can all be one

    Walk(const Masks<Bits>& line, int levels)
        : starts(line.can_zero ^ (line.can_zero + Bits{1})), can_zero(line.can_zero) {
      runs[0] = line.can_one;
      for (int level = 1; level < levels; ++level) {
        runs[level] = runs[level - 1] & runs[level - 1] >> (1 << (level - 1));
      }
    }

    Bits room(Block block) const { return runs[block.level] & runs[block.level] >> block.rest; }

    void pass(Block block) {
      const Bits ends = (starts & room(block)) << (block.length - 1);
      const Bits after = ends << 1 & can_zero;
      starts = (can_zero & (~(can_zero + after) | after)) << 1;
    }
  };

  Bits mirror(const Bits& bits) const {
    return length_ == 0 ? bits : reverse(bits) >> (kCapacity<Bits> - length_);
  }

  int length_;
  int slack_ = 0;    // cells left over in the tightest line
  int levels_ = 1;
  bool fits_ = false;
  Bits all_;
  std::vector<Block> blocks_;
};

}  // namespace nonairo::lines
