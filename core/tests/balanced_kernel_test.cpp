// Tests of how lines and boards are settled: kernels at every level, and the spaces made of them.
#include <string>
#include <vector>

#include "../balanced/kernel.hpp"
#include "../balanced/line_kernels.hpp"
#include "../balanced/spaces.hpp"
#include "../lines/balanced.hpp"
#include "balanced_boards.hpp"
#include "balanced_reference.hpp"

using namespace nonairo;

namespace {

// What all completions of a line share; empty if there are none.
std::string brute_force(const std::string& line, int ones) {
  std::vector<std::string> all;
  reference::completions(line, ones, 0, all);
  std::string common;
  for (std::size_t i = 0; i < line.size() && !all.empty(); ++i) {
    bool same = true;
    for (const std::string& other : all) same &= other[i] == all[0][i];
    common += same ? all[0][i] : '.';
  }
  return common;
}

std::string settled(const std::string& line, int ones, bool wide_sets) {
  balanced::WideLine planes = {};
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '1') planes.can[0][i / 64] |= std::uint64_t{1} << i % 64;
    if (line[i] != '0') planes.can[1][i / 64] |= std::uint64_t{1} << i % 64;
  }
  const auto& kernel = balanced::kernel();
  (wide_sets ? kernel.settle32 : kernel.settle16)(&planes, 1, {static_cast<int>(line.size()), ones});
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool zero = planes.can[0][i / 64] >> i % 64 & 1, one = planes.can[1][i / 64] >> i % 64 & 1;
    if (!zero && !one) return "";
    out += zero ? (one ? '.' : '0') : '1';
  }
  return out;
}

// The fixpoint of exact rows and columns, worked out line by line.
std::string fixpoint(const BalancedShape& shape, std::string cells) {
  for (std::string before; before != cells;) {
    before = cells;
    for (int r = 0; r < shape.height; ++r) {
      const std::string line = brute_force(reference::row(shape, cells, r), shape.row_ones);
      if (line.empty()) return "";
      cells.replace(static_cast<std::size_t>(r * shape.width), line.size(), line);
    }
    for (int c = 0; c < shape.width; ++c) {
      const std::string line = brute_force(reference::column(shape, cells, c), shape.col_ones);
      if (line.empty()) return "";
      for (int r = 0; r < shape.height; ++r)
        cells[static_cast<std::size_t>(r * shape.width + c)] = line[static_cast<std::size_t>(r)];
    }
  }
  return cells;
}

template <class Space>
std::string propagated(const BalancedShape& shape, const std::string& cells) {
  const std::string margin(16, '.');
  const std::string padded = margin + cells + margin;
  const Space space(shape);
  typename Space::State state;
  space.read(state, padded.data() + 16);
  if (space.propagate(state) == 0) return "";
  std::string out = padded;
  space.write(state, out.data() + 16);
  return out.substr(16, cells.size());
}

// The same for a pile of copies with a few cells changed; every board must come out as it would alone.
void a_pile_settles_like_its_boards(const BalancedShape& shape, const std::string& cells, Random& random) {
  const balanced::Kernel& kernel = balanced::kernel();
  std::vector<std::uint8_t> scratch(2 * cells.size() * static_cast<std::size_t>(kernel.pile));
  for (const int count : {1, 5, kernel.pile}) {
    std::vector<std::string> texts(static_cast<std::size_t>(count), cells), before;
    for (std::string& text : texts)
      text[random.below(static_cast<std::uint32_t>(text.size()))] = random.coin() ? '1' : '.';
    before = texts;
    std::vector<balanced::Piled> boards;
    for (std::string& text : texts) boards.push_back({0, text.data(), text.data(), balanced::Fate::moving});
    kernel.settle_pile(shape, boards.data(), count, 0, scratch.data());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string want = propagated<balanced::FoldedSpace<std::uint32_t>>(shape, before[i]);
      const bool full = texts[i].find('.') == std::string::npos;
      switch (boards[i].fate) {
        case balanced::Fate::dead: CHECK(want == ""); break;
        case balanced::Fate::full: CHECK(full && (want == "" || want == texts[i])); break;
        default: CHECK(boards[i].fate == balanced::Fate::resting && !full && want == texts[i]);
      }
    }
  }
}

void a_pass_equals_brute_force() {
  for (int length = 1; length <= 9; ++length) {
    for (int ones = length / 2; ones <= (length + 1) / 2; ++ones) {
      std::string line(static_cast<std::size_t>(length), '0');
      for (;;) {   // count in base 3
        const std::string want = brute_force(line, ones);
        CHECK(settled(line, ones, false) == want);
        CHECK(settled(line, ones, true) == want);
        std::size_t i = 0;
        for (; i < line.size() && line[i] == '.'; ++i) line[i] = '0';
        if (i == line.size()) break;
        line[i] = line[i] == '0' ? '1' : '.';
      }
    }
  }
}

void long_lines_need_no_wider_sets() {
  // Random prefixes of legal lines, both widths, against each other: 16-bit sets are enough up to 80 cells.
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    const int length = 2 * (1 + static_cast<int>(random.below(40)));
    std::string line(static_cast<std::size_t>(length), '.');
    for (char& cell : line) {
      if (random.below(4) == 0) cell = random.below(8) == 0 ? '0' : '1';
    }
    CHECK(settled(line, length / 2, false) == settled(line, length / 2, true));
  }
}

void propagation_equals_line_by_line() {
  Random random(1);
  const BalancedShape shapes[] = {
      standard_shape(2, 2, false),   standard_shape(4, 6, false),   standard_shape(6, 6, false),
      standard_shape(8, 8, false),   standard_shape(8, 2, false),   odd_shape(7, true, false),
      odd_shape(5, false, false),    standard_shape(12, 10, false), odd_shape(9, true, false),
      standard_shape(16, 16, false), odd_shape(15, false, false)};
  for (const BalancedShape& shape : shapes) {
    for (int i = 0; i < check::effort(20, 60, 300); ++i) {
      const std::string cells = loose_board(shape, random, 5 + static_cast<int>(random.below(30)));
      const std::string want = fixpoint(shape, cells);
      for (const int level : levels_to_test()) {
        balanced_use_level(level);
        if (shape.side() <= 8) CHECK(propagated<balanced::FoldedSpace<std::uint8_t>>(shape, cells) == want);
        if (shape.cells() >= balanced::kPileCells && i % 10 == 0) a_pile_settles_like_its_boards(shape, cells, random);
        CHECK(propagated<balanced::FoldedSpace<std::uint16_t>>(shape, cells) == want);
        CHECK(propagated<balanced::FoldedSpace<std::uint32_t>>(shape, cells) == want);
        CHECK(propagated<balanced::WideSpace<std::uint64_t>>(shape, cells) == want);
        CHECK(propagated<balanced::WideSpace<Bits128>>(shape, cells) == want);
      }
    }
  }
}

void folded_and_wide_boards_agree() {
  Random random(2);
  for (const BalancedShape& shape :
       {standard_shape(18, 20), standard_shape(32, 32), standard_shape(24, 30), odd_shape(31, true)}) {
    for (int i = 0; i < check::effort(8, 40, 40); ++i) {
      std::string cells = blank(shape);
      if (!random_board(shape, random.next(), cells.data()).drawn) continue;
      for (char& cell : cells) {
        if (random.below(100) < 70) cell = '.';
        else if (random.below(400) == 0) cell = cell == '0' ? '1' : '0';
      }
      CHECK(propagated<balanced::FoldedSpace<std::uint32_t>>(shape, cells) ==
            propagated<balanced::WideSpace<std::uint64_t>>(shape, cells));
    }
  }
}

// Long lines, settled by balances, against the kernel that counts; also those that lean as far as they can.
template <int N>
void long_lines_settle_as_the_others(int length, int& settled, int& dead) {
  Random random(static_cast<std::uint64_t>(length));
  const int ones = length / 2 + (length % 2 == 0 ? 0 : static_cast<int>(random.below(2)));
  const BalancedShape shape{length, length, ones, ones, false};
  balanced::LongKernel<N> kernel(shape);
  const lines::BalancedLine<Words<N>> exact(length - ones, ones, 2);
  for (int round = 0; round < 60; ++round) {
    Masks<Words<N>> line{Words<N>::first(static_cast<unsigned>(length)),
                         Words<N>::first(static_cast<unsigned>(length))};
    const int lean = round % 3 == 0 ? length / 2 - round / 3 : 0;   // 110110... up to here
    const unsigned sparse = round % 2 == 0 ? 8 : 64;
    for (int i = 0; i < length; ++i) {
      if (i >= lean && random.below(sparse) != 0) continue;
      const bool one = i < lean ? i % 3 != 2 : random.coin();
      (one ? line.can[0] : line.can[1]).clear(static_cast<unsigned>(i));
    }
    const auto expected = exact.squeeze(line);
    const unsigned row = 0;
    kernel.settle(&row, line.can, 1);
    const bool alive = (line.can[0] | line.can[1]) == Words<N>::first(static_cast<unsigned>(length));
    CHECK(alive == expected.has_value());
    if (expected) CHECK(line.can[0] == expected->can[0] && line.can[1] == expected->can[1]);
    ++(expected ? settled : dead);
  }
}

void long_lines_settle_exactly() {
  int settled = 0, dead = 0;
  for (const int length : {129, 130, 192, 255, 256}) long_lines_settle_as_the_others<4>(length, settled, dead);
  for (const int length : {129, 257, 348, 349, 400, 511, 512}) {
    long_lines_settle_as_the_others<8>(length, settled, dead);
  }
  CHECK(settled > 100 && dead > 100);
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("balanced kernel", argc, argv,
                    {TEST(at_every_level<a_pass_equals_brute_force>),
                     TEST(at_every_level<long_lines_need_no_wider_sets>), TEST(propagation_equals_line_by_line),
                     TEST(at_every_level<folded_and_wide_boards_agree>), TEST(long_lines_settle_exactly)});
}
