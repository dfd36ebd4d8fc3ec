// What two halves of a grid have to agree on: rows from a list, stacked so that no column has
// three alike, and in each column so many ones.
//
// A column that follows from others in every row of the list (the rows are balanced, so one
// always does) need not be counted. The ones of the columns that are left, in a half of so many
// rows, are a place in a box. A box that is too large is cut into parts: in a part the ones of
// the first few columns are fixed.
//
//      ones     3 2 4 | 2 3 3 2 4 ..         least 2, most 4: radix 3
//               fixed |  the place, a number of base 3
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "row_table.hpp"

namespace nonairo::counting {

// Cells of a column without three alike hold at least a third, rounded down, of either kind.
constexpr int fewest(int cells) { return cells / 3; }
constexpr int most(int cells) { return cells - cells / 3; }

// The ones of a column in a half of `depth` rows: the least, and how many numbers there are. What
// the half can have has a place, and what the other half can have, too.
struct Range {
  int least, radix;

  Range(int height, int column_ones, int depth)
      : least(std::min(fewest(depth), column_ones - most(height - depth))),
        radix(std::max(most(depth), column_ones - fewest(height - depth)) - least + 1) {}
};

struct Stack {
  int height;
  int column_ones;
  std::vector<Word> rows;     // ascending, folded or not
  Word all = 0;               // the bits they have
  std::vector<int> columns;   // those that are counted
  bool possible = true;
  bool turns = false;                     // with zeros and ones exchanged it is the same
  std::vector<std::vector<int>> behind;   // by two rows: which may stand behind them

  Stack(int height_, int column_ones_, int width, std::vector<Word> rows_)
      : height(height_), column_ones(column_ones_), rows(std::move(rows_)), all(lines::low_bits<Word>(width)) {
    choose_columns(width);
    const std::size_t n = rows.size();
    turns = 2 * column_ones == height;
    for (std::size_t k = 0; k < n; ++k) turns = turns && rows[n - 1 - k] == (all & ~rows[k]);
    behind.resize(n * n);
    for (std::size_t b = 0; b < n; ++b) {
      for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t s = 0; s < n; ++s) {
          if (fits(rows[s], rows[a], rows[b])) behind[b * n + a].push_back(static_cast<int>(s));
        }
      }
    }
  }

  int size() const { return static_cast<int>(rows.size()); }
  int upper() const { return height / 2; }
  int lower() const { return height - height / 2; }
  bool one_half() const { return turns && height % 2 == 0; }   // serves as both
  bool fits(Word x, Word y, Word z) const { return (x & y & z) == 0 && (x | y | z) == all; }
  // Rows s with no three alike in s, a, b.
  const std::vector<int>& between(int b, int a) const {
    return behind[static_cast<std::size_t>(b) * rows.size() + static_cast<std::size_t>(a)];
  }

 private:
  // Gauss: a column that is a sum of multiples of a constant and of columns before it follows
  // from them. Determinants of so few zeros and ones are far below the prime, so what vanishes
  // modulo the prime vanishes.
  void choose_columns(int width) {
    std::vector<std::vector<std::uint64_t>> basis;   // each with a leading 1 where later ones have 0
    std::vector<std::size_t> leading;
    for (int c = -1; c < width; ++c) {
      std::vector<std::uint64_t> column;
      for (const Word row : rows) column.push_back(c < 0 || lines::has(row, c) ? 1 : 0);
      // What the whole grid has of it goes along as one more row.
      column.push_back(static_cast<std::uint64_t>(c < 0 ? height : column_ones));
      for (std::size_t k = 0; k < basis.size(); ++k) subtract(column, basis[k], column[leading[k]]);
      const auto end = column.end() - 1;
      const auto at = std::find_if(column.begin(), end, [](std::uint64_t x) { return x != 0; });
      if (at == end) {
        possible = possible && *end == 0;   // else the ones cannot be right in every column
        continue;
      }
      const auto lead = static_cast<std::size_t>(at - column.begin());
      const std::uint64_t inverse = power(column[lead], kPrime - 2);
      for (std::uint64_t& x : column) x = x * inverse % kPrime;
      basis.push_back(column);
      leading.push_back(lead);
      if (c >= 0) columns.push_back(c);
    }
  }

  static constexpr std::uint64_t kPrime = 2147483647;

  static void subtract(std::vector<std::uint64_t>& from, const std::vector<std::uint64_t>& what, std::uint64_t times) {
    for (std::size_t k = 0; times != 0 && k < from.size(); ++k) {
      from[k] = (from[k] + (kPrime - times) * what[k]) % kPrime;
    }
  }
  static std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1, base = base * base % kPrime) {
      if ((exponent & 1) != 0) result = result * base % kPrime;
    }
    return result;
  }
};

// A part of the box of the upper half, and of the lower one what goes with it.
struct Part {
  int depth;                          // rows of this half
  int least, radix;                   // ones of a column in it
  int fixed;                          // columns with a number of ones that is given
  std::vector<int> ones;              // of those
  std::vector<std::int32_t> stride;   // of each row: what it adds to the place
  std::int32_t origin = 0;            // to be subtracted in the end
  std::size_t places = 1;

  Part(const Stack& stack, bool is_upper, int fixed_columns, std::size_t number)
      : depth(is_upper ? stack.upper() : stack.lower()), fixed(fixed_columns) {
    const Range range(stack.height, stack.column_ones, depth);
    least = range.least;
    radix = range.radix;
    for (int k = 0; k < fixed; ++k) {
      const int digit = static_cast<int>(number % static_cast<std::size_t>(radix));
      number /= static_cast<std::size_t>(radix);
      ones.push_back(is_upper ? least + digit : least + radix - 1 - digit);
    }
    stride.assign(stack.rows.size(), 0);
    for (std::size_t k = static_cast<std::size_t>(fixed); k < stack.columns.size(); ++k) {
      for (std::size_t r = 0; r < stack.rows.size(); ++r) {
        if (lines::has(stack.rows[r], stack.columns[k])) stride[r] += static_cast<std::int32_t>(places);
      }
      origin += least * static_cast<std::int32_t>(places);
      places *= static_cast<std::size_t>(radix);
    }
  }
};

inline int box_radix(const Stack& stack) { return Range(stack.height, stack.column_ones, stack.upper()).radix; }

// How many parts there are if so many columns are fixed.
inline std::size_t part_count(const Stack& stack, int fixed) {
  std::size_t parts = 1;
  for (int k = 0; k < fixed; ++k) parts *= static_cast<std::size_t>(box_radix(stack));
  return parts;
}

// How often a part counts: where halves can be turned, it stands for its counterpart, too.
inline int copies_of_part(const Stack& stack, int fixed, std::size_t number) {
  if (!stack.one_half()) return 1;
  const std::size_t counterpart = part_count(stack, fixed) - 1 - number;
  return number < counterpart ? 2 : number == counterpart ? 1 : 0;
}

}   // namespace nonairo::counting
