// The nonogram line kernel against brute force, and its sizes against each other.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "../runs/kernel.hpp"
#include "../runs/line_cache.hpp"
#include "../runs/reader.hpp"
#include "check.hpp"

using namespace nonairo::runs;
using nonairo::Words;

namespace {

std::vector<int> clue_of(std::uint32_t picture, unsigned length) {
  std::vector<int> clue;
  int run = 0;
  for (unsigned i = 0; i <= length; ++i) {
    if (i < length && (picture >> i & 1) != 0) {
      ++run;
    } else if (run > 0) {
      clue.push_back(run);
      run = 0;
    }
  }
  return clue;
}

// What is left of (can1, can0) over all pictures of a clue; both 0 if nothing fits.
struct Left {
  std::uint32_t can1 = 0, can0 = 0;
};

Left brute_force(const std::vector<std::uint32_t>& pictures, unsigned length, std::uint32_t can1, std::uint32_t can0) {
  const std::uint32_t all = (1u << length) - 1;
  Left left;
  for (const std::uint32_t picture : pictures) {
    if ((picture & ~can1) != 0 || (~picture & all & ~can0) != 0) continue;
    left.can1 |= picture;
    left.can0 |= ~picture & all;
  }
  return left;
}

template <int C>
void check_line(const LineShape& shape, const Left& right, std::uint32_t can1, std::uint32_t can0) {
  Words<C> a{}, b{};
  a.word[0] = can1;
  b.word[0] = can0;
  const bool possible = right.can1 != 0 || right.can0 != 0;
  CHECK(feasible(shape, a, b) == possible);
  CHECK(settle(shape, a, b) == possible);
  if (possible) CHECK(a.word[0] == right.can1 && b.word[0] == right.can0);
}

// The needed cells still make the line impossible, and without any one of them it is possible.
void check_reason(const LineShape& shape, std::uint32_t can1, std::uint32_t can0) {
  const RunsReader<1> reader(shape);
  const Words<1> a{{can1}}, b{{can0}}, all = Words<1>::first(shape.length);
  std::vector<nonairo::Cell> line;
  for (unsigned i = 0; i < shape.length; ++i) {
    const nonairo::Symbols may = (can0 >> i & 1) | (can1 >> i & 1) << 1;
    line.push_back({may, 3 & ~may});
  }
  Words<1> needed{};
  nonairo::LossFinder<RunsReader<1>> finder;
  for (const auto [cell, symbols] : finder.needed(reader, line)) needed.set(cell);
  const Words<1> only1 = a | (all & ~needed), only0 = b | (all & ~needed);
  CHECK(!feasible(shape, only1, only0));
  needed.for_each([&](unsigned i) {
    Words<1> more1 = only1, more0 = only0;
    more1.set(i), more0.set(i);
    CHECK(feasible(shape, more1, more0));
  });
}

// Every clue and every state of knowledge up to a length.
void kernel_equals_brute_force() {
  const unsigned longest = check::effort(8u, 10u, 11u);
  for (unsigned length = 1; length <= longest; ++length) {
    std::vector<std::vector<int>> clues;
    for (std::uint32_t picture = 0; picture < 1u << length; ++picture) clues.push_back(clue_of(picture, length));
    std::sort(clues.begin(), clues.end());
    clues.erase(std::unique(clues.begin(), clues.end()), clues.end());
    clues.push_back({static_cast<int>(length) + 1});   // does not fit
    Shapes shapes;
    for (const auto& clue : clues) shapes.add(clue, length);
    shapes.finish();
    const std::uint32_t all = (1u << length) - 1;
    for (std::size_t k = 0; k < clues.size(); ++k) {
      std::vector<std::uint32_t> pictures;
      for (std::uint32_t picture = 0; picture <= all; ++picture) {
        if (clue_of(picture, length) == clues[k]) pictures.push_back(picture);
      }
      for (std::uint32_t can1 = 0; can1 <= all; ++can1) {
        // can0: everything that can1 lacks, and any part of the rest
        for (std::uint32_t open = can1;; open = (open - 1) & can1) {
          const std::uint32_t can0 = (all & ~can1) | open;
          const Left right = brute_force(pictures, length, can1, can0);
          check_line<1>(shapes[k], right, can1, can0);
          if (length <= 7) check_line<2>(shapes[k], right, can1, can0), check_line<8>(shapes[k], right, can1, can0);
          if (right.can1 == 0 && right.can0 == 0 && shapes[k].possible && shapes[k].slack > 0 && length <= 8) {
            check_reason(shapes[k], can1, can0);
          }
          if (open == 0) break;
        }
      }
    }
  }
}

template <int C>
Words<C> widened(const Words<1>& a) {
  Words<C> b{};
  b.word[0] = a.word[0];
  return b;
}

// Long lines: one word against two and eight, and lines of several words against the cell-by-cell reader.
void sizes_agree() {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    const unsigned length = 20 + random() % 45;
    const unsigned density = 5 + random() % 90;
    std::vector<bool> picture(length);
    for (unsigned i = 0; i < length; ++i) picture[i] = random() % 100 < density;
    std::vector<int> clue{0};
    for (unsigned i = 0; i < length; ++i) {
      if (picture[i]) ++clue.back();
      else if (clue.back() > 0) clue.push_back(0);
    }
    Shapes shapes;
    shapes.add(clue, length);
    shapes.finish();
    Words<1> can1 = Words<1>::first(length), can0 = can1;
    for (unsigned i = 0; i < length; ++i) {
      if (random() % 3 == 0) (picture[i] != (random() % 40 == 0) ? can0 : can1).clear(i);
    }
    Words<2> two1 = widened<2>(can1), two0 = widened<2>(can0);
    Words<8> eight1 = widened<8>(can1), eight0 = widened<8>(can0);
    const bool possible = settle(shapes[0], can1, can0);
    CHECK(settle(shapes[0], two1, two0) == possible);
    CHECK(settle(shapes[0], eight1, eight0) == possible);
    if (!possible) continue;
    CHECK(two1 == widened<2>(can1) && two0 == widened<2>(can0));
    CHECK(eight1 == widened<8>(can1) && eight0 == widened<8>(can0));
  }
}

template <int C>
void long_lines(unsigned shortest, unsigned longest, int rounds) {
  std::mt19937 random(11);
  for (int round = 0; round < rounds; ++round) {
    const unsigned length = shortest + random() % (longest - shortest + 1);
    const unsigned density = round % 3 == 0 ? 4 : 5 + random() % 90;   // few blocks: more slack than a word
    std::vector<bool> picture(length);
    std::vector<int> clue{0};
    for (unsigned i = 0; i < length; ++i) {
      picture[i] = random() % 100 < density;
      if (picture[i]) ++clue.back();
      else if (clue.back() > 0) clue.push_back(0);
    }
    Shapes shapes;
    shapes.add(clue, length);
    shapes.finish();
    Words<C> can1 = Words<C>::first(length), can0 = can1;
    const unsigned share = 2 + random() % 20;
    for (unsigned i = 0; i < length; ++i) {
      if (random() % share == 0) (picture[i] != (random() % 60 == 0) ? can0 : can1).clear(i);
    }
    // The reader, cell by cell.
    const RunsReader<C> reader(shapes[0]);
    std::vector<Words<C>> ahead(length + 1), behind(length + 1);
    if (shapes[0].slack == 0 && length == Words<C>::kBits) continue;   // one state too many for the reader
    const auto may = [&](unsigned i) { return nonairo::Symbols{can0.test(i)} | nonairo::Symbols{can1.test(i)} << 1; };
    const auto may_be = [&](unsigned i, unsigned symbol) {
      Words<C> after;
      reader.step(ahead[i], i, 1u << symbol, after);
      return reader.meets(after, behind[i + 1]);
    };
    reader.start(ahead[0]);
    reader.end(behind[length]);
    for (unsigned i = 0; i < length; ++i) reader.step(ahead[i], i, may(i), ahead[i + 1]);
    for (unsigned i = length; i-- > 0;) reader.step_back(behind[i + 1], i, may(i), behind[i]);
    const bool possible = reader.meets(ahead[0], behind[0]);
    Words<C> now1 = can1, now0 = can0;
    CHECK(feasible(shapes[0], can1, can0) == possible);
    CHECK(settle(shapes[0], now1, now0) == possible);
    for (unsigned i = 0; possible && i < length; ++i) {
      CHECK(now1.test(i) == (can1.test(i) && may_be(i, 1)));
      CHECK(now0.test(i) == (can0.test(i) && may_be(i, 0)));
    }
  }
}

void long_lines_agree() {
  long_lines<1>(1, 64, 3000);
  long_lines<2>(65, 128, 1000);
  long_lines<8>(129, 512, 200);
}

// Few lines of few cells, asked over and over: more questions than the cache has room for, and many come again.
void remembered_lines_are_the_same() {
  std::mt19937 random(13);
  Shapes shapes;
  for (const std::vector<int>& clue : {std::vector<int>{3, 2}, {1, 1, 1}, {7}, {}, {4, 4, 4}}) shapes.add(clue, 12);
  shapes.finish();
  LineCache<1> one;
  LineCache<2> two;
  for (int round = 0; round < 100000; ++round) {
    const unsigned line = random() % 5;
    const std::uint32_t known = random() & random() & 0xfff, value = random();
    Words<1> can1{{0xfff & ~(known & value)}}, can0{{0xfff & ~(known & ~value)}}, now1 = can1, now0 = can0;
    Words<2> wide1 = widened<2>(can1), wide0 = widened<2>(can0);
    const bool possible = settle(shapes[line], can1, can0);
    CHECK(one.settle(shapes[line], line, now1, now0) == possible);
    CHECK(two.settle(shapes[line], line, wide1, wide0) == possible);
    if (!possible) continue;
    CHECK(now1 == can1 && now0 == can0);
    CHECK(wide1 == widened<2>(can1) && wide0 == widened<2>(can0));
  }
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("runs kernel", argc, argv,
                    {TEST(kernel_equals_brute_force), TEST(sizes_agree), TEST(long_lines_agree),
                     TEST(remembered_lines_are_the_same)});
}
