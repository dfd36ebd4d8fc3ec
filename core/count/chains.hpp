// How many grids can be stacked of some rows, none of which may repeat.
//
// A half is read from the middle outwards: row a, then s behind it, then the others. The other
// half sees the ones of the columns, the rows that are used, and s where a and the row b across
// the middle are alike; but not the order of the others. So for each a the sets of rows behind
// it are kept, each with the number of orders for every one of its rows that can be s:
//
//      set       4 17 30 52 61
//      orders    0  2  0  1  3     as s: 17, 52 or 61. With row b, only those that fit count.
//
// Sets are ordered by the place of their columns' ones (see stack.hpp). For every a and b the
// sets of the two halves meet place by place; which pairs share no row, fitting.hpp counts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "../limits.hpp"
#include "fitting.hpp"
#include "natural.hpp"
#include "stack.hpp"

namespace nonairo::counting {

class Chains {
 public:
  static constexpr int kDeepest = 7;   // rows of a half
  static constexpr int kDigit = 10;    // bits of a row's number, and of a number of orders
  static constexpr int kMostRows = 1 << kDigit;

  explicit Chains(const Stack& stack)
      : stack_(stack), n_(static_cast<std::size_t>(stack.size())), sum_(sum_fitting()) {}

  // The grids of a part, times its copies. Nothing: a limit came first.
  std::optional<Natural> count(int fixed, std::size_t number, Budget& budget) {
    const int copies = copies_of_part(stack_, fixed, number);
    if (!stack_.possible || copies == 0) return Natural();
    const Part upper(stack_, true, fixed, number);
    const Part lower(stack_, false, fixed, number);
    std::vector<Half> above(n_);
    std::vector<Half> below(n_);
    std::uint64_t bytes = 0;
    for (int a = 0; a < stack_.size(); ++a) {
      fill(upper, a, above[static_cast<std::size_t>(a)], budget);
      bytes += above[static_cast<std::size_t>(a)].bytes();
      if (!stack_.one_half()) {
        fill(lower, a, below[static_cast<std::size_t>(a)], budget);
        bytes += below[static_cast<std::size_t>(a)].bytes();
      }
      if (!budget.holds(bytes)) return std::nullopt;
    }
    Natural once;
    for (int a = 0; a < stack_.size(); ++a) {
      for (int b = 0; b < stack_.size(); ++b) {
        if (a == b) continue;
        Word pairs = 0;
        if (stack_.one_half()) {
          // Turned over and inverted, the lower half is an upper half; so each pair comes twice.
          const int turned_a = stack_.size() - 1 - b;
          const int turned_b = stack_.size() - 1 - a;
          if (std::pair(turned_a, turned_b) < std::pair(a, b)) continue;
          pairs = turned_a == a ? 1 : 2;
          join(upper, above[static_cast<std::size_t>(a)], above[static_cast<std::size_t>(turned_a)], a, b, budget);
        } else {
          pairs = 1;
          join(upper, above[static_cast<std::size_t>(a)], below[static_cast<std::size_t>(b)], a, b, budget);
        }
        once.add_product(joined_, pairs);
        for (; carries_ > 0; --carries_) once.add_product(Word{1} << 63, 2 * pairs);
        if (budget.spent()) return std::nullopt;
      }
    }
    Natural all;
    for (int k = 0; k < copies; ++k) all += once;
    return all;
  }

 private:
  static constexpr Word kDigitMask = (Word{1} << kDigit) - 1;

  struct Set {
    Word rows;     // their numbers, ascending
    Word orders;   // for each of them as s
  };
  struct Half {
    std::vector<std::uint32_t> places;   // ascending
    std::vector<std::uint32_t> first;    // set of each place
    std::vector<Set> sets;
    std::vector<Word> masks;   // the rows of each set as bits, if a word has enough
    std::vector<Word> bears;   // a bit for each set that goes with b, 64 rows b to a word

    std::size_t bytes() const {
      return 2 * first.size() * sizeof first[0] + sets.size() * sizeof sets[0] +
             (masks.size() + bears.size()) * sizeof bears[0];
    }
  };
  struct Found {
    std::uint32_t place;
    std::uint32_t s;
    Word rows;   // of the set: as bits if a word has enough, else as in Set
  };
  // Those of one place that go with a and b.
  struct Fitting {
    std::vector<std::uint32_t> chosen;
    std::vector<std::uint32_t> weights;
    std::vector<Word> masks;           // if a word has enough bits
    std::vector<std::uint16_t> rows;   // listed where there are many pairs

    std::size_t size() const { return weights.size(); }
  };

  bool few_rows() const { return n_ <= 64; }   // a set of them is a word

  // All sets behind row a.
  void fill(const Part& part, int a, Half& half, Budget& budget) {
    found_.clear();
    path_[0] = a;
    fixed_of_.assign(n_, 0);
    Word wanted = 0;
    for (std::size_t k = 0; k < part.ones.size(); ++k) {
      wanted |= static_cast<Word>(part.ones[k]) << (4 * k);
      for (std::size_t r = 0; r < n_; ++r) {
        if (lines::has(stack_.rows[r], stack_.columns[k])) fixed_of_[r] |= Word{1} << (4 * k);
      }
    }
    const Word every = part.ones.empty() ? 0 : lines::low_bits<Word>(4 * static_cast<int>(part.ones.size()));
    for (int left = 0; left < part.depth; ++left) {
      least_[static_cast<std::size_t>(left)] = 0;
      for (std::size_t k = 0; k < part.ones.size(); ++k) {
        least_[static_cast<std::size_t>(left)] |= static_cast<Word>(std::max(0, part.ones[k] - most(left))) << (4 * k);
      }
    }
    // A column over what is wanted overflows into its fourth bit.
    wanted_ = wanted;
    room_ = (kTop & every) - (every & kOnes) - wanted;
    top_ = kTop & every;
    extend(part, 1, fixed_of_[static_cast<std::size_t>(a)], part.stride[static_cast<std::size_t>(a)] - part.origin, 0,
           budget);
    sort_found(part, half);
    mark_bears(part, a, half);
  }

  // behind: the rows behind a as bits, if a word has enough.
  void extend(const Part& part, int depth, Word fixed, std::int32_t place, Word behind, Budget& budget) {
    if (((fixed + room_) & top_) != 0) return;
    if ((((fixed | top_) - least_[static_cast<std::size_t>(part.depth - depth)]) & top_) != top_) return;
    if (depth == part.depth) return add_found(part, static_cast<std::uint32_t>(place), behind);
    if (!budget.charge(20)) return;
    const bool last = depth + 1 == part.depth;
    const Word missing = wanted_ - fixed;   // no column is over it here; the last row has just this
    const auto go_on = [&](int r) {
      if (last && fixed_of_[static_cast<std::size_t>(r)] != missing) return;
      for (int k = 0; k < depth; ++k) {
        if (path_[static_cast<std::size_t>(k)] == r) return;
      }
      path_[static_cast<std::size_t>(depth)] = r;
      const std::int32_t further = place + part.stride[static_cast<std::size_t>(r)];
      const Word longer = few_rows() ? behind | Word{1} << r : 0;
      if (last) return add_found(part, static_cast<std::uint32_t>(further), longer);
      extend(part, depth + 1, fixed + fixed_of_[static_cast<std::size_t>(r)], further, longer, budget);
    };
    if (depth == 1) {
      for (int r = 0; r < stack_.size(); ++r) go_on(r);
    } else {
      const int near = path_[static_cast<std::size_t>(depth - 2)];
      for (const int r : stack_.between(near, path_[static_cast<std::size_t>(depth - 1)])) go_on(r);
    }
  }

  void add_found(const Part& part, std::uint32_t place, Word rows) {
    for (int k = 1; k < part.depth && !few_rows(); ++k) {
      int rank = 0;
      for (int other = 1; other < part.depth; ++other) {
        rank += path_[static_cast<std::size_t>(other)] < path_[static_cast<std::size_t>(k)];
      }
      rows |= static_cast<Word>(path_[static_cast<std::size_t>(k)]) << (kDigit * rank);
    }
    found_.push_back({place, static_cast<std::uint32_t>(path_[1]), rows});
  }

  static Word listed(Word mask) {
    Word rows = 0;
    for (int k = 0; mask != 0; ++k, mask &= mask - 1) rows |= static_cast<Word>(std::countr_zero(mask)) << (kDigit * k);
    return rows;
  }

  void sort_found(const Part& part, Half& half) {
    const std::size_t places = part.places;
    const auto in_order = [](const Found& x, const Found& y) {
      return x.place != y.place ? x.place < y.place : x.rows < y.rows;
    };
    if (places > 8 * found_.size()) {
      std::sort(found_.begin(), found_.end(), in_order);
    } else {   // to its place at once
      starts_.assign(places + 1, 0);
      for (const Found& found : found_) ++starts_[found.place + 1];
      for (std::size_t k = 1; k <= places; ++k) starts_[k] += starts_[k - 1];
      placed_.resize(found_.size());
      for (const Found& found : found_) placed_[starts_[found.place]++] = found;
      std::uint32_t begin = 0;
      for (std::size_t k = 0; k < places; begin = starts_[k++]) {
        std::sort(placed_.begin() + begin, placed_.begin() + starts_[k], in_order);
      }
      found_.swap(placed_);
    }
    for (std::size_t k = 0; k < found_.size(); ++k) {
      const Found& found = found_[k];
      const bool new_place = k == 0 || found.place != found_[k - 1].place;
      if (new_place) {
        half.places.push_back(found.place);
        half.first.push_back(static_cast<std::uint32_t>(half.sets.size()));
      }
      if (new_place || found.rows != found_[k - 1].rows) {
        if (few_rows()) half.masks.push_back(found.rows);
        half.sets.push_back({few_rows() ? listed(found.rows) : found.rows, 0});
      }
      if (part.depth == 1) continue;   // there is no s
      Set& set = half.sets.back();
      int rank = 0;
      while ((set.rows >> (kDigit * rank) & kDigitMask) != found.s) ++rank;
      set.orders += Word{1} << (kDigit * rank);
    }
    half.sets.shrink_to_fit();
    half.masks.shrink_to_fit();
    half.first.push_back(static_cast<std::uint32_t>(half.sets.size()));
  }

  // With which rows b across the middle a set can go at all.
  void mark_bears(const Part& part, int a, Half& half) {
    const std::size_t words = (n_ + 63) / 64;
    std::vector<Word> next_to(n_ * words, 0);   // by s: the rows b with no three alike in s, a, b
    for (int b = 0; b < stack_.size(); ++b) {
      for (const int s : stack_.between(b, a)) {
        next_to[static_cast<std::size_t>(s) * words + static_cast<std::size_t>(b / 64)] |= Word{1} << (b % 64);
      }
    }
    half.bears.assign(words * half.sets.size(), 0);
    for (std::size_t k = 0; k < half.sets.size(); ++k) {
      Word* const bears = &half.bears[k];
      Word rows = half.sets[k].rows;
      Word orders = half.sets[k].orders;
      for (int j = 1; j < part.depth; ++j, rows >>= kDigit, orders >>= kDigit) {
        if ((orders & kDigitMask) == 0) continue;
        for (std::size_t w = 0; w < words; ++w)
          bears[w * half.sets.size()] |= next_to[static_cast<std::size_t>(rows & kDigitMask) * words + w];
      }
      rows = half.sets[k].rows;
      for (int j = 1; j < part.depth; ++j, rows >>= kDigit) {
        const Word row = rows & kDigitMask;
        bears[row / 64 * half.sets.size()] &= ~(Word{1} << (row % 64));
      }
    }
  }

  // Which s may stand behind a next to b.
  struct Filter {
    std::array<Word, kMostRows> mask;
    int next;   // b
  };
  void set_filter(Filter& filter, int a, int b) const {
    for (std::size_t s = 0; s < n_; ++s) filter.mask[s] = 0;
    for (const int s : stack_.between(b, a)) filter.mask[static_cast<std::size_t>(s)] = kDigitMask;
    filter.next = b;
  }

  // mirror: rows are inverted; their numbers then run backwards.
  template <bool kMirror>
  void select(const Half& half, std::size_t place, const Filter& filter, int each, Fitting& fitting) const {
    const std::uint32_t begin = half.first[place];
    const std::uint32_t end = half.first[place + 1];
    const Word* const bears = &half.bears[static_cast<std::size_t>(filter.next / 64) * half.sets.size()];
    const Word bit = Word{1} << (filter.next % 64);
    if (fitting.chosen.size() < end - begin) fitting.chosen.resize(end - begin);
    std::size_t count = 0;
    for (std::uint32_t k = begin; k < end; ++k) {   // without a branch
      fitting.chosen[count] = k;
      count += (bears[k] & bit) != 0;
    }
    fitting.weights.resize(count);
    for (std::size_t c = 0; c < count; ++c) {
      Word rows = half.sets[fitting.chosen[c]].rows;
      Word orders = half.sets[fitting.chosen[c]].orders;
      Word weight = 0;
      for (int j = 0; j < each; ++j, rows >>= kDigit, orders >>= kDigit) {
        weight += orders & filter.mask[static_cast<std::size_t>(rows & kDigitMask)];
      }
      fitting.weights[c] = static_cast<std::uint32_t>(weight);
    }
    if (!few_rows()) return;
    fitting.masks.resize(count);
    for (std::size_t c = 0; c < count; ++c) {
      const Word mask = half.masks[fitting.chosen[c]];
      fitting.masks[c] = kMirror ? lines::reverse(mask) >> (64 - n_) : mask;
    }
  }

  void list_rows(const Half& half, bool mirror, int each, Fitting& fitting) const {
    fitting.rows.resize(fitting.size() * static_cast<std::size_t>(each));
    std::uint16_t* to = fitting.rows.data();
    for (std::size_t c = 0; c < fitting.size(); ++c) {
      Word rows = half.sets[fitting.chosen[c]].rows;
      for (int j = 0; j < each; ++j, rows >>= kDigit) {
        const auto r = static_cast<std::size_t>(rows & kDigitMask);
        *to++ = static_cast<std::uint16_t>(mirror ? n_ - 1 - r : r);
      }
    }
  }

  // Sums up in joined_ and carries_.
  void join(const Part& upper, const Half& above, const Half& below, int a, int b, Budget& budget) {
    joined_ = 0;
    const bool turned = stack_.one_half();
    set_filter(filter_above_, a, b);
    if (turned) set_filter(filter_below_, stack_.size() - 1 - b, stack_.size() - 1 - a);
    else set_filter(filter_below_, b, a);
    const int each_above = stack_.upper() - 1;
    const int each_below = stack_.lower() - 1;
    const auto last = static_cast<std::uint32_t>(upper.places - 1);
    Word work = above.places.size() + below.places.size();
    std::size_t next = 0;
    for (std::size_t place = 0; place < above.places.size(); ++place) {
      // The places of a lower half run against those of the upper.
      const auto place_of = [&](std::size_t k) {
        return turned ? below.places[k] : last - below.places[below.places.size() - 1 - k];
      };
      while (next < below.places.size() && place_of(next) < above.places[place]) ++next;
      if (next == below.places.size()) break;
      if (place_of(next) != above.places[place]) continue;
      const std::size_t other = turned ? next : below.places.size() - 1 - next;
      work += 4 * (above.first[place + 1] - above.first[place] + below.first[other + 1] - below.first[other]);
      select<false>(above, place, filter_above_, each_above, first_);
      if (first_.size() == 0) continue;
      if (turned) select<true>(below, other, filter_below_, each_below, second_);
      else select<false>(below, other, filter_below_, each_below, second_);
      if (second_.size() == 0) continue;
      const std::size_t tests = first_.size() * second_.size();
      Word sum = 0;
      if (few_rows() && tests <= kSome) {
        sum = pairs_by_masks();
      } else {
        list_rows(above, false, each_above, first_);
        list_rows(below, turned, each_below, second_);
        sum = tests <= kFew ? pairs_one_by_one(each_above, each_below) : pairs_by_planes(each_above, each_below);
      }
      work += tests / 16;
      joined_ += sum;
      if (joined_ < sum) ++carries_;   // 2^64 is to be added
    }
    budget.charge(work + 100);
  }

  Word pairs_by_planes(int each_above, int each_below) {
    // By weight, the words of each.
    std::size_t words = 0;
    begin_.assign(begin_.size(), 0);
    for (const std::uint32_t weight : second_.weights) {
      if (weight >= begin_.size()) begin_.resize(weight + 1, 0);
      ++begin_[weight];
    }
    weight_.clear();
    used_.clear();
    for (std::size_t weight = 0; weight < begin_.size(); ++weight) {
      std::size_t sets = std::exchange(begin_[weight], words * 64);
      for (; sets > 0; sets -= std::min<std::size_t>(sets, 64), ++words) {
        weight_.push_back(weight);
        used_.push_back(lines::low_bits<Word>(static_cast<int>(std::min<std::size_t>(sets, 64))));
      }
    }
    words = (words + Planes::kGroup - 1) / Planes::kGroup * Planes::kGroup;
    weight_.resize(words, 0);
    used_.resize(words, 0);
    plane_.assign(n_ * words, 0);
    const std::uint16_t* row = second_.rows.data();
    for (const std::uint32_t weight : second_.weights) {
      const std::size_t at = begin_[weight]++;
      for (int k = 0; k < each_below; ++k) plane_[*row++ * words + at / 64] |= Word{1} << (at % 64);
    }
    return sum_({plane_.data(), used_.data(), weight_.data(), words}, first_.rows.data(), each_above,
                first_.weights.data(), first_.size());
  }

  Word pairs_by_masks() const {
    Word sum = 0;
    for (std::size_t x = 0; x < first_.size(); ++x) {
      const Word mask = first_.masks[x];
      Word fitting = 0;
      for (std::size_t y = 0; y < second_.size(); ++y) {
        fitting += Word{(mask & second_.masks[y]) == 0} * second_.weights[y];   // no branch: nobody can guess it
      }
      sum += fitting * first_.weights[x];
    }
    return sum;
  }

  Word pairs_one_by_one(int each_above, int each_below) const {
    Word sum = 0;
    for (std::size_t x = 0; x < first_.size(); ++x) {
      const std::uint16_t* const rows = &first_.rows[x * static_cast<std::size_t>(each_above)];
      for (std::size_t y = 0; y < second_.size(); ++y) {
        const std::uint16_t* const others = &second_.rows[y * static_cast<std::size_t>(each_below)];
        bool common = false;
        for (int k = 0; k < each_above; ++k) {
          for (int j = 0; j < each_below; ++j) common |= rows[k] == others[j];
        }
        if (!common) sum += Word{first_.weights[x]} * second_.weights[y];
      }
    }
    return sum;
  }

  static constexpr Word kTop = 0x8888888888888888;
  static constexpr Word kOnes = 0x1111111111111111;
  static constexpr std::size_t kFew = 64;   // pairs
  static constexpr std::size_t kSome = 600;

  const Stack& stack_;
  std::size_t n_;
  SumFitting sum_;
  std::array<int, kDeepest> path_{};
  std::array<Word, kDeepest + 1> least_{};   // of the fixed columns, by rows that are left
  std::vector<Word> fixed_of_;               // of each row: its cells in the fixed columns
  Word wanted_ = 0;
  Word room_ = 0;
  Word top_ = 0;
  std::vector<Found> found_, placed_;
  std::vector<std::uint32_t> starts_;
  Filter filter_above_{}, filter_below_{};
  Fitting first_, second_;
  Word joined_ = 0;
  int carries_ = 0;
  std::vector<std::size_t> begin_;
  std::vector<Word> weight_, used_, plane_;
};

}   // namespace nonairo::counting
