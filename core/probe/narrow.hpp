// What may be used inside a chain of suppositions to narrow one line of two symbols: its whole rule, by whichever
// kernel it has, or only what people see at a glance in a balanced line.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "../lines/balanced.hpp"
#include "../lines/bits.hpp"
#include "../lines/runs.hpp"
#include "../table/reader.hpp"

namespace nonairo::probe {

using lines::LineBits;

// What kernels need to work; of one thread.
struct Scratch {
  table::TableSettler settler;
};

// What was found in lines of up to 64 cells, of one thread: probes that differ in little narrow the same lines again
// and again. A newer answer takes the place of an older one.
class Remembered {
 public:
  struct Entry {
    std::uint64_t line = 0;   // a number that no two lines of any grids share; 0: nothing yet
    Word before[2], after[2];
    bool possible;
  };

  static Remembered& of_thread() {
    thread_local Remembered remembered;
    return remembered;
  }
  // Where the answer for a line is, or is to be put.
  Entry& at(std::uint64_t line, const Masks<Word>& masks) {
    std::uint64_t hash = line * 0x9e3779b97f4a7c15u ^ masks.can[0];
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u ^ masks.can[1];
    hash = (hash ^ hash >> 32) * 0x94d049bb133111ebu;
    return entries_[hash >> (64 - kBits)];
  }

 private:
  static constexpr int kBits = 13;
  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kBits);
};

template <LineBits Bits>
class Narrow {
 public:
  virtual ~Narrow() = default;
  // False: the rule of the line is broken.
  virtual bool narrow(Masks<Bits>& line, Scratch& scratch) const = 0;
  virtual std::uint64_t nanoseconds() const = 0;   // what it takes, roughly
};

// Everything that the line by itself decides.
template <LineBits Bits, template <class> class Line>
class ByKernel final : public Narrow<Bits> {
 public:
  explicit ByKernel(Line<Bits> line) : line_(std::move(line)) {}
  bool narrow(Masks<Bits>& line, Scratch&) const override {
    const auto narrowed = line_.squeeze(line);
    if (narrowed) line = *narrowed;
    return narrowed.has_value();
  }
  std::uint64_t nanoseconds() const override { return 50 + 5u * static_cast<unsigned>(line_.length()); }

 private:
  Line<Bits> line_;
};

template <LineBits Bits>
class ByTable final : public Narrow<Bits> {
 public:
  ByTable(const table::Rule& rule, unsigned length) : reader_(rule, length) {}
  bool narrow(Masks<Bits>& line, Scratch& scratch) const override {
    return scratch.settler.settle(
        reader_,
        [&](unsigned i) {
          const int k = static_cast<int>(i);
          return Symbols{has(line.can[0], k)} | Symbols{has(line.can[1], k)} << 1;
        },
        [&](unsigned i, Symbols gone) {
          for (; gone != 0; gone &= gone - 1) clear_bit(line.can[std::countr_zero(gone)], static_cast<int>(i));
        });
  }
  std::uint64_t nanoseconds() const override { return 2 * reader_.moves() + 20 * reader_.length(); }

 private:
  table::TableReader reader_;
};

// Lines that say nothing.
template <LineBits Bits>
class Silent final : public Narrow<Bits> {
 public:
  bool narrow(Masks<Bits>&, Scratch&) const override { return true; }
  std::uint64_t nanoseconds() const override { return 1; }
};

// One look at a balanced line: cells that would make a run too long, and what is left when a symbol is used up. With
// signs between neighbours: what stands across one from a known cell, and pairs of `=` that would make a run too long.
template <LineBits Bits>
class ByPatterns final : public Narrow<Bits> {
 public:
  ByPatterns(int zeros, int ones, int longest, int length, std::string_view signs = {})
      : quota_{zeros, ones}, longest_(longest), length_(length) {
    for (int k = 0; k < static_cast<int>(signs.size()); ++k) {
      if (signs[static_cast<std::size_t>(k)] == '=') set_bit(same_, k);
      if (signs[static_cast<std::size_t>(k)] == 'x') set_bit(differ_, k);
    }
    signed_ = any(same_ | differ_);
  }

  bool narrow(Masks<Bits>& line, Scratch&) const override {
    Masks<Bits> after = line;
    for (const int symbol : {0, 1}) {
      const Bits known = line.can[symbol] & ~line.can[1 - symbol];
      const int count = count_bits(known);
      if (too_long(known) || count > quota_[symbol]) return false;
      if (count == quota_[symbol]) {
        after.can[symbol] = after.can[symbol] & known;
      } else {
        after.can[symbol] = after.can[symbol] & ~forced(known);
      }
      if (signed_ && !follow_signs(line, known, symbol, after)) return false;
    }
    // Two patterns that disagree: one of them wins, and the next round sees the rule broken, as on paper.
    const Bits lost = low_bits<Bits>(length_) & ~(after.can[0] | after.can[1]);
    line = {{after.can[0] | lost, after.can[1]}};
    return true;
  }
  std::uint64_t nanoseconds() const override { return 20; }

 private:
  bool too_long(const Bits& known) const {
    if (longest_ >= length_) return false;
    Bits run = known;
    for (int shift = 1; shift <= longest_ && any(run); ++shift) run = run & known << shift;
    return any(run);
  }
  // Cells that would be one of longest + 1 alike in a row.
  Bits forced(const Bits& known) const {
    Bits all{0};
    if (longest_ >= length_) return all;
    for (int place = 0; place <= longest_; ++place) {
      Bits cells = low_bits<Bits>(length_);
      for (int k = 0; k <= longest_ && any(cells); ++k) {
        if (k < place) cells = cells & known << (place - k);
        if (k > place) cells = cells & known >> (k - place);
      }
      all = all | cells;
    }
    return all;
  }

  // False: two known cells are not what their sign asks for.
  bool follow_signs(const Masks<Bits>& line, const Bits& known, int symbol, Masks<Bits>& after) const {
    const Bits other = line.can[1 - symbol] & ~line.can[symbol], open = line.can[0] & line.can[1];
    if (any((same_ & known & other >> 1) | (differ_ & known & known >> 1))) return false;
    Bits not_this = (known & differ_) << 1 | (known >> 1 & differ_);
    const Bits not_other = (known & same_) << 1 | (known >> 1 & same_);
    if (longest_ >= 2 && longest_ <= length_) {
      Bits ends = known;   // of runs that are two short of too long
      for (int shift = 1; shift < longest_ - 1; ++shift) ends = ends & known << shift;
      const Bits gaps = (ends << 1 | ends >> longest_) & same_ & open & open >> 1;
      not_this = not_this | gaps | gaps << 1;
    }
    after.can[symbol] = after.can[symbol] & ~not_this;
    after.can[1 - symbol] = after.can[1 - symbol] & ~not_other;
    return true;
  }

  int quota_[2];
  int longest_;
  int length_;
  Bits same_{0}, differ_{0};   // bit k: between the cells k and k + 1
  bool signed_ = false;
};

}   // namespace nonairo::probe
