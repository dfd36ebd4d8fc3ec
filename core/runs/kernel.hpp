// Settling one line exactly: which cells can be filled, which can be blank, over all
// arrangements of its blocks that fit what is known.
//
// Sets are words over offsets (see shape.hpp). Gap j lies before block j; its window is the
// cells base_j - 1 .. base_j - 1 + slack, and a word over the window says which of them can be
// blank with j blocks to their left:
//
//      reach_j    blank cells of gap j that the blocks before j can leave behind
//      D_j        = reach_j & fits_j: offsets at which block j can stand, seen from the left
//      reach_j+1  = the cells of gap j+1 that can be blank and hang together with some D_j bit
//
// The last step runs along stretches of cells that can be blank (V), upwards from the bits of
// X = D & V. One addition does it for the whole word: a carry entering a stretch of ones clears it
// from there to its end.
//
//      V           0 1 1 1 0 1 1 0      bit 0 on the left
//      X           0 0 1 0 0 0 0 0
//      V + X       0 1 0 0 1 1 1 0
//      V & ~(V+X)  0 0 1 1 0 0 0 0      bits of X that met a carry come back with | X
//
// Carries only run upwards, so what the blocks to the right allow is the same computation on
// the mirrored line, mirrored back word by word.
#pragma once

#include "../room.hpp"
#include "../words.hpp"
#include "shape.hpp"

namespace nonairo::runs {

template <int S>
NONAIRO_INLINE Words<S> run_along(const Words<S>& stretches, const Words<S>& from) {
  const Words<S> start = from & stretches;
  return stretches & ~((stretches + start) & ~start);
}

// Powers of two up to the length of a line of C words.
template <int C>
inline constexpr int kPowers = std::bit_width(64u * C);

// Looks at S words of a row; `kNear`: few enough bits of one word that it need not be put together.
template <int S, bool kNear, int C>
NONAIRO_INLINE Words<S> look(const Words<C>* rows, unsigned from) {
  if constexpr (kNear) return near_window(rows, from);
  else return window<S>(*rows, from);
}

// fits[p]: where 2^p filled cells can begin.
template <int C>
struct RunTable {
  Words<C> fits[kPowers<C> + 1];   // one more than needed, since something must follow in memory

  RunTable(const Words<C>& can1, unsigned powers) {
    fits[0] = can1;
    for (unsigned p = 1; p < powers; ++p) fits[p] = fits[p - 1] & (fits[p - 1] >> (1u << (p - 1)));
    if constexpr (C > 1) fits[powers] = {};   // or the compiler warns that it might count
  }

  template <int S, bool kNear = false>
  NONAIRO_INLINE Words<S> block(const Block& block) const {
    const Words<C>* const row = &fits[block.power];
    return look<S, kNear>(row, block.base) & look<S, kNear>(row, block.tail);
  }
};

// One direction, a block at a time.
template <int C, int S, bool kNear>
class Chain {
 public:
  Chain(const LineShape& line, const Block* blocks, const Words<C>& can1, const Words<C>& can0)
      : line_(line), blocks_(blocks), can0_{can0}, table_(can1, line.powers),
        reach(run_along(window<S>(can0, 0) << 1 | Words<S>::bit(0), Words<S>::bit(0))) {}

  NONAIRO_INLINE Words<S> fits(unsigned j) const { return table_.template block<S, kNear>(blocks_[j]); }
  NONAIRO_INLINE void pass(unsigned j, const Words<S>& fits) {   // any block but the last
    reach = run_along(look<S, kNear>(can0_, blocks_[j + 1].base - 1u), reach & fits);
  }
  NONAIRO_INLINE void pass_last(const Words<S>& fits) {   // the cell behind the line counts as blank
    const unsigned end = blocks_[line_.count - 1].base + blocks_[line_.count - 1].length;
    Words<S> gap = Words<S>::bit(line_.slack);
    if (line_.slack > 0) gap |= look<S, kNear>(can0_, end);
    reach = run_along(gap, reach & fits);
  }

 private:
  const LineShape& line_;
  const Block* blocks_;
  Words<C> can0_[kNear ? 2 : 1];
  RunTable<C> table_;

 public:
  Words<S> reach;   // of the gap before the next block
};

// Only whether some arrangement fits.
template <int C, int S, bool kNear>
bool feasible_in(const LineShape& line, const Words<C>& can1, const Words<C>& can0) {
  Chain<C, S, kNear> chain(line, line.blocks, can1, can0);
  for (unsigned j = 0; j + 1 < line.count; ++j) chain.pass(j, chain.fits(j));
  chain.pass_last(chain.fits(line.count - 1u));
  return chain.reach.test(line.slack);
}

template <int C, int S>
struct BlockSets {
  static constexpr int kMaxBlocks = 32 * C;
  Words<S> reach[kMaxBlocks + 1], back[kMaxBlocks + 1], fits[kMaxBlocks];
};

// Shrinks can1 and can0 to what is really possible, and calls `places(j, offsets)` for each
// block. False: no arrangement fits.
template <int C, int S, bool kNear, class Places>
bool settle_in(const LineShape& line, Words<C>& can1, Words<C>& can0, Places&& places) {
  const unsigned count = line.count;
  Room<BlockSets<C, S>> room;
  auto& [reach, back, fits] = *room;
  const Words<C> can1_back = mirrored(can1, line.length), can0_back = mirrored(can0, line.length);
  Chain<C, S, kNear> left(line, line.blocks, can1, can0);
  Chain<C, S, kNear> right(line, line.mirrored, can1_back, can0_back);
  reach[0] = left.reach;
  back[count] = right.reach;
  for (unsigned j = 0; j + 1 < count; ++j) {   // the two chains do not wait for each other
    fits[j] = left.fits(j);
    left.pass(j, fits[j]);
    right.pass(j, right.fits(j));
    reach[j + 1] = left.reach;
    back[count - 1 - j] = right.reach;
  }
  fits[count - 1] = left.fits(count - 1);
  left.pass_last(fits[count - 1]);
  if (!left.reach.test(line.slack)) return false;
  right.pass_last(right.fits(count - 1));
  reach[count] = left.reach;
  back[0] = right.reach;

  // Filled cells: the two halves of each block are runs of 2^power cells; collect the starts by
  // power, then halve from the longest down.
  Words<C> filled[kPowers<C>];
  for (unsigned p = 0; p < line.powers; ++p) filled[p] = {};
  const unsigned bits = line.slack + 1u;
  Words<S> behind = mirrored(back[0], bits);
  Words<C> blank = placed<C>(reach[0] & behind, 0) >> 1;
  for (unsigned j = 0; j < count; ++j) {
    const Block block = line.blocks[j];
    behind = mirrored(back[j + 1], bits);
    const Words<S> starts = reach[j] & fits[j] & behind;
    places(j, starts);
    place(filled[block.power], starts, block.base);
    place(filled[block.power], starts, block.tail);
    Words<S> gap = reach[j + 1] & behind;
    if (j + 1 == count) {   // without the cell behind the line
      if (line.slack == 0) break;
      gap &= ~Words<S>::bit(line.slack);
    }
    place(blank, gap, block.base + block.length);
  }
  for (unsigned p = line.powers; p-- > 1;) filled[p - 1] |= filled[p] | filled[p] << (1u << (p - 1));
  can1 = filled[0];
  can0 = blank;
  return true;
}

// The entry points pick the number of words that the line, and then its sets of offsets, need.
// A board keeps all its masks in C words, though its columns may be much shorter than its rows.
template <int C, class Kernel>
bool with_narrowest(const LineShape& line, Words<C>& can1, Words<C>& can0, Kernel&& kernel) {
  static_assert(std::has_single_bit(static_cast<unsigned>(C)));   // halved until the line just fits
  if constexpr (C > 1) {
    if (line.length <= 32 * C) {
      Words<C / 2> narrow1 = window<C / 2>(can1, 0), narrow0 = window<C / 2>(can0, 0);
      const bool possible = with_narrowest(line, narrow1, narrow0, kernel);
      can1 = placed<C>(narrow1, 0);
      can0 = placed<C>(narrow0, 0);
      return possible;
    }
    if (line.slack >= 64) return kernel.template operator()<C, C, false>(can1, can0);
    if (kReadsNear && line.slack < kNearBits) return kernel.template operator()<C, 1, true>(can1, can0);
  }
  return kernel.template operator()<C, 1, false>(can1, can0);
}

// Refers to any `places`, so that `settle_in` is compiled once for all of them.
template <int S>
class AnyPlaces {
 public:
  template <class Places>
  explicit AnyPlaces(Places& places)
      : places_(&places), call_([](void* to, unsigned j, const Words<S>& offsets) {
          (*static_cast<Places*>(to))(j, offsets);
        }) {}
  void operator()(unsigned j, const Words<S>& offsets) const { call_(places_, j, offsets); }

 private:
  void* places_;
  void (*call_)(void*, unsigned, const Words<S>&);
};

// From this many words on, a call for each block costs nothing beside the rest.
constexpr int kManyWords = 4;

template <int C, class Places>
bool settle(const LineShape& line, Words<C>& can1, Words<C>& can0, Places&& places) {
  if (line.count == 0) {
    const bool fits = line.possible && can0 == Words<C>::first(line.length);
    can1 = {};
    return fits;
  }
  return with_narrowest(line, can1, can0, [&]<int N, int S, bool kNear>(Words<N>& a, Words<N>& b) {
    if constexpr (N >= kManyWords) return settle_in<N, S, kNear>(line, a, b, AnyPlaces<S>(places));
    else return settle_in<N, S, kNear>(line, a, b, places);
  });
}

template <int C>
bool feasible(const LineShape& line, Words<C> can1, Words<C> can0) {
  if (line.count == 0) return line.possible && can0 == Words<C>::first(line.length);
  return with_narrowest(line, can1, can0, [&]<int N, int S, bool kNear>(Words<N>& a, Words<N>& b) {
    return feasible_in<N, S, kNear>(line, a, b);
  });
}

// Of a line of which nothing is known: a block longer than the slack covers the cells that its leftmost and its
// rightmost place share, and without slack there is only one arrangement.
template <int C>
bool settle_untouched(const LineShape& line, Words<C>& can1, Words<C>& can0) {
  Words<C> sure{};
  for (unsigned j = 0; j < line.count; ++j) {
    const Block block = line.blocks[j];
    if (block.length > line.slack) sure |= Words<C>::first(block.length - line.slack) << (block.base + line.slack);
  }
  can0 &= ~sure;
  if (line.slack == 0 || line.count == 0) can1 = sure;
  return line.possible;
}

// Most lines are met three times or more: untouched, here and there, and full, when there is only something to check.
template <int C>
bool settle(const LineShape& line, Words<C>& can1, Words<C>& can0) {
  const Words<C> open = can1 & can0;
  if (!open.any()) return feasible(line, can1, can0);
  if (open == Words<C>::first(line.length)) return settle_untouched(line, can1, can0);
  return settle(line, can1, can0, [](unsigned, const auto&) {});
}

}   // namespace nonairo::runs
