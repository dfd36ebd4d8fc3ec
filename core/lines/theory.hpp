// Lines that cross as a theory of the learning engine (see learn/theory.hpp), for every rule: its kernel settles
// lines, its reader explains them. On request no two rows and no two columns are alike. A board may have extra lines
// of any shape (shaped.hpp): where that is so, cells are found by incidence.
//
// All news is that a cell has *lost* a symbol. Two symbols need one variable a cell, true for a 1, and to lose one
// symbol is to be the other. More symbols have a variable each, cell * symbols + symbol; that a cell holds exactly one
// of them is said in clauses (exactly_one), so that here, too, there are only losses, and a rule over many symbols is
// no harder to settle or to explain than one over two.
//
// A kernel has
//
//      Bits, Board, Reader          a set of cells of a line, or of lines; what cells can still be; see reader.hpp
//      kLanes                       how many lines it settles in one call
//      settle(lines, can, count)    can[lane * symbols + symbol]: shrinks them to what some completion has; if there
//                                   is none, cells are left that can be nothing
//      together(line, other)        may two lines share a call? (Asked where there are several lanes.)
//      reader(line)
//      nanoseconds(line)            what settling it takes, roughly
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "../bits.hpp"
#include "../learn/theory.hpp"
#include "../limits.hpp"
#include "reader.hpp"
#include "shaped.hpp"

namespace nonairo::lines {

template <class Kernel, LineReader Reader = typename Kernel::Reader>
class LinesTheory {
 public:
  using Bits = typename Kernel::Bits;
  using Board = typename Kernel::Board;

  LinesTheory(Kernel kernel, Board board, bool distinct, Budget& budget)
      : kernel_(std::move(kernel)), board_(std::move(board)), distinct_(distinct), budget_(budget),
        now_(Kernel::kLanes * symbols()), lane_(board_.lines(), kNoLane) {
    static_assert(!kShaped || Kernel::kLanes == 1, "lines of any shape go one by one");
    if constexpr (kShaped) shapes_.reserve(board_.lines());
  }

  const Board& board() const { return board_; }
  std::uint64_t lines_settled() const { return lines_settled_; }
  Variable variables() const { return symbols() == 2 ? board_.cells() : board_.cells() * symbols(); }
  Literal holds(unsigned cell, unsigned symbol) const {
    return symbols() == 2 ? Literal(cell, symbol == 1) : Literal(cell * symbols() + symbol, true);
  }

  // For more than two symbols: `add(clause)` for each clause that makes a cell hold exactly one of them.
  template <class Add>
  void exactly_one(Add&& add) const {
    if (symbols() == 2) return;
    std::vector<Literal> some;
    for (unsigned cell = 0; cell < board_.cells(); ++cell) {
      some.clear();
      for (unsigned s = 0; s < symbols(); ++s) {
        for (const Literal other : some) {
          const Literal both[] = {~other, ~holds(cell, s)};
          add(std::span<const Literal>(both));
        }
        some.push_back(holds(cell, s));
      }
      add(std::span<const Literal>(some));
    }
  }

  // For proofs: `listener` gets a clause for each time that a cell must not make a line equal to its twin. To see that, one
  // looks a step ahead, so it does not follow from clauses by unit propagation within another clause's reasons.
  void set_lemma_listener(std::function<void(std::span<const Literal>)> listener) { lemma_ = std::move(listener); }

  // For boards that nobody has settled yet; else only lines that lose something are looked at.
  void look_at_all() {
    dirty_[0] = low_bits<Bits>(static_cast<int>(board_.height()));
    dirty_[1] = low_bits<Bits>(static_cast<int>(board_.width()));
    if constexpr (kShaped) {
      for (unsigned line = 0; line < board_.crossing(); ++line) {
        const bool row = line < board_.height();
        if (board_.idle(line)) clear_bit(dirty_[row ? 0 : 1], static_cast<int>(row ? line : line - board_.height()));
      }
      for (unsigned line = board_.lines(); line-- > board_.crossing();) shapes_.add(line);
    }
  }

  void assign(Literal literal) {
    const Lost loss = loss_of(literal);
    if (!loss.exists) return;
    board_.lose(loss.row, loss.column, loss.symbol);
    // A line that has just been settled knows what it said itself.
    if constexpr (kShaped) {
      assign_shaped(loss);
      return;
    }
    if (!knows(loss.row, loss.column, loss.symbol)) set_bit(dirty_[0], static_cast<int>(loss.row));
    if (!knows(board_.height() + loss.column, loss.row, loss.symbol)) set_bit(dirty_[1], static_cast<int>(loss.column));
  }

  void retract(Literal literal) {
    const Lost loss = loss_of(literal);
    if (loss.exists) board_.regain(loss.row, loss.column, loss.symbol);
  }

  void backjumped() {
    dirty_[0] = dirty_[1] = unmatched_[0] = unmatched_[1] = Bits{};
    if constexpr (kShaped) shapes_.clear();
    forget_batch();
  }

  bool propagate(Implied& out) {
    while (any(dirty_[0]) || any(dirty_[1]) || shapes_wait()) {
      take_batch();
      if (!budget_.charge(count_ * kernel_.nanoseconds(batch_[0]))) return true;   // the engine will see it, and stop
      kernel_.settle(batch_, now_.data(), count_);
      for (unsigned lane = 0; lane < count_; ++lane) {
        if (!take_over(batch_[lane], &now_[lane * symbols()], out)) return false;
      }
      if (!out.empty()) return true;
    }
    for (unsigned side = 0; side < 2; ++side) {
      while (any(unmatched_[side])) {
        const auto line = static_cast<unsigned>(lowest_bit(unmatched_[side]));
        unmatched_[side] = without_lowest(unmatched_[side]);
        if (!match(side * board_.height() + line, out)) return false;
        if (out.empty()) continue;
        set_bit(unmatched_[side], static_cast<int>(line));   // it may have further likes
        return true;
      }
    }
    return true;
  }

  void explain(Literal literal, std::uint32_t tag, const Trail& trail, std::uint32_t before,
               std::vector<Literal>& out) {
    const Lost loss = loss_of(literal);
    const Tag why(tag);
    const unsigned at = place_of(why.line, loss);
    if (why.alike) {
      push_known(why.line, at, trail, before, out);
      push_known(why.twin, kNoCell, trail, before, out);
    } else {
      explain_line(why.line, at, loss.symbol, trail, before, out);
    }
  }

  void explain_conflict(const Trail& trail, std::vector<Literal>& out) {
    if (conflict_.alike) {
      push_known(conflict_.line, kNoCell, trail, trail.size(), out);
      push_known(conflict_.twin, kNoCell, trail, trail.size(), out);
    } else {
      explain_line(conflict_.line, kNoCell, 0, trail, trail.size(), out);
    }
  }

 private:
  static constexpr bool kShaped = requires { Board::kShaped; };
  static constexpr std::uint8_t kNoLane = 255;
  static constexpr unsigned kNoCell = ~0u;

  // What a literal takes away; a literal that gives a cell one of many symbols takes away nothing by itself, and
  // variables behind the cells are none of our business.
  struct Lost {
    unsigned row, column, symbol;
    bool exists;
  };

  // Why something follows:
  //
  //      20       19 .. 10  9 .. 0
  //   [ alike ][   twin   ][ line ]
  //
  // Lines of other shapes are never alike to others, and may be more than 1024: where there are any, what is not
  // about likes is the line in bits 19 .. 0.
  struct Tag {
    unsigned line = 0, twin = 0;
    bool alike = false;

    Tag() = default;
    explicit Tag(std::uint32_t code) : line(code & 0x3ff), twin(code >> 10 & 0x3ff), alike((code >> 20 & 1) != 0) {
      if constexpr (kShaped) {
        if (!alike) line = code & 0xfffff;
      }
    }
    Tag(unsigned l, unsigned t, bool a) : line(l), twin(t), alike(a) {}
    std::uint32_t code() const { return line | twin << 10 | (alike ? 1u << 20 : 0u); }
  };

  unsigned symbols() const { return board_.symbols(); }

  Lost loss_of(Literal literal) const {
    const bool two = symbols() == 2;
    const unsigned cell = two ? literal.variable() : literal.variable() / symbols();
    const unsigned symbol = two ? (literal.value() ? 0 : 1) : literal.variable() % symbols();
    const bool exists = cell < board_.cells() && (two || !literal.value());
    return {cell / board_.width(), cell % board_.width(), symbol, exists};
  }
  Literal loss(unsigned line, unsigned place, unsigned symbol) const { return ~holds(cell(line, place), symbol); }

  unsigned cell(unsigned line, unsigned place) const {
    if constexpr (kShaped) return board_.cell(line, place);
    return line < board_.height() ? line * board_.width() + place : place * board_.width() + (line - board_.height());
  }

  unsigned place_of(unsigned line, const Lost& loss) const {
    if constexpr (kShaped) return board_.place(line, loss.row, loss.column);
    return line < board_.height() ? loss.column : loss.row;
  }

  bool shapes_wait() const {
    if constexpr (kShaped) return !shapes_.empty();
    return false;
  }

  void assign_shaped(const Lost& loss)
    requires(kShaped)
  {
    const unsigned row = loss.row, column = board_.height() + loss.column;
    if (!board_.idle(row) && !knows(row, loss.column, loss.symbol)) set_bit(dirty_[0], static_cast<int>(row));
    if (!board_.idle(column) && !knows(column, row, loss.symbol)) set_bit(dirty_[1], static_cast<int>(loss.column));
    for (const auto at : board_.through(row, loss.column)) {
      if (!knows(at.line, at.place, loss.symbol)) shapes_.add(at.line);
    }
  }

  bool knows(unsigned line, unsigned place, unsigned symbol) const {
    if constexpr (Kernel::kLanes == 1) {
      return count_ != 0 && batch_[0] == line && !has(now_[symbol], static_cast<int>(place));
    } else {
      return lane_[line] != kNoLane && !has(now_[lane_[line] * symbols() + symbol], static_cast<int>(place));
    }
  }

  void forget_batch() {
    if constexpr (Kernel::kLanes > 1) {
      for (unsigned lane = 0; lane < count_; ++lane) lane_[batch_[lane]] = kNoLane;
    }
    count_ = 0;
  }

  // Dirty lines, rows first, as many as go together.
  void take_batch() {
    forget_batch();
    for (unsigned side = 0; side < 2; ++side) {
      while (count_ < Kernel::kLanes && any(dirty_[side])) {
        const auto number = static_cast<unsigned>(lowest_bit(dirty_[side]));
        const unsigned line = side * board_.height() + number;
        if constexpr (Kernel::kLanes > 1) {
          if (count_ > 0 && !kernel_.together(batch_[0], line)) return;
          lane_[line] = static_cast<std::uint8_t>(count_);
        }
        clear_bit(dirty_[side], static_cast<int>(number));
        if (distinct_) set_bit(unmatched_[side], static_cast<int>(number));
        for (unsigned s = 0; s < symbols(); ++s) now_[count_ * symbols() + s] = board_.can(line, s);
        batch_[count_++] = line;
      }
    }
    if constexpr (kShaped) {
      if (count_ == 0) {
        const unsigned line = shapes_.take();
        for (unsigned s = 0; s < symbols(); ++s) now_[s] = board_.can(line, s);
        batch_[count_++] = line;
      }
    }
    lines_settled_ += count_;
  }

  // What a settled line has to say. False: it has no completion.
  bool take_over(unsigned line, const Bits* now, Implied& out) {
    Bits some = now[0];
    for (unsigned s = 1; s < symbols(); ++s) some |= now[s];
    if (some != board_.all(line)) {
      conflict_ = Tag(line, 0, false);
      return false;
    }
    for (unsigned s = symbols(); s-- > 0;) {
      for_each_bit(static_cast<Bits>(board_.can(line, s) & ~now[s]), [&](int place) {
        out.add(loss(line, static_cast<unsigned>(place), s), Tag(line, 0, false).code());
      });
    }
    return true;
  }

  Bits open_cells(unsigned line) const {
    Bits once = board_.can(line, 0), twice{};
    for (unsigned s = 1; s < symbols(); ++s) {
      twice |= once & board_.can(line, s);
      once |= board_.can(line, s);
    }
    return twice;
  }

  bool can_be_alike(unsigned line, unsigned other) const {
    Bits common = board_.can(line, 0) & board_.can(other, 0);
    for (unsigned s = 1; s < symbols(); ++s) common |= board_.can(line, s) & board_.can(other, s);
    return common == board_.all(line);
  }

  // Compares a line that has changed with its likes. One of the two must be full, the other may lack two cells.
  bool match(unsigned line, Implied& out) {
    const int open = count_bits(open_cells(line));
    if (open > 2) return true;
    const unsigned first = line < board_.height() ? 0 : board_.height();
    const unsigned last = line < board_.height() ? board_.height() : board_.height() + board_.width();
    for (unsigned other = first; other < last; ++other) {
      if (other == line || !can_be_alike(line, other)) continue;
      const int open_there = count_bits(open_cells(other));
      if (open == 0 && open_there == 0) {
        conflict_ = Tag(line, other, true);
        return false;
      }
      if (open != 0 && open_there != 0) continue;
      if (open == 0 && open_there <= 2) differ(other, line, out);
      if (open_there == 0) differ(line, other, out);
      if (!out.empty()) return true;
    }
    return true;
  }

  // A cell that would make the line equal to its full twin, by itself or with what then follows, must not.
  void differ(unsigned line, unsigned twin, Implied& out) {
    const Bits open = open_cells(line);
    const bool last = count_bits(open) == 1;
    for_each_bit(open, [&](int place) {
      unsigned symbol = 0;
      while (!has(board_.can(twin, symbol), place)) ++symbol;
      if (last || becomes(line, place, symbol, twin)) {
        out.add(loss(line, static_cast<unsigned>(place), symbol), Tag(line, twin, true).code());
        if (lemma_) tell_lemma(line, static_cast<unsigned>(place), symbol, twin);
      }
    });
  }

  void tell_lemma(unsigned line, unsigned place, unsigned symbol, unsigned twin) {
    std::vector<Literal> clause{loss(line, place, symbol)};
    for (const unsigned known : {line, twin}) {
      for (unsigned k = 0; k < board_.length(known); ++k) {
        for (unsigned s = 0; s < symbols(); ++s) {
          const bool lost = !has(board_.can(known, s), static_cast<int>(k));
          if (lost && !(known == line && k == place)) clause.push_back(~loss(known, k, s));
        }
      }
    }
    lemma_(clause);
  }

  bool becomes(unsigned line, int place, unsigned symbol, unsigned twin) {
    forget_batch();
    for (unsigned s = 0; s < symbols(); ++s) {
      now_[s] = board_.can(line, s);
      if (s != symbol) clear_bit(now_[s], place);
    }
    kernel_.settle(&line, now_.data(), 1);
    for (unsigned s = 0; s < symbols(); ++s) {
      if (now_[s] != board_.can(twin, s)) return false;
    }
    return true;
  }

  // The line as it was known before a trail position, with the very symbol at `at` that it was said to have lost.
  void explain_line(unsigned line, unsigned at, unsigned symbol, const Trail& trail, std::uint32_t before,
                    std::vector<Literal>& out) {
    cells_.assign(board_.length(line), {(Symbols{1} << symbols()) - 1, 0});
    for_each_loss(line, trail, before, [&](unsigned place, unsigned s, bool fact) {
      cells_[place].may &= ~(Symbols{1} << s);
      if (!fact) cells_[place].lost |= Symbols{1} << s;
    });
    if (at != kNoCell) cells_[at] = {Symbols{1} << symbol, 0};
    for (const auto [place, lost] : finder_.needed(kernel_.reader(line), cells_))
      push(line, place, lost, trail, before, out);
  }

  void push_known(unsigned line, unsigned but, const Trail& trail, std::uint32_t before, std::vector<Literal>& out) {
    cells_.assign(board_.length(line), {0, 0});
    for_each_loss(line, trail, before, [&](unsigned place, unsigned s, bool fact) {
      if (!fact && place != but) cells_[place].lost |= Symbols{1} << s;
    });
    for (unsigned place = 0; place < cells_.size(); ++place) {
      if (cells_[place].lost != 0) push(line, place, cells_[place].lost, trail, before, out);
    }
  }

  template <class Visit>
  void for_each_loss(unsigned line, const Trail& trail, std::uint32_t before, Visit&& visit) const {
    for (unsigned s = 0; s < symbols(); ++s) {
      for_each_bit(static_cast<Bits>(board_.all(line) & ~board_.can(line, s)), [&](int place) {
        const Variable variable = loss(line, static_cast<unsigned>(place), s).variable();
        if (trail.position(variable) < before) visit(static_cast<unsigned>(place), s, trail.level(variable) == 0);
      });
    }
  }

  // Losses of a cell as literals; one literal for all of them where the cell was given its symbol.
  void push(unsigned line, unsigned place, Symbols lost, const Trail& trail, std::uint32_t before,
            std::vector<Literal>& out) const {
    if (symbols() > 2 && !std::has_single_bit(lost)) {
      for (unsigned s = 0; s < symbols(); ++s) {
        const Literal given = holds(cell(line, place), s);
        if (!trail.is_true(given) || trail.position(given.variable()) >= before) continue;
        out.push_back(given);
        return;
      }
    }
    for (; lost != 0; lost &= lost - 1) out.push_back(loss(line, place, static_cast<unsigned>(std::countr_zero(lost))));
  }

  Kernel kernel_;
  Board board_;
  bool distinct_;
  Budget& budget_;
  Bits dirty_[2] = {},
       unmatched_[2] = {};                // rows and columns: to be settled; settled, but not compared with their likes
  unsigned batch_[Kernel::kLanes] = {};   // the lines settled last, and
  unsigned count_ = 0;
  std::vector<Bits> now_;            // what they then said
  std::vector<std::uint8_t> lane_;   // by line: where it is in the batch
  Tag conflict_;
  std::uint64_t lines_settled_ = 0;
  std::vector<Cell> cells_;
  LossFinder<Reader> finder_;
  std::function<void(std::span<const Literal>)> lemma_;
  WaitingLines shapes_;   // lines that are neither rows nor columns, to be settled
};

}   // namespace nonairo::lines
