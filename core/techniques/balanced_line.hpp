// What people see in a balanced line: each technique for single lines as the cells that it decides.
//
// The techniques themselves, techniques/*.py, are the specification. Lines have at most 64 cells, and never three
// alike in a row.
#pragma once

#include <bit>
#include <vector>

#include "../bits.hpp"
#include "../signs/puzzle.hpp"

namespace nonairo::techniques {

// Cells that a technique decides: which become 0, and which 1.
struct Decided {
  Word to[2] = {0, 0};

  bool any() const { return (to[0] | to[1]) != 0; }
  bool operator==(const Decided&) const = default;
};

// Signs along a line, and the cells that they link.
//
//      cells       0 = 1   2 x 3       same    bit 0 (cells 0 and 1)
//      groups      0 1 2 3             differ  bit 2 (cells 2 and 3)
//      opposite        *               cell 2 lies beside a pair of =, so it differs from it
struct SignLinks : LineSigns {
  struct Group {
    Word cells;
    Word opposite;   // of these cells those that differ from the first
    int signs;       // that begin in it
  };
  std::vector<Group> groups;

  SignLinks(const LineSigns& signs, int length) : LineSigns(signs) {
    // Cell k is linked to k + 1: as the same, or as the opposite.
    const Word all = low_bits<Word>(length - 1);
    const Word turned = (differ | same << 1 | same >> 1) & all;
    const Word links = (same | turned) & all;
    for (int first = 0; first < length;) {
      int end = first + 1;
      Word opposite = 0;
      bool odd = false;
      for (; (links >> (end - 1) & 1) != 0; ++end) {
        odd ^= (same >> (end - 1) & 1) == 0;
        if (odd) opposite |= Word{1} << end;
      }
      const Word cells = low_bits<Word>(end) & ~low_bits<Word>(first);
      if (end - first > 1) groups.push_back({cells, opposite, std::popcount((same | differ) & cells)});
      first = end;
    }
  }
};

//      cells       0 . 1 1 . .         bit k is cell k
//      shows[0]    * . . . . .
//      shows[1]    . . * * . .
struct BalancedView {
  int length;
  int quota[2];
  Word shows[2];
  const SignLinks* signs = nullptr;

  Word open() const { return low_bits<Word>(length) & ~(shows[0] | shows[1]); }
  int left(int symbol) const { return quota[symbol] - std::popcount(shows[symbol]); }
};

inline Decided pair(const BalancedView& line) {
  Decided found;
  for (int symbol = 0; symbol < 2; ++symbol) {
    const Word pairs = line.shows[symbol] & line.shows[symbol] >> 1;
    found.to[1 - symbol] = (pairs << 2 | pairs >> 1) & line.open();
  }
  return found;
}

inline Decided sandwich(const BalancedView& line) {
  Decided found;
  for (int symbol = 0; symbol < 2; ++symbol) {
    found.to[1 - symbol] = line.shows[symbol] << 1 & line.shows[symbol] >> 1 & line.open();
  }
  return found;
}

inline Decided sign_copy(const BalancedView& line) {
  Decided found;
  if (line.signs == nullptr) return found;
  const auto across = [](Word cells, Word signs) { return (cells & signs) << 1 | (cells >> 1 & signs); };
  for (int symbol = 0; symbol < 2; ++symbol) {
    found.to[symbol] |= across(line.shows[symbol], line.signs->same) & line.open();
    found.to[1 - symbol] |= across(line.shows[symbol], line.signs->differ) & line.open();
  }
  return found;
}

inline Decided last_cell(const BalancedView& line) {
  Decided found;
  const Word open = line.open();
  if (std::popcount(open) != 1) return found;
  for (int symbol = 0; symbol < 2; ++symbol) {
    if (line.left(symbol) == 1) found.to[symbol] = open;
  }
  return found;
}

// Two cells joined by = beside a known one; a longer chain through them is for sign_chain.
inline Decided sign_equal_edge(const BalancedView& line) {
  Decided found;
  if (line.signs == nullptr) return found;
  const Word open = line.open();
  Word pairs = line.signs->same & open & open >> 1;
  for (const SignLinks::Group& group : line.signs->groups) {
    if (group.signs > 1 && std::popcount(group.cells & open) > 2) pairs &= ~group.cells;
  }
  for (int symbol = 0; symbol < 2; ++symbol) {
    const Word beside = pairs & (line.shows[symbol] << 1 | line.shows[symbol] >> 2);
    found.to[1 - symbol] = beside | beside << 1;
  }
  return found;
}

inline Decided sign_chain(const BalancedView& line) {
  Decided found;
  if (line.signs == nullptr) return found;
  for (const SignLinks::Group& group : line.signs->groups) {
    const Word open = group.cells & line.open(), known = group.cells & ~open;
    if (known == 0 || std::popcount(open) <= 2) continue;   // two cells are no chain
    const int k = std::countr_zero(known);
    const int first = static_cast<int>((line.shows[1] ^ group.opposite) >> k & 1);
    found.to[first] |= open & ~group.opposite;
    found.to[1 - first] |= open & group.opposite;
  }
  return found;
}

inline Decided count_out(const BalancedView& line) {
  Decided found;
  for (int symbol = 0; symbol < 2; ++symbol) {
    if (line.left(symbol) == 0) found.to[1 - symbol] = line.open();
  }
  return found;
}

// One of a symbol is left. Wherever it goes, all other open cells become the other symbol: it has to be in every three
// in a row that would make.
//
//      001...    if all were 1: 00 1 1 1 1, threes at 2 and 3: the 0 goes to 3 or 4, so cell 5 is 1
inline Decided one_left(const BalancedView& line) {
  Decided found;
  for (int symbol = 0; symbol < 2; ++symbol) {
    if (line.left(symbol) != 1 || line.left(1 - symbol) < 2) continue;
    const Word full = line.shows[1 - symbol] | line.open();
    const Word threes = full & full >> 1 & full >> 2;
    if (threes == 0) continue;
    const int first = std::countr_zero(threes), last = 63 - std::countl_zero(threes);
    const Word in_all = last > first + 2 ? 0 : low_bits<Word>(first + 3) & ~low_bits<Word>(last);
    found.to[1 - symbol] |= line.open() & ~in_all;
  }
  return found;
}

}   // namespace nonairo::techniques
