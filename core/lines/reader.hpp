// Why a line has no completion: an irreducible set of what its cells have lost, for every rule that can be read.
//
// A reader goes along a line cell by cell and keeps all the states that it may be in. From behind, it keeps the
// states from which the rest can be finished. To explain "cell c is not s", say that it is: the line is now
// impossible. Walk from the right with everything known, keeping the states for each gap; then walk from the left,
// and at each cell that has lost a symbol ask: if it had not, would our states still miss all those that can
// finish? Then the loss is not needed, and the cell may have the symbol back. What is left is irreducible: every
// loss that was kept was needed with fewer losses than in the end.
//
//      gap        0       1       2       3
//      cell         may 0    lost 1   may 1
//      from left  {a} --> {b} -->{c}   meets?        {d} <-- {e}   from right
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

namespace nonairo {

using Symbols = std::uint64_t;   // a set of symbols: bit s is symbol s

template <class Reader>
concept LineReader = requires(const Reader& reader, const typename Reader::States& states, typename Reader::States& out,
                              unsigned cell, Symbols may) {
  reader.start(out);                                        // before the first cell
  reader.end(out);                                          // behind the last one, where a line may end
  reader.step(states, cell, may, out);                      // from before a cell to behind it; `out` is another set
  reader.step_back(states, cell, may, out);                 // from behind a cell to before it
  { reader.meets(states, states) } -> std::same_as<bool>;   // at one gap: from the left, from the right
  { reader.dead(states) } -> std::same_as<bool>;            // there are none
};

// A line as the reader sees it: what each cell may be, and which symbols it has lost for a reason that counts. A
// symbol in neither set is out of the question for good.
struct Cell {
  Symbols may, lost;
};

// Losses of one cell.
struct Loss {
  std::uint32_t cell;
  Symbols symbols;
};

// Works without fetching memory once it has met its longest line.
template <LineReader Reader>
class LossFinder {
 public:
  // The line is impossible as given. Which of its losses are needed to see that? In order of the cells.
  const std::vector<Loss>& needed(const Reader& reader, const std::vector<Cell>& line) {
    if (ways_.size() <= line.size()) ways_.resize(line.size() + 1);
    const unsigned from_left = sweep<Forth>(reader, line, left_);
    const unsigned from_right = sweep<Back>(reader, line, right_);
    if (from_left <= from_right) return left_;   // the shorter list wins
    std::reverse(right_.begin(), right_.end());
    return right_;
  }

 private:
  using States = typename Reader::States;

  struct Forth {
    static unsigned cell(unsigned i, unsigned) { return i; }
    static void start(const Reader& r, States& out) { r.start(out); }
    static void end(const Reader& r, States& out) { r.end(out); }
    static void step(const Reader& r, const States& s, unsigned i, Symbols may, States& out) { r.step(s, i, may, out); }
    static void step_back(const Reader& r, const States& s, unsigned i, Symbols may, States& out) {
      r.step_back(s, i, may, out);
    }
    static bool meets(const Reader& r, const States& here, const States& there) { return r.meets(here, there); }
  };
  struct Back {   // the same, mirrored
    static unsigned cell(unsigned i, unsigned length) { return length - 1 - i; }
    static void start(const Reader& r, States& out) { r.end(out); }
    static void end(const Reader& r, States& out) { r.start(out); }
    static void step(const Reader& r, const States& s, unsigned i, Symbols may, States& out) {
      r.step_back(s, i, may, out);
    }
    static void step_back(const Reader& r, const States& s, unsigned i, Symbols may, States& out) {
      r.step(s, i, may, out);
    }
    static bool meets(const Reader& r, const States& here, const States& there) { return r.meets(there, here); }
  };

  // Gives back the losses of the first cells first. How many are left?
  template <class Way>
  unsigned sweep(const Reader& reader, const std::vector<Cell>& line, std::vector<Loss>& kept) {
    const auto length = static_cast<unsigned>(line.size());
    Way::end(reader, ways_[length]);
    for (unsigned i = length; i-- > 0;) {
      const unsigned cell = Way::cell(i, length);
      Way::step_back(reader, ways_[i + 1], cell, line[cell].may, ways_[i]);
    }
    kept.clear();
    unsigned count = 0;
    Way::start(reader, now_);
    for (unsigned i = 0; i < length && !reader.dead(now_); ++i) {
      const unsigned cell = Way::cell(i, length);
      const auto [may, lost] = line[cell];
      Way::step(reader, now_, cell, may | lost, next_);
      if (lost != 0 && Way::meets(reader, next_, ways_[i + 1])) {
        const Symbols needed = needed_at<Way>(reader, cell, lost, ways_[i + 1]);
        kept.push_back({cell, needed});
        count += static_cast<unsigned>(std::popcount(needed));
        Way::step(reader, now_, cell, may | (lost & ~needed), next_);
      }
      std::swap(now_, next_);
    }
    return count;
  }

  template <class Way>
  Symbols needed_at(const Reader& reader, unsigned cell, Symbols lost, const States& ways) {
    if (std::has_single_bit(lost)) return lost;
    Symbols needed = 0;
    for (Symbols rest = lost; rest != 0; rest &= rest - 1) {
      const Symbols symbol = rest & (0 - rest);
      Way::step(reader, now_, cell, symbol, next_);
      if (Way::meets(reader, next_, ways)) needed |= symbol;
    }
    return needed;
  }

  std::vector<States> ways_;
  States now_, next_;
  std::vector<Loss> left_, right_;
};

}   // namespace nonairo
