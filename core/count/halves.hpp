// All ways to fill one half of a grid, up to what the other half can notice.
//
//      . . . . . .    far
//      . . . . . .
//      s s s s s s
//      a a a a a a    near
//      -----------    junction
//      b b b b b b    the other half: the same upside down
//
// A half is read from the junction outwards: row a at the junction, s behind it, then the
// others. The other half sees the ones in each column, rows a and s where they could make
// three alike, and which rows are used; not the order of the far rows. So the ways are kept in
// groups, one per (a, s), as a list of entries with a weight: how many orders look the same.
//
// The ones of all columns are one word, four bits a column: adding a row is one addition.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../limits.hpp"
#include "row_table.hpp"

namespace nonairo::counting {

inline constexpr int kDeepestHalf = 7;   // rows; a count and its overflow bit share four bits
inline constexpr Word kOverflow = 0x8888888888888888;

// The cells of a row, one per four bits.
inline Word spread(Word row) {
  Word wide = 0;
  for (int c = 0; c < RowTable::kWidest; ++c) wide |= (row >> c & 1) << (4 * c);
  return wide;
}

struct Entry {
  Word ones;   // of each column, in this half
  Word used;   // numbers of the rows but a, sorted, 0 if equal rows are allowed
  std::uint64_t weight;

  friend bool same(const Entry& x, const Entry& y) { return x.ones == y.ones && x.used == y.used; }
  friend bool operator<(const Entry& x, const Entry& y) { return x.ones != y.ones ? x.ones < y.ones : x.used < y.used; }
};

// Sums up the weights of equal neighbours in a sorted list.
inline void merge_equal(std::vector<Entry>& entries) {
  std::size_t kept = 0;
  for (const Entry& entry : entries) {
    if (kept > 0 && same(entries[kept - 1], entry)) {
      entries[kept - 1].weight += entry.weight;
    } else {
      entries[kept++] = entry;
    }
  }
  entries.resize(kept);
}

// What a half may look like: from the junction outwards, the choices of each row; and, four
// bits a column, the least and the most ones that the other half can live with.
struct HalfPlan {
  std::vector<const std::vector<int>*> choices;
  Word least = 0;
  Word most = 0;

  int depth() const { return static_cast<int>(choices.size()); }
};

class Half {
 public:
  Half(const RowTable& table, HalfPlan plan, bool distinct)
      : table_(table), plan_(std::move(plan)), distinct_(distinct),
        bits_per_row_(plan_.depth() > 1 ? std::min(16, 64 / (plan_.depth() - 1)) : 16) {
    for (const Word row : table.rows) spread_.push_back(spread(row));
  }

  // Row numbers fit the entries.
  bool fits() const { return table_.rows.size() <= std::size_t{1} << bits_per_row_; }

  // Fills all groups. False: the budget is spent, or there is no room in this many bytes.
  bool fill(Budget& budget, std::size_t memory) {
    budget_ = &budget;
    room_ = memory / sizeof(Entry);
    groups_.resize(table_.rows.size());
    for (const int a : *plan_.choices[0]) {
      path_[0] = a;
      if (plan_.depth() == 1) {
        add_group(a, kNobody, spread_[a]);
        continue;
      }
      for (const int s : *plan_.choices[1]) {
        if (distinct_ && s == a) continue;
        path_[1] = s;
        add_group(a, s, spread_[a] + spread_[s]);
        if (stopped()) return false;
      }
    }
    return true;
  }

  // The ways with row a at the junction that go with row b on its other side, sorted and
  // without repetition. Where a and b agree, s must differ from them.
  void collect(int a, int b, std::vector<Entry>& found, std::vector<Entry>& scratch) const {
    found.clear();
    const Word agree = table_.all & ~(table_.rows[a] ^ table_.rows[b]);
    for (const Group& group : groups_[a]) {
      if (group.s != kNobody && !allowed(agree, a, group.s)) continue;
      scratch.resize(found.size() + group.entries.size());
      std::merge(found.begin(), found.end(), group.entries.begin(), group.entries.end(), scratch.begin());
      found.swap(scratch);
    }
    if (distinct_) std::erase_if(found, [&](const Entry& entry) { return uses(entry, b); });
    merge_equal(found);
  }

  template <class Visit>
  void for_each_used(const Entry& entry, Visit&& visit) const {
    for (int k = 0; k + 1 < plan_.depth(); ++k) {
      visit(static_cast<int>(entry.used >> (k * bits_per_row_) & row_mask()));
    }
  }

  bool has_row(int a) const { return !groups_[a].empty(); }

 private:
  static constexpr int kNobody = -1;
  static constexpr std::uint64_t kNanosecondsPerEntry = 100;

  struct Group {
    int s;
    std::vector<Entry> entries;
  };

  bool stopped() const { return budget_->spent() || fresh_.size() > room_; }

  Word row_mask() const { return (Word{1} << bits_per_row_) - 1; }

  bool allowed(Word agree, int a, int s) const { return (agree & ~(table_.rows[a] ^ table_.rows[s])) == 0; }

  bool uses(const Entry& entry, int row) const {
    bool found = false;
    for_each_used(entry, [&](int used) { found |= used == row; });
    return found;
  }

  void add_group(int a, int s, Word ones) {
    fresh_.clear();
    extend(std::min(2, plan_.depth()), ones);
    if (fresh_.empty() || stopped()) return;
    std::sort(fresh_.begin(), fresh_.end());
    merge_equal(fresh_);
    groups_[a].push_back({s, std::vector<Entry>(fresh_.begin(), fresh_.end())});
    room_ -= fresh_.size();
  }

  void extend(int depth, Word ones) {
    // A column over its most overflows into its fourth bit.
    if (((ones + (kOverflow - kColumnOne - plan_.most)) & kOverflow) != 0) return;
    if (depth == plan_.depth()) {
      const Word enough = ((ones | kOverflow) - plan_.least) & kOverflow;
      if (enough == kOverflow) add_entry(ones);
      return;
    }
    if (!budget_->charge(plan_.choices[depth]->size()) || stopped()) return;
    const Word near = table_.rows[path_[depth - 1]];
    const Word behind = table_.rows[path_[depth - 2]];
    const Word both_ones = near & behind;
    const Word some_one = near | behind;
    for (const int choice : *plan_.choices[depth]) {
      const Word row = table_.rows[choice];
      if ((both_ones & row) != 0 || (some_one | row) != table_.all) continue;
      if (distinct_ && std::find(path_.begin(), path_.begin() + depth, choice) != path_.begin() + depth) {
        continue;
      }
      path_[depth] = choice;
      extend(depth + 1, ones + spread_[choice]);
    }
  }

  void add_entry(Word ones) {
    Word used = 0;
    for (int k = 1; distinct_ && k < plan_.depth(); ++k) {
      int rank = 0;
      for (int other = 1; other < plan_.depth(); ++other) rank += path_[other] < path_[k];
      used |= static_cast<Word>(path_[k]) << (rank * bits_per_row_);
    }
    fresh_.push_back({ones, used, 1});
    budget_->charge(kNanosecondsPerEntry);
  }

  static constexpr Word kColumnOne = 0x1111111111111111;

  const RowTable& table_;
  HalfPlan plan_;
  bool distinct_;
  int bits_per_row_;
  std::vector<Word> spread_;                 // of each row
  std::array<int, kDeepestHalf> path_{};     // rows from the junction outwards
  std::vector<Entry> fresh_;                 // of the group being filled
  std::vector<std::vector<Group>> groups_;   // by row a
  std::size_t room_ = 0;                     // for so many entries more
  Budget* budget_ = nullptr;
};

}   // namespace nonairo::counting
