// The lines of a table puzzle, each with its reader, and how the theory of lines settles them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "../lines/crossed.hpp"
#include "../words.hpp"
#include "puzzle.hpp"
#include "reader.hpp"

namespace nonairo::table {

// The readers of a puzzle's lines: made once, shared by all its searches. Lines of one rule and length share one.
class TableLines {
 public:
  explicit TableLines(const TablePuzzle& puzzle) {
    std::map<std::pair<int, int>, std::size_t> known;   // by rule and length
    for (int line = 0; line < puzzle.lines(); ++line) {
      const std::pair key{puzzle.rule_of_line[static_cast<std::size_t>(line)], puzzle.length(line)};
      const auto [at, fresh] = known.try_emplace(key, readers_.size());
      if (fresh) readers_.emplace_back(puzzle.rule(line), static_cast<unsigned>(key.second));
      of_line_.push_back(at->second);
    }
  }

  const TableReader& operator[](unsigned line) const { return readers_[of_line_[line]]; }

 private:
  std::vector<TableReader> readers_;
  std::vector<std::size_t> of_line_;
};

template <int N, template <class, unsigned> class Lines = lines::CrossedLines>
class TableKernel {
 public:
  using Bits = Words<N>;
  using Board = Lines<Bits, 0>;
  using Reader = TableReader;
  static constexpr unsigned kLanes = 1;

  explicit TableKernel(std::shared_ptr<const TableLines> lines) : lines_(std::move(lines)) {}

  void settle(const unsigned* line, Bits* can, unsigned) {
    const TableReader& reader = (*lines_)[*line];
    may_.assign(reader.length(), 0);
    for (unsigned s = 0; s < reader.symbols(); ++s) can[s].for_each([&](unsigned i) { may_[i] |= Symbols{1} << s; });
    const bool possible = settler_.settle(
        reader, [&](unsigned i) { return may_[i]; },
        [&](unsigned i, Symbols gone) {
          for (; gone != 0; gone &= gone - 1) can[std::countr_zero(gone)].clear(i);
        });
    if (!possible) std::fill(can, can + reader.symbols(), Bits{});
  }
  const TableReader& reader(unsigned line) const { return (*lines_)[line]; }
  std::uint64_t nanoseconds(unsigned line) const { return 2 * reader(line).moves() + 20 * reader(line).length(); }

 private:
  std::shared_ptr<const TableLines> lines_;
  TableSettler settler_;
  std::vector<Symbols> may_;
};

}   // namespace nonairo::table
