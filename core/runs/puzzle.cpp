#include "puzzle.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace nonairo {

namespace {

// The filled cells of all lines of one direction, a bit each. Runs are then found by counting zeros and ones, which
// costs a few steps a run; cell by cell every end of a run would be a surprise for the processor.
class Filled {
 public:
  Filled(std::size_t lines, std::size_t length) : lines_(lines), words_(length / 64 + 1), bits_(lines * words_) {}

  void fill_line(std::size_t line, const char* cells, std::size_t length) {
    for (std::size_t cell = 0; cell < length;) {
      std::uint64_t word = 0;
      const std::size_t w = cell / 64;
      for (; cell < length && cell / 64 == w; ++cell) word |= (cells[cell] & std::uint64_t{1}) << cell % 64;
      bits_[w * lines_ + line] = word;
    }
  }
  void fill_across(std::size_t cell, const char* cells) {   // the same cell of all lines
    std::uint64_t* words = &bits_[cell / 64 * lines_];
    for (std::size_t line = 0; line < lines_; ++line) words[line] |= (cells[line] & std::uint64_t{1}) << cell % 64;
  }

  bool has_clue(std::size_t line, const std::vector<int>& clue) const {
    std::size_t at = 0;
    for (const int run : clue) {
      if (run == 0) continue;
      const std::size_t begin = next(line, at, 0);
      at = next(line, begin, ~std::uint64_t{0});
      if (at - begin != static_cast<std::size_t>(run)) return false;
    }
    return next(line, at, 0) == 64 * words_;
  }

 private:
  // The first cell from `at` on that is filled, or blank if `flip` has all bits set; else where the words end. Behind
  // the cells there is always a blank.
  std::size_t next(std::size_t line, std::size_t at, std::uint64_t flip) const {
    for (std::size_t w = at / 64, skip = at % 64; w < words_; ++w, skip = 0) {
      const std::uint64_t rest = (bits_[w * lines_ + line] ^ flip) >> skip << skip;
      if (rest != 0) return 64 * w + static_cast<std::size_t>(std::countr_zero(rest));
    }
    return 64 * words_;
  }

  std::size_t lines_, words_;
  std::vector<std::uint64_t> bits_;   // the first words of all lines, then their second words, ...
};

}   // namespace

bool solves(const RunsPuzzle& puzzle, const char* picture) {
  const auto height = static_cast<std::size_t>(puzzle.height), width = static_cast<std::size_t>(puzzle.width);
  unsigned odd = 0;   // bits that neither '0' nor '1' has
  for (std::size_t i = 0; i < height * width; ++i) odd |= static_cast<unsigned char>(picture[i] ^ '0') & ~1u;
  if (odd != 0) return false;
  for (std::size_t i = 0; i < puzzle.cells.size(); ++i) {
    if (puzzle.cells[i] != '.' && puzzle.cells[i] != picture[i]) return false;
  }
  Filled rows(height, width), columns(width, height);
  for (std::size_t r = 0; r < height; ++r) {
    rows.fill_line(r, picture + r * width, width);
    columns.fill_across(r, picture + r * width);
  }
  for (std::size_t r = 0; r < height; ++r) {
    if (!rows.has_clue(r, puzzle.rows[r])) return false;
  }
  for (std::size_t c = 0; c < width; ++c) {
    if (!columns.has_clue(c, puzzle.columns[c])) return false;
  }
  return true;
}

}   // namespace nonairo
