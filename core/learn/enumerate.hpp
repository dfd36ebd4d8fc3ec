// Every further solution, in constant memory.
//
// Solutions are the leaves of a tree of decisions. The path to the last one is kept as
// assumptions; to go on, decisions already tried both ways are dropped from its end, the last one
// left is turned round, and the engine solves again below it. Learnt clauses stay valid all the
// time, since they follow from the puzzle and not from the path.
#pragma once

#include <cstdint>
#include <vector>

#include "engine.hpp"

namespace nonairo {

template <Theory Rules>
class Enumerator {
 public:
  // Every variable counts: two assignments that differ anywhere are two solutions.
  explicit Enumerator(Engine<Rules>& engine) : engine_(engine) {}

  // True: the engine's trail holds a new solution. False: exhausted, or a limit was reached.
  bool next() {
    if (solved_ && !turn_round()) return false;
    for (;;) {
      engine_.assume(path_);
      solved_ = false;
      switch (engine_.run(kForEver)) {
        case Found::solution:
          for (std::uint32_t level = static_cast<std::uint32_t>(path_.size()) + 1; level <= engine_.trail().depth();
               ++level) {
            path_.push_back(engine_.decision(level));
            turned_.push_back(false);
          }
          solved_ = true;
          return true;
        case Found::nothing_left:
          if (engine_.refuted()) exhausted_ = true;
          if (exhausted_ || !turn_round()) return false;
          break;
        case Found::cap:
        case Found::limit: return false;
      }
    }
  }

  bool exhausted() const { return exhausted_; }

 private:
  static constexpr std::uint64_t kForEver = std::uint64_t{1} << 62;

  bool turn_round() {
    while (!path_.empty() && turned_.back()) {
      path_.pop_back();
      turned_.pop_back();
    }
    if (path_.empty()) {
      exhausted_ = true;
      return false;
    }
    path_.back() = ~path_.back();
    turned_.back() = true;
    return true;
  }

  Engine<Rules>& engine_;
  std::vector<Literal> path_;
  std::vector<bool> turned_;
  bool solved_ = false, exhausted_ = false;
};

}   // namespace nonairo
