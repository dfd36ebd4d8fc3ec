// Grids without equal columns, counted by grids with equal columns.
//
// Let the columns of a grid be folded along a partition: columns of one block must be equal, and
// stand for one. By inclusion and exclusion (Moebius' function of the lattice of partitions)
//
//      grids whose columns differ  =  sum over partitions p of  mu(p) * grids folded along p
//
// and what is left of a folded grid is only which rows it may use: those that agree on every
// block. Each pair of columns that is folded rules out about half of the rows, so the sum is
// over many partitions and yet costs little more than its first summand. Partitions that leave
// the same rows are one summand; so are mirror images.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "row_table.hpp"

namespace nonairo::counting {

// Which lines the rows of a grid may be, and what the sum multiplies their number with.
struct FoldedRows {
  std::vector<Word> rows;   // whole ones, ascending
  std::int64_t coefficient = 1;
};

inline std::vector<Word> legal_lines(int width, int ones) {
  std::vector<Word> lines;
  const Word all = lines::low_bits<Word>(width);
  for (Word line = 0; line <= all; ++line) {
    if (std::popcount(line) == ones && !three_alike(line, all)) lines.push_back(line);
  }
  return lines;
}

class Folding {
 public:
  // least: folded grids with fewer rows to choose from have no solution.
  Folding(int width, int ones, std::size_t least)
      : width_(width), least_(std::max<std::size_t>(1, least)), rows_(legal_lines(width, ones)),
        words_((rows_.size() + 63) / 64) {
    for (int c = 0; c < width; ++c) {
      for (int other = 0; other < width; ++other) agreeing_.push_back(agreeing(c, other));
    }
  }

  // The summands, most rows first: the first one is the grid that is not folded. None where a limit came first.
  std::vector<FoldedRows> all(Budget& budget) {
    if (rows_.size() < least_) return {};
    RowSet every(words_, 0);
    for (std::size_t k = 0; k < rows_.size(); ++k) every[k / 64] |= Word{1} << (k % 64);
    fold(0, every, 1, budget);
    if (budget.spent()) return {};
    std::vector<FoldedRows> folded;
    for (const auto& [set, coefficient] : sums_) {
      if (coefficient == 0) continue;
      folded.push_back({{}, coefficient});
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        if (lines::has(set[k / 64], static_cast<int>(k % 64))) folded.back().rows.push_back(rows_[k]);
      }
    }
    std::sort(folded.begin(), folded.end(), [](const FoldedRows& x, const FoldedRows& y) {
      return x.rows.size() != y.rows.size() ? x.rows.size() > y.rows.size() : x.rows < y.rows;
    });
    return folded;
  }

 private:
  using RowSet = std::vector<Word>;   // a bit for each legal row
  static constexpr std::uint64_t kNanosecondsPerFold = 200;

  struct Hash {
    std::size_t operator()(const RowSet& set) const {
      Word hash = 0;
      for (const Word word : set) hash = (std::rotl(hash, 23) ^ word) * 0x9E3779B97F4A7C15;
      return static_cast<std::size_t>(hash ^ hash >> 29);
    }
  };

  RowSet agreeing(int c, int other) const {
    RowSet set(words_, 0);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (lines::has(rows_[k], c) == lines::has(rows_[k], other)) set[k / 64] |= Word{1} << (k % 64);
    }
    return set;
  }

  // Column c joins none or one of the blocks before it. mu is the product over the blocks of
  // (-1)^(size-1) (size-1)!, so a block of n columns that grows multiplies it by -n.
  void fold(int c, const RowSet& set, std::int64_t mu, Budget& budget) {
    if (!budget.charge(kNanosecondsPerFold)) return;
    std::size_t left = 0;
    for (const Word word : set) left += static_cast<std::size_t>(std::popcount(word));
    if (left < least_) return;
    if (c == width_) {
      sums_[std::min(set, mirrored(set))] += mu;
      return;
    }
    blocks_.push_back({c, 1});
    fold(c + 1, set, mu, budget);
    blocks_.pop_back();
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      RowSet fewer = set;
      const RowSet& both = agreeing_[static_cast<std::size_t>(blocks_[k].first * width_ + c)];
      for (std::size_t w = 0; w < words_; ++w) fewer[w] &= both[w];
      const std::int64_t grown = mu * -blocks_[k].second++;
      fold(c + 1, fewer, grown, budget);
      --blocks_[k].second;
    }
  }

  RowSet mirrored(const RowSet& set) const {
    RowSet turned(words_, 0);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (!lines::has(set[k / 64], static_cast<int>(k % 64))) continue;
      const Word row = lines::reverse(rows_[k]) >> (64 - width_);
      const auto at = static_cast<std::size_t>(std::lower_bound(rows_.begin(), rows_.end(), row) - rows_.begin());
      turned[at / 64] |= Word{1} << (at % 64);
    }
    return turned;
  }

  int width_;
  std::size_t least_;
  std::vector<Word> rows_;
  std::size_t words_;
  std::vector<RowSet> agreeing_;              // by two columns
  std::vector<std::pair<int, int>> blocks_;   // first column and size
  std::unordered_map<RowSet, std::int64_t, Hash> sums_;
};

}   // namespace nonairo::counting
