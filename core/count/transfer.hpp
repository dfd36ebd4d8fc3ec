// How many grids can be stacked of some rows, which may repeat: row by row, with a table over
// the ones that the columns have.
//
//      X_k(a, b)    all stacks of k rows whose last is a and that bear b next, as a list of
//                   (ones of each column, how many stacks)
//      X_k(a, b)  = sum of X_k-1(s, a) over the s that stand before a and b, and a to each
//
// Both halves are stacked from outside to the middle, and met there: X(a, b) of the upper half
// with X(b, a) of the lower. The lists grow until three rows are missing; the last steps go to
// tables over all places of a part of the box (see stack.hpp), where adding is adding of vectors.
//
// Numbers are words of 32 bits: exact where they fit, else modulo as many primes as it takes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "../limits.hpp"
#include "natural.hpp"
#include "stack.hpp"

namespace nonairo::counting {

class Transfer {
 public:
  explicit Transfer(const Stack& stack) : stack_(stack), n_(static_cast<std::size_t>(stack.size())) { weigh(); }

  // The grids of a part, times its copies. Nothing: a limit came first.
  std::optional<Natural> count(int fixed, std::size_t number, Budget& budget) {
    const int copies = copies_of_part(stack_, fixed, number);
    if (!stack_.possible || copies == 0) return Natural();
    const Part upper(stack_, true, fixed, number);
    const Part lower(stack_, false, fixed, number);
    Natural sum;
    if (fits_) {
      const auto total = count_round(upper, lower, 0, budget);
      if (!total) return std::nullopt;
      sum.add_product(total->high, Word{1} << 32);
      sum += Natural(total->low);
    } else {
      std::vector<Cell> residues;
      const std::vector<Cell> primes = largest_primes(rounds());
      for (const Cell prime : primes) {
        const auto total = count_round(upper, lower, prime, budget);
        if (!total) return std::nullopt;
        const Word high = total->high % prime * ((Word{1} << 32) % prime) % prime;
        residues.push_back(static_cast<Cell>((total->low + high) % prime));
      }
      sum = combined(residues, primes);
    }
    Natural all;
    for (int k = 0; k < copies; ++k) all += sum;
    return all;
  }

 private:
  using Cell = std::uint32_t;
  static constexpr double kCellBits = 32;
  static constexpr double kPrimeBits = 30;

  struct Item {
    std::int32_t key;     // the ones of all columns: a place among those of the list's level
    std::int32_t place;   // what it adds to the place in the box
    Cell number;
  };
  struct List {
    std::vector<Item> items;            // by the ones of the fixed columns, as a code
    std::vector<std::uint32_t> first;   // of each code
  };
  // What is stacked before the tables: the same for all parts with as many fixed columns.
  struct Lists {
    int fixed = -1;
    int level = 1;
    Cell prime = 0;
    std::vector<List> by_rows;
    std::vector<std::int32_t> share;     // of each row in what is wanted of the fixed columns
    std::vector<std::int32_t> code_of;   // what is still wanted: a code, or -1 if no list has it
    int base = 0;                        // what is wanted is a number of this base
  };
  struct Sum {
    Word low = 0;    // a sum, and
    Word high = 0;   // how many times 2^32 is to be added
  };
  using Table = std::vector<Cell>;
  // X(a, b) for one a: the places that it has at all, and a number for each b and each of those.
  struct Reached {
    std::vector<std::uint32_t> places;
    Table numbers;
  };
  using Met = std::vector<Reached>;   // by a

  const std::vector<int>& between(std::size_t b, std::size_t a) const { return stack_.behind[b * n_ + a]; }

  // How many stacks there are: whether they fit a cell, and how long the sum gets.
  void weigh() {
    std::vector<double> stacks(n_ * n_, 1);   // by last row and the next
    std::vector<std::vector<double>> levels{stacks};
    for (int k = 2; k <= stack_.lower(); ++k) {
      std::vector<double> longer(n_ * n_, 0);
      for (std::size_t b = 0; b < n_; ++b) {
        for (std::size_t a = 0; a < n_; ++a) {
          for (const int s : between(b, a)) longer[a * n_ + b] += stacks[static_cast<std::size_t>(s) * n_ + a];
        }
      }
      stacks.swap(longer);
      levels.push_back(stacks);
    }
    const std::vector<double>& upper = levels[static_cast<std::size_t>(stack_.upper() - 1)];
    const double highest = n_ == 0 ? 0 : *std::max_element(stacks.begin(), stacks.end());
    fits_ = std::log2(highest + 1) < kCellBits - 0.01;
    double pairs = 1;
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) pairs += upper[a * n_ + b] * stacks[b * n_ + a];
    }
    bits_ = std::log2(pairs) + 1;
  }
  std::size_t rounds() const { return fits_ ? 1 : static_cast<std::size_t>(bits_ / kPrimeBits) + 1; }

  static std::vector<Cell> largest_primes(std::size_t wanted) {
    std::vector<Cell> primes;
    for (Cell p = 0x7FFFFFFF; primes.size() < wanted; p -= 2) {
      bool prime = true;
      for (Cell q = 3; prime && q <= p / q; q += 2) prime = p % q != 0;
      if (prime) primes.push_back(p);
    }
    return primes;
  }

  // Garner: the number below the product of the primes that leaves these residues.
  static Natural combined(const std::vector<Cell>& residues, const std::vector<Cell>& primes) {
    std::vector<Cell> digits;
    for (std::size_t k = 0; k < primes.size(); ++k) {
      const Word p = primes[k];
      Word value = 0;
      Word product = 1;
      for (std::size_t j = 0; j < k; ++j) {
        value = (value + product * (digits[j] % p)) % p;
        product = product * primes[j] % p;
      }
      Word inverse = 1;
      for (Word e = p - 2, base = product; e != 0; e >>= 1, base = base * base % p) {
        if ((e & 1) != 0) inverse = inverse * base % p;
      }
      digits.push_back(static_cast<Cell>((residues[k] + p - value) % p * inverse % p));
    }
    Natural number;
    for (std::size_t k = primes.size(); k-- > 0;) number.multiply_add(primes[k], digits[k]);
    return number;
  }

  // prime 0: exactly.
  std::optional<Sum> count_round(const Part& upper, const Part& lower, Cell prime, Budget& budget) {
    prime_ = prime;
    Met above;
    Met below;
    if (!meet(upper, upper_, above, budget)) return std::nullopt;
    if (!stack_.one_half() && !meet(lower, lower_, below, budget)) return std::nullopt;
    Sum sum;
    std::vector<std::int32_t> rank(upper.places, -1);   // of each place among those of row a
    for (std::size_t a = 0; a < n_; ++a) {
      const Reached& x = above[a];
      for (std::size_t k = 0; k < x.places.size(); ++k) rank[x.places[k]] = static_cast<std::int32_t>(k);
      for (std::size_t b = 0; b < n_; ++b) {
        // Turned over and inverted, the lower half is an upper half in the same place.
        const Reached& y = stack_.one_half() ? above[n_ - 1 - b] : below[b];
        const std::size_t behind = stack_.one_half() ? n_ - 1 - a : a;
        const std::size_t width = y.places.size();
        add_products(rank, x.numbers.data() + b * x.places.size(), y, y.numbers.data() + behind * width, sum);
        if (!budget.charge(1 + width)) return std::nullopt;
      }
      for (const std::uint32_t place : x.places) rank[place] = -1;
    }
    return sum;
  }

  void add_products(const std::vector<std::int32_t>& rank, const Cell* x, const Reached& reached, const Cell* y,
                    Sum& sum) const {
    const std::size_t last = rank.size() - 1;
    Word low = 0;
    Word high = 0;
    for (std::size_t k = 0; k < reached.places.size(); ++k) {
      // The places of a lower half run against those of the upper.
      const std::uint32_t place = reached.places[k];
      const std::int32_t at = rank[stack_.one_half() ? place : last - place];
      if (at < 0) continue;
      Word product = Word{x[at]} * y[k];
      if (prime_ != 0) product %= prime_;
      low += product & 0xFFFFFFFF;
      high += product >> 32;
    }
    sum.low += low & 0xFFFFFFFF;
    sum.high += high + (low >> 32) + (sum.low >> 32);
    sum.low &= 0xFFFFFFFF;
  }

  // X(a, b) of a half, for all a and b.
  bool meet(const Part& part, Lists& lists, Met& met, Budget& budget) {
    if (lists.fixed != part.fixed || lists.prime != prime_) {
      lists = Lists();
      if (!grow(part, lists, budget)) return false;
    }
    met.assign(n_, {});
    std::uint64_t bytes = std::uint64_t{n_} * part.places * sizeof(Cell);
    if (!budget.holds(bytes)) return false;
    Table next(n_ * part.places, 0);   // X of one row less, by s, in the places with a
    Table packed;                      // the same in the places that are reached
    std::vector<Word> wide;
    seen_.assign(part.places, 0);
    for (std::size_t a = 0; a < n_; ++a) {
      Reached& reached = met[a];
      for (std::size_t s = 0; s < n_; ++s) {
        const Place place{part.stride[a] - part.origin, wanted(part, lists) - lists.share[a]};
        gather(part, lists, part.depth - 1, s, a, place, &next[s * part.places], reached.places);
        if (!budget.charge(100 + reached.places.size())) return false;
      }
      const std::size_t width = reached.places.size();
      packed.clear();
      for (std::size_t s = 0; s < n_; ++s) {
        for (const std::uint32_t place : reached.places)
          packed.push_back(std::exchange(next[s * part.places + place], 0));
      }
      for (const std::uint32_t place : reached.places) seen_[place] = 0;
      bytes += std::uint64_t{n_} * width * sizeof(Cell);
      if (!budget.holds(bytes)) return false;
      reached.numbers.assign(n_ * width, 0);
      for (std::size_t b = 0; b < n_; ++b) {
        Cell* const to = reached.numbers.data() + b * width;
        if (prime_ == 0) {
          add_all(packed.data(), between(b, a), width, to);
        } else {
          wide.assign(width, 0);
          add_all(packed.data(), between(b, a), width, wide.data());
          for (std::size_t k = 0; k < width; ++k) to[k] = static_cast<Cell>(wide[k] % prime_);
        }
        if (!budget.charge(1 + between(b, a).size() * width / 4)) return false;
      }
    }
    return true;
  }

  template <class Number>
  static void add_all(const Cell* from, const std::vector<int>& which, std::size_t places, Number* to) {
    for (const int s : which) {
      const Cell* const added = from + static_cast<std::size_t>(s) * places;
      for (std::size_t k = 0; k < places; ++k) to[k] += added[k];
    }
  }

  struct Place {
    std::int32_t place;
    std::int32_t wanted;   // of the fixed columns
  };

  // Adds X_level(near, next) to the places of a table.
  void gather(const Part& part, const Lists& lists, int level, std::size_t near, std::size_t next, Place at,
              Cell* table, std::vector<std::uint32_t>& reached) {
    if (level > lists.level) {
      const Place here{at.place + part.stride[near], at.wanted - lists.share[near]};
      for (const int s : between(next, near)) {
        gather(part, lists, level - 1, static_cast<std::size_t>(s), near, here, table, reached);
      }
      return;
    }
    const std::int32_t code = lists.code_of[static_cast<std::size_t>(at.wanted)];
    if (code < 0) return;
    const List& list = lists.by_rows[near * n_ + next];
    const std::uint32_t end = list.first[static_cast<std::size_t>(code) + 1];
    for (std::uint32_t k = list.first[static_cast<std::size_t>(code)]; k < end; ++k) {
      const std::int32_t place = list.items[k].place + at.place;
      Cell& cell = table[place];
      if (seen_[static_cast<std::size_t>(place)] == 0) {
        seen_[static_cast<std::size_t>(place)] = 1;
        reached.push_back(static_cast<std::uint32_t>(place));
      }
      if (prime_ == 0) cell += list.items[k].number;
      else cell = static_cast<Cell>((Word{cell} + list.items[k].number) % prime_);
    }
  }

  // The rows that the lists do not hold add at most `missing` ones to a column.
  static int missing(const Part& part, const Lists& lists) { return part.depth - lists.level; }

  static std::int32_t wanted(const Part& part, const Lists& lists) {
    std::int32_t number = 0;
    for (std::size_t k = part.ones.size(); k-- > 0;) {
      number = number * lists.base + part.ones[k] - part.least + missing(part, lists);
    }
    return number;
  }

  // X_level(a, b) for all a and b.
  bool grow(const Part& part, Lists& lists, Budget& budget) const {
    lists.level = std::min(std::max(1, part.depth - 3), part.depth - 1);
    std::vector<std::int32_t> key_of(n_, 0);
    std::int32_t keys = 1;
    const int key_base = std::max(2, most(lists.level) + 1);
    for (const int c : stack_.columns) {
      for (std::size_t r = 0; r < n_; ++r) {
        if (lines::has(stack_.rows[r], c)) key_of[r] += keys;
      }
      keys *= key_base;
    }
    std::vector<Cell> tally(static_cast<std::size_t>(keys), 0);
    lists.by_rows.assign(n_ * n_, {});
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) lists.by_rows[a * n_ + b].items = {{key_of[a], part.stride[a], 1}};
    }
    for (int k = 2; k <= lists.level; ++k) {
      std::vector<List> longer(n_ * n_);
      for (std::size_t a = 0; a < n_; ++a) {
        for (std::size_t b = 0; b < n_; ++b) {
          std::vector<Item>& to = longer[a * n_ + b].items;
          for (const int s : between(b, a)) {
            for (const Item& item : lists.by_rows[static_cast<std::size_t>(s) * n_ + a].items) {
              const std::int32_t key = item.key + key_of[a];
              Cell& cell = tally[static_cast<std::size_t>(key)];
              if (cell == 0) to.push_back({key, item.place + part.stride[a], 0});
              cell = prime_ == 0 ? cell + item.number : static_cast<Cell>((Word{cell} + item.number) % prime_);
            }
          }
          for (Item& item : to) item.number = std::exchange(tally[static_cast<std::size_t>(item.key)], 0);
          if (!budget.charge(1 + 10 * to.size())) return false;
        }
      }
      lists.by_rows.swap(longer);
    }
    number_codes(part, key_base, lists);
    lists.fixed = part.fixed;
    lists.prime = prime_;
    return !budget.spent();
  }

  void number_codes(const Part& part, int key_base, Lists& lists) const {
    const int low = fewest(lists.level);
    const int code_base = most(lists.level) - low + 1;
    const auto code_of = [&](std::int32_t number, int base, int offset) {
      std::int32_t code = 0;
      std::int32_t scale = 1;
      for (int k = 0; k < part.fixed; ++k, number /= base, scale *= code_base) {
        const int digit = number % base + offset - low;
        if (digit < 0 || digit >= code_base) return std::int32_t{-1};
        code += digit * scale;
      }
      return code;
    };
    lists.base = part.radix + missing(part, lists);
    lists.share.assign(n_, 0);
    std::int32_t scale = 1;
    std::size_t codes = 1;
    for (int k = 0; k < part.fixed; ++k, scale *= lists.base, codes *= static_cast<std::size_t>(code_base)) {
      for (std::size_t r = 0; r < n_; ++r) {
        if (lines::has(stack_.rows[r], stack_.columns[static_cast<std::size_t>(k)])) lists.share[r] += scale;
      }
    }
    for (std::int32_t k = 0; k < scale; ++k) {
      lists.code_of.push_back(code_of(k, lists.base, part.least - missing(part, lists)));
    }
    for (List& list : lists.by_rows) {
      list.first.assign(codes + 1, 0);
      std::vector<std::size_t> code;
      for (const Item& item : list.items) code.push_back(static_cast<std::size_t>(code_of(item.key, key_base, 0)));
      for (const std::size_t k : code) ++list.first[k + 1];
      for (std::size_t k = 1; k <= codes; ++k) list.first[k] += list.first[k - 1];
      std::vector<Item> sorted(list.items.size());
      std::vector<std::uint32_t> next(list.first.begin(), list.first.end() - 1);
      for (std::size_t k = 0; k < code.size(); ++k) sorted[next[code[k]]++] = list.items[k];
      list.items.swap(sorted);
    }
  }

  const Stack& stack_;
  std::size_t n_;
  bool fits_ = true;   // a number fits a cell
  double bits_ = 0;    // of the sum, at most
  Cell prime_ = 0;
  Lists upper_, lower_;
  std::vector<std::uint8_t> seen_;   // places, of the row that is met
};

}   // namespace nonairo::counting
