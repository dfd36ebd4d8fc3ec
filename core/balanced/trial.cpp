#include "trial.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "../random.hpp"
#include "folded.hpp"
#include "making.hpp"

namespace nonairo::balanced {

namespace {

BalancedShape shape_of(int height, int width) {
  if (height == width && height % 2 != 0) return odd_shape(height, height % 4 == 1, false);
  return standard_shape(height + height % 2, width + width % 2, false);
}

// Boards of which so many in a hundred cells are known: few, so that most have some solution.
void scatter_givens(char* cells, int count, unsigned percent, Random& random) {
  for (int i = 0; i < count; ++i) {
    cells[i] = random.below(100) < percent ? (random.coin() ? '1' : '0') : '.';
  }
}

template <class Word>
bool agree_on_board(Left (*one)(Board<Word>&, const Frame<Word>&), Left (*other)(Board<Word>&, const Frame<Word>&),
                    const BalancedShape& shape, const char* cells) {
  Frame<Word> frame;
  fill_frame(frame, shape);
  Board<Word> mine, theirs;
  read_board(mine, frame, shape, cells);
  theirs = mine;
  const Left left = one(mine, frame);
  return left == other(theirs, frame) && (left == 0 || std::memcmp(&mine, &theirs, sizeof mine) == 0);
}

bool agree_on_boards(const Kernel& a, const Kernel& b, Random& random) {
  for (int side = 1; side <= 32; ++side) {
    for (const unsigned percent : {0u, 4u, 10u, 25u}) {
      const BalancedShape shape = shape_of(side, percent % 4 == 0 ? side : 1 + static_cast<int>(random.below(32)));
      Text text(shape.cells());
      scatter_givens(text.data(), shape.cells(), percent, random);
      const int longest = shape.side();
      const bool same = longest <= 8    ? agree_on_board(a.propagate8, b.propagate8, shape, text.data())
                        : longest <= 16 ? agree_on_board(a.propagate16, b.propagate16, shape, text.data())
                                        : agree_on_board(a.propagate32, b.propagate32, shape, text.data());
      if (!same) return false;
    }
  }
  return true;
}

bool agree_on_wide_lines(const Kernel& a, const Kernel& b, Random& random) {
  for (const int length : {33, 48, 63, 64, 65, 79, 80, 81, 96, 127, 128}) {
    WideLine mine[kWideLanes] = {};
    for (WideLine& line : mine) {
      for (int i = 0; i < length; ++i) {
        const bool known = random.below(100) < 12, one = random.coin();
        for (int symbol = 0; symbol < 2; ++symbol) {
          if (!known || (symbol == 1) == one) line.can[symbol][i / 64] |= std::uint64_t{1} << i % 64;
        }
      }
    }
    WideLine theirs[kWideLanes];
    std::memcpy(theirs, mine, sizeof mine);
    const WideRule rule{length, length / 2};
    (length <= 80 ? a.settle16 : a.settle32)(mine, kWideLanes, rule);
    (length <= 80 ? b.settle16 : b.settle32)(theirs, kWideLanes, rule);
    if (std::memcmp(mine, theirs, sizeof mine) != 0) return false;
  }
  return true;
}

// The boards of a pile after their lines are settled, and whether the full ones are solutions.
struct PileAnswer {
  std::vector<char> texts;
  std::vector<Fate> fates;
};

PileAnswer settled_pile(const Kernel& kernel, const BalancedShape& shape, const std::vector<char>& givens, int count) {
  const auto size = static_cast<std::size_t>(shape.cells());
  PileAnswer answer{std::vector<char>(givens.size(), '.'), {}};
  std::vector<std::uint8_t> scratch(2 * kPileMost * size + 64);
  std::uint8_t* const aligned = scratch.data() + (64 - reinterpret_cast<std::uintptr_t>(scratch.data()) % 64) % 64;
  for (int begin = 0; begin < count; begin += kernel.pile) {
    Piled pile[kPileMost];
    const int here = std::min(kernel.pile, count - begin);
    for (int i = 0; i < here; ++i) {
      const std::size_t at = kTextMargin + static_cast<std::size_t>(begin + i) * size;
      pile[i] = {static_cast<std::size_t>(begin + i), givens.data() + at, answer.texts.data() + at, Fate::moving};
    }
    kernel.settle_pile(shape, pile, here, 0, aligned);
    for (int i = 0; i < here; ++i) answer.fates.push_back(pile[i].fate);
    for (int i = 0; i < here; ++i) {   // what is no longer of interest must not count
      if (pile[i].fate == Fate::dead) std::memset(pile[i].to, '.', size);
    }
    for (int i = 0; i < here; ++i) pile[i].fate = Fate::full;
    kernel.check_pile(shape, pile, here, aligned);
    for (int i = 0; i < here; ++i) answer.fates.push_back(pile[i].fate);
  }
  return answer;
}

bool agree_on_piles(const Kernel& a, const Kernel& b, Random& random) {
  for (const int side : {4, 5, 6, 8, 10, 13, 16, 20, 32}) {
    const int count = side <= 16 ? kPileMost : 16;
    const BalancedShape shape = shape_of(side, side);
    std::vector<char> givens(static_cast<std::size_t>(count * shape.cells()) + 2 * kTextMargin, '.');
    for (int i = 0; i < count; ++i) {
      const unsigned percent = 5u + static_cast<unsigned>(i) % 40u;
      scatter_givens(givens.data() + kTextMargin + i * shape.cells(), shape.cells(), percent, random);
    }
    const PileAnswer mine = settled_pile(a, shape, givens, count), theirs = settled_pile(b, shape, givens, count);
    if (mine.texts != theirs.texts) return false;
    // Fates come pile by pile, and piles differ in size: as often each fate, for the same texts.
    for (const Fate fate : {Fate::moving, Fate::resting, Fate::full, Fate::dead, Fate::wrong}) {
      if (std::count(mine.fates.begin(), mine.fates.end(), fate) !=
          std::count(theirs.fates.begin(), theirs.fates.end(), fate))
        return false;
    }
  }
  return true;
}

}   // namespace

bool agree(const Kernel& kernel, const Kernel& reference) {
  Random random(1);
  return agree_on_boards(kernel, reference, random) && agree_on_wide_lines(kernel, reference, random) &&
         agree_on_piles(kernel, reference, random);
}

}   // namespace nonairo::balanced
