// Root probing: try both values of every open cell, and keep what both leave.
//
// A probe depends only on the lines that it touched. Each cell remembers those of its last two
// probes, and is probed again only when one of them has changed since: skipping is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "../limits.hpp"
#include "board.hpp"

namespace nonairo::runs {

enum class Probing { at_rest, contradiction, found, tired, stopped };

template <int C>
class Prober {
 public:
  // The seed says at which cell the first round begins.
  Prober(Board<C>& root, Budget& budget, LineCache<C>& cache, std::uint64_t seed)
      : root_(root), budget_(budget), cache_(cache), zero_(root), one_(root), changed_(root.height() + root.width(), 1),
        memory_(root.cells()), next_(static_cast<unsigned>((seed * 0x9E3779B97F4A7C15u >> 32) % root.cells())) {}

  // Goes on from another board at rest, with all that is known about its probes.
  Prober(const Prober& other, Board<C>& root)
      : root_(root), budget_(other.budget_), cache_(other.cache_), zero_(root), one_(root), changed_(other.changed_),
        memory_(other.memory_), clock_(other.clock_), next_(other.next_) {}

  static std::uint64_t bytes(const Board<C>& root) { return std::uint64_t{root.cells()} * sizeof(Memory); }

  // Full boards met on the way; the caller takes them out. Each fits all lines.
  std::vector<Board<C>> found;
  std::uint64_t probes() const { return probes_; }
  std::uint64_t failures() const { return failures_; }
  std::uint64_t settled() const { return settled_; }

  // Probes until nothing is due any more, a full board turns up, or so many probes in a row have
  // taught nothing. May be called again to go on.
  Probing run(unsigned patience) {
    const unsigned cells = root_.cells();
    unsigned idle = 0;
    for (unsigned passed = 0; passed < cells; next_ = next_ + 1 == cells ? 0 : next_ + 1, ++passed) {
      const unsigned r = next_ / root_.width(), c = next_ % root_.width();
      if (!root_.is_open(r, c) || !due(memory_[next_])) continue;
      if (idle++ >= patience) return Probing::tired;
      const std::uint32_t clock = clock_;
      if (!budget_.enter_node(100) || !budget_.enter_node(100)) return Probing::stopped;
      const bool possible = probe(r, c);
      if (budget_.spent()) return Probing::stopped;
      if (!possible) return Probing::contradiction;
      if (!found.empty()) return Probing::found;
      if (clock_ != clock) idle = passed = 0;
    }
    return Probing::at_rest;
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
    LineSet<C> start, touched;
    start.add_cell(cell / root_.width(), cell % root_.width());
    root_.set(cell / root_.width(), cell % root_.width(), filled);
    const std::uint64_t before = root_.settled();
    const bool possible = budget_.enter_node(100) && root_.propagate(start, touched, budget_, cache_);
    settled_ += root_.settled() - before;
    note_change(touched);
    return possible;
  }

 private:
  struct Memory {
    LineSet<C> touched;
    std::uint32_t time = 0;
    float gain = 0;   // cells settled by the one probe times those by the other
  };

  bool due(const Memory& memory) const {
    if (memory.time == 0) return true;
    bool changed = false;
    memory.touched.rows.for_each([&](unsigned r) { changed |= changed_[r] > memory.time; });
    memory.touched.columns.for_each([&](unsigned c) { changed |= changed_[root_.height() + c] > memory.time; });
    return changed;
  }

  // False: neither value is possible, or the budget is spent.
  bool probe(unsigned r, unsigned c) {
    probes_ += 2;
    Memory& memory = memory_[r * root_.width() + c];
    memory.touched = {};
    LineSet<C> start;
    start.add_cell(r, c);
    zero_ = root_, one_ = root_;
    zero_.blank(r, c);
    one_.fill(r, c);
    const bool can0 = zero_.propagate(start, memory.touched, budget_, cache_);
    const bool can1 = one_.propagate(start, memory.touched, budget_, cache_);
    settled_ += zero_.settled() + one_.settled() - 2 * root_.settled();
    if (budget_.spent() || (!can0 && !can1)) return false;
    if (can0 && zero_.finished()) found.push_back(zero_);
    if (can1 && one_.finished()) found.push_back(one_);
    memory.time = clock_;
    if (can0 && can1) {
      memory.gain = static_cast<float>(1 + settled_by(zero_, memory.touched)) *
                    static_cast<float>(1 + settled_by(one_, memory.touched));
      return keep_common();
    }
    ++failures_;
    root_.swap_lines(can0 ? zero_ : one_);
    note_change(memory.touched);
    return true;
  }

  unsigned settled_by(const Board<C>& branch, const LineSet<C>& touched) const {
    unsigned cells = 0;
    touched.columns.for_each([&](unsigned c) { cells += (root_.column(c).open() & ~branch.column(c).open()).count(); });
    return cells;
  }

  // What both branches know, the root may know.
  bool keep_common() {
    LineSet<C> dirty, touched;
    for (unsigned r = 0; r < root_.height(); ++r) {
      const Words<C> blanked = root_.row(r).can[1] & ~(zero_.row(r).can[1] | one_.row(r).can[1]);
      const Words<C> filled = root_.row(r).can[0] & ~(zero_.row(r).can[0] | one_.row(r).can[0]);
      if (!(blanked | filled).any()) continue;
      dirty.rows.set(r);
      dirty.columns |= blanked | filled;
      blanked.for_each([&](unsigned c) { root_.blank(r, c); });
      filled.for_each([&](unsigned c) { root_.fill(r, c); });
    }
    if (!dirty.any()) return true;
    if (!root_.propagate(dirty, touched, budget_, cache_)) return false;
    note_change(touched);
    return true;
  }

  void note_change(const LineSet<C>& touched) {
    ++clock_;
    touched.rows.for_each([&](unsigned r) { changed_[r] = clock_; });
    touched.columns.for_each([&](unsigned c) { changed_[root_.height() + c] = clock_; });
  }

  Board<C>& root_;
  Budget& budget_;
  LineCache<C>& cache_;
  Board<C> zero_, one_;
  std::vector<std::uint32_t> changed_;   // by line: when its masks changed last
  std::vector<Memory> memory_;           // by cell
  std::uint32_t clock_ = 1;
  unsigned next_;
  std::uint64_t probes_ = 0, failures_ = 0, settled_ = 0;
};

}   // namespace nonairo::runs
