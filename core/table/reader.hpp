// A rule's table laid out for one length of line, and reading lines by it.
//
// The rule is turned into layers, one per gap between cells. A layer holds the states that can be reached by then
// and from which the line can still be finished; states with the same future are one. Where the positions of the
// ones, counted from 1, add up to 3:
//
//      gap            0        1        2        3
//      sum so far     0 --0--> 0 --0--> 0 --1--> 3
//                       `-1--> 1 --1--> 3 --0--> 3
//
// A set of states is a row of bits, and most rules move most of their states by the same few distances. So the
// arrows of a symbol are sorted by how far they lead: all states that move by +1 are a mask and one shift, whatever
// their number. Arrows that have a distance nearly to themselves are followed one by one.
//
//      state     0 1 2 3 4 5        mask for +1   1 1 0 1 1 0      to = (set & mask) << 1
//      leads to  1 2 2 4 5 0        strays        2 -> 2, 5 -> 0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "../lines/reader.hpp"
#include "../words.hpp"
#include "rule.hpp"

namespace nonairo::table {

// A set of states; all sets of a line have as many words as its widest layer needs.
using States = std::vector<Word>;

class TableReader {
 public:
  using States = table::States;

  TableReader(const Rule& rule, unsigned length) : length_(length), symbols_(static_cast<unsigned>(rule.symbols)) {
    rule.check(static_cast<int>(length));
    build(rule);
  }

  unsigned length() const { return length_; }
  unsigned symbols() const { return symbols_; }
  bool possible() const { return possible_; }   // some line obeys
  unsigned widest_layer() const { return widest_; }
  unsigned words() const { return words_; }
  std::size_t moves() const { return shifts_.size() * words_ + strays_.size(); }   // that a sweep makes at most

  void start(States& out) const { single(out, possible_); }
  void end(States& out) const { single(out, possible_); }

  void step(const States& from, unsigned cell, Symbols may, States& out) const {
    out.assign(words_, 0);
    for (; may != 0; may &= may - 1) add_step(from, cell, lowest(may), out);
  }
  void step_back(const States& from, unsigned cell, Symbols may, States& out) const {
    out.assign(words_, 0);
    for (; may != 0; may &= may - 1) add_step_back(from, cell, lowest(may), out);
  }
  bool meets(const States& left, const States& right) const {
    Word common = 0;
    for (unsigned w = 0; w < words_; ++w) common |= left[w] & right[w];
    return common != 0;
  }
  bool dead(const States& states) const {
    Word all = 0;
    for (const Word word : states) all |= word;
    return all == 0;
  }

  void add_step(const States& from, unsigned cell, unsigned symbol, States& out) const {
    const Moves& moves = moves_[cell * symbols_ + symbol];
    for (std::uint32_t k = moves.first_shift; k < moves.last_shift; ++k) {
      add_shifted(from.data(), &masks_[k * std::size_t{words_}], shifts_[k], out.data());
    }
    for (std::uint32_t k = moves.first_stray; k < moves.last_stray; ++k) {
      const Stray stray = strays_[k];
      out[stray.to / 64] |= (from[stray.from / 64] >> (stray.from % 64) & 1) << (stray.to % 64);
    }
  }
  void add_step_back(const States& from, unsigned cell, unsigned symbol, States& out) const {
    const Moves& moves = moves_[cell * symbols_ + symbol];
    for (std::uint32_t k = moves.first_shift; k < moves.last_shift; ++k) {
      add_shifted_back(from.data(), &masks_[k * std::size_t{words_}], shifts_[k], out.data());
    }
    for (std::uint32_t k = moves.first_stray; k < moves.last_stray; ++k) {
      const Stray stray = strays_[k];
      out[stray.from / 64] |= (from[stray.to / 64] >> (stray.to % 64) & 1) << (stray.from % 64);
    }
  }

 private:
  struct Stray {
    std::uint32_t from, to;
  };
  // Of one symbol in one cell: ranges of the two lists.
  struct Moves {
    std::uint32_t first_shift, last_shift, first_stray, last_stray;
  };

  static unsigned lowest(Symbols may) { return static_cast<unsigned>(std::countr_zero(may)); }

  void single(States& out, bool there) const {
    out.assign(words_, 0);
    out[0] = there ? 1 : 0;
  }

  // out |= (from & mask) moved by `shift` states, to higher numbers or to lower ones.
  void add_shifted(const Word* from, const Word* mask, int shift, Word* out) const {
    if (words_ == 1) {
      const Word moving = from[0] & mask[0];
      out[0] |= shift >= 0 ? moving << shift : moving >> -shift;
      return;
    }
    for_each_moved(shift, [&](unsigned source, unsigned target, auto&& move) {
      out[target] |= move(from[source] & mask[source]);
    });
  }
  // out |= the states of the mask that such a move brings into `from`.
  void add_shifted_back(const Word* from, const Word* mask, int shift, Word* out) const {
    if (words_ == 1) {
      out[0] |= (shift >= 0 ? from[0] >> shift : from[0] << -shift) & mask[0];
      return;
    }
    for_each_moved(-shift, [&](unsigned source, unsigned target, auto&& move) {
      out[target] |= move(from[source]) & mask[target];
    });
  }
  // A shift of a whole row, word by word: each target word gets parts of one or two source words.
  template <class Visit>
  void for_each_moved(int shift, Visit&& visit) const {
    const auto whole = static_cast<unsigned>(std::abs(shift)) / 64, part = static_cast<unsigned>(std::abs(shift)) % 64;
    for (unsigned w = whole; w < words_; ++w) {
      if (shift >= 0) {
        visit(w - whole, w, [=](Word word) { return word << part; });
        if (part != 0 && w > whole) visit(w - whole - 1, w, [=](Word word) { return word >> (64 - part); });
      } else {
        visit(w, w - whole, [=](Word word) { return word >> part; });
        if (part != 0 && w + 1 < words_) visit(w + 1, w - whole, [=](Word word) { return word << (64 - part); });
      }
    }
  }

  std::vector<std::vector<int>> reachable(const Rule& rule) const {
    std::vector<std::vector<int>> layers(length_ + 1);
    layers[0] = {rule.start};
    for (unsigned k = 0; k < length_; ++k) {
      std::vector<bool> seen(static_cast<std::size_t>(rule.states(static_cast<int>(k) + 1)), false);
      for (const int state : layers[k]) {
        for (unsigned s = 0; s < symbols_; ++s) {
          const int target = rule.after(static_cast<int>(k), state, static_cast<int>(s));
          if (target < 0 || seen[static_cast<std::size_t>(target)]) continue;
          seen[static_cast<std::size_t>(target)] = true;
          layers[k + 1].push_back(target);
        }
      }
      std::sort(layers[k + 1].begin(), layers[k + 1].end());   // neighbours stay neighbours: few distances
    }
    return layers;
  }

  // From the last layer, where all accepting states are one, to the first: two states with the same arrows have the
  // same future.
  void build(const Rule& rule) {
    const std::vector<std::vector<int>> layers = reachable(rule);
    using Arrows = std::vector<int>;
    std::vector<int> name(static_cast<std::size_t>(rule.states(static_cast<int>(length_))),
                          -1);   // in the layer to the right
    for (const int state : layers[length_])
      name[static_cast<std::size_t>(state)] = rule.accepts[static_cast<std::size_t>(state)] ? 0 : -1;
    std::vector<std::vector<Arrows>> arrows(length_);
    for (unsigned k = length_; k-- > 0;) {
      std::map<Arrows, int> known;
      std::vector<int> names(static_cast<std::size_t>(rule.states(static_cast<int>(k))), -1);
      for (const int state : layers[k]) {
        Arrows targets;
        for (unsigned s = 0; s < symbols_; ++s) {
          const int target = rule.after(static_cast<int>(k), state, static_cast<int>(s));
          targets.push_back(target < 0 ? -1 : name[static_cast<std::size_t>(target)]);
        }
        if (std::all_of(targets.begin(), targets.end(), [](int target) { return target < 0; })) continue;
        const auto [at, fresh] = known.try_emplace(targets, static_cast<int>(arrows[k].size()));
        if (fresh) arrows[k].push_back(targets);
        names[static_cast<std::size_t>(state)] = at->second;
      }
      name = std::move(names);
      widest_ = std::max(widest_, static_cast<unsigned>(arrows[k].size()));
    }
    possible_ = name[static_cast<std::size_t>(rule.start)] == 0;
    words_ = (widest_ + 63) / 64;
    for (const auto& layer : arrows) {
      for (unsigned s = 0; s < symbols_; ++s) sort_arrows(layer, s);
    }
  }

  // A shift touches every word of a set, so it must move so many states as it has words, and more than a few.
  void sort_arrows(const std::vector<std::vector<int>>& layer, unsigned symbol) {
    std::map<int, std::vector<Stray>> by_distance;
    for (std::uint32_t from = 0; from < layer.size(); ++from) {
      const int to = layer[from][symbol];
      if (to >= 0) by_distance[to - static_cast<int>(from)].push_back({from, static_cast<std::uint32_t>(to)});
    }
    Moves moves{static_cast<std::uint32_t>(shifts_.size()), 0, static_cast<std::uint32_t>(strays_.size()), 0};
    for (const auto& [distance, group] : by_distance) {
      if (group.size() <= words_) {
        strays_.insert(strays_.end(), group.begin(), group.end());
        continue;
      }
      shifts_.push_back(distance);
      masks_.resize(masks_.size() + words_, 0);
      for (const Stray arrow : group) masks_[masks_.size() - words_ + arrow.from / 64] |= Word{1} << (arrow.from % 64);
    }
    moves.last_shift = static_cast<std::uint32_t>(shifts_.size());
    moves.last_stray = static_cast<std::uint32_t>(strays_.size());
    moves_.push_back(moves);
  }

  unsigned length_, symbols_;
  bool possible_ = false;
  unsigned widest_ = 1, words_ = 1;
  std::vector<Moves> moves_;   // by cell and symbol
  std::vector<int> shifts_;
  std::vector<Word> masks_;   // words_ for each shift
  std::vector<Stray> strays_;
};
static_assert(LineReader<TableReader>);

// Settles lines exactly. Keeps its scratch, so that it fetches no memory once it has met its longest line.
class TableSettler {
 public:
  // can[symbol * stride + ...] is for the caller to say: `may(cell)` gives a cell's symbols, `take(cell, symbols)`
  // takes some away. False: the line has no completion, and some cells have been left with nothing.
  template <class May, class Take>
  bool settle(const TableReader& reader, May&& may, Take&& take) {
    const unsigned length = reader.length();
    if (left_.size() <= length) left_.resize(length + 1);
    reader.start(left_[0]);
    for (unsigned i = 0; i < length; ++i) reader.step(left_[i], i, may(i), left_[i + 1]);
    reader.end(right_);
    if (!reader.meets(left_[length], right_)) return false;
    for (unsigned i = length; i-- > 0;) {
      before_.assign(reader.words(), 0);
      const Symbols here = may(i);
      Symbols seen = 0;
      for (Symbols rest = here; rest != 0; rest &= rest - 1) {
        part_.assign(reader.words(), 0);
        reader.add_step_back(right_, i, static_cast<unsigned>(std::countr_zero(rest)), part_);
        if (!reader.meets(left_[i], part_)) continue;
        seen |= rest & (0 - rest);
        for (unsigned w = 0; w < reader.words(); ++w) before_[w] |= part_[w];
      }
      if (seen != here) take(i, here & ~seen);
      right_.swap(before_);
    }
    return true;
  }

 private:
  std::vector<States> left_;
  States right_, before_, part_;
};

}   // namespace nonairo::table
