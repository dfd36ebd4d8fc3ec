// What people see in a nonogram line: the first of the techniques for single lines that decides a cell of it.
//
// Mostly it is asked only whether there is such a cell, so that no technique searches in vain, or whether a step is
// still seen in a line of which less is known. The techniques themselves, techniques/*.py, are the specification: each
// has here what it decides.
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
inline constexpr int kLineCases = 16;
inline constexpr int kNothingSeen = -1;
inline constexpr int kSpoilt = -2;   // there is no completion

// What the sentence of a step says of a line: the block that it is about, the filled cell that shows it, and the cells
// from `begin` to `end` (a group, or the room of a block). What it does not name is 0.
struct Claim {
  int sight;   // the number of its technique
  int block, filled, begin, end;
  std::vector<int> effects;
};

// The masks of a line of text.
template <class Bits>
Masks<Bits> read_line(std::string_view text) {
  const auto length = static_cast<int>(text.size());
  Masks<Bits> line{{low_bits<Bits>(length), low_bits<Bits>(length)}};
  for (int k = 0; k < length; ++k) {
    if (text[static_cast<std::size_t>(k)] != '.') clear_bit(line.can[text[static_cast<std::size_t>(k)] == '0'], k);
  }
  return line;
}

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
  Seen(const RunsLine<Bits>& rule, std::string_view cells) : Seen(rule, cells, read_line<Bits>(cells)) {}
  // The same, where the masks of the text are known.
  template <class Bits>
  Seen(const RunsLine<Bits>& rule, std::string_view cells, const Masks<Bits>& line)
      : cells_(cells), length_(rule.length()), open_(count_bits(line.can[0] & line.can[1])),
        filled_(length_ - count_bits(line.can[0])) {
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
    prepare();
    const auto is_news = [&](int begin, int end, int) { return unknown(begin, end); };
    for (int number = 0; number < static_cast<int>(kSights.size()); ++number) {
      if ((among >> number & 1) != 0 && (number == kLineCases || sees(number, is_news))) return number;
    }
    return kNothingSeen;
  }

  bool fruitful() const { return fruitful_; }

  // Once, before `sees`.
  void prepare() {
    find_groups();
    for (int j = 0; j < count_; ++j) total_ += clue_[j];
    tight_ = count_ == 0 ? 0 : total_ + count_ - 1;
  }

  // Calls `put(begin, end, symbol)` for the stretches that a technique decides, of which some cells may be known, or
  // outside the line; true as soon as `put` says that this is enough. Not for line_cases.
  template <class Put>
  bool sees(int number, Put&& put) const {
    switch (number) {
      case 0: return count_ == 0 && put(0, length_, 0);
      case 1: return count_ > 0 && tight_ == length_ && exact_fit(put);
      case 2: return total_ > 0 && filled_ == total_ && put(0, length_, 0);
      case 3: return total_ > filled_ && total_ - filled_ == open_ && put(0, length_, 1);
      case 4: return overlap(put);
      case 5: return closed(1, put);
      case 6: return at_either_end([&](const End& end) { return end.covered(put); });
      case 7: return at_either_end([&](const End& end) { return end.pushed(put); });
      case 8: return out_of_reach(put);
      case 9: return small_room(put);
      case 10: return joined(put);
      case 11: return forced(put);
      case 12: return overlap_seen(put);
      case 13: return split(put);
      case 14: return grown(put);
      case 15: return closed(count_, put);
      default: return false;
    }
  }

  // Whether a step is still seen here, if this is its line with less known; for some techniques only.
  bool still(const Claim& claim) const {
    if (!possible_) return false;
    const auto each = [&](auto&& holds) { return std::all_of(claim.effects.begin(), claim.effects.end(), holds); };
    switch (claim.sight) {
      case 5: return still_closed(claim, 1);
      case 6: return still_covered(claim);
      case 7: return still_behind(claim);
      case 8:
        return each([&](int k) {
          for (int j = 0; j < count_; ++j) {
            if (left_[j] <= k && k < right_[j] + clue_[j]) return false;
          }
          return true;
        });
      case 11: return still_forced(claim);
      case 12:
        return each([&](int k) {
          for (int j = 0; j < count_; ++j) {
            if (right_[j] <= k && k < left_[j] + clue_[j]) return true;
          }
          return false;
        });
      case 15: return still_closed(claim, count_);
      default: return false;
    }
  }

  const std::vector<Group>& find_groups() {
    groups_.clear();
    groups_.reserve(kUsual);
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

  template <class Put>
  bool exact_fit(Put&& put) const {
    int begin = 0;
    for (int j = 0; j < count_; ++j) {
      if (put(begin, begin + clue_[j], 1) || put(begin + clue_[j], begin + clue_[j] + 1, 0)) return true;
      begin += clue_[j] + 1;
    }
    return false;
  }

  template <class Put>
  bool overlap(Put&& put) const {
    const int slack = length_ - tight_;
    int begin = 0;
    for (int j = 0; j < count_; ++j) {
      if (clue_[j] > slack && put(begin + slack, begin + clue_[j], 1)) return true;
      begin += clue_[j] + 1;
    }
    return false;
  }

  // A group, open at an end, as long as every block that it can be: at most so many.
  template <class Put>
  bool closed(int most, Put&& put) const {
    for (const Group& group : groups_) {
      const int length = group.end - group.begin;
      if (group.owners == 0 || group.owners > most || group.shortest != length || group.longest != length) continue;
      if (put(group.begin - 1, group.begin, 0) || put(group.end, group.end + 1, 0)) return true;
    }
    return false;
  }

  bool still_closed(const Claim& claim, int most) const {
    const int begin = claim.begin, end = claim.end;
    if ((begin > 0 && cells_[begin - 1] == '1') || (end < length_ && cells_[end] == '1')) return false;
    for (int k = begin; k < end; ++k) {
      if (cells_[k] != '1') return false;
    }
    const Group group = owned(begin, end);
    return group.owners > 0 && group.owners <= most && group.shortest == end - begin && group.longest == end - begin;
  }

  // The block covers the filled cell, and lies in its room.
  bool still_covered(const Claim& claim) const {
    const int first = left_[claim.block], last = right_[claim.block], length = clue_[claim.block];
    return cells_[claim.filled] == '1' && last <= claim.filled && claim.filled < first + length &&
           claim.begin <= first && last + length <= claim.end;
  }

  // The blocks behind the wall stay there.
  bool still_behind(const Claim& claim) const {
    const int cell = claim.effects.front();
    if (cells_[claim.filled] != '1') return false;
    if (claim.filled < cell) return claim.block + 1 == count_ || left_[claim.block + 1] > cell;
    return claim.block == 0 || right_[claim.block - 1] + clue_[claim.block - 1] <= cell;
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

    template <class Put>
    bool put_here(int first, int last, int symbol, Put&& put) const {
      return turned ? put(line.length_ - last, line.length_ - first, symbol) : put(first, last, symbol);
    }

    template <class Put>
    bool covered(Put&& put) const {
      if (finished()) return false;
      const int after = begin + length(), end = std::min(after, line.length_);
      int first = begin;
      while (first < end && cell(first) != '1') ++first;
      if (first == end) return false;
      return put_here(first, end, 1, put) || (first == begin && put_here(after, after + 1, 0, put));
    }
    template <class Put>
    bool pushed(Put&& put) const {
      if (finished() || begin + length() >= line.length_) return false;
      if (cell(begin + length()) != '1' || cell(begin) != '.') return false;
      return put_here(begin, begin + 1, 0, put);
    }
  };
  template <class Look>
  bool at_either_end(Look&& look) const {
    return filled_ > 0 && (look(End(*this, false)) || look(End(*this, true)));
  }

  template <class Put>
  bool out_of_reach(Put&& put) const {
    if (count_ == 0) return false;
    int at = 0;
    for (int j = 0; j < count_; ++j) {
      if (put(at, left_[j], 0)) return true;
      at = std::max(at, right_[j] + clue_[j]);
    }
    return put(at, length_, 0);
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

  template <class Put>
  bool small_room(Put&& put) const {
    if (count_ == 0) return false;
    bool found = false;
    rooms([&](int begin, int end, int filled) {
      if (found || filled > 0) return;
      bool fits = false;
      for (int j = 0; j < count_ && !fits; ++j) {
        fits = std::max(begin, left_[j]) + clue_[j] <= std::min(end, right_[j] + clue_[j]);
      }
      found = !fits && put(begin, end, 0);
    });
    return found;
  }

  template <class Put>
  bool overlap_seen(Put&& put) const {
    for (int j = 0; j < count_; ++j) {
      if (put(right_[j], left_[j] + clue_[j], 1)) return true;
    }
    return false;
  }

  template <class Put>
  bool joined(Put&& put) const {
    for (std::size_t a = 0; a < groups_.size(); ++a) {
      for (std::size_t b = a + 1; b < groups_.size(); ++b) {
        if (empty_between(groups_[a].end, groups_[b].begin)) break;
        if (groups_[a].first >= groups_[b].last && put(groups_[a].end, groups_[b].begin, 1)) return true;
      }
    }
    return false;
  }

  template <class Put>
  bool split(Put&& put) const {
    for (std::size_t a = 0; a + 1 < groups_.size(); ++a) {
      const int end = groups_[a].end;
      if (groups_[a + 1].begin != end + 1 || cells_[end] != '.') continue;
      if (owned(groups_[a].begin, groups_[a + 1].end).owners == 0 && put(end, end + 1, 0)) return true;
    }
    return false;
  }

  template <class Put>
  bool grown(Put&& put) const {
    if (count_ == 0) return false;
    for (const Group& group : groups_) {
      int wall = group.begin - 1, far = group.end;
      while (wall >= 0 && cells_[wall] != '0') --wall;
      while (far < length_ && cells_[far] != '0') ++far;
      if (put(group.end, wall + 1 + group.shortest, 1) || put(far - group.shortest, group.begin, 1)) return true;
    }
    return false;
  }

  struct Room {
    int begin, end, filled;
  };

  // The rooms in which counting what fits where leaves one choice of blocks, from `first` to before `last`; until `act`
  // says that it is enough.
  template <class Act>
  bool forced_rooms(Act&& act) const {
    if (count_ == 0) return false;
    std::vector<Room> spaces;
    spaces.reserve(kUsual);
    rooms([&](int begin, int end, int filled) { spaces.push_back({begin, end, filled}); });
    const std::size_t number = spaces.size();
    if (number == 1 && spaces[0].end - spaces[0].begin == length_) return false;
    std::array<int, kMostBlocks + 1> sums;   // of the blocks before each
    sums[0] = 0;
    for (int j = 0; j < count_; ++j) sums[j + 1] = sums[j] + clue_[j];
    const auto shortest = [&](int a, int b) { return a == b ? 0 : sums[b] - sums[a] + b - a - 1; };
    const auto fits = [&](const Room& room, int a, int b) {
      return shortest(a, b) <= room.end - room.begin && sums[b] - sums[a] >= room.filled;
    };
    const auto places = static_cast<std::size_t>(count_) + 1;
    std::vector<char> ahead((number + 3) * places, 0);   // for each room: blocks placed in rooms before
    ahead[0] = 1;
    for (std::size_t r = 0; r < number; ++r) {
      const Room& room = spaces[r];
      const char* const here = &ahead[r * places];
      char* const next = &ahead[(r + 1) * places];
      for (int a = 0; a <= count_; ++a) {
        if (here[a] == 0) continue;
        for (int b = a; b <= count_ && shortest(a, b) <= room.end - room.begin; ++b) next[b] |= fits(room, a, b);
      }
    }
    char* alive = &ahead[(number + 1) * places];
    char* before = alive + places;
    alive[count_] = 1;
    for (std::size_t r = number; r-- > 0;) {
      std::fill_n(before, places, char{0});
      int shares = 0, first = 0, last = 0;
      for (int a = 0; a <= count_; ++a) {
        if (ahead[r * places + static_cast<std::size_t>(a)] == 0) continue;
        for (int b = a; b <= count_ && shortest(a, b) <= spaces[r].end - spaces[r].begin; ++b) {
          if (alive[b] == 0 || !fits(spaces[r], a, b)) continue;
          ++shares;
          first = a;
          last = b;
          before[a] = 1;
        }
      }
      std::swap(alive, before);
      const int slack = spaces[r].end - spaces[r].begin - shortest(first, last);
      if (shares == 1 && act(spaces[r], first, last, slack)) return true;
    }
    return false;
  }

  // The cells of a room that its blocks cover wherever they lie, with so much slack.
  template <class Act>
  void covered(const Room& room, int first, int last, int slack, Act&& act) const {
    int begin = room.begin;
    for (int j = first; j < last; ++j) {
      act(begin + slack, begin + clue_[j]);
      begin += clue_[j] + 1;
    }
  }

  template <class Put>
  bool forced(Put&& put) const {
    return forced_rooms([&](const Room& room, int first, int last, int slack) {
      bool found = first == last && put(room.begin, room.end, 0);
      covered(room, first, last, slack, [&](int begin, int end) { found |= put(begin, end, 1); });
      return found;
    });
  }

  bool still_forced(const Claim& claim) const {
    return forced_rooms([&](const Room& room, int first, int last, int slack) {
      if (room.begin != claim.begin || room.end != claim.end) return false;
      return first == last || std::all_of(claim.effects.begin(), claim.effects.end(), [&](int k) {
               bool found = false;
               covered(room, first, last, slack, [&](int begin, int end) { found |= begin <= k && k < end; });
               return found;
             });
    });
  }

  static constexpr std::size_t kUsual = 8;   // groups or rooms, at most
  static constexpr int kMostBlocks = (kLongestLine + 1) / 2;

  std::string_view cells_;
  int length_;
  bool possible_ = false, fruitful_ = false;
  int open_, filled_, count_ = 0, total_ = 0, tight_ = 0;
  std::array<int, kMostBlocks> clue_, left_, right_;
  std::vector<Group> groups_;
};

}   // namespace nonairo::lines
