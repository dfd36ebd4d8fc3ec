// The lines of a nonogram as a theory of the learning engine (see learn/theory.hpp).
//
// Variable r * width + c is the cell; variables from there on are none of its business.
#pragma once

#include <vector>

#include "../learn/theory.hpp"
#include "../limits.hpp"
#include "beliefs.hpp"
#include "board.hpp"
#include "reasons.hpp"

namespace nonairo::runs {

template <int C>
class RunsRules {
 public:
  RunsRules(const Board<C>& root, Budget& budget) : board_(root), budget_(budget), cells_(root.cells()) {
    const unsigned lines = root.height() + root.width();
    readers_.reserve(lines);
    for (unsigned l = 0; l < lines; ++l) readers_.emplace_back(root.shapes()[l]);
  }

  // While set, decisions come from the beliefs.
  void follow(Beliefs<C>* beliefs) { beliefs_ = beliefs; }

  void assign(Literal literal) {
    if (literal.variable() >= cells_) return;
    const unsigned r = literal.variable() / board_.width(), c = literal.variable() % board_.width();
    board_.set(r, c, literal.value());
    // The line that has just been settled knows this cell already.
    const bool row_knows = settled_ == r && !(literal.value() ? now_.can0 : now_.can1).test(c);
    const bool column_knows =
        settled_ == board_.height() + c && !(literal.value() ? now_.can0 : now_.can1).test(r);
    if (!row_knows) dirty_.rows.set(r);
    if (!column_knows) dirty_.columns.set(c);
  }

  void retract(Literal literal) {
    if (literal.variable() < cells_) board_.reopen(literal.variable() / board_.width(), literal.variable() % board_.width());
  }

  void backjumped() {
    dirty_ = {};
    settled_ = kNoLine;
    if (beliefs_ != nullptr) beliefs_->backjumped();
  }

  bool propagate(Implied& out) {
    while (dirty_.any()) {
      if (!budget_.charge(50 * C * C)) return true;   // the engine will see it too, and stop
      unsigned line;
      if (dirty_.rows.any()) {
        line = dirty_.rows.lowest();
        dirty_.rows.clear(line);
      } else {
        line = dirty_.columns.lowest();
        dirty_.columns.clear(line);
        line += board_.height();
      }
      const LineMasks<C>& masks = board_.line(line);
      now_ = masks;
      settled_ = line;
      ++lines_settled_;
      if (!settle(board_.shapes()[line], now_.can1, now_.can0)) return false;
      if (now_ == masks) continue;
      (masks.can1 & ~now_.can1).for_each([&](unsigned i) { out.add({cell(line, i), false}, line); });
      (masks.can0 & ~now_.can0).for_each([&](unsigned i) { out.add({cell(line, i), true}, line); });
      return true;
    }
    return true;
  }

  void explain(Literal literal, std::uint32_t line, const Trail& trail, std::uint32_t before,
               std::vector<Literal>& out) const {
    const unsigned at = line < board_.height() ? literal.variable() % board_.width() : literal.variable() / board_.width();
    explain_line(line, trail, before, literal, at, out);
  }
  void explain_conflict(const Trail& trail, std::vector<Literal>& out) const {
    explain_line(settled_, trail, trail.size(), {}, 0, out);
  }

  Literal decide(const Trail& trail) {
    return beliefs_ == nullptr ? Literal() : beliefs_->decide(board_, trail);
  }

  const Board<C>& board() const { return board_; }
  std::uint64_t lines_settled() const { return lines_settled_; }

 private:
  static constexpr unsigned kNoLine = ~0u;

  Variable cell(unsigned line, unsigned i) const {
    return line < board_.height() ? line * board_.width() + i : i * board_.width() + (line - board_.height());
  }

  // The line as it was known before a trail position, with the opposite of `literal` at cell `at`.
  void explain_line(unsigned line, const Trail& trail, std::uint32_t before, Literal literal, unsigned at,
                    std::vector<Literal>& out) const {
    const LineShape& shape = board_.shapes()[line];
    const LineMasks<C>& masks = board_.line(line);
    LineMasks<C> then = masks;
    Words<C> optional{};
    const Words<C> known = ~(masks.can1 & masks.can0) & Words<C>::first(shape.length);
    known.for_each([&](unsigned i) {
      const Variable variable = cell(line, i);
      if (trail.position(variable) >= before) {
        then.can1.set(i), then.can0.set(i);
      } else if (trail.level(variable) != 0) {
        optional.set(i);
      }
    });
    if (literal.exists()) {
      optional.clear(at);
      (literal.value() ? then.can0 : then.can1).set(at);
      (literal.value() ? then.can1 : then.can0).clear(at);
    }
    needed_cells(readers_[line], shape.length, then.can1, then.can0, optional).for_each([&](unsigned i) {
      out.emplace_back(cell(line, i), then.can1.test(i));
    });
  }

  Board<C> board_;
  Budget& budget_;
  Variable cells_;
  std::vector<LineReader<C>> readers_;
  LineSet<C> dirty_;
  unsigned settled_ = kNoLine;   // the line settled last, and
  LineMasks<C> now_{};           // what it then said
  std::uint64_t lines_settled_ = 0;
  Beliefs<C>* beliefs_ = nullptr;
};

}  // namespace nonairo::runs
