// The smallest reason for what follows from suppositions: as few lines as can be, and then no needless cell.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../leave_out.hpp"
#include "prober.hpp"

namespace nonairo::probe {

inline constexpr int kHits = 20'000;   // sets of lines, to find one that has one of each group

struct Supposed {
  Place at;
  int symbol;
  int most;   // rounds
};

// Something that follows from suppositions: each of them breaks a rule, or decides the goal, if there is one. Against
// the goal: each of them breaks a rule if the other symbol is supposed there, too, and it is another cell. All these
// cells are open ones.
template <LineBits Bits>
class Least {
 public:
  using Set = typename Prober<Bits>::Set;

  Least(Prober<Bits>& prober, std::string cells, std::vector<Supposed> supposed, std::optional<Supposed> goal,
        bool edges, bool against = false)
      : prober_(prober), cells_(std::move(cells)), supposed_(std::move(supposed)), goal_(goal), edges_(edges),
        against_(against && goal) {}

  const std::string& cells() const { return cells_; }
  const Set& lines() const { return lines_; }

  static int count(const Set& lines) { return static_cast<int>(lines.count()); }

  // With some lines, of which those are kept that are needed: the fewest, unless that takes more than so many probes.
  // False: it does not hold.
  bool with(const Set& lines, int probes) {
    lines_ = lines;
    Set read{};
    if (!holds_with(lines, &read)) return false;
    lines_ = read & lines;
    const std::vector<int> all = listed(lines_);
    left_ = probes;
    const Set everything = lines_;
    leave_out(0, all.size(), [&](std::size_t from, std::size_t to) {
      Set fewer = lines_;
      for (std::size_t k = from; k < to; ++k) fewer.clear(static_cast<unsigned>(all[k]));
      if (!holds_with(fewer)) return false;
      lines_ = fewer;
      return true;
    });
    if (probes > 0) fewest(everything);
    prober_.use_only(lines_);
    return true;
  }

  // Leaves out the cells that are not needed, the first ones rather than the last.
  void drop_cells() {
    const Board<Bits>& board = prober_.board();
    std::vector<std::size_t> known;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      if (cells_[k] == '.') continue;
      const int row = static_cast<int>(k) / board.width, col = static_cast<int>(k) % board.width;
      if (in(lines_, row) || in(lines_, board.height + col)) {
        known.push_back(k);
      } else {
        cells_[k] = '.';
      }
    }
    leave_out(0, known.size(), [&](std::size_t from, std::size_t to) {
      std::string fewer = cells_;
      for (std::size_t k = from; k < to; ++k) fewer[known[k]] = '.';
      if (!holds_by(fewer)) return false;
      cells_ = std::move(fewer);
      return true;
    });
  }

 private:
  static bool in(const Set& lines, int line) { return lines.test(static_cast<unsigned>(line)); }
  static std::vector<int> listed(const Set& lines) {
    std::vector<int> all;
    for_each_bit(lines, [&](int line) { all.push_back(line); });
    return all;
  }

  bool holds(Set* read = nullptr) {
    for (const auto& [at, symbol, most] : supposed_) {
      const auto stages = prober_.edge(at.line);
      const auto trial = against_ ? prober_.probe_both(at, symbol, goal_->at, 1 - goal_->symbol, most)
                                  : prober_.probe(at, symbol, most, edges_ ? &stages : nullptr);
      if (prober_.stopped()) return false;
      if (read != nullptr) *read |= trial.touched;
      if (!trial.alive()) continue;
      if (!goal_ || against_) return false;
      const Masks<Bits>& line = prober_.state()[static_cast<std::size_t>(goal_->at.line)];
      if (has(line.can[1 - goal_->symbol], goal_->at.k)) return false;
    }
    return true;
  }
  bool holds_with(const Set& lines, Set* read = nullptr) {
    prober_.use_only(lines);
    return holds(read);
  }
  bool holds_by(const std::string& cells) {
    prober_.restart(cells);
    return holds();
  }

  // Every set of lines that suffices has one of each of some groups (the lines beyond a largest set that does not). The
  // smallest set that has is tried; if it does not suffice, it is part of one more such largest set.
  void fewest(const Set& everything) {
    std::vector<Set> groups;
    for (;;) {
      best_.reset();
      hits_ = kHits;
      hit(groups, Set{}, 0, count(lines_));
      if (!best_) return;   // none is smaller
      if (hits_ < 0 || --left_ < 0 || prober_.stopped()) return;
      if (holds_with(*best_)) {
        lines_ = *best_;
        return;
      }
      Set large = *best_;
      for_each_bit(everything & ~large, [&](int line) {
        Set larger = large;
        larger.set(static_cast<unsigned>(line));
        if (--left_ >= 0 && !holds_with(larger)) large = larger;
      });
      if (left_ < 0) return;
      groups.push_back(everything & ~large);
    }
  }

  // The smallest set with fewer lines than `most` that has one of each group.
  void hit(const std::vector<Set>& groups, const Set& taken, int number, int most) {
    if (number >= (best_ ? count(*best_) : most) || --hits_ < 0) return;
    const Set* smallest = nullptr;
    for (const Set& group : groups) {
      if (!(group & taken).any() && (smallest == nullptr || count(group) < count(*smallest))) smallest = &group;
    }
    if (smallest == nullptr) {
      best_ = taken;
      return;
    }
    for_each_bit(*smallest, [&](int line) {
      Set more = taken;
      more.set(static_cast<unsigned>(line));
      hit(groups, more, number + 1, most);
    });
  }

  Prober<Bits>& prober_;
  std::string cells_;
  std::vector<Supposed> supposed_;
  std::optional<Supposed> goal_;
  bool edges_;
  bool against_;
  Set lines_{};
  std::optional<Set> best_;
  int left_ = 0;   // probes
  int hits_ = 0;   // sets that may still be tried
};

}   // namespace nonairo::probe
