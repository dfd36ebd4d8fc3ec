// Searches as the outside sees them: the same for every rule and size.
//
//      const std::unique_ptr<AnySearch> search = begin_balanced(shape, cells, limits, seed);
//      while (search->next(grid.data())) use(grid);
//      if (search->outcome() == Outcome::exhausted) ... that was all
#pragma once

#include <cstdint>
#include <stdexcept>

#include "limits.hpp"

namespace nonairo {

// A solution that does not pass its check is a bug of ours. It is neither returned nor dropped nor taken for a
// limit: code that finds one throws this, and Python gets an error that names it.
struct WrongSolution : std::logic_error {
  WrongSolution() : std::logic_error("internal error: the core found a wrong solution; please report the puzzle") {}
};

enum class Outcome : std::uint8_t {
  running,     // another solution may come
  exhausted,   // that was all
  limit,       // limit() says which one came first
};

// What a piece of a search has come to.
enum class Found : std::uint8_t { solution, nothing_left, cap, limit };   // cap: what it was allowed is used up

// What a search has done; whatever takes part in it counts its own share.
struct Stats {
  std::uint64_t nodes = 0;   // states entered; 1 when nothing was tried
  std::uint64_t backtracks = 0;
  std::uint64_t propagations = 0;   // fixpoints of a grid or lines settled, whatever the search does at a time
  std::uint64_t probes = 0;
  std::uint64_t conflicts = 0;   // of the learning search, which also counts:
  std::uint64_t restarts = 0;
  std::uint64_t learnt = 0;       // clauses
  std::uint64_t explained = 0;    // conclusions that a theory was asked to give reasons for
  std::uint64_t reductions = 0;   // of the learnt clauses to the better half

  Stats& operator+=(const Stats& more) {
    for (const auto count : kCounts) this->*count += more.*count;
    return *this;
  }
  friend Stats operator-(Stats now, const Stats& before) {
    for (const auto count : kCounts) now.*count -= before.*count;
    return now;
  }

 private:
  static constexpr std::uint64_t Stats::* kCounts[] = {&Stats::nodes,  &Stats::backtracks, &Stats::propagations,
                                                       &Stats::probes, &Stats::conflicts,  &Stats::restarts,
                                                       &Stats::learnt, &Stats::explained,  &Stats::reductions};
};

// Tells the solutions one by one, each once, each checked against the rules by code of its own. Asking for the first
// two decides whether a puzzle is unique. The order is the same for the same seed. Inside, a search knows its rule
// and its size; out here one call for a whole solution may be indirect.
class AnySearch {
 public:
  virtual ~AnySearch() = default;

  // Writes the next solution to `out`, row by row. False: see outcome().
  virtual bool next(char* out) = 0;
  virtual Outcome outcome() const = 0;
  virtual Limit limit() const = 0;   // none, unless that is the outcome
  virtual Stats stats() const = 0;
  // The cells that all solutions share, as far as is known without assuming anything; `.` for the others.
  virtual void partial(char* out) = 0;
};

}   // namespace nonairo
