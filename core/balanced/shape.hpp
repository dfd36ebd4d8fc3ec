// Which balanced puzzle it is: size, ones per line, and whether equal lines are forbidden.
#pragma once

namespace nonairo::balanced {

enum Direction : int { kRows = 0, kColumns = 1 };

constexpr Direction other(Direction direction) { return static_cast<Direction>(1 - direction); }

}   // namespace nonairo::balanced

namespace nonairo {

constexpr int kLargestSide = 128;

struct BalancedShape {
  int height;
  int width;
  int row_ones;    // ones in each row; half of the width, up or down by a half if that is odd
  int col_ones;    // ones in each column
  bool distinct;   // no two rows and no two columns are alike

  constexpr int cells() const { return height * width; }
  constexpr int side() const { return height > width ? height : width; }   // the longer one
  constexpr int lines(balanced::Direction direction) const { return direction == balanced::kRows ? height : width; }
  constexpr int length(balanced::Direction direction) const { return lines(other(direction)); }
  constexpr int ones(balanced::Direction direction) const {   // in each line
    return direction == balanced::kRows ? row_ones : col_ones;
  }
};

constexpr BalancedShape standard_shape(int height, int width, bool distinct = true) {
  return {height, width, width / 2, height / 2, distinct};
}

constexpr BalancedShape odd_shape(int side, bool more_ones, bool distinct = true) {
  const int ones = side / 2 + (more_ones ? 1 : 0);
  return {side, side, ones, ones, distinct};
}

// Sizes and counts that this core takes. A rectangle of odd sides would be taken too, though its
// rows and columns disagree on the number of ones: it simply has no solution.
constexpr bool supports_counts(const BalancedShape& shape) {
  const auto side_fits = [](int length, int ones) {
    return length >= 1 && (ones == length / 2 || ones == (length + 1) / 2);
  };
  return side_fits(shape.width, shape.row_ones) && side_fits(shape.height, shape.col_ones);
}
constexpr bool supports(const BalancedShape& shape) { return supports_counts(shape) && shape.side() <= kLargestSide; }

constexpr bool supports(int height, int width) {
  return height >= 1 && width >= 1 && height <= kLargestSide && width <= kLargestSide;
}

}   // namespace nonairo
