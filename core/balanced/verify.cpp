#include "verify.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "../bits.hpp"
#include "text.hpp"

namespace nonairo::balanced {
namespace {

// Ones of a line, in operations that a compiler can do for several lines at once.
template <class Bits>
constexpr Bits ones_of(Bits x) {
  if constexpr (sizeof(Bits) == 16) {
    return static_cast<Bits>(count_bits(x));
  } else {
    x = static_cast<Bits>(x - (x >> 1 & static_cast<Bits>(0x5555555555555555)));
    x = static_cast<Bits>((x & static_cast<Bits>(0x3333333333333333)) +
                          (x >> 2 & static_cast<Bits>(0x3333333333333333)));
    x = static_cast<Bits>((x + (x >> 4)) & static_cast<Bits>(0x0f0f0f0f0f0f0f0f));
    x = static_cast<Bits>(x + (x >> 8));
    if constexpr (sizeof(Bits) == 4) x = static_cast<Bits>(x + (x >> 16));
    return static_cast<Bits>(x & 0x3f);
  }
}

template <class Bits>
constexpr Bits three_alike(Bits x) {
  return static_cast<Bits>(x & x >> 1 & x >> 2);
}

template <class Bits>
bool lines_are_right(const Bits* lines, int count, int length, int ones, bool distinct) {
  const Bits all = static_cast<Bits>(static_cast<Bits>(~Bits{0}) >> (8 * static_cast<int>(sizeof(Bits)) - length));
  Bits wrong = 0;
  for (int i = 0; i < count; ++i) {
    const Bits line = lines[i];
    wrong |= static_cast<Bits>(three_alike(line) | three_alike(static_cast<Bits>(line ^ all)));
    wrong |= static_cast<Bits>(ones_of(line) ^ static_cast<Bits>(ones));
  }
  for (int i = 1; distinct && i < count; ++i) {
    const Bits line = lines[i];
    Bits twins = 0;
    for (int j = 0; j < i; ++j) twins = static_cast<Bits>(twins | (lines[j] == line ? 1 : 0));
    wrong |= twins;
  }
  return wrong == 0;
}

// Up to eight lines of up to eight cells, a byte each, are checked at once.
bool bytes_are_right(std::uint64_t lines, int count, int length, int ones, bool distinct) {
  const std::uint64_t used = kLowBits >> (64 - 8 * count), all = used * (0xffu >> (8 - length));
  const std::uint64_t starts = used * (0xffu >> (8 - length) >> 2), zeros = lines ^ all;   // of three cells in a row
  const std::uint64_t three = ((lines & lines >> 1 & lines >> 2) | (zeros & zeros >> 1 & zeros >> 2)) & starts;
  std::uint64_t sums = lines - (lines >> 1 & 0x5555555555555555);
  sums = (sums & 0x3333333333333333) + (sums >> 2 & 0x3333333333333333);
  sums = (sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0f;
  std::uint64_t twins = 0;
  for (int distance = 8; distinct && distance <= 32; distance += 8) {   // every two lines meet in one of four turns
    const std::uint64_t difference = lines ^ std::rotl(lines, distance);
    const std::uint64_t some = ((difference & 0x7f * kLowBits) + 0x7f * kLowBits) | difference;   // in the top bits
    twins |= ~some >> 7 & used & std::rotl(used, distance);
  }
  return (three | twins) == 0 && sums == used * static_cast<unsigned>(ones);
}

bool check_small(const BalancedShape& shape, const char* givens, const char* solution) {
  const std::uint64_t here = ~std::uint64_t{0} >> (64 - 8 * shape.width);
  std::uint64_t rows = 0, columns = 0, wrong = 0;
  for (int r = 0; r < shape.height; ++r) {
    const std::uint64_t cells = load8(solution + r * shape.width) & here;
    const std::uint64_t given = load8(givens + r * shape.width) & here;
    const std::uint64_t ones = cells & kLowBits, known = (given >> 4 & kLowBits) * 0xff;
    wrong |= (cells ^ ones ^ ('0' * kLowBits & here)) | ((cells ^ given) & known);
    rows |= static_cast<std::uint64_t>(gather(ones)) << 8 * r;
    columns |= ones << r;
  }
  return wrong == 0 && bytes_are_right(rows, shape.height, shape.width, shape.row_ones, shape.distinct) &&
         bytes_are_right(columns, shape.width, shape.height, shape.col_ones, shape.distinct);
}

// Lines as bit sets, cell i at bit i.
template <class Bits>
bool check(const BalancedShape& shape, const char* givens, const char* solution) {
  constexpr int kLines = 8 * sizeof(Bits);
  Bits rows[kLines] = {}, columns[kLines] = {};
  for (int left = 0; left < shape.width; left += 8) {
    const int wide = shape.width - left < 8 ? shape.width - left : 8;
    const std::uint64_t here = ~std::uint64_t{0} >> (64 - 8 * wide);
    for (int top = 0; top < shape.height; top += 8) {
      const int bottom = top + 8 < shape.height ? top + 8 : shape.height;
      std::uint64_t block = 0;   // byte j: eight cells of column left + j
      for (int r = top; r < bottom; ++r) {
        const std::uint64_t cells = load8(solution + r * shape.width + left) & here;
        const std::uint64_t given = load8(givens + r * shape.width + left) & here;
        const std::uint64_t ones = cells & kLowBits;
        const std::uint64_t known = (given >> 4 & kLowBits) * 0xff;
        if ((cells ^ ones) != (('0' * kLowBits) & here)) return false;
        if (((cells ^ given) & known) != 0) return false;
        rows[r] |= static_cast<Bits>(static_cast<Bits>(gather(ones)) << left);
        block |= ones << (r - top);
      }
      for (int j = 0; j < wide; ++j) {
        columns[left + j] |= static_cast<Bits>(static_cast<Bits>(block >> 8 * j & 0xff) << top);
      }
    }
  }
  return lines_are_right(rows, shape.height, shape.width, shape.row_ones, shape.distinct) &&
         lines_are_right(columns, shape.width, shape.height, shape.col_ones, shape.distinct);
}

// For boards beyond the bit sets: as text, and slowly.
bool line_texts_are_right(const BalancedShape& shape, Direction direction, const char* board) {
  std::vector<std::string> lines;
  for (int l = 0; l < shape.lines(direction); ++l) {
    std::string line;
    for (int i = 0; i < shape.length(direction); ++i) {
      line += board[direction == kRows ? l * shape.width + i : i * shape.width + l];
    }
    if (std::count(line.begin(), line.end(), '1') != shape.ones(direction)) return false;
    if (line.find_first_not_of("01") != line.npos) return false;
    if (line.find("000") != line.npos || line.find("111") != line.npos) return false;
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return !shape.distinct || std::adjacent_find(lines.begin(), lines.end()) == lines.end();
}

}   // namespace

bool is_solution_as_text(const BalancedShape& shape, const char* givens, const char* solution) {
  for (int i = 0; i < shape.cells(); ++i) {
    if (givens[i] != '.' && givens[i] != solution[i]) return false;
  }
  return line_texts_are_right(shape, kRows, solution) && line_texts_are_right(shape, kColumns, solution);
}

bool is_solution(const BalancedShape& shape, const char* givens, const char* solution) {
  const int side = shape.side();
  if (side <= 8) return check_small(shape, givens, solution);
  if (side <= 16) return check<std::uint16_t>(shape, givens, solution);
  if (side <= 32) return check<std::uint32_t>(shape, givens, solution);
  if (side <= kLargestSide) return check<Bits128>(shape, givens, solution);
  return is_solution_as_text(shape, givens, solution);
}

}   // namespace nonairo::balanced
