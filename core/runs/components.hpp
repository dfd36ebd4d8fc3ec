// Counting the solutions of a board without listing them.
//
// Open cells fall into groups that know nothing of each other: two cells of a line are
// independent when between them the line's state is certain, that is, when all its arrangements
// have the same blocks to the left of some place:
//
//      clue 1 2 1     . ? ? . # # . ? ?        both single cells are loose, but the place of the 2 is
//                            |                 known, so left and right are separate matters
//
// Groups are counted one by one and multiplied. A group is counted by trying both values of its
// first cell in reading order; what is left behind then differs little from branch to branch,
// and every group counted is remembered by the segments of lines that it is made of: where they
// begin and end, the states there, and what is known in between.
#pragma once

#include <cstdint>
#include <deque>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "../count/natural.hpp"
#include "../limits.hpp"
#include "board.hpp"
#include "reader.hpp"

namespace nonairo::runs {

// Natural numbers add; this multiplies, shifting by doubling. Nearly all counts are one limb.
inline Natural product(const Natural& a, const Natural& b) {
  Natural result;
  const std::size_t places = a.limbs().size() + b.limbs().size();
  for (std::size_t place = places; place-- > 0;) {
    if (!result.is_zero()) {
      for (int i = 0; i < 64; ++i) result += Natural(result);
    }
    for (std::size_t i = 0; i < a.limbs().size() && i <= place; ++i) {
      if (place - i < b.limbs().size()) result.add_product(a.limbs()[i], b.limbs()[place - i]);
    }
  }
  return result;
}

template <int C>
class ComponentCounter {
 public:
  ComponentCounter(const Board<C>& root, Budget& budget) : budget_(budget), by_rows_(root.width() <= root.height()) {
    for (unsigned l = 0; l < root.height() + root.width(); ++l) readers_.emplace_back(root.shapes()[l]);
  }

  // Of a board at rest. Nothing: a limit was reached.
  std::optional<Natural> count(const Board<C>& root) {
    Cells cells;
    for (unsigned i = 0; i < root.cells(); ++i) {
      // Reading order, along the shorter side: that keeps the border of what is left short.
      const Cell cell =
          by_rows_ ? Cell{i / root.width(), i % root.width()} : Cell{i % root.height(), i / root.height()};
      if (root.is_open(cell.row, cell.column)) cells.push_back(cell);
    }
    std::optional<Natural> done = enter(root, cells);
    while (!frames_.empty() && !budget_.spent()) done = advance(std::move(done));
    if (budget_.spent()) return {};
    return done;
  }

 private:
  struct Cell {
    unsigned row, column;
  };
  using Cells = std::vector<Cell>;

  // The states of a line before each of its cells, where they are certain.
  struct Certain {
    static constexpr std::uint16_t kUnsure = 0xFFFF;
    std::vector<std::uint16_t> state;   // by place 0 .. length; empty: not looked at yet
  };

  // A board that is being counted: its groups one by one, and of the group at hand both values of its first cell.
  // Frames stand on the heap and not on the stack of the thread, which a large board would overflow.
  struct Frame {
    Board<C> board;
    std::vector<Cells> groups;
    std::vector<std::string> keys;
    std::size_t at = 0;   // the group at hand
    int tried = 0;        // values of its first cell
    Natural group_total{};
    Natural total = 1;   // of the groups before
  };

  // The number of solutions within a scope, where that is known at once; else a new frame.
  std::optional<Natural> enter(const Board<C>& board, const Cells& scope) {
    Cells open;
    for (const Cell& cell : scope) {
      if (board.is_open(cell.row, cell.column)) open.push_back(cell);
    }
    if (open.empty()) return Natural(1);
    if (!budget_.charge(40 * C * open.size() * 64)) return Natural();
    Frame frame{board, {}, {}};
    std::vector<Certain> certain(board.height() + board.width());
    split(board, open, certain, frame.groups);
    for (const Cells& group : frame.groups) frame.keys.push_back(key(board, group, certain));
    frames_.push_back(std::move(frame));
    return {};
  }

  // Goes on with the last frame, of which a branch may have come to its end; gives its number once it has one.
  std::optional<Natural> advance(std::optional<Natural> branch) {
    Frame& frame = frames_.back();
    if (branch) frame.group_total += *branch;
    if (frame.at == frame.groups.size() || frame.total.is_zero()) {
      Natural total = std::move(frame.total);
      frames_.pop_back();
      return total;
    }
    if (frame.tried == 0) {
      const auto known = memory_.find(frame.keys[frame.at]);
      if (known != memory_.end()) {
        frame.total = product(frame.total, known->second);
        ++frame.at;
        return {};
      }
    }
    if (frame.tried == 2) {
      remember(std::move(frame.keys[frame.at]), frame.group_total);
      frame.total = product(frame.total, frame.group_total);
      frame.group_total = Natural();
      frame.tried = 0;
      ++frame.at;
      return {};
    }
    const bool filled = frame.tried++ == 1;
    const std::size_t bytes = (frame.board.height() + frame.board.width()) * sizeof(LineMasks<C>);
    if (!budget_.holds(frames_.size() * bytes) || !budget_.enter_node(1000)) return {};
    const Cells& group = frame.groups[frame.at];
    Board<C> next = frame.board;
    next.set(group[0].row, group[0].column, filled);
    LineSet<C> dirty;
    dirty.add_cell(group[0].row, group[0].column);
    if (!next.propagate(dirty, budget_)) return Natural();
    return enter(next, group);
  }

  // Joins neighbouring open cells of a line unless a certain state lies between them.
  void split(const Board<C>& board, const Cells& open, std::vector<Certain>& certain, std::vector<Cells>& groups) {
    std::vector<std::uint32_t> leader(open.size());
    std::iota(leader.begin(), leader.end(), 0u);
    const auto find = [&](std::uint32_t i) {
      while (leader[i] != i) i = leader[i] = leader[leader[i]];
      return i;
    };
    std::vector<std::int64_t> last(board.height() + board.width(), -1);   // by line: its last cell so far
    for (std::uint32_t i = 0; i < open.size(); ++i) {
      for (const bool in_row : {true, false}) {
        const unsigned line = in_row ? open[i].row : board.height() + open[i].column;
        if (certain[line].state.empty()) look(board, line, certain[line]);
        if (last[line] >= 0) {
          const auto before = static_cast<std::uint32_t>(last[line]);
          const unsigned from = in_row ? open[before].column : open[before].row;
          const unsigned to = in_row ? open[i].column : open[i].row;
          bool apart = false;
          for (unsigned place = from + 1; place <= to; ++place) apart |= certain[line].state[place] != Certain::kUnsure;
          if (!apart) leader[find(i)] = find(before);
        }
        last[line] = i;
      }
    }
    std::vector<std::int64_t> group_of(open.size(), -1);
    for (std::uint32_t i = 0; i < open.size(); ++i) {
      const std::uint32_t root = find(i);
      if (group_of[root] < 0) {
        group_of[root] = static_cast<std::int64_t>(groups.size());
        groups.emplace_back();
      }
      groups[static_cast<std::size_t>(group_of[root])].push_back(open[i]);
    }
  }

  void look(const Board<C>& board, unsigned line, Certain& certain) {
    const RunsReader<C>& reader = readers_[line];
    const LineMasks<C>& masks = board.line(line);
    const auto may = [&](unsigned i) { return Symbols{masks.can[0].test(i)} | Symbols{masks.can[1].test(i)} << 1; };
    const unsigned length = board.shapes()[line].length;
    std::vector<Words<C>> ways(length + 1);
    reader.end(ways[length]);
    for (unsigned i = length; i-- > 0;) reader.step_back(ways[i + 1], i, may(i), ways[i]);
    certain.state.assign(length + 1, Certain::kUnsure);
    Words<C> states, after;
    reader.start(states);
    for (unsigned i = 0;; ++i) {
      const auto both = states & ways[i];
      if (both.count() == 1) certain.state[i] = static_cast<std::uint16_t>(both.lowest());
      if (i == length) break;
      reader.step(states, i, may(i), after);
      states = after;
    }
  }

  // A group is the segments of rows and columns that it runs through.
  std::string key(const Board<C>& board, const Cells& group, const std::vector<Certain>& certain) {
    std::string text;
    std::vector<unsigned> covered(board.height() + board.width(), 0);   // by line: where the last segment ended
    for (const Cell& cell : group) {
      for (const bool in_row : {true, false}) {
        const unsigned line = in_row ? cell.row : board.height() + cell.column;
        const unsigned at = in_row ? cell.column : cell.row;
        if (at < covered[line]) continue;
        const std::vector<std::uint16_t>& state = certain[line].state;
        unsigned begin = at, end = at + 1;
        while (state[begin] == Certain::kUnsure) --begin;
        while (state[end] == Certain::kUnsure) ++end;
        covered[line] = end;
        for (const unsigned number : {line, begin, end, unsigned{state[begin]}, unsigned{state[end]}}) {
          text.push_back(static_cast<char>(number & 255));
          text.push_back(static_cast<char>(number >> 8));
        }
        for (unsigned i = begin; i < end; i += 4) {   // two bits a cell
          unsigned known = 0;
          for (unsigned k = 0; k < 4 && i + k < end; ++k) {
            known |= (board.line(line).can[1].test(i + k) ? 1u : 0u) << (2 * k) |
                     (board.line(line).can[0].test(i + k) ? 2u : 0u) << (2 * k);
          }
          text.push_back(static_cast<char>(known));
        }
      }
    }
    return text;
  }

  void remember(std::string key, const Natural& count) {
    memory_bytes_ += key.size() + 120;
    if (memory_bytes_ > budget_.limits().memory / 2) {
      memory_.clear();
      memory_bytes_ = 0;
    }
    memory_.emplace(std::move(key), count);
  }

  Budget& budget_;
  bool by_rows_;
  std::vector<RunsReader<C>> readers_;
  std::unordered_map<std::string, Natural> memory_;
  std::size_t memory_bytes_ = 0;
  std::deque<Frame> frames_;   // which keeps them where they are while others are added
};

}   // namespace nonairo::runs
