// How many pairs of entries, one of each half, make a whole grid.
//
// Two halves whose columns add up fit if they share no row, and if no two columns are alike in
// both. Each entry gets its signature: one bit per row that it uses, one per pair of columns
// that it leaves alike. Then
//
//      upper   rows 3 8 17 40 | columns 2=7          0001000010000000010..|..1..
//      lower   rows 5 9 21 77 | columns 2=4, 3=9     0000010001000000000..|.1..1
//
// fit exactly if their signatures have no bit in common. The signatures of one list stand in
// planes of 32 bits, so that the compiler compares several at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halves.hpp"
#include "natural.hpp"

namespace nonairo::counting {

class Join {
 public:
  // target: the ones of each column in a whole grid, four bits each.
  Join(const RowTable& table, const Half& upper, const Half& lower, Word target, bool distinct)
      : table_(table), upper_(upper), lower_(lower), target_(target), distinct_(distinct) {}

  // Grids with row a above the junction and row b below it. False: the budget is spent.
  bool count(int a, int b, Budget& budget, Natural& total) {
    upper_.collect(a, b, above_, scratch_);
    lower_.collect(b, a, below_, scratch_);
    if (distinct_) number_bits(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
    std::size_t up = 0;
    std::size_t down = below_.size();   // what the lower half must add falls as `up` rises
    while (up < above_.size() && down > 0) {
      const Word wanted = target_ - above_[up].ones;
      if (below_[down - 1].ones != wanted) {
        below_[down - 1].ones > wanted ? --down : ++up;
        continue;
      }
      const std::size_t first = up;
      const std::size_t last = down;
      while (up < above_.size() && above_[up].ones == above_[first].ones) ++up;
      while (down > 0 && below_[down - 1].ones == wanted) --down;
      const Entries some_above(&above_[first], up - first);
      const Entries some_below(&below_[down], last - down);
      if (distinct_) add_fitting(some_above, some_below, total);
      else add_all(some_above, some_below, total);
      // About a nanosecond a pair.
      if (!budget.charge(some_above.size() * some_below.size())) return false;
    }
    return budget.charge(kNanosecondsPerEntry * (above_.size() + below_.size()));
  }

 private:
  static constexpr std::uint64_t kNanosecondsPerEntry = 30;
  static constexpr std::size_t kChunk = 1 << 20;   // so many weights add up in 32 bits

  using Entries = std::span<const Entry>;
  using Plane = std::uint32_t;
  static constexpr int kPlaneBits = 32;
  static constexpr int kAnyNumber = 0;
  static constexpr int kMostPlanes = 48;   // 1296 rows of 16 cells, 120 pairs of columns

  // Only what both halves may have in common gets a bit: rows that both lists use, and pairs of
  // columns that rows a and b leave alike. For each row that is its own bit, and the pairs.
  void number_bits(std::size_t a, std::size_t b) {
    const std::vector<bool> in_above = rows_used(upper_, above_);
    const std::vector<bool> in_below = rows_used(lower_, below_);
    int bits = 0;
    row_bit_.assign(table_.rows.size(), kNoBit);
    for (std::size_t row = 0; row < table_.rows.size(); ++row) {
      if (in_above[row] && in_below[row]) row_bit_[row] = bits++;
    }
    const int first_pair = bits;
    std::vector<Word> pairs;   // as masks of two columns
    for (int c = 1; c < table_.width; ++c) {
      for (int before = 0; before < c; ++before) {
        const Word pair = Word{1} << c | Word{1} << before;
        if (alike(a, pair) && alike(b, pair)) pairs.push_back(pair);
      }
    }
    bits += static_cast<int>(pairs.size());
    planes_ = static_cast<std::size_t>(std::max(1, (bits + kPlaneBits - 1) / kPlaneBits));
    all_pairs_.assign(planes_, 0);
    row_pairs_.assign(table_.rows.size() * planes_, 0);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const int bit = first_pair + static_cast<int>(k);
      const Plane mask = Plane{1} << (bit % kPlaneBits);
      all_pairs_[bit / kPlaneBits] |= mask;
      for (std::size_t row = 0; row < table_.rows.size(); ++row) {
        if (alike(row, pairs[k])) row_pairs_[row * planes_ + bit / kPlaneBits] |= mask;
      }
    }
  }

  bool alike(std::size_t row, Word pair) const { return std::popcount(table_.rows[row] & pair) != 1; }

  std::vector<bool> rows_used(const Half& half, Entries entries) const {
    std::vector<bool> used(table_.rows.size(), false);
    for (const Entry& entry : entries) {
      half.for_each_used(entry, [&](int row) { used[row] = true; });
    }
    return used;
  }

  static void add_all(Entries above, Entries below, Natural& total) {
    for (const Entry& x : above) {
      for (const Entry& y : below) total.add_product(x.weight, y.weight);
    }
  }

  void add_fitting(Entries above, Entries below, Natural& total) {
    for (std::size_t first = 0; first < below.size(); first += kChunk) {
      const Entries chunk = below.subspan(first, std::min(kChunk, below.size() - first));
      switch (planes_) {
        case 1: add_fitting<1>(above, chunk, total); break;
        case 2: add_fitting<2>(above, chunk, total); break;
        case 3: add_fitting<3>(above, chunk, total); break;
        case 4: add_fitting<4>(above, chunk, total); break;
        default: add_fitting<kAnyNumber>(above, chunk, total);
      }
    }
  }

  // kPlanes: the words of a signature, as a constant that unrolls the loops, or kAnyNumber.
  template <int kPlanes>
  void add_fitting(Entries above, Entries below, Natural& total) {
    const std::size_t planes = kPlanes != kAnyNumber ? kPlanes : planes_;
    const std::size_t count = below.size();
    plane_.resize(planes * count);
    weight_.resize(count);
    Plane word[kPlanes != kAnyNumber ? kPlanes : kMostPlanes];
    for (std::size_t k = 0; k < count; ++k) {
      sign<kPlanes>(lower_, below[k], word);
      for (std::size_t p = 0; p < planes; ++p) plane_[p * count + k] = word[p];
      weight_[k] = static_cast<std::uint32_t>(below[k].weight);
    }
    const Plane* const plane = plane_.data();
    const std::uint32_t* const weight = weight_.data();
    for (const Entry& entry : above) {
      sign<kPlanes>(upper_, entry, word);
      std::uint32_t fitting = 0;
      for (std::size_t k = 0; k < count; ++k) {
        Plane common = 0;
        for (std::size_t p = 0; p < planes; ++p) common |= plane[p * count + k] & word[p];
        const std::uint32_t all_or_nothing = common == 0 ? ~std::uint32_t{0} : 0;
        fitting += weight[k] & all_or_nothing;   // without a branch, several at a time
      }
      total.add_product(entry.weight, fitting);
    }
  }

  template <int kPlanes>
  void sign(const Half& half, const Entry& entry, Plane* word) const {
    const std::size_t planes = kPlanes != kAnyNumber ? kPlanes : planes_;
    for (std::size_t p = 0; p < planes; ++p) word[p] = all_pairs_[p];
    half.for_each_used(entry, [&](int row) {
      for (std::size_t p = 0; p < planes; ++p) word[p] &= row_pairs_[row * planes + p];
    });
    half.for_each_used(entry, [&](int row) {
      const int bit = row_bit_[row];
      if (bit != kNoBit) word[bit / kPlaneBits] |= Plane{1} << (bit % kPlaneBits);
    });
  }

  static constexpr int kNoBit = -1;

  const RowTable& table_;
  const Half& upper_;
  const Half& lower_;
  Word target_;
  bool distinct_;
  std::vector<Entry> above_, below_, scratch_;
  std::size_t planes_ = 1;         // words of a signature
  std::vector<int> row_bit_;       // of each row
  std::vector<Plane> row_pairs_;   // the pairs each row leaves alike, row by row
  std::vector<Plane> all_pairs_;
  std::vector<Plane> plane_;   // signatures of lower entries, plane by plane
  std::vector<std::uint32_t> weight_;
};

}   // namespace nonairo::counting
