// Reading a balanced line with signs: the reader of balanced lines, and at each gap what its sign allows.
//
// A state at a gap is asked two things by the cell behind it: may the symbol change here (then any run will do), may it
// stay (then only a run of one)? So a sign just empties one of the two sets, whichever side one comes from:
//
//      sign     z, o (to change)    z1, o1 (to stay)
//       =            none                kept
//       x            kept                none
#pragma once

#include <cstdint>

#include "../balanced/reader.hpp"
#include "puzzle.hpp"

namespace nonairo::signs {

class SignedReader {
 public:
  using Set = std::uint64_t;
  using Plain = balanced::BalancedReader<Set>;
  using States = Plain::States;

  SignedReader(int length, int ones, LineSigns signs) : plain_(length, ones), signs_(signs) {}

  void start(States& out) const { plain_.start(out); }
  void end(States& out) const { plain_.end(out); }
  void step(const States& s, unsigned cell, Symbols may, States& out) const {
    plain_.step(s, cell, may, out);
    keep_allowed(cell, out);
  }
  void step_back(const States& s, unsigned cell, Symbols may, States& out) const {
    plain_.step_back(s, cell, may, out);
    if (cell > 0) keep_allowed(cell - 1, out);
  }
  bool meets(const States& left, const States& right) const { return plain_.meets(left, right); }
  Symbols last_symbols(const States& left, const States& right) const { return plain_.last_symbols(left, right); }
  bool dead(const States& s) const { return (s.z | s.o | s.z1 | s.o1) == 0; }

 private:
  void keep_allowed(unsigned gap, States& s) const {
    const Set change = static_cast<Set>(signs_.same >> gap & 1) - 1;
    const Set stay = static_cast<Set>(signs_.differ >> gap & 1) - 1;
    s.z &= change, s.o &= change, s.z1 &= stay, s.o1 &= stay;
  }

  Plain plain_;
  LineSigns signs_;
};
static_assert(LineReader<SignedReader>);

// What the cells of a line can be in some completion; all of them nothing if there is none.
inline Masks<std::uint64_t> settled(const SignedReader& reader, unsigned length, Masks<std::uint64_t> line) {
  SignedReader::States left[kLargestSignedSide + 1], right, before;
  const auto may = [&](unsigned i) { return (line.can[0] >> i & 1) | (line.can[1] >> i & 1) << 1; };
  reader.start(left[0]);
  for (unsigned i = 0; i < length; ++i) reader.step(left[i], i, may(i), left[i + 1]);
  reader.end(right);
  if (!reader.meets(left[length], right)) return {{0, 0}};
  for (unsigned i = length; i-- > 0;) {
    const Symbols cell = may(i), found = reader.last_symbols(left[i + 1], right);
    for (unsigned s = 0; s < 2; ++s) line.can[s] &= ~(((found >> s & 1) ^ 1) << i);
    reader.step_back(right, i, cell, before);
    right = before;
  }
  return line;
}

}   // namespace nonairo::signs
