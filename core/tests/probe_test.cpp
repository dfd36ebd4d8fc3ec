// Suppositions in rounds, against small boards that are worked out by hand and by trying everything.
#include "../probe/reasons.hpp"

#include <string>
#include <vector>

#include "../random.hpp"
#include "automata.hpp"
#include "check.hpp"

namespace {

using nonairo::Limits;
using nonairo::Word;
using nonairo::Words;
using namespace nonairo::probe;

template <class Bits>
void add_runs(Board<Bits>& board, const std::vector<int>& clue) {
  const int length = board.length(static_cast<int>(board.narrow.size()));
  board.narrow.push_back(
      std::make_unique<ByKernel<Bits, nonairo::lines::RunsLine>>(nonairo::lines::RunsLine<Bits>(clue, length)));
}

template <class Bits>
Board<Bits> blank(int height, int width, bool distinct) {
  Board<Bits> board;
  board.height = height;
  board.width = width;
  board.distinct = distinct;
  return board;
}

template <class Bits>
Board<Bits> patterns(int side, bool distinct) {
  Board<Bits> board = blank<Bits>(side, side, distinct);
  for (int k = 0; k < 2 * side; ++k) {
    board.narrow.push_back(std::make_unique<ByPatterns<Bits>>(side / 2, side / 2, 2, side));
  }
  return board;
}

void a_cell_is_refuted_by_the_line_across() {
  // One row with a block of two; the columns say that it is at the left.
  Board<Word> board = blank<Word>(1, 3, false);
  add_runs(board, {2});
  for (const int block : {1, 1, 0}) add_runs(board, block == 0 ? std::vector<int>{} : std::vector<int>{block});
  Prober<Word> prober(board, "...", Limits{});
  const auto wrong = prober.probe({0, 0}, 0, kEndless);
  CHECK(wrong.broken[0] == 1 && wrong.broken[1] == -1);   // column 0 wants a 1, and is looked at in the same round
  CHECK(wrong.rounds == 0);
  const auto right = prober.probe({0, 0}, 1, kEndless);
  CHECK(right.alive());
  CHECK(board.write(prober.state()) == "110");
  CHECK(prober.work_to_refute({0, 0}, 0) >= 0);
  CHECK(prober.work_to_refute({0, 0}, 1) == -1);
  CHECK(prober.settle_start());
  CHECK(board.write(prober.start()) == "110");
}

void equal_lines_break_only_where_they_must_differ() {
  for (const bool distinct : {false, true}) {
    const Board<Word> board = patterns<Word>(4, distinct);
    Prober<Word> prober(board, "0101001.10......", Limits{});   // a 1 makes row 1 differ from row 0
    const auto trial = prober.probe({1, 3}, 1, kEndless);
    CHECK(trial.alive());
    Prober<Word> twins(board, "0101010.10......", Limits{});
    const auto equal = twins.probe({1, 3}, 1, 0);
    CHECK(equal.alive() != distinct);
    if (distinct) CHECK((equal.broken == std::array{0, 1}));
  }
}

// The same board in other widths of words, and with tables for kernels, gives the same.
template <class Bits>
Board<Bits> by_tables(const std::vector<std::vector<int>>& clues, int height, int width) {
  Board<Bits> board = blank<Bits>(height, width, false);
  for (const auto& clue : clues) {
    const int length = board.length(static_cast<int>(board.narrow.size()));
    board.narrow.push_back(std::make_unique<ByTable<Bits>>(nonairo::table::rule_of(automata::runs(clue, length)),
                                                           static_cast<unsigned>(length)));
  }
  return board;
}

// A reason is the same in other widths, is enough by itself, and has no line and no cell too many. In meaning it may
// have, but what is left is a part of it, and then there is nothing more to leave out.
void reasons_agree(const Board<Word>& board, const Board<Words<2>>& wide, const std::string& cells, Supposed supposed) {
  const auto reason = followed(board, cells, {supposed}, {}, false, false, Limits{});
  const auto twin = followed(wide, cells, {supposed}, {}, false, false, Limits{});
  CHECK(reason.has_value() && twin.has_value());
  if (!reason || !twin) return;
  CHECK(reason->cells == twin->cells);
  const unsigned lines = static_cast<unsigned>(board.lines());
  Prober<Word> small(board, reason->cells, Limits{});
  small.use_only(reason->lines);
  CHECK(!small.probe(supposed.at, supposed.symbol, kEndless).alive());
  const auto part = irreducible(board, *reason, supposed, Limits{});
  const auto wide_part = irreducible(wide, *twin, supposed, Limits{});
  CHECK(part && wide_part && part->cells == wide_part->cells);
  if (part) {
    CHECK((part->lines & ~reason->lines) == LineSet<Word>{});
    const auto again = irreducible(board, *part, supposed, Limits{});
    CHECK(again && again->lines == part->lines && again->cells == part->cells);
  }
  for (std::size_t k = 0; k < cells.size(); ++k) {
    std::string fewer = reason->cells;
    if (fewer[k] == '.') continue;
    fewer[k] = '.';
    small.restart(fewer);
    CHECK(small.probe(supposed.at, supposed.symbol, kEndless).alive());
  }
  small.restart(cells);
  for (unsigned line = 0; line < lines; ++line) {
    auto fewer = reason->lines;
    if (!fewer.test(line)) continue;
    fewer.clear(line);
    small.use_only(fewer);
    CHECK(small.probe(supposed.at, supposed.symbol, kEndless).alive());
  }
}

void widths_and_kernels_agree() {
  nonairo::Random random(3);
  const auto below = [&](int limit) { return static_cast<int>(random.below(static_cast<std::uint32_t>(limit))); };
  for (int round = 0; round < check::effort(5, 30, 300); ++round) {
    const int height = 2 + below(6), width = 2 + below(6);
    std::string picture, cells;
    for (int k = 0; k < height * width; ++k) picture += below(5) < 3 ? '1' : '0';
    for (const char symbol : picture) cells += below(4) == 0 ? symbol : '.';
    std::vector<std::vector<int>> clues;
    for (int line = 0; line < height + width; ++line) {
      std::vector<int>& clue = clues.emplace_back();
      bool inside = false;
      for (int k = 0; k < (line < height ? width : height); ++k) {
        const bool one = picture[line < height ? line * width + k : k * width + line - height] == '1';
        if (one && !inside) clue.push_back(0);
        if (one) ++clue.back();
        inside = one;
      }
    }
    Board<Word> board = blank<Word>(height, width, false);
    for (const auto& clue : clues) add_runs(board, clue);
    const Board<Word> tables = by_tables<Word>(clues, height, width);
    const Board<Words<2>> wide = by_tables<Words<2>>(clues, height, width);
    Prober<Word> first(board, cells, Limits{}), second(tables, cells, Limits{});
    Prober<Words<2>> third(wide, cells, Limits{});
    for (int at = 0; at < height * width; ++at) {
      if (cells[at] != '.') continue;
      const Place place{at / width, at % width};
      for (const int symbol : {0, 1}) {
        const auto edge = first.edge(place.line);
        const auto a = first.probe(place, symbol, kEndless), b = second.probe(place, symbol, kEndless);
        const auto c = third.probe(place, symbol, kEndless);
        CHECK(a.rounds == b.rounds && a.broken == b.broken && a.touched == b.touched);
        CHECK(a.rounds == c.rounds && a.broken == c.broken);
        CHECK(board.write(first.state()) == wide.write(third.state()));
        CHECK(a.alive() || symbol != picture[at] - '0');                 // what is right is never refuted
        CHECK(a.alive() == (first.work_to_refute(place, symbol) < 0));   // both ways end alike
        CHECK(first.probe(place, symbol, kEndless, &edge).alive() || !a.alive());
        if (!a.alive()) reasons_agree(board, wide, cells, {place, symbol, kEndless});
      }
    }
    const auto sweeps = first.sweep(true);
    CHECK(sweeps.open == first.sweep(false).open && sweeps.open == third.sweep(true).open);
  }
}

void an_interrupt_ends_it() {
  const Board<Word> board = patterns<Word>(60, true);
  Limits limits;
  limits.interrupted = [](void*) { return true; };
  Prober<Word> prober(board, std::string(3600, '.'), limits);
  for (int k = 0; k < 100'000 && !prober.stopped(); ++k) prober.probe({0, 0}, 0, kEndless);
  CHECK(prober.stopped());
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("probe", argc, argv,
                    {TEST(a_cell_is_refuted_by_the_line_across), TEST(equal_lines_break_only_where_they_must_differ),
                     TEST(widths_and_kernels_agree), TEST(an_interrupt_ends_it)});
}
