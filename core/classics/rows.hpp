// The row backtracker: the twin of src/nonairo/engines/rows.py, which says what it does and why. The same order, the
// same answers, and every counter the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../limits.hpp"
#include "../outcome.hpp"
#include "assignments.hpp"
#include "columns.hpp"
#include "puzzle.hpp"

namespace nonairo::classics {

class RowPlacer final : public AnySearch {
 public:
  struct Options {
    std::vector<int> order;   // in which rows are placed
    bool gaps = false;        // that order is not from the top down
    bool early = false;       // check=early
  };

  RowPlacer(Puzzle puzzle, Options options, const Limits& limits)
      : puzzle_(std::move(puzzle)), options_(std::move(options)), budget_(limits), rows_(puzzle_.height),
        columns_(puzzle_.width), assignments_(puzzle_.height), per_row_(puzzle_.height) {
    puzzle_.check();
    std::vector<int> sorted = options_.order;
    std::sort(sorted.begin(), sorted.end());
    for (int row = 0; row < puzzle_.height; ++row) {
      if (static_cast<int>(sorted.size()) != puzzle_.height || sorted[row] != row) {
        throw std::invalid_argument("the order names every row once");
      }
    }
  }

  bool next(char* out) override {
    if (!std::exchange(started_, true)) {
      if (!enter()) return stop(Outcome::limit);
      open();
    }
    while (depth_ > 0 && outcome_ == Outcome::running) {
      const int row = options_.order[depth_ - 1];
      if (rows_[row]) remove(row);
      Word ones = 0;
      if (!assignments_[row]->next(ones)) {
        --depth_;
        ++backtracks_;
        continue;
      }
      if (!enter()) return stop(Outcome::limit);
      ++successors_;
      ++per_row_[row];
      place(row, ones);
      if (!holds(row)) {
        remove(row);
        ++rejected_;
        continue;
      }
      ++valid_;
      if (depth_ < puzzle_.height) {
        open();
        continue;
      }
      write(out);
      return true;
    }
    return outcome_ == Outcome::running ? stop(Outcome::exhausted) : false;
  }

  Outcome outcome() const override { return outcome_; }
  Limit limit() const override { return outcome_ == Outcome::limit ? budget_.limit() : Limit::none; }
  Stats stats() const override { return {.nodes = budget_.nodes(), .backtracks = backtracks_}; }
  void partial(char* out) override { std::copy(puzzle_.givens.begin(), puzzle_.givens.end(), out); }

  std::uint64_t successors() const { return successors_; }
  std::uint64_t valid() const { return valid_; }
  std::uint64_t rejected() const { return rejected_; }
  std::uint64_t goal_checks() const { return valid_; }   // each valid configuration is asked
  std::uint64_t cells_read() const { return cells_read_; }
  const std::vector<std::uint64_t>& per_row() const { return per_row_; }

 private:
  static constexpr std::uint64_t kColumn = 20, kColumnAhead = 2000;   // nanoseconds to check one, roughly

  // Counts a successor. False: stop now.
  bool enter() {
    const std::uint64_t column = options_.early && options_.gaps ? kColumnAhead : kColumn;
    return budget_.enter_node(column * static_cast<std::uint64_t>(puzzle_.width));
  }

  bool stop(Outcome outcome) {
    outcome_ = outcome;
    return false;
  }

  // The next row in turn: its assignments from the first one on.
  void open() {
    const int row = options_.order[depth_++];
    if (!assignments_[row]) assignments_[row].emplace(puzzle_.rule(row).automaton, given(row), puzzle_.width);
    assignments_[row]->rewind();
  }

  Line given(int row) const {
    Line line;
    for (int col = 0; col < puzzle_.width; ++col) {
      const char symbol = puzzle_.givens[row * puzzle_.width + col];
      if (symbol == '0') line.zeros |= Word{1} << col;
      if (symbol == '1') line.ones |= Word{1} << col;
    }
    return line;
  }

  void place(int row, Word ones) {
    rows_[row] = ones;
    const Word bit = Word{1} << row;
    for (int col = 0; col < puzzle_.width; ++col) {
      (lines::has(ones, col) ? columns_[col].ones : columns_[col].zeros) |= bit;
    }
  }

  void remove(int row) {
    rows_[row].reset();
    const Word others = ~(Word{1} << row);
    for (Line& column : columns_) {
      column.zeros &= others;
      column.ones &= others;
    }
  }

  // Whether nothing speaks against the row just placed.
  bool holds(int row) {
    if (puzzle_.distinct) {
      for (int other = 0; other < puzzle_.height; ++other) {
        if (other != row && rows_[other] == rows_[row]) return false;
      }
    }
    for (int col = 0; col < puzzle_.width; ++col) {
      const Verdict verdict = check(col);
      cells_read_ += verdict.read;
      if (!verdict.holds || (puzzle_.distinct && depth_ == puzzle_.height && has_twin(col))) return false;
    }
    return true;
  }

  Verdict check(int col) {
    const Rule& rule = puzzle_.rule(puzzle_.height + col);
    if (!options_.early) return late_check(columns_[col], rule, puzzle_.height);
    if (!options_.gaps) return goes_on(rule.automaton, columns_[col], puzzle_.height);
    return {future_.possible(rule.automaton, columns_[col], puzzle_.height), depth_};
  }

  bool has_twin(int col) const {
    return std::any_of(columns_.begin(), columns_.begin() + col,
                       [&](const Line& column) { return column.ones == columns_[col].ones; });
  }

  void write(char* const answer) const {
    char* out = answer;
    for (int row = 0; row < puzzle_.height; ++row) {
      for (int col = 0; col < puzzle_.width; ++col) *out++ = lines::has(*rows_[row], col) ? '1' : '0';
    }
    if (!solves(puzzle_, {answer, puzzle_.givens.size()})) throw WrongSolution();
  }

  Puzzle puzzle_;
  Options options_;
  Budget budget_;
  std::vector<std::optional<Word>> rows_;   // the ones of those that are placed
  std::vector<Line> columns_;
  std::vector<std::optional<Assignments>> assignments_;   // of the rows that were ever in turn
  Future future_;
  int depth_ = 0;   // rows in turn
  std::vector<std::uint64_t> per_row_;
  std::uint64_t successors_ = 0, valid_ = 0, rejected_ = 0, cells_read_ = 0, backtracks_ = 0;
  bool started_ = false;
  Outcome outcome_ = Outcome::running;
};

}   // namespace nonairo::classics
