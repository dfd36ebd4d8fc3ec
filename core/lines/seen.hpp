// What people see in a nonogram line: the first of the techniques for single lines that decides a cell of it.
//
// It reports only whether there is such a cell, so that no technique searches in vain. The techniques themselves,
// techniques/*.py, are the specification: each has its condition here.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "any_width.hpp"
#include "runs.hpp"

namespace nonairo::lines {

inline constexpr std::array kSights{"empty_line", "exact_fit", "line_done", "rest_filled", "overlap",      "cap",
                                    "edge",       "mercury",   "reach",     "no_fit",      "join",         "force",
                                    "overlap_seen", "split",   "grow",      "punctuate",   "line_cases"};
inline constexpr int kNothingSeen = -1;
inline constexpr int kSpoilt = -2;   // there is no completion

// A line with the extreme starts of its blocks, if it can be completed.
class Seen {
 public:
  // Filled cells side by side.
  struct Group {
    int begin, end;
    int first = 0, last = 0;         // the blocks that it can be part of,
    int shortest = 0, longest = 0;   // how long these are,
    int owners = 0;                  // and how many
  };

  template <class Bits>
  Seen(const RunsLine<Bits>& rule, std::string_view cells) : cells_(cells), length_(rule.length()) {
    Masks<Bits> line{{low_bits<Bits>(length_), low_bits<Bits>(length_)}};
    for (int k = 0; k < length_; ++k) {
      if (cells_[k] != '.') clear_bit(line.can[cells_[k] == '0'], k);
    }
    const auto narrowed = rule.squeeze(line, [&](unsigned j, int length, int first, int last) {
      clue_[j] = length;
      left_[j] = first;
      right_[j] = last;
      count_ = std::max(count_, static_cast<int>(j) + 1);
    });
    possible_ = narrowed.has_value();
    fruitful_ = possible_ && *narrowed != line;
  }

  bool possible() const { return possible_; }
  std::span<const int> left() const { return {left_.data(), static_cast<std::size_t>(count_)}; }
  std::span<const int> right() const { return {right_.data(), static_cast<std::size_t>(count_)}; }

  // The number of the first technique among some (a bit each) that sees something.
  int first(std::uint32_t among) {
    if (!possible_) return kSpoilt;
    if (!fruitful_) return kNothingSeen;   // no technique sees more than there is
    find_groups();
    for (int k = 0; k < length_; ++k) {
      open_ += cells_[k] == '.';
      filled_ += cells_[k] == '1';
    }
    for (int j = 0; j < count_; ++j) total_ += clue_[j];
    tight_ = count_ == 0 ? 0 : total_ + count_ - 1;
    for (int number = 0; number < static_cast<int>(kSights.size()); ++number) {
      if ((among >> number & 1) != 0 && sees(number)) return number;
    }
    return kNothingSeen;
  }

  const std::vector<Group>& find_groups() {
    groups_.clear();
    for (int k = 0; k < length_;) {
      if (cells_[k] != '1') {
        ++k;
        continue;
      }
      int end = k;
      while (end < length_ && cells_[end] == '1') ++end;
      groups_.push_back(owned(k, end));
      k = end;
    }
    return groups_;
  }

  // Whether the range of a block covers these cells, and it is long enough.
  bool owns(int block, int begin, int end) const {
    return left_[block] <= begin && end - begin <= clue_[block] && end <= right_[block] + clue_[block];
  }

 private:
  bool sees(int number) const {
    switch (number) {
      case 0: return count_ == 0 && open_ > 0;
      case 1: return count_ > 0 && tight_ == length_ && open_ > 0;
      case 2: return total_ > 0 && open_ > 0 && filled_ == total_;
      case 3: return total_ > filled_ && total_ - filled_ == open_;
      case 4: return overlap();
      case 5: return closed(1);
      case 6: return at_either_end([](const End& end) { return end.covered(); });
      case 7: return at_either_end([](const End& end) { return end.pushed(); });
      case 8: return out_of_reach();
      case 9: return small_room();
      case 10: return joined();
      case 11: return forced();
      case 12: return overlap_seen();
      case 13: return split();
      case 14: return grown();
      case 15: return closed(count_);
      default: return true;   // all ways to finish it agree on a cell
    }
  }

  // Whether a cell of a stretch, cut to the line, is unknown.
  bool unknown(int begin, int end) const {
    for (int k = std::max(begin, 0); k < std::min(end, length_); ++k) {
      if (cells_[k] == '.') return true;
    }
    return false;
  }
  bool empty_between(int begin, int end) const {
    for (int k = begin; k < end; ++k) {
      if (cells_[k] == '0') return true;
    }
    return false;
  }

  Group owned(int begin, int end) const {
    Group group{begin, end};
    for (int j = 0; j < count_ && left_[j] <= begin; ++j) {
      if (!owns(j, begin, end)) continue;
      if (group.owners++ == 0) {
        group.first = j;
        group.shortest = group.longest = clue_[j];
      }
      group.last = j;
      group.shortest = std::min(group.shortest, clue_[j]);
      group.longest = std::max(group.longest, clue_[j]);
    }
    return group;
  }

  bool overlap() const {
    const int slack = length_ - tight_;
    int begin = 0;
    for (int j = 0; j < count_; ++j) {
      if (clue_[j] > slack && unknown(begin + slack, begin + clue_[j])) return true;
      begin += clue_[j] + 1;
    }
    return false;
  }

  // A group, open at an end, as long as every block that it can be: at most so many.
  bool closed(int most) const {
    for (const Group& group : groups_) {
      const int length = group.end - group.begin;
      if (group.owners == 0 || group.owners > most || group.shortest != length || group.longest != length) continue;
      if (unknown(group.begin - 1, group.begin) || unknown(group.end, group.end + 1)) return true;
    }
    return false;
  }

  // The line from one of its ends: where the first block that is not finished may begin.
  struct End {
    const Seen& line;
    bool turned;
    int begin = 0, block = 0;

    End(const Seen& seen, bool from_right) : line(seen), turned(from_right) {
      for (int at = 0; at < line.length_ && cell(at) != '.';) {
        if (cell(at) == '0') {
          begin = ++at;
          continue;
        }
        int end = at;
        while (end < line.length_ && cell(end) == '1') ++end;
        if (finished() || end - at != length() || end == line.length_ || cell(end) != '0') break;
        ++block;
        at = end;
      }
    }
    char cell(int k) const { return line.cells_[turned ? line.length_ - 1 - k : k]; }
    bool finished() const { return block == line.count_; }
    int length() const { return line.clue_[turned ? line.count_ - 1 - block : block]; }

    bool covered() const {
      if (finished()) return false;
      const int end = std::min(begin + length(), line.length_);
      int first = begin;
      while (first < end && cell(first) != '1') ++first;
      if (first == end) return false;
      for (int k = first; k < end; ++k) {
        if (cell(k) == '.') return true;
      }
      return first == begin && begin + length() < line.length_ && cell(begin + length()) == '.';
    }
    bool pushed() const {
      if (finished() || begin + length() >= line.length_) return false;
      return cell(begin + length()) == '1' && cell(begin) == '.';
    }
  };
  template <class Look>
  bool at_either_end(Look&& look) const {
    return filled_ > 0 && (look(End(*this, false)) || look(End(*this, true)));
  }

  bool out_of_reach() const {
    if (count_ == 0) return false;
    int at = 0;
    for (int j = 0; j < count_; ++j) {
      if (unknown(at, left_[j])) return true;
      at = std::max(at, right_[j] + clue_[j]);
    }
    return unknown(at, length_);
  }

  // The stretches between walls.
  template <class Do>
  void rooms(Do&& act) const {
    for (int k = 0; k < length_;) {
      if (cells_[k] == '0') {
        ++k;
        continue;
      }
      int end = k, filled = 0;
      for (; end < length_ && cells_[end] != '0'; ++end) filled += cells_[end] == '1';
      act(k, end, filled);
      k = end;
    }
  }

  bool small_room() const {
    if (count_ == 0) return false;
    bool found = false;
    rooms([&](int begin, int end, int filled) {
      if (found || filled > 0) return;
      bool fits = false;
      for (int j = 0; j < count_ && !fits; ++j) {
        fits = std::max(begin, left_[j]) + clue_[j] <= std::min(end, right_[j] + clue_[j]);
      }
      found = !fits;
    });
    return found;
  }

  bool overlap_seen() const {
    for (int j = 0; j < count_; ++j) {
      if (unknown(right_[j], left_[j] + clue_[j])) return true;
    }
    return false;
  }

  bool joined() const {
    for (std::size_t a = 0; a < groups_.size(); ++a) {
      for (std::size_t b = a + 1; b < groups_.size(); ++b) {
        if (empty_between(groups_[a].end, groups_[b].begin)) break;
        if (groups_[a].first >= groups_[b].last && unknown(groups_[a].end, groups_[b].begin)) return true;
      }
    }
    return false;
  }

  bool split() const {
    for (std::size_t a = 0; a + 1 < groups_.size(); ++a) {
      const int end = groups_[a].end;
      if (groups_[a + 1].begin != end + 1 || cells_[end] != '.') continue;
      if (owned(groups_[a].begin, groups_[a + 1].end).owners == 0) return true;
    }
    return false;
  }

  bool grown() const {
    if (count_ == 0) return false;
    for (const Group& group : groups_) {
      int wall = group.begin - 1, far = group.end;
      while (wall >= 0 && cells_[wall] != '0') --wall;
      while (far < length_ && cells_[far] != '0') ++far;
      if (unknown(group.end, wall + 1 + group.shortest) || unknown(far - group.shortest, group.begin)) return true;
    }
    return false;
  }

  // Counting what fits where leaves a room one choice of blocks, which decide something there.
  bool forced() const {
    if (count_ == 0 || open_ + filled_ == length_) return false;
    struct Room {
      int begin, end, filled;
    };
    std::vector<Room> spaces;
    rooms([&](int begin, int end, int filled) { spaces.push_back({begin, end, filled}); });
    std::vector<int> sums{0};   // of the blocks before each
    for (int j = 0; j < count_; ++j) sums.push_back(sums.back() + clue_[j]);
    const auto shortest = [&](int a, int b) { return a == b ? 0 : sums[b] - sums[a] + b - a - 1; };
    const auto fits = [&](const Room& room, int a, int b) {
      return shortest(a, b) <= room.end - room.begin && sums[b] - sums[a] >= room.filled;
    };
    using Places = std::vector<char>;
    std::vector<Places> ahead{Places(static_cast<std::size_t>(count_) + 1, 0)};   // blocks placed in rooms before
    ahead[0][0] = 1;
    for (const Room& room : spaces) {
      Places next(static_cast<std::size_t>(count_) + 1, 0);
      for (int a = 0; a <= count_; ++a) {
        if (ahead.back()[a] == 0) continue;
        for (int b = a; b <= count_ && shortest(a, b) <= room.end - room.begin; ++b) next[b] |= fits(room, a, b);
      }
      ahead.push_back(std::move(next));
    }
    Places alive(static_cast<std::size_t>(count_) + 1, 0);
    alive[count_] = 1;
    for (std::size_t r = spaces.size(); r-- > 0;) {
      Places before(static_cast<std::size_t>(count_) + 1, 0);
      int shares = 0, first = 0, last = 0;
      for (int a = 0; a <= count_; ++a) {
        if (ahead[r][a] == 0) continue;
        for (int b = a; b <= count_ && shortest(a, b) <= spaces[r].end - spaces[r].begin; ++b) {
          if (alive[b] == 0 || !fits(spaces[r], a, b)) continue;
          ++shares;
          first = a;
          last = b;
          before[a] = 1;
        }
      }
      alive = std::move(before);
      if (shares != 1) continue;
      if (first == last && unknown(spaces[r].begin, spaces[r].end)) return true;
      const int slack = spaces[r].end - spaces[r].begin - shortest(first, last);
      int begin = spaces[r].begin;
      for (int j = first; j < last; ++j) {
        if (unknown(begin + slack, begin + clue_[j])) return true;
        begin += clue_[j] + 1;
      }
    }
    return false;
  }

  static constexpr int kMostBlocks = (kLongestLine + 1) / 2;

  std::string_view cells_;
  int length_;
  bool possible_ = false, fruitful_ = false;
  int open_ = 0, filled_ = 0, count_ = 0, total_ = 0, tight_ = 0;
  std::array<int, kMostBlocks> clue_, left_, right_;
  std::vector<Group> groups_;
};

}   // namespace nonairo::lines
