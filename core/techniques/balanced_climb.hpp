// A balanced puzzle as a person climbs the ladder: the fast twin of `Climb.run_up`, in ladder_climb.py, for techniques
// that suppose nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "../balanced/shape.hpp"
#include "../limits.hpp"
#include "../lines/balanced.hpp"
#include "balanced_line.hpp"
#include "ladder.hpp"

namespace nonairo::techniques {

// In the order of their numbers.
inline constexpr std::array kBalancedTechniques{
    "pair",      "sandwich",  "sign_copy",  "last_cell",  "sign_equal_edge", "sign_chain", "count_out", "one_left",
    "sign_quota", "gap_quota", "twin_line", "line_cases", "twin_cases"};
enum class BalancedTechnique : std::uint8_t {
  pair, sandwich, sign_copy, last_cell, sign_equal_edge, sign_chain, count_out, one_left,
  sign_quota, gap_quota, twin_line, line_cases, twin_cases
};
inline constexpr int kLongestClimbed = 64;   // cells a side

// Every cell is kept twice, in its row and in its column. For each rung, a bit for every line that has changed since
// the technique last looked at it:
//
//      row 1   0 . 1 .      shows[kRows][1]       waiting_[rank][kRows]     bit 1
//      column 0             shows[kColumns][0]    waiting_[rank][kColumns]  bit 0
class BalancedClimb {
 public:
  // `signs`: for every line, rows first, or nothing. Line by line, all ways to finish one is beyond signed lines.
  BalancedClimb(const BalancedShape& shape, const Ladder& ladder, std::vector<SignLinks> signs = {});

  void read(const char* cells);
  void write(char* cells) const;
  int open_cells() const { return open_; }
  bool is_open(int cell) const;
  void settle(int cell, int symbol);

  // Climbs until the end, or until nothing is seen any more.
  Climbed run_up(Budget& budget);

 private:
  struct Found {
    balanced::Direction direction;
    int line;
    Decided decided;
  };

  int number(balanced::Direction direction, int line) const {
    return direction == balanced::kRows ? line : shape_.height + line;
  }
  BalancedView view(balanced::Direction direction, int line) const;
  void settle(balanced::Direction direction, int line, int k, int symbol);
  bool look(int rank);   // true: something was found
  void look_at_line(balanced::Direction direction, int line, BalancedTechnique technique);
  Decided line_cases(const BalancedView& line, const lines::BalancedLine<Word>& kernel) const;
  void look_for_twins(bool cases);
  Decided twin_line(const BalancedView& line, const std::vector<Word>& rivals) const;
  Decided twin_cases(const BalancedView& line, const std::vector<Word>& rivals,
                     const lines::BalancedLine<Word>& kernel) const;
  void note(balanced::Direction direction, int line, const Decided& decided) {
    if (decided.any()) found_.push_back({direction, line, decided});
  }
  void make_moves();
  bool obeys() const;

  BalancedShape shape_;
  Ladder ladder_;
  std::vector<SignLinks> signs_;
  lines::BalancedLine<Word> kernels_[2];   // of rows and of columns
  Word shows_[2][kLongestClimbed][2];      // direction, line, symbol
  std::array<std::array<Word, 2>, Ladder::kMostRungs> waiting_;
  Word changed_[2] = {0, 0};   // lines, by direction
  int open_ = 0;
  std::vector<Found> found_;
  std::vector<Word> rivals_;
};

}   // namespace nonairo::techniques
