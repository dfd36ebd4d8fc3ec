// Suppose a cell's value and see what follows: for many cells in one call, two symbols, any rule.
//
// In rounds: every line that changed is narrowed, all from the same state, and only then is the news put in. So the
// number of rounds until a rule breaks does not depend on the order in which one looks. Written after
// techniques/shared/probing.py and propagation.py, which are its specification, and equal to them in every detail.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "../limits.hpp"
#include "narrow.hpp"

namespace nonairo::probe {

inline constexpr std::uint64_t kWorthRemembering = 50;   // nanoseconds
inline constexpr int kFewBlanks = 4;   // lines with more blanks are not yet compared with finished ones

// A place along a line; lines are numbered through, rows first.
struct Place {
  int line;
  int k;
};

// What is known of all lines, rows first.
template <LineBits Bits>
using State = std::vector<Masks<Bits>>;

// Numbers for the lines of one more board: two boards share none.
inline std::uint64_t next_number() {
  static std::atomic<std::uint64_t> number = 1;
  return number += 2048;
}

// Rows and columns, each with what may be used in it. Immutable, so that threads may share it.
template <LineBits Bits>
struct Board {
  int height = 0;
  int width = 0;
  bool distinct = false;
  std::vector<std::unique_ptr<Narrow<Bits>>> narrow;   // of each line
  std::uint64_t number = next_number();                // of its first line, among the lines of all boards

  int lines() const { return height + width; }
  std::size_t cells() const { return static_cast<std::size_t>(height) * static_cast<std::size_t>(width); }
  int length(int line) const { return line < height ? width : height; }
  // The line through the k-th cell of a line, and where along it that cell is.
  Place crossing(int line, int k) const { return line < height ? Place{height + k, line} : Place{k, line - height}; }
  // The lines along the same axis.
  std::pair<int, int> parallels(int line) const {
    return line < height ? std::pair{0, height} : std::pair{height, lines()};
  }

  State<Bits> read(std::string_view cells) const {
    State<Bits> state(static_cast<std::size_t>(lines()));
    for (int i = 0; i < lines(); ++i) state[i] = {{low_bits<Bits>(length(i)), low_bits<Bits>(length(i))}};
    for (int row = 0; row < height; ++row) {
      for (int col = 0; col < width; ++col) {
        const char symbol = cells[static_cast<std::size_t>(row) * width + col];
        if (symbol != '.') settle(state, {row, col}, symbol - '0');
      }
    }
    return state;
  }
  std::string write(const State<Bits>& state) const {
    std::string cells;
    for (int row = 0; row < height; ++row) {
      for (int col = 0; col < width; ++col) {
        const bool zero = has(state[row].can[0], col), one = has(state[row].can[1], col);
        cells += zero == one ? '.' : one ? '1' : '0';
      }
    }
    return cells;
  }
  void settle(State<Bits>& state, Place at, int symbol) const {
    const Place across = crossing(at.line, at.k);
    clear_bit(state[at.line].can[1 - symbol], at.k);
    clear_bit(state[across.line].can[1 - symbol], across.k);
  }
  int open(const State<Bits>& state) const {
    int number = 0;
    for (int row = 0; row < height; ++row) number += count_bits(state[row].open());
    return number;
  }
};

// A set of lines.
template <LineBits Bits>
using LineSet = Words<2 * lines::kCapacity<Bits> / kWordBits>;

// Narrows lines of a board, and remembers what it found.
template <LineBits Bits>
class Narrower {
 public:
  Narrower(const Board<Bits>& board, Budget& budget) : board_(board), budget_(budget) {}

  // False: the rule of the line is broken.
  bool operator()(int line, Masks<Bits>& masks) {
    const Narrow<Bits>& rule = *board_.narrow[static_cast<std::size_t>(line)];
    budget_.charge(rule.nanoseconds());
    if constexpr (std::is_same_v<Bits, Word>) {
      if (rule.nanoseconds() >= kWorthRemembering) return recall(rule, line, masks);
    }
    return rule.narrow(masks, scratch_);
  }

 private:
  bool recall(const Narrow<Bits>& rule, int line, Masks<Bits>& masks) {
    const std::uint64_t number = board_.number + static_cast<std::uint64_t>(line);
    Remembered::Entry& entry = remembered_.at(number, masks);
    if (entry.line != number || entry.before[0] != masks.can[0] || entry.before[1] != masks.can[1]) {
      const Masks<Bits> before = masks;
      const bool possible = rule.narrow(masks, scratch_);   // nothing is remembered of what it did not come to say
      entry = {number, {before.can[0], before.can[1]}, {masks.can[0], masks.can[1]}, possible};
    } else {
      masks = {{entry.after[0], entry.after[1]}};
    }
    return entry.possible;
  }

  const Board<Bits>& board_;
  Budget& budget_;
  Scratch scratch_;
  Remembered& remembered_ = Remembered::of_thread();
};

inline constexpr int kEndless = 1 << 30;

// Which lines may be looked at in the first round, in the second and in the third; then it ends.
template <class Set>
using Stages = std::array<Set, 3>;

template <LineBits Bits>
class Prober {
 public:
  using Set = LineSet<Bits>;

  struct Trial {
    int rounds = 0;                      // that filled something in
    std::array<int, 2> broken{-1, -1};   // the line, or the two equal lines, that broke
    Set touched{};                       // the lines that were read

    bool alive() const { return broken[0] < 0; }
  };

  Prober(const Board<Bits>& board, std::string_view cells, const Limits& limits)
      : board_(board), start_(board.read(cells)), budget_(limits),
        only_(Set::first(static_cast<unsigned>(board.lines()))) {}

  const Board<Bits>& board() const { return board_; }
  // Begins with other cells from now on.
  void restart(std::string_view cells) {
    start_ = board_.read(cells);
    settled_.reset();
  }
  // Uses the rules of some lines, and of no others, from now on.
  void use_only(const Set& lines) { only_ = lines; }

  const State<Bits>& start() const { return start_; }
  const State<Bits>& state() const { return state_; }   // after the last call
  bool stopped() const { return budget_.spent(); }      // then the last call means nothing

  // Suppose a symbol in a cell; at most so many rounds.
  Trial probe(Place at, int symbol, int most, const Stages<Set>* stages = nullptr) {
    state_ = start_;
    return follow(suppose(at, symbol), most, stages);
  }
  // A cell that a line decides: in which round, along which line.
  struct Born {
    int round;
    Place at;
    int symbol;
  };
  // The same; what each round decides is added to `born`. Some further lines are looked at first, too.
  Trial probe_told(Place at, int symbol, int most, const Stages<Set>* stages, const Set& further,
                   std::vector<Born>& born) {
    state_ = start_;
    return follow(suppose(at, symbol) | (further & only_), most, stages, &born);
  }
  // The line itself, then the lines across it, then its two neighbours.
  Stages<Set> edge(int line) const {
    const Set rows = Set::first(static_cast<unsigned>(board_.height));
    const Set cols = Set::first(static_cast<unsigned>(board_.lines())) & ~rows;
    Set beside{};
    if (line > 0) beside |= of(line - 1);
    if (line + 1 < board_.lines()) beside |= of(line + 1);
    const bool row = line < board_.height;
    return {of(line), row ? cols : rows, beside & (row ? rows : cols)};
  }

  // Goes on from the start, line by line, until nothing changes, and starts from there from now on; false if a rule
  // breaks.
  bool settle_start() {
    if (settled_) return *settled_;
    state_ = start_;
    for (int line = 0; line < board_.lines(); ++line) wait(line);
    settled_ = propagate() < 0;
    start_ = state_;
    return *settled_;
  }

  // Suppose a symbol and go on line by line: how many lines change until a rule breaks; -1 if none does.
  int work_to_refute(Place at, int symbol) {
    state_ = start_;
    if (!has(state_[at.line].can[symbol], at.k)) return 0;
    board_.settle(state_, at, symbol);
    wait(at.line);
    wait(board_.crossing(at.line, at.k).line);
    return propagate();
  }

  struct Sweeps {
    int number = 0;   // until nothing changes
    int open = 0;     // cells that are left
  };
  // All rows, all columns, and so on, each line completely.
  Sweeps sweep(bool rows_first) {
    state_ = start_;
    const Set rows = Set::first(static_cast<unsigned>(board_.height));
    const Set cols = Set::first(static_cast<unsigned>(board_.lines())) & ~rows;
    Sweeps found{0, board_.open(state_)};
    for (int idle = 0; found.open > 0 && idle < 2 && !stopped();) {
      const bool by_rows = (found.number++ % 2 == 0) == rows_first;
      const int spoilt = look_at(by_rows ? rows : cols);
      idle = fill_in().any() ? 0 : idle + 1;
      found.open = board_.open(state_);
      if (spoilt >= 0) break;
    }
    return found;
  }

 private:
  struct News {
    int line;
    Masks<Bits> before, after;
  };

  // The lines to look at first.
  Set suppose(Place at, int symbol) {
    board_.settle(state_, at, symbol);
    return (of(at.line) | of(board_.crossing(at.line, at.k).line)) & only_;
  }
  Trial follow(Set dirty, int most, const Stages<Set>* stages, std::vector<Born>* born = nullptr) {
    Trial trial;
    for (;;) {
      const Set looked = stages == nullptr ? dirty : dirty & (*stages)[static_cast<std::size_t>(trial.rounds)];
      const int spoilt = look_at(looked);
      if (stopped()) break;
      trial.touched |= spoilt < 0 ? looked : looked & Set::first(static_cast<unsigned>(spoilt) + 1);
      if (spoilt >= 0) {
        trial.broken[0] = spoilt;
      } else if (board_.distinct) {
        find_equal(dirty, trial);
      }
      if (!trial.alive() || news_.empty() || trial.rounds == most) break;
      if (stages != nullptr && trial.rounds + 1 == static_cast<int>(stages->size())) break;
      ++trial.rounds;
      if (born != nullptr) note(trial.rounds, *born);
      dirty = (dirty & ~looked) | (fill_in() & only_);
    }
    return trial;
  }

  void note(int round, std::vector<Born>& born) const {
    for (const auto& [line, before, after] : news_) {
      const Bits decided = before.open() & ~after.open();
      for (const int symbol : {0, 1}) {
        for_each_bit(after.can[symbol] & decided,
                     [&, line = line](int k) { born.push_back({round, {line, k}, symbol}); });
      }
    }
  }

  static Set of(int line) { return Set::bit(static_cast<unsigned>(line)); }
  bool used(int line) const { return only_.test(static_cast<unsigned>(line)); }

  // Narrows lines, all from the same state, into news; the first line that is spoilt, or -1.
  int look_at(const Set& looked) {
    news_.clear();
    int spoilt = -1;
    for_each_bit(looked, [&](int line) {
      if (spoilt >= 0 || stopped()) return;
      Masks<Bits> after = state_[line];
      if (!narrow_(line, after)) {
        spoilt = line;
      } else if (after != state_[line]) {
        news_.push_back({line, state_[line], after});
      }
    });
    return spoilt;
  }

  // Puts the news in; the lines that it changed. Where two disagree, the first wins.
  Set fill_in() {
    Set touched{};
    for (const auto& [line, before, after] : news_) {
      const Masks<Bits>& now = state_[line];
      Masks<Bits> agreed = after;
      if (now != before) {
        agreed = {{now.can[0] & after.can[0], now.can[1] & after.can[1]}};
        const Bits empty = ~(agreed.can[0] | agreed.can[1]);
        for (const int symbol : {0, 1}) agreed.can[symbol] = agreed.can[symbol] | (now.can[symbol] & empty);
      }
      const Bits changed = replace(line, agreed);
      if (!any(changed)) continue;
      touched |= of(line);
      for_each_bit(changed, [&, line = line](int k) { touched |= of(board_.crossing(line, k).line); });
    }
    return touched;
  }

  // Other masks for a line; the cells that changed.
  Bits replace(int line, const Masks<Bits>& masks) {
    Bits changed{0};
    for (const int symbol : {0, 1}) {
      const Bits dropped = state_[line].can[symbol] & ~masks.can[symbol];
      changed = changed | dropped;
      for_each_bit(dropped, [&](int k) {
        const Place across = board_.crossing(line, k);
        clear_bit(state_[across.line].can[symbol], across.k);
      });
    }
    state_[line] = masks;
    return changed;
  }

  // Two finished lines that are equal, one of them just changed.
  void find_equal(const Set& dirty, Trial& trial) const {
    for_each_bit(dirty, [&](int line) {
      if (!trial.alive() || any(state_[line].open())) return;
      const auto [first, last] = board_.parallels(line);
      int twin = first;
      while (twin < last && (twin == line || !used(twin) || state_[twin] != state_[line])) ++twin;
      const Set before = Set::first(static_cast<unsigned>(first));
      if (twin == last) {
        trial.touched |= Set::first(static_cast<unsigned>(last)) & ~before;
      } else {
        trial.touched |= Set::first(static_cast<unsigned>(twin) + 1) & ~before;
        trial.broken = {std::min(line, twin), std::max(line, twin)};
      }
    });
  }

  // Settles the lines that wait, in turn; see work_to_refute.
  int propagate() {
    work_ = 0;
    while (!queue_.empty()) {
      const int line = queue_.front();
      queue_.pop_front();
      waiting_.clear(static_cast<unsigned>(line));
      Masks<Bits> after = state_[line];
      if (!narrow_(line, after)) return give_up();
      if (stopped()) return give_up();
      if (after != state_[line]) put(line, after);
      if (board_.distinct && !keep_apart(line)) return give_up();
    }
    return -1;
  }

  int give_up() {
    queue_.clear();
    waiting_ = {};
    return work_;
  }

  void wait(int line) {
    if (!used(line) || waiting_.test(static_cast<unsigned>(line))) return;
    waiting_.set(static_cast<unsigned>(line));
    queue_.push_back(line);
  }
  void put(int line, const Masks<Bits>& after) {
    ++work_;
    for_each_bit(replace(line, after), [&](int k) { wait(board_.crossing(line, k).line); });
  }

  // Compares a line with those beside it; false if two finished ones are alike.
  bool keep_apart(int line) {
    const auto [first, last] = board_.parallels(line);
    const Bits blanks = state_[line].open();
    if (any(blanks)) return count_bits(blanks) > kFewBlanks || spare(line, first, last);
    for (int rival = first; rival < last; ++rival) {
      if (rival == line || !used(rival)) continue;
      const Bits open = state_[rival].open();
      if (!any(open)) {
        if (state_[rival] == state_[line]) return false;
      } else if (count_bits(open) <= kFewBlanks && !spare(rival, first, last)) {
        return false;
      }
    }
    return true;
  }

  // Leaves a line only those ways to finish it that no finished line has taken; false if none is left.
  bool spare(int line, int first, int last) {
    const Masks<Bits> now = state_[line];
    taken_.clear();
    for (int other = first; other < last; ++other) {
      const Masks<Bits>& full = state_[other];
      if (other == line || !used(other) || any(full.open())) continue;
      if (!any((full.can[0] & ~now.can[0]) | (full.can[1] & ~now.can[1]))) taken_.push_back(full);
    }
    if (taken_.empty()) return true;
    int blanks[kFewBlanks];
    int number = 0;
    for_each_bit(now.open(), [&](int k) { blanks[number++] = k; });
    Masks<Bits> left{{Bits{0}, Bits{0}}};
    bool some = false;
    for (int way = 0; way < 1 << number; ++way) {
      Masks<Bits> full = now;
      for (int b = 0; b < number; ++b) clear_bit(full.can[1 - (way >> b & 1)], blanks[b]);
      if (std::find(taken_.begin(), taken_.end(), full) != taken_.end()) continue;
      if (!narrow_(line, full)) continue;
      some = true;
      for (const int symbol : {0, 1}) left.can[symbol] = left.can[symbol] | full.can[symbol];
    }
    if (!some) return false;
    if (left != now) {
      wait(line);
      put(line, left);
    }
    return true;
  }

  const Board<Bits>& board_;
  State<Bits> start_, state_;
  Budget budget_;
  Narrower<Bits> narrow_{board_, budget_};
  std::vector<News> news_;
  std::vector<Masks<Bits>> taken_;
  std::deque<int> queue_;
  Set waiting_{};
  Set only_;   // the lines whose rules are used
  int work_ = 0;
  std::optional<bool> settled_;   // whether the start, once it has been settled, breaks no rule
};

}   // namespace nonairo::probe
