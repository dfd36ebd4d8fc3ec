// Root probing: try both values of every open cell, and keep what both leave.
//
// A probe depends only on the lines that it touched. Each cell remembers those of its last two
// probes, and is probed again only when one of them has changed since: skipping is exact. Cells
// with known neighbours come first, since of these more follows.
//
// Two boards are kept equal to the root, one for each value. After a probe only the lines that it
// changed are set back, and only those that both have changed can have anything in common.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "../limits.hpp"
#include "board.hpp"

namespace nonairo::runs {

enum class Probing { at_rest, contradiction, found, tired, stopped };

template <int C>
class Prober {
 public:
  // The seed says at which row the first round begins.
  Prober(Board<C>& root, Budget& budget, LineCache<C>& cache, std::uint64_t seed)
      : root_(root), budget_(budget), cache_(cache), branches_{root, root}, open_(root.open_cells()),
        due_(root.height(), Words<C>::first(root.width())), later_(root.height()), memory_(root.cells()),
        row_(static_cast<unsigned>((seed * 0x9E3779B97F4A7C15u >> 32) % root.height())) {}

  // Goes on from another board at rest, with all that is known about its probes.
  Prober(const Prober& other, Board<C>& root)
      : root_(root), budget_(other.budget_), cache_(other.cache_), branches_{root, root}, open_(other.open_),
        due_(other.due_), later_(other.later_), again_(other.again_), memory_(other.memory_), row_(other.row_) {}

  static std::uint64_t bytes(const Board<C>& root) { return std::uint64_t{root.cells()} * sizeof(Memory); }

  // Full boards met on the way; the caller takes them out. Each fits all lines.
  std::vector<Board<C>> found;
  std::uint64_t probes() const { return probes_; }
  std::uint64_t failures() const { return failures_; }
  std::uint64_t settled() const { return settled_; }

  // Probes until nothing is due any more, a full board turns up, or so many probes in a row have
  // taught nothing. May be called again to go on.
  Probing run(unsigned patience) {
    unsigned idle = 0;
    for (unsigned wanted = kMostNeighbours;;) {
      unsigned cell = 0;
      if (!next(wanted, cell)) {
        if (wanted-- > 0) continue;
        if (!again_) return Probing::at_rest;
        due_.swap(later_);
        again_ = false;
        wanted = kMostNeighbours;
        continue;
      }
      if (idle++ >= patience) return Probing::tired;
      if (!budget_.enter_node(100) || !budget_.enter_node(100)) return Probing::stopped;
      const unsigned open = open_;
      const bool possible = probe(cell);
      if (budget_.spent()) return Probing::stopped;
      if (!possible) return Probing::contradiction;
      if (!found.empty()) return Probing::found;
      if (open_ != open) idle = 0, wanted = kMostNeighbours;
    }
  }

  // Of a board at rest and not finished: the open cell whose probes have settled most.
  unsigned best_guess() const {
    unsigned best = root_.cells();
    for (unsigned cell = 0; cell < root_.cells(); ++cell) {
      if (!root_.is_open(cell / root_.width(), cell % root_.width())) continue;
      if (best == root_.cells() || memory_[cell].gain > memory_[best].gain) best = cell;
    }
    return best;
  }

  // False: not possible, or the budget is spent.
  bool guess(unsigned cell, bool filled) {
    const std::uint64_t before = root_.settled();
    Footprint<C> footprint;
    const bool possible = budget_.enter_node(100) && suppose(root_, cell, filled, footprint);
    settled_ += root_.settled() - before;
    if (possible) note_change(footprint.changed, footprint.cells_known);
    return possible;
  }

 private:
  struct Memory {
    LineSet<C> touched;
    float gain = 0;   // see worth()
  };

  static constexpr unsigned kMostNeighbours = 2;

  // The next cell that is due and has so many neighbours that are known or beyond the border.
  bool next(unsigned wanted, unsigned& cell) {
    for (unsigned passed = 0; passed < root_.height(); row_ = row_ + 1 == root_.height() ? 0 : row_ + 1, ++passed) {
      Words<C> cells = due_[row_] & root_.open_in_row(row_);
      if (wanted > 0 && cells.any()) cells &= beside_known(row_, wanted);
      if (!cells.any()) continue;
      cell = row_ * root_.width() + cells.lowest();
      return true;
    }
    return false;
  }

  Words<C> beside_known(unsigned r, unsigned wanted) const {
    const Words<C> known = ~root_.open_in_row(r);
    const Words<C> left = known << 1 | Words<C>::bit(0), right = known >> 1 | Words<C>::bit(root_.width() - 1);
    const Words<C> above = r == 0 ? ~Words<C>{} : ~root_.open_in_row(r - 1);
    const Words<C> below = r + 1 == root_.height() ? ~Words<C>{} : ~root_.open_in_row(r + 1);
    if (wanted == 1) return left | right | above | below;
    return (left & right) | (above & below) | ((left | right) & (above | below));
  }

  bool suppose(Board<C>& board, unsigned cell, bool filled, Footprint<C>& footprint) {
    const unsigned r = cell / root_.width(), c = cell % root_.width();
    board.set(r, c, filled);
    footprint.changed.add_cell(r, c);
    footprint.cells_known = 1;
    return board.propagate(footprint.changed, footprint, budget_, cache_);
  }

  // False: neither value is possible, or the budget is spent.
  bool probe(unsigned cell) {
    probes_ += 2;
    Footprint<C> footprints[2];
    bool possible[2];
    for (const bool filled : {false, true}) {
      const std::uint64_t before = branches_[filled].settled();
      possible[filled] = suppose(branches_[filled], cell, filled, footprints[filled]);
      settled_ += branches_[filled].settled() - before;
    }
    if (budget_.spent() || (!possible[0] && !possible[1])) return false;
    for (const bool filled : {false, true}) {
      if (possible[filled] && footprints[filled].cells_known == open_) found.push_back(branches_[filled]);
    }
    Memory& memory = memory_[cell];
    memory.touched = footprints[0].touched | footprints[1].touched;
    if (possible[0] && possible[1]) {
      memory.gain = worth(footprints[0].cells_known, footprints[1].cells_known);
      keep_common(footprints[0].changed, footprints[1].changed);
    } else {
      ++failures_;
      const Footprint<C>& kept = footprints[possible[1]];
      root_.take(kept.changed, branches_[possible[1]]);
      note_change(kept.changed, kept.cells_known);
    }
    for (const bool filled : {false, true}) branches_[filled].take(footprints[filled].changed, root_);
    due_[cell / root_.width()].clear(cell % root_.width());   // with what is new the same would come of it
    return true;
  }

  // How good a guess a cell is whose probes settle so many cells. The poorer branch counts in full; of what the other
  // one settles beyond that, the logarithm (after I-Chen Wu et al., "An Efficient Approach to Solving Nonograms", 2013;
  // a power of two closely above stands for the number, so that it comes out the same everywhere).
  static float worth(unsigned zero, unsigned one) {
    const unsigned more = zero < one ? one - zero : zero - one;
    return static_cast<float>(std::min(zero, one)) + 1.28f * static_cast<float>(std::bit_width(more));
  }

  // What both branches know, the root may know. It stays at rest: every value that is left is part of some arrangement
  // in one of the branches.
  void keep_common(const LineSet<C>& zero, const LineSet<C>& one) {
    LineSet<C> changed;
    unsigned cells = 0;
    (zero.rows & one.rows).for_each([&](unsigned r) {
      const LineMasks<C>&line = root_.row(r), &blank = branches_[0].row(r), &fill = branches_[1].row(r);
      const Words<C> blanked = line.can[1] & ~(blank.can[1] | fill.can[1]);
      const Words<C> filled = line.can[0] & ~(blank.can[0] | fill.can[0]);
      const Words<C> news = blanked | filled;
      if (!news.any()) return;
      changed.rows.set(r);
      changed.columns |= news;
      cells += news.count();
      blanked.for_each([&](unsigned c) { root_.blank(r, c); });
      filled.for_each([&](unsigned c) { root_.fill(r, c); });
    });
    if (cells != 0) note_change(changed, cells);
  }

  // The root has changed: the branches follow, and all probes that looked at these lines are due again.
  void note_change(const LineSet<C>& changed, unsigned cells) {
    open_ -= cells;
    for (Board<C>& branch : branches_) branch.take(changed, root_);
    for (unsigned r = 0; r < root_.height(); ++r) {
      const Memory* row = &memory_[r * root_.width()];
      (root_.open_in_row(r) & ~due_[r] & ~later_[r]).for_each([&](unsigned c) {
        if ((row[c].touched.rows & changed.rows).any() || (row[c].touched.columns & changed.columns).any()) {
          later_[r].set(c), again_ = true;
        }
      });
    }
  }

  Board<C>& root_;
  Budget& budget_;
  LineCache<C>& cache_;
  Board<C> branches_[2];                 // with the probed cell blank, and filled; else equal to the root
  unsigned open_;                        // cells of the root
  std::vector<Words<C>> due_;            // by row: cells to be probed
  std::vector<Words<C>> later_;          // and those to be probed again, when all others have been
  bool again_ = false;                   // whether there are any
  std::vector<Memory> memory_;           // by cell: what its last probes were like
  unsigned row_;                         // to be looked at next
  std::uint64_t probes_ = 0, failures_ = 0, settled_ = 0;
};

}   // namespace nonairo::runs
