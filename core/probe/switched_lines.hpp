// The lines of a board as a theory of the learning engine (learn/theory.hpp), each with a switch: a variable behind those
// of the cells, and the line says something only while it is on. So the lines to use are assumed just as the cells to
// know are, whatever is learnt holds for any of them, and one engine answers all questions on the way to a reason.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../learn/theory.hpp"
#include "../leave_out.hpp"
#include "prober.hpp"

namespace nonairo::probe {

template <LineBits Bits>
class SwitchedLines {
 public:
  using Set = LineSet<Bits>;

  // Only some lines are ever switched on, and only some cells have a variable: those of which something is assumed, and
  // those in two of the lines. The others a line can complete by itself, unless lines must differ.
  SwitchedLines(const Board<Bits>& board, Budget& budget, const Set& lines, std::vector<int> assumed)
      : board_(board), narrow_(board, budget), state_(board.read(std::string(board.cells(), '.'))),
        cells_(std::move(assumed)), variables_(board.cells(), kNone) {
    for_each_bit(lines, [&](int line) { lines_.push_back(line); });
    for (const int cell : cells_) variables_[static_cast<std::size_t>(cell)] = 0;
    for (int cell = 0; cell < static_cast<int>(board.cells()); ++cell) {
      const bool row = lines.test(static_cast<unsigned>(cell / board.width));
      const bool column = lines.test(static_cast<unsigned>(board.height + cell % board.width));
      const bool needed = board.distinct ? row || column : row && column;
      if (needed && variables_[static_cast<std::size_t>(cell)] == kNone) cells_.push_back(cell);
    }
    for (Variable v = 0; v < cells_.size(); ++v) variables_[static_cast<std::size_t>(cells_[v])] = v;
  }

  Variable cells() const { return static_cast<Variable>(cells_.size()); }
  Variable variables() const { return cells() + static_cast<Variable>(lines_.size()); }
  Literal holds(Place at, bool one) const { return {variable(at), one}; }
  const std::vector<int>& lines() const { return lines_; }
  // Whether the rule of a line holds with what is assigned; not sure where lines must differ and it is off.
  bool holds_in(int line) {
    if (on_.test(static_cast<unsigned>(line))) return true;
    Masks<Bits> known = state_[line];
    return !board_.distinct && narrow_(line, known);
  }
  Literal switched(std::size_t number, bool on) const { return {cells() + static_cast<Variable>(number), on}; }

  void assign(Literal literal) {
    if (literal.variable() >= cells()) {
      if (literal.value()) on_ |= of(line_of(literal)), dirty_ |= of(line_of(literal));
      return;
    }
    const Place at = place(literal), across = board_.crossing(at.line, at.k);
    board_.settle(state_, at, literal.value() ? 1 : 0);
    dirty_ |= of(at.line) | of(across.line);
  }
  void retract(Literal literal) {
    if (literal.variable() >= cells()) {
      on_ &= ~of(line_of(literal));
      return;
    }
    const Place at = place(literal), across = board_.crossing(at.line, at.k);
    for (const Place& each : {at, across}) set_bit(state_[each.line].can[literal.value() ? 0 : 1], each.k);
  }
  void backjumped() { dirty_ = {}; }

  bool propagate(Implied& out) {
    for (dirty_ &= on_; dirty_.any();) {
      const int line = lowest_bit(dirty_);
      dirty_.clear(static_cast<unsigned>(line));
      const Masks<Bits> before = state_[line];
      Masks<Bits> after = before;
      conflict_ = {line, line};
      if (!narrow_(line, after)) return false;
      for (const int symbol : {0, 1}) {
        for_each_bit(before.can[symbol] & ~after.can[symbol], [&](int k) {
          if (variable({line, k}) != kNone) out.add(holds({line, k}, symbol == 0), static_cast<std::uint32_t>(line));
        });
      }
      if (!out.empty()) return true;
      if (board_.distinct && has_twin(line)) return false;
    }
    return true;
  }

  void explain(Literal literal, std::uint32_t tag, const Trail& trail, std::uint32_t before,
               std::vector<Literal>& out) {
    const int line = static_cast<int>(tag);
    const Place at = place(literal), across = board_.crossing(at.line, at.k);
    const int k = at.line == line ? at.k : across.k;
    Masks<Bits> known = known_before(line, trail, before);
    set_bit(known.can[literal.value() ? 0 : 1], k);   // it is what it was said not to be
    clear_bit(known.can[literal.value() ? 1 : 0], k);
    push_needed(line, known, k, out);
  }
  void explain_conflict(const Trail& trail, std::vector<Literal>& out) {
    const auto [line, twin] = conflict_;
    if (line == twin) return push_needed(line, known_before(line, trail, trail.size()), -1, out);
    for (const int full : {line, twin}) {
      for (int k = 0; k < board_.length(full); ++k) out.push_back(holds({full, k}, has(state_[full].can[1], k)));
      out.push_back(on(full));
    }
  }

 private:
  static constexpr Variable kNone = ~Variable{0};

  static Set of(int line) { return Set::bit(static_cast<unsigned>(line)); }
  int line_of(Literal literal) const { return lines_[literal.variable() - cells()]; }
  Literal on(int line) const {
    return switched(static_cast<std::size_t>(std::ranges::lower_bound(lines_, line) - lines_.begin()), true);
  }
  Place place(Literal literal) const {
    const int cell = cells_[literal.variable()];
    return {cell / board_.width, cell % board_.width};
  }
  Variable variable(Place at) const {
    if (at.line >= board_.height) at = board_.crossing(at.line, at.k);
    return variables_[static_cast<std::size_t>(at.line * board_.width + at.k)];
  }

  bool has_twin(int line) {
    if (any(state_[line].open())) return false;
    const auto [first, last] = board_.parallels(line);
    for (int twin = first; twin < last; ++twin) {
      if (twin == line || !on_.test(static_cast<unsigned>(twin)) || state_[twin] != state_[line]) continue;
      conflict_ = {line, twin};
      return true;
    }
    return false;
  }

  // A line as it was known before a position of the trail.
  Masks<Bits> known_before(int line, const Trail& trail, std::uint32_t before) const {
    Masks<Bits> known = state_[line];
    const Bits all = low_bits<Bits>(board_.length(line));
    for_each_bit(all & ~known.open(), [&](int k) {
      if (trail.position(holds({line, k}, true).variable()) < before) return;
      set_bit(known.can[0], k);
      set_bit(known.can[1], k);
    });
    return known;
  }

  // The line is impossible: the cells that show it, but for one that is only supposed, and its switch.
  void push_needed(int line, Masks<Bits> known, int supposed, std::vector<Literal>& out) {
    std::vector<int> places;
    for_each_bit(low_bits<Bits>(board_.length(line)) & ~known.open(), [&](int k) {
      if (k != supposed) places.push_back(k);
    });
    leave_out(0, places.size(), [&](std::size_t from, std::size_t to) {
      Masks<Bits> fewer = known;
      for (std::size_t i = from; i < to; ++i) set_bit(fewer.can[0], places[i]), set_bit(fewer.can[1], places[i]);
      Masks<Bits> narrowed = fewer;
      if (narrow_(line, narrowed)) return false;
      known = fewer;
      return true;
    });
    for (const int k : places) {
      if (!has(known.open(), k)) out.push_back(holds({line, k}, has(known.can[1], k)));
    }
    out.push_back(on(line));
  }

  const Board<Bits>& board_;
  Narrower<Bits> narrow_;
  State<Bits> state_;
  std::vector<int> lines_, cells_;     // that have a variable: cells first, by their numbers in reading order
  std::vector<Variable> variables_;   // of all cells
  Set on_{}, dirty_{};
  std::pair<int, int> conflict_;   // a line; another one if they are equal
};

}   // namespace nonairo::probe
