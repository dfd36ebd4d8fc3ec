// A nonogram as a person climbs the ladder: the fast twin of `Climb.run_up`, in ladder_climb.py, for techniques that
// look at single lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../limits.hpp"
#include "../lines/runs.hpp"
#include "../runs/puzzle.hpp"
#include "balanced_line.hpp"
#include "ladder.hpp"

namespace nonairo::techniques {

// Lines have one number each, rows first. For each line:
//
//      first_[line]   the first rung that sees something in it, and decided_[line] what; or kNothing
//      clear_[line]   rungs before this one see nothing; a line that has changed starts again from 0
class ClueClimb {
 public:
  static constexpr int kLongest = 64;   // cells a side

  ClueClimb(const RunsPuzzle& puzzle, const Ladder& ladder);

  void read(const std::string& cells);
  // Climbs until the end, or until nothing is seen any more.
  Climbed run_up(Budget& budget);
  // How many times all rows, or all columns, must be settled in turns until all is known; 0 if that is not enough.
  int sweeps(bool rows_first) const;

 private:
  static constexpr int kNothing = Ladder::kMostRungs;

  int length(int line) const { return line < height_ ? width_ : height_; }
  int lines() const { return height_ + width_; }
  int first_rung();   // that sees something anywhere, or kNothing
  void look(int line, int end);
  void make_moves(int rung);
  void settle(int line, int k, int symbol);
  bool obeys() const;

  Ladder ladder_;
  int height_, width_;
  std::vector<lines::RunsLine<Word>> rules_;
  std::vector<std::string> texts_;     // the same twice: as a person reads them, and as masks
  std::vector<Masks<Word>> known_;
  std::vector<int> first_, clear_;
  std::vector<Decided> decided_;
  int open_ = 0;
};

}   // namespace nonairo::techniques
