#include "picture.hpp"

#include <algorithm>
#include <cstddef>

#include "../words.hpp"
#include "board.hpp"
#include "shape.hpp"

namespace nonairo {

namespace {

// The blocks of a line of a picture, written over what `clue` held: its memory is used again.
void read_clue(const char* first, std::ptrdiff_t stride, int length, std::vector<int>& clue) {
  clue.clear();
  int run = 0;
  for (int i = 0; i < length; ++i) {
    if (first[i * stride] == '1') {
      ++run;
    } else if (run > 0) {
      clue.push_back(run);
      run = 0;
    }
  }
  if (run > 0) clue.push_back(run);
}

// A picture that can be flipped cell by cell. All memory is taken beforehand.
template <int C>
class Flipper {
 public:
  explicit Flipper(const Picture& picture)
      : picture_(picture), height_(static_cast<unsigned>(picture.height)),
        width_(static_cast<unsigned>(picture.width)) {
    const std::size_t lines = height_ + width_;
    const std::size_t longest = std::max(height_, width_);
    const std::size_t cells = static_cast<std::size_t>(height_) * width_;
    clue_.reserve(longest);
    shapes_.reserve(lines, cells + lines);   // at most every other cell of a line begins a block
    for (unsigned line = 0; line < lines; ++line) add_line(line, shapes_);
    shapes_.finish();
    crossed_.reserve(2, 2 * longest);
    blank_ = runs::Board<C>(shapes_, height_, width_);
    board_ = blank_;
  }

  // False: the budget is spent.
  bool settle(Budget& budget) {
    board_ = blank_;
    return board_.propagate(board_.all_lines(), budget);
  }
  const runs::Board<C>& board() const { return board_; }

  // How many cells stay open with one cell flipped; -1: the budget is spent.
  int left_by_flip(int cell, Budget& budget) {
    const auto at = static_cast<unsigned>(cell);
    const unsigned row = at / width_, column = height_ + at % width_;
    char& symbol = picture_.cells[at];
    const char before = symbol;
    symbol = before == '1' ? '0' : '1';
    crossed_.clear();
    add_line(row, crossed_);
    add_line(column, crossed_);
    crossed_.finish();
    const runs::LineShape own_row = shapes_[row], own_column = shapes_[column];
    shapes_.replace(row, crossed_[0]);
    shapes_.replace(column, crossed_[1]);
    const bool settled = settle(budget);
    shapes_.replace(row, own_row);
    shapes_.replace(column, own_column);
    symbol = before;
    return settled ? static_cast<int>(board_.open_cells()) : -1;
  }

 private:
  void add_line(unsigned line, runs::Shapes& shapes) {
    const char* const cells = picture_.cells.data();
    if (line < height_) {
      read_clue(cells + std::size_t{line} * width_, 1, picture_.width, clue_);
      shapes.add(clue_, width_);
    } else {
      read_clue(cells + (line - height_), picture_.width, picture_.height, clue_);
      shapes.add(clue_, height_);
    }
  }

  Picture picture_;
  unsigned height_, width_;
  std::vector<int> clue_;
  runs::Shapes shapes_, crossed_;   // of the picture; of the two lines through a flipped cell
  runs::Board<C> blank_, board_;
};

template <class Use>
auto with_flipper(const Picture& picture, Use&& use) {
  const int side = std::max(picture.height, picture.width);
  if (side <= 64) return use(Flipper<1>(picture));
  if (side <= 128) return use(Flipper<2>(picture));
  return use(Flipper<8>(picture));
}

}   // namespace

RunsPuzzle puzzle_of(const Picture& picture) {
  RunsPuzzle puzzle;
  puzzle.height = picture.height;
  puzzle.width = picture.width;
  puzzle.rows.resize(static_cast<std::size_t>(picture.height));
  puzzle.columns.resize(static_cast<std::size_t>(picture.width));
  const char* const cells = picture.cells.data();
  for (int r = 0; r < picture.height; ++r) {
    read_clue(cells + std::ptrdiff_t{r} * picture.width, 1, picture.width, puzzle.rows[static_cast<std::size_t>(r)]);
  }
  for (int c = 0; c < picture.width; ++c) {
    read_clue(cells + c, picture.width, picture.height, puzzle.columns[static_cast<std::size_t>(c)]);
  }
  return puzzle;
}

std::string decided_by_lines(const Picture& picture, const Limits& limits) {
  Budget budget(limits);
  return with_flipper(picture, [&](auto&& flipper) {
    std::string cells;
    if (!flipper.settle(budget)) return cells;
    for (unsigned r = 0; r < flipper.board().height(); ++r) {
      for (unsigned c = 0; c < flipper.board().width(); ++c) cells += flipper.board().symbol(r, c);
    }
    return cells;
  });
}

std::vector<int> left_by_flips(const Picture& picture, std::span<const int> cells, const Limits& limits) {
  Budget budget(limits);
  return with_flipper(picture, [&](auto&& flipper) {
    std::vector<int> left;
    left.reserve(cells.size());
    for (const int cell : cells) {
      const int open = flipper.left_by_flip(cell, budget);
      if (open < 0) break;
      left.push_back(open);
    }
    return left;
  });
}

}   // namespace nonairo
