// The rules of a balanced board as a theory of the learning engine: exact lines, and lines alike.
//
// Variable row * width + column is true for a 1. Dirty lines are settled many at a time by the wide kernel; a reason
// is worked out only when a conflict asks for it, from the cells that were known before.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "../learn/theory.hpp"
#include "bits.hpp"
#include "board.hpp"
#include "line_reason.hpp"
#include "settlers.hpp"
#include "shape.hpp"

namespace nonairo::balanced {

// `Bits` holds a line, or a set of lines; `Settler` settles lines of that type.
template <class BitSet, class Settler>
class BoardTheory {
 public:
  using Bits = BitSet;

  explicit BoardTheory(const BalancedShape& shape) : shape_(shape), settler_(shape) {}

  void assign(Literal literal) {
    const int row = row_of(literal), column = column_of(literal);
    put(kRows, row, column, literal.value());
    put(kColumns, column, row, literal.value());
  }
  void retract(Literal literal) {
    take(kRows, row_of(literal), column_of(literal));
    take(kColumns, column_of(literal), row_of(literal));
  }
  void backjumped() {
    for (const Direction direction : {kRows, kColumns}) dirty_[direction] = unmatched_[direction] = Bits{};
  }

  bool propagate(Implied& implied) {
    for (const Direction direction : {kRows, kColumns}) {
      if (any(dirty_[direction]) && !settle_dirty(direction, implied)) return false;
      if (!implied.empty()) return true;
    }
    if (any(dirty_[kRows]) || any(dirty_[kColumns])) return propagate(implied);
    for (const Direction direction : {kRows, kColumns}) {
      while (shape_.distinct && any(unmatched_[direction])) {
        const int line = lowest_bit(unmatched_[direction]);
        unmatched_[direction] = without_lowest(unmatched_[direction]);
        if (!match(direction, line, implied)) return false;
        if (!implied.empty()) return true;
      }
    }
    return true;
  }

  void explain(Literal literal, std::uint32_t tag, const Trail& trail, std::uint32_t before,
               std::vector<Literal>& out) const {
    const Tag reason(tag);
    if (reason.alike) {
      push_line(reason.direction, reason.line, literal.variable(), trail, before, out);
      push_line(reason.direction, reason.twin, literal.variable(), trail, before, out);
      return;
    }
    Bits known = known_before(reason.direction, reason.line, trail, before);
    Bits values = lines_[reason.direction][reason.line].ones;
    const int place = reason.direction == kRows ? column_of(literal) : row_of(literal);
    const Bits cell = bit_at<Bits>(place);
    known |= cell;
    values = literal.value() ? values & ~cell : values | cell;
    push(reason.direction, reason.line, smallest(reason.direction, known, values) & ~cell, out);
  }

  void explain_conflict(const Trail&, std::vector<Literal>& out) const {
    const Line& line = lines_[conflict_.direction][conflict_.line];
    if (conflict_.alike) {
      push(conflict_.direction, conflict_.line, line.known, out);
      push(conflict_.direction, conflict_.twin, lines_[conflict_.direction][conflict_.twin].known, out);
    } else {
      push(conflict_.direction, conflict_.line, smallest(conflict_.direction, line.known, line.ones), out);
    }
  }

 private:
  // Why something follows:
  //
  //      21        20       19 .. 10  9 .. 0
  //   [ alike ][ column ][   twin   ][ line ]
  //
  struct Tag {
    Direction direction;
    int line, twin;
    bool alike;

    Tag() : Tag(kRows, 0) {}
    Tag(Direction d, int l, int t = 0, bool a = false) : direction(d), line(l), twin(t), alike(a) {}
    explicit Tag(std::uint32_t code)
        : direction(static_cast<Direction>(code >> 20 & 1)), line(static_cast<int>(code & 0x3ff)),
          twin(static_cast<int>(code >> 10 & 0x3ff)), alike((code >> 21 & 1) != 0) {}
    std::uint32_t code() const {
      return static_cast<std::uint32_t>(line | twin << 10 | direction << 20 | (alike ? 1 << 21 : 0));
    }
  };
  struct Line {
    Bits known{}, ones{};
  };

  Bits all(Direction direction) const { return low_bits<Bits>(shape_.length(direction)); }
  int row_of(Literal literal) const { return static_cast<int>(literal.variable()) / shape_.width; }
  int column_of(Literal literal) const { return static_cast<int>(literal.variable()) % shape_.width; }
  Variable variable(Direction direction, int line, int place) const {
    return static_cast<Variable>(direction == kRows ? line * shape_.width + place : place * shape_.width + line);
  }
  Bits smallest(Direction direction, Bits known, Bits values) const {
    return LineReason<Bits>(shape_.length(direction), shape_.ones(direction)).smallest(known, values);
  }

  void put(Direction direction, int line, int place, bool one) {
    Line& l = lines_[direction][line];
    l.known |= bit_at<Bits>(place);
    if (one) l.ones |= bit_at<Bits>(place);
    dirty_[direction] |= bit_at<Bits>(line);
  }
  void take(Direction direction, int line, int place) {
    Line& l = lines_[direction][line];
    l.known &= ~bit_at<Bits>(place);
    l.ones &= ~bit_at<Bits>(place);
  }

  // Rows and columns of a square share one call of the settler.
  bool settle_dirty(Direction first, Implied& implied) {
    Possible<Bits> lines[kWideLanes];
    Tag tags[kWideLanes];
    int count = 0;
    const bool alike = shape_.length(kRows) == shape_.length(kColumns) && shape_.ones(kRows) == shape_.ones(kColumns);
    for (const Direction direction : {first, other(first)}) {
      if (direction != first && !alike) break;
      for (; count < kWideLanes && any(dirty_[direction]); ++count) {
        const int line = lowest_bit(dirty_[direction]);
        dirty_[direction] = without_lowest(dirty_[direction]);
        unmatched_[direction] |= bit_at<Bits>(line);
        const Line& l = lines_[direction][line];
        lines[count] = {all(direction) & ~l.ones, all(direction) & (~l.known | l.ones)};
        tags[count] = Tag(direction, line);
      }
    }
    settler_.settle(lines, count, first);
    for (int i = 0; i < count; ++i) {
      const Possible<Bits>& can = lines[i];
      const Direction direction = tags[i].direction;
      if ((can.zero | can.one) != all(direction)) {
        conflict_ = tags[i];
        return false;
      }
      for (Bits news = all(direction) & ~(can.zero & can.one) & ~lines_[direction][tags[i].line].known; any(news);
           news = without_lowest(news)) {
        const int place = lowest_bit(news);
        implied.add(Literal(variable(direction, tags[i].line, place), has(can.one, place)), tags[i].code());
      }
    }
    return true;
  }

  // Compares a line that has changed with its likes. One of the two must be full, the other may lack two cells.
  bool match(Direction direction, int number, Implied& implied) {
    const Line& line = lines_[direction][number];
    const int open = shape_.length(direction) - count_bits(line.known);
    if (open > 2) return true;
    for (int i = 0; i < shape_.lines(direction); ++i) {
      const Line& twin = lines_[direction][i];
      const Bits common = line.known & twin.known;
      if (i == number || any((line.ones ^ twin.ones) & common)) continue;
      const int twin_open = shape_.length(direction) - count_bits(twin.known);
      if (open == 0 && twin_open == 0) {
        conflict_ = Tag(direction, number, i, true);
        return false;
      }
      if ((open == 0 && twin_open == 2) || (open == 2 && twin_open == 0)) {
        const Line& full = open == 0 ? line : twin;
        const int lacking = open == 0 ? i : number;
        const Tag tag(direction, lacking, open == 0 ? number : i, true);
        for (Bits cells = all(direction) & ~common; any(cells); cells = without_lowest(cells)) {
          const int place = lowest_bit(cells);
          implied.add(Literal(variable(direction, lacking, place), !has(full.ones, place)), tag.code());
        }
        return true;
      }
    }
    return true;
  }

  // The cells of a line that were known when the trail was shorter.
  Bits known_before(Direction direction, int line, const Trail& trail, std::uint32_t before) const {
    Bits known = lines_[direction][line].known;
    for (Bits cells = known; any(cells); cells = without_lowest(cells)) {
      const int place = lowest_bit(cells);
      if (trail.position(variable(direction, line, place)) >= before) known &= ~bit_at<Bits>(place);
    }
    return known;
  }
  void push(Direction direction, int line, Bits cells, std::vector<Literal>& out) const {
    for (; any(cells); cells = without_lowest(cells)) {
      const int place = lowest_bit(cells);
      out.push_back(Literal(variable(direction, line, place), has(lines_[direction][line].ones, place)));
    }
  }
  void push_line(Direction direction, int line, Variable but, const Trail& trail, std::uint32_t before,
                 std::vector<Literal>& out) const {
    Bits cells = known_before(direction, line, trail, before);
    for (Bits rest = cells; any(rest); rest = without_lowest(rest)) {
      const int place = lowest_bit(rest);
      if (variable(direction, line, place) == but) cells &= ~bit_at<Bits>(place);
    }
    push(direction, line, cells, out);
  }

  BalancedShape shape_;
  Settler settler_;
  Line lines_[2][8 * sizeof(Bits)];
  Bits dirty_[2] = {};
  Bits unmatched_[2] = {};   // settled, but not yet compared with their likes
  Tag conflict_;
};

using SmallTheory = BoardTheory<Bits128, KernelSettler>;   // up to 128 a side

}  // namespace nonairo::balanced
