// The cell walker: the twin of src/nonairo/engines/walk.py and cell_checks.py, which say what it does and why. The
// same order, the same answers, and every counter the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "puzzle.hpp"

namespace nonairo::classics {

struct Checks {
  std::uint64_t count = 0;
  std::uint64_t adjacent = 0, adjacent_cells = 0;
  std::uint64_t prefix = 0, prefix_cells = 0;
  std::uint64_t distinct = 0, distinct_cells = 0, compared = 0, reads = 0;
  std::uint64_t ahead = 0;
};

class Walk final : public AnySearch {
 public:
  struct Options {
    bool constrained = false;   // order=most-constrained
    bool early = false;         // check=early
  };

  Walk(Puzzle puzzle, Options options, const Limits& limits)
      : puzzle_(std::move(puzzle)), options_(options), budget_(limits), lines_(puzzle_.lines()),
        zeros_(puzzle_.lines()), ones_(puzzle_.lines()), blanks_(puzzle_.lines()) {
    puzzle_.check();
    for (int line = 0; line < puzzle_.lines(); ++line) blanks_[line] = puzzle_.length(line);
    for (int at = 0; at < puzzle_.height * puzzle_.width; ++at) {
      cells_.push_back(cell_at(at));
      if (puzzle_.givens[at] == '.') empty_.push_back(at);
    }
    note_ends();
  }

  bool next(char* out) override {
    bool ahead = !std::exchange(started_, true);   // after a solution the walk steps back
    if (ahead) {
      if (!budget_.enter_node(kTry)) return stop(Outcome::limit);
      if (!givens_hold()) return stop(Outcome::exhausted);
    }
    while (outcome_ == Outcome::running) {
      if (ahead) {
        if (path_.size() == empty_.size()) {
          write(out);
          return true;
        }
        path_.push_back({options_.constrained ? most_constrained() : empty_[path_.size()]});
        ++visited_;
      }
      if (path_.empty()) return stop(Outcome::exhausted);
      Step& step = path_.back();
      if (step.tried > 0) wipe(step.at, step.tried - 1);
      ahead = false;
      while (step.tried < 2 && !ahead) {
        if (!budget_.enter_node(options_.early ? kTryAhead : kTry)) return stop(Outcome::limit);
        const int symbol = step.tried++;
        put(step.at, symbol);
        ahead = holds(step.at, symbol, checks_);
        if (!ahead) wipe(step.at, symbol);
      }
      if (!ahead) {
        path_.pop_back();
        ++backtracks_;
      }
    }
    return false;
  }

  Outcome outcome() const override { return outcome_; }
  Limit limit() const override { return outcome_ == Outcome::limit ? budget_.limit() : Limit::none; }
  Stats stats() const override { return {.nodes = budget_.nodes(), .backtracks = backtracks_}; }
  void partial(char* out) override { std::copy(puzzle_.givens.begin(), puzzle_.givens.end(), out); }

  const Checks& checks() const { return checks_; }
  const Checks& checks_of_givens() const { return given_checks_; }
  std::uint64_t empty() const { return empty_.size(); }
  std::uint64_t visited() const { return visited_; }

 private:
  static constexpr std::uint64_t kTry = 50, kTryAhead = 1000;   // nanoseconds, roughly

  struct Pair {
    int line;    // in which both are
    Word both;   // 0 where one of them is off the board
    int read;    // cells read up to and with this pair
  };
  struct Cell {
    int row, col;
    bool binairo;                // of both lines
    std::array<Pair, 6> pairs;   // left, right, up, down, left-right, top-bottom
  };
  struct Step {
    int at;
    int tried = 0;   // symbols
  };

  Cell cell_at(int at) const {
    const int row = at / puzzle_.width, col = at % puzzle_.width, column = puzzle_.height + col;
    Cell cell{row, col, puzzle_.rule(row).binairo(puzzle_.width) && puzzle_.rule(column).binairo(puzzle_.height), {}};
    int read = 0;
    const auto pair = [&](int line, int position, int one, int other) {
      Word both = 0;
      for (const int k : {position + one, position + other}) {
        if (k < 0 || k >= puzzle_.length(line)) continue;
        both |= Word{1} << k;
        ++read;
      }
      return Pair{line, count_bits(both) == 2 ? both : 0, read};
    };
    cell.pairs[0] = pair(row, col, -1, -2);
    cell.pairs[1] = pair(row, col, 1, 2);
    cell.pairs[2] = pair(column, row, -1, -2);
    cell.pairs[3] = pair(column, row, 1, 2);
    cell.pairs[4] = pair(row, col, -1, 1);
    cell.pairs[5] = pair(column, row, -1, 1);
    return cell;
  }

  // For each blank, the lines that end there or on the givens walked over to the next blank.
  void note_ends() {
    ends_.resize(cells_.size());
    std::vector<int> before_the_first;
    std::vector<int>* mine = &before_the_first;
    for (std::size_t at = 0; at < cells_.size(); ++at) {
      if (puzzle_.givens[at] == '.') mine = &ends_[at];
      if (cells_[at].col == puzzle_.width - 1) mine->push_back(cells_[at].row);
      if (cells_[at].row == puzzle_.height - 1) mine->push_back(puzzle_.height + cells_[at].col);
    }
  }

  bool stop(Outcome outcome) {
    outcome_ = outcome;
    return false;
  }

  void put(int at, int symbol) { count_in(at, symbol, 1); }
  void wipe(int at, int symbol) { count_in(at, symbol, -1); }

  void count_in(int at, int symbol, int sign) {
    const Cell& cell = cells_[at];
    const int column = puzzle_.height + cell.col;
    std::vector<int>& counts = symbol == 1 ? ones_ : zeros_;
    counts[cell.row] += sign;
    counts[column] += sign;
    blanks_[cell.row] -= sign;
    blanks_[column] -= sign;
    of(lines_[cell.row], symbol) ^= Word{1} << cell.col;
    of(lines_[column], symbol) ^= Word{1} << cell.row;
  }

  static Word& of(Line& line, int symbol) { return symbol == 1 ? line.ones : line.zeros; }

  // Whether the symbol in this cell passes all checks.
  bool holds(int at, int symbol, Checks& checks) {
    const Cell& cell = cells_[at];
    const int row = cell.row, column = puzzle_.height + cell.col;
    if (cell.binairo) {
      if (!within_quotas(row, column, checks) || !apart(cell, symbol, checks)) return false;
    } else if (!prefixes_go_on(row, column, checks)) {
      return false;
    }
    if (puzzle_.distinct) {
      if (&checks == &checks_ && !options_.early && !options_.constrained) {
        for (const int line : ends_[at]) {
          if (!differs_from_those_before(line)) return false;
        }
      } else if (!differs(row, checks) || !differs(column, checks)) {
        return false;
      }
    }
    return !options_.early || (has_future(row, checks) && has_future(column, checks));
  }

  bool within_quotas(int row, int column, Checks& checks) const {
    ++checks.count;
    const auto within = [&](int line) {
      const Rule& rule = puzzle_.rule(line);
      return zeros_[line] <= rule.zeros && ones_[line] <= rule.ones;
    };
    return within(row) && within(column);
  }

  bool apart(const Cell& cell, int symbol, Checks& checks) {
    ++checks.adjacent;
    for (const Pair& pair : cell.pairs) {
      const Word there = of(lines_[pair.line], symbol);
      if (pair.both != 0 && (there & pair.both) == pair.both) {
        checks.adjacent_cells += pair.read;
        return false;
      }
    }
    checks.adjacent_cells += cell.pairs.back().read;
    return true;
  }

  bool prefixes_go_on(int row, int column, Checks& checks) const {
    ++checks.prefix;
    const auto goes = [&](int line) {
      checks.prefix_cells += lines_[line].prefix();
      return goes_on(puzzle_.rule(line).automaton, lines_[line], puzzle_.length(line)).holds;
    };
    return goes(row) && goes(column);
  }

  // The published check: where the walk ends a line, against those before it, the nearest first.
  bool differs_from_those_before(int line) {
    const int first = line < puzzle_.height ? 0 : puzzle_.height;
    int other = line - 1;
    while (other >= first && lines_[other].ones != lines_[line].ones) --other;
    const std::uint64_t compared = line - std::max(other, first);
    note_value(line, checks_);
    checks_.compared += compared;
    checks_.reads += compared;
    return other < first;
  }

  // A line is full: its cells are read to make its value, and the value is read to be compared.
  void note_value(int line, Checks& checks) const {
    ++checks.distinct;
    checks.distinct_cells += puzzle_.length(line);
    ++checks.reads;
  }

  // A full line against all full ones beside it; looking ahead, one with two blanks, too.
  bool differs(int line, Checks& checks) {
    const int blanks = blanks_[line];
    if (blanks != 0) {
      if (!options_.early || blanks != 2) return true;
      ++checks.ahead;
      return can_still_differ(line);
    }
    note_value(line, checks);
    return !among_full(line, lines_[line].ones, [&] {
      ++checks.compared;
      ++checks.reads;
    });
  }

  // Whether a full line beside this one has these ones.
  template <class Compare>
  bool among_full(int line, Word ones, Compare&& compare) const {
    const bool row = line < puzzle_.height;
    for (int other = row ? 0 : puzzle_.height; other < (row ? puzzle_.height : puzzle_.lines()); ++other) {
      if (other == line || blanks_[other] != 0) continue;
      compare();
      if (lines_[other].ones == ones) return true;
    }
    return false;
  }

  bool can_still_differ(int line) const {
    const int length = puzzle_.length(line);
    const Word blank = lines::low_bits<Word>(length) & ~lines_[line].known();
    for (Word chosen = blank;; chosen = (chosen - 1) & blank) {   // every subset of the blanks
      const Line full{lines_[line].zeros | (blank & ~chosen), lines_[line].ones | chosen};
      if (goes_on(puzzle_.rule(line).automaton, full, length).holds && !among_full(line, full.ones, [] {})) return true;
      if (chosen == 0) return false;
    }
  }

  bool has_future(int line, Checks& checks) {
    ++checks.ahead;
    return future_.possible(puzzle_.rule(line).automaton, lines_[line], puzzle_.length(line));
  }

  // Puts down the givens one by one and validates each of them.
  bool givens_hold() {
    for (std::size_t at = 0; at < cells_.size(); ++at) {
      if (puzzle_.givens[at] == '.') continue;
      const int symbol = puzzle_.givens[at] == '1' ? 1 : 0;
      put(static_cast<int>(at), symbol);
      if (!holds(static_cast<int>(at), symbol, given_checks_)) return false;
    }
    return true;
  }

  // The blank whose row and column have the fewest blanks; of equals the one in the fuller row, then the first.
  int most_constrained() const {
    std::vector<std::pair<int, int>> rows;
    for (int row = 0; row < puzzle_.height; ++row) {
      if (blanks_[row] != 0) rows.emplace_back(blanks_[row], row);
    }
    std::sort(rows.begin(), rows.end());
    int best = puzzle_.lines() + 1, found = -1;
    for (const auto& [in_row, row] : rows) {
      if (in_row + 1 >= best) break;
      for (int col = 0; col < puzzle_.width; ++col) {
        const int both = in_row + blanks_[puzzle_.height + col];
        if (both < best && !lines::has(lines_[row].known(), col)) {
          best = both;
          found = row * puzzle_.width + col;
        }
      }
    }
    return found;
  }

  void write(char* const answer) const {
    char* out = answer;
    for (int row = 0; row < puzzle_.height; ++row) {
      for (int col = 0; col < puzzle_.width; ++col) *out++ = lines::has(lines_[row].ones, col) ? '1' : '0';
    }
    if (!solves(puzzle_, {answer, cells_.size()})) throw WrongSolution();
  }

  Puzzle puzzle_;
  Options options_;
  Budget budget_;
  std::vector<Cell> cells_;
  std::vector<int> empty_;               // cells without a given
  std::vector<std::vector<int>> ends_;   // lines, of each cell
  std::vector<Line> lines_;
  std::vector<int> zeros_, ones_, blanks_;   // numbers, of each line
  std::vector<Step> path_;
  Future future_;
  Checks checks_, given_checks_;
  std::uint64_t visited_ = 0, backtracks_ = 0;
  bool started_ = false;
  Outcome outcome_ = Outcome::running;
};

}   // namespace nonairo::classics
