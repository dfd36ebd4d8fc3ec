// The nonogram solver, as the outside sees it.
//
//      RunsSearch search(puzzle, limits, seed);
//      std::string picture(height * width, '.');
//      while (search.next(picture.data())) use(picture);
//      if (search.outcome() == Outcome::exhausted) ... that was all
//
// Every solution comes out once, checked against the clues by code of its own. The first two
// come fast (see ladder.hpp); asking for a second one is asking for a proof of uniqueness. From
// the third on they stream in constant memory.
#pragma once

#include <cstdint>
#include <memory>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "puzzle.hpp"

namespace nonairo {

class RunsSearch {
 public:
  static constexpr int kLongestSide = 512;

  // Sides from 1 to kLongestSide, one clue per line, cells empty or height * width long.
  RunsSearch(RunsPuzzle puzzle, const Limits& limits, std::uint64_t seed = 0);
  ~RunsSearch();
  RunsSearch(RunsSearch&&) noexcept;
  RunsSearch& operator=(RunsSearch&&) noexcept;

  // Writes the next solution to `out`, height * width characters '0' and '1'. False: see outcome.
  bool next(char* out);
  Outcome outcome() const;
  Limit limit() const;      // none, unless that is the outcome
  SearchStats stats() const;
  double seconds() const;   // since construction

  // The cells proved so far, without assuming anything: '0', '1', '.'.
  void partial(char* out) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace nonairo
