// How far a search has come and what it cost: the same for every rule.
//
// A search, whatever its rule, has
//
//      bool next(char* out)          writes the next solution, row by row; false: outcome() says why not
//      void partial(char* out)       writes the cells that all solutions share, as far as is known
//      outcome(), limit(), stats()
#pragma once

#include <cstdint>

namespace nonairo {

enum class Outcome : std::uint8_t {
  running,     // another solution may come
  exhausted,   // that was all
  limit,       // limit() says which one came first
  failed,      // a solution did not pass the check: a bug, reported rather than returned
};

struct SearchStats {
  std::uint64_t nodes = 0;          // states entered; 1 when nothing was tried
  std::uint64_t backtracks = 0;
  std::uint64_t propagations = 0;   // fixpoints of a grid or lines settled, whatever the search does at a time
  std::uint64_t probes = 0;
  std::uint64_t conflicts = 0;      // of the learning search
  std::uint64_t restarts = 0;
  std::uint64_t learnt = 0;         // clauses
};

}  // namespace nonairo
