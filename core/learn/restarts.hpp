// When to start again from the top, keeping everything learnt.
//
// Two moods take turns. In the *steady* one restarts follow the sequence 1 1 2 1 1 2 4 ... times a
// base: good for finding solutions. In the *quick* one the search restarts as soon as the glue of
// recent clauses is clearly worse than the long-term average: good for proofs.
#pragma once

#include <cstdint>

namespace nonairo {

class RestartPlan {
 public:
  bool steady() const { return steady_; }

  void learnt(std::uint32_t glue) {
    // Averages that start as plain means and turn into fading ones.
    ++count_;
    recent_ += (glue - recent_) * larger(1.0 / static_cast<double>(count_), 1.0 / 32);
    usual_ += (glue - usual_) * larger(1.0 / static_cast<double>(count_), 1.0 / 8192);
  }

  bool due(std::uint64_t conflicts, std::uint32_t base, bool quick_allowed) {
    if (quick_allowed && conflicts >= next_change_) change_mood(conflicts);
    if (steady_ || !quick_allowed) {
      if (conflicts < next_steady_) return false;
      next_steady_ = conflicts + base * step();
      return true;
    }
    if (conflicts < last_quick_ + 3 || recent_ < 1.1 * usual_) return false;
    last_quick_ = conflicts;
    return true;
  }

 private:
  static double larger(double a, double b) { return a > b ? a : b; }

  void change_mood(std::uint64_t conflicts) {
    steady_ = !steady_;
    ++changes_;
    next_change_ = conflicts + 1000 * (1 + changes_ / 2);
    next_steady_ = last_quick_ = conflicts;
  }

  // The sequence 1 1 2 1 1 2 4 1 1 2 ... by Knuth's two-register walk.
  std::uint64_t step() {
    const std::uint64_t length = v_;
    if ((u_ & (~u_ + 1)) == v_) {
      ++u_;
      v_ = 1;
    } else {
      v_ *= 2;
    }
    return length;
  }

  bool steady_ = true;
  std::uint64_t u_ = 1, v_ = 1;
  std::uint64_t next_steady_ = 0, last_quick_ = 0, next_change_ = 1000, changes_ = 0, count_ = 0;
  double recent_ = 0, usual_ = 0;
};

}   // namespace nonairo
