// Every solution of a puzzle of table rules, one at a time.
//
// Squeeze all lines until nothing changes; then fill a blank cell, in turn with 1 and 0. The
// cell is where trouble is near: lines that have failed often weigh much, and the line with
// the fewest blanks for its weight is taken up first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../limits.hpp"
#include "../lines/grid.hpp"
#include "../lines/table.hpp"
#include "../outcome.hpp"
#include "puzzle.hpp"

namespace nonairo {

template <lines::LineBits Bits>
class TableSearch final : public AnySearch {
 public:
  TableSearch(TablePuzzle puzzle, const Limits& limits)
      : puzzle_(std::move(puzzle)), budget_(limits), grid_(puzzle_.height, puzzle_.width),
        changed_(grid_.lines()), weight_(grid_.lines(), 1.0) {
    std::map<std::pair<int, int>, const Kernel*> known;   // by rule and length
    for (int k = 0; k < grid_.lines(); ++k) {
      const Kernel*& kernel = known[{puzzle_.rule_of_line[k], grid_.length(k)}];
      if (kernel == nullptr) {
        kernels_.push_back(std::make_unique<Kernel>(puzzle_.rules[puzzle_.rule_of_line[k]],
                                                    grid_.length(k)));
        kernel = kernels_.back().get();
      }
      rules_.push_back(kernel);
    }
    for (int r = 0; r < puzzle_.height; ++r) {
      for (int c = 0; c < puzzle_.width; ++c) {
        if (puzzle_.given(r, c) != '.') grid_.fill(r, c, puzzle_.given(r, c) == '1');
      }
    }
    changed_.add_all();
    known_ = text();
  }

  bool next(char* out) override {
    bool alive = started_ ? backtrack() : enter();
    if (!started_) known_ = text();
    started_ = true;
    while (outcome_ == Outcome::running) {
      if (budget_.spent()) {
        outcome_ = Outcome::limit;
      } else if (!alive) {
        alive = backtrack();
      } else if (const auto cell = choose()) {
        choices_.push_back({grid_.trail.size(), *cell});
        set(*cell, true);
        alive = enter();
      } else {
        const std::string answer = text();
        if (!solves(puzzle_, answer)) throw WrongSolution();
        std::copy(answer.begin(), answer.end(), out);
        return true;
      }
    }
    return false;
  }

  Outcome outcome() const override { return outcome_; }
  Limit limit() const override { return outcome_ == Outcome::limit ? budget_.limit() : Limit::none; }
  SearchStats stats() const override { return {.nodes = budget_.nodes(), .backtracks = backtracks_}; }
  void partial(char* out) override { std::copy(known_.begin(), known_.end(), out); }

 private:
  using Kernel = lines::TableLine<Bits>;

  struct Cell {
    int row;
    int column;
  };
  struct Choice {
    std::size_t trail;   // how much was known before it
    Cell cell;           // 1 is being tried; when it comes off the stack, 0 is what is left
  };

  void set(Cell cell, bool one) {
    grid_.fill(cell.row, cell.column, one);
    changed_.add(cell.row);
    changed_.add(puzzle_.height + cell.column);
  }

  // Works out what follows. False: nothing can.
  bool enter() {
    if (!budget_.enter_node(0)) return false;
    const int failed = propagate<Bits, Kernel>(grid_, rules_, changed_, budget_);
    const int broken = failed != lines::kNoLine || budget_.spent() ? failed : repeated();
    if (broken != lines::kNoLine) weight_[broken] += 1;
    return broken == lines::kNoLine;
  }

  bool backtrack() {
    if (choices_.empty()) {
      if (!budget_.spent()) outcome_ = Outcome::exhausted;
      return false;
    }
    const Choice choice = choices_.back();
    choices_.pop_back();
    ++backtracks_;
    grid_.undo_to(choice.trail);
    set(choice.cell, false);
    return enter();
  }

  // A full line that equals another one.
  int repeated() const {
    if (!puzzle_.distinct) return lines::kNoLine;
    for (int k = 0; k < grid_.lines(); ++k) {
      if (!grid_.filled(k)) continue;
      for (int other = k < puzzle_.height ? 0 : puzzle_.height; other < k; ++other) {
        if (grid_.filled(other) && grid_.line[other] == grid_.line[k]) return k;
      }
    }
    return lines::kNoLine;
  }

  double urgency(int k) const { return weight_[k] / lines::size(grid_.blanks(k)); }

  std::optional<Cell> choose() const {
    int line = lines::kNoLine;
    for (int k = 0; k < grid_.lines(); ++k) {
      if (!grid_.filled(k) && (line < 0 || urgency(k) > urgency(line))) line = k;
    }
    if (line < 0) return std::nullopt;
    const bool is_row = line < puzzle_.height;
    int best = -1;
    lines::for_each(grid_.blanks(line), [&](int cell) {
      const auto crossing = [&](int at) { return is_row ? puzzle_.height + at : at; };
      if (best < 0 || urgency(crossing(cell)) > urgency(crossing(best))) best = cell;
    });
    return is_row ? Cell{line, best} : Cell{best, line - puzzle_.height};
  }

  std::string text() const {
    std::string cells;
    for (int r = 0; r < puzzle_.height; ++r) {
      for (int c = 0; c < puzzle_.width; ++c) {
        const bool one = lines::has(grid_.row(r).can_one, c);
        const bool zero = lines::has(grid_.row(r).can_zero, c);
        cells += one && zero ? '.' : one ? '1' : '0';
      }
    }
    return cells;
  }

  TablePuzzle puzzle_;
  Budget budget_;
  lines::Grid<Bits> grid_;
  lines::Changed changed_;
  std::vector<std::unique_ptr<const Kernel>> kernels_;
  std::vector<const Kernel*> rules_;   // of each line
  std::vector<double> weight_;         // of each line: how often it failed
  std::vector<Choice> choices_;
  std::uint64_t backtracks_ = 0;
  std::string known_;   // of all solutions
  bool started_ = false;
  Outcome outcome_ = Outcome::running;
};

// In the narrowest words that hold the grid's lines.
inline std::unique_ptr<AnySearch> begin_table(TablePuzzle puzzle, const Limits& limits) {
  puzzle.check();
  const int side = std::max(puzzle.height, puzzle.width);
  if (side <= 64) return std::make_unique<TableSearch<lines::Word>>(std::move(puzzle), limits);
  if (side <= 128) return std::make_unique<TableSearch<lines::Wide<2>>>(std::move(puzzle), limits);
  return std::make_unique<TableSearch<lines::Wide<8>>>(std::move(puzzle), limits);
}

}  // namespace nonairo
