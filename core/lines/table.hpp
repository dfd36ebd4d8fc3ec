// Any line rule as a table: an automaton reads the line from the left, one symbol a cell.
//
// A rule is turned into layers, one per gap between cells. A layer holds the states that can
// be reached by then and from which the line can still be finished; states with the same
// future are one. Where the positions of the ones, counted from 1, add up to 3:
//
//      gap            0        1        2        3
//      sum so far     0 --0--> 0 --0--> 0 --1--> 3
//                       `-1--> 1 --1--> 3 --0--> 3
//
// What can be reached from the left, and what leads to the end, are sets of states, one bit
// each. A symbol can stand in a cell if some arrow of it joins the two.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bits.hpp"

namespace nonairo::lines {

// States are numbered from 0. next[state][symbol] is -1 where the line is spoilt.
struct Automaton {
  int start = 0;
  std::vector<std::array<int, 2>> next;
  std::vector<bool> accepts;

  int states() const { return static_cast<int>(next.size()); }

  void check() const {
    if (accepts.size() != next.size()) throw std::invalid_argument("one accept flag per state");
    if (start < 0 || start >= states()) throw std::invalid_argument("the start is a state");
    for (const auto& targets : next) {
      for (const int target : targets) {
        if (target < -1 || target >= states()) throw std::invalid_argument("no such state");
      }
    }
  }
};

template <LineBits Bits>
class TableLine {
 public:
  // One word more than the cells need: a rule may allow all 2^n lines.
  using Count = Wide<static_cast<int>(sizeof(Bits) / sizeof(Word)) + 1>;

  TableLine(const Automaton& rule, int length) : length_(length) {
    rule.check();
    build(rule, reachable(rule));
  }

  int length() const { return length_; }
  int widest_layer() const { return widest_; }

  // What each cell can be in some completion; nothing if there is none.
  std::optional<Masks<Bits>> squeeze(const Masks<Bits>& line) const {
    if (!possible_) return std::nullopt;
    const std::size_t words = static_cast<std::size_t>(words_);
    std::vector<Word> from_left((length_ + 1) * words, 0);
    from_left[0] = 1;
    for (int k = 0; k < length_; ++k) {
      const bool can[2] = {has(line.can_zero, k), has(line.can_one, k)};
      Word* const after = &from_left[(k + 1) * words];
      for_each_bit(&from_left[k * words], [&](int state) {
        for (const int symbol : {0, 1}) {
          const int target = arrow(k, state)[symbol];
          if (can[symbol] && target >= 0) after[target / kWordBits] |= bit(target);
        }
      });
    }
    std::vector<Word> to_end(words, 0);
    std::vector<Word> before(words);
    to_end[0] = from_left[length_ * words] & 1;
    if (to_end[0] == 0) return std::nullopt;
    Masks<Bits> seen{Bits{0}, Bits{0}};
    for (int k = length_ - 1; k >= 0; --k) {
      const bool can[2] = {has(line.can_zero, k), has(line.can_one, k)};
      bool used[2] = {false, false};
      before.assign(words, 0);
      for_each_bit(&from_left[k * words], [&](int state) {
        for (const int symbol : {0, 1}) {
          const int target = arrow(k, state)[symbol];
          if (!can[symbol] || target < 0) continue;
          if ((to_end[target / kWordBits] & bit(target)) == 0) continue;
          used[symbol] = true;
          before[state / kWordBits] |= bit(state);
        }
      });
      if (used[0]) seen.can_zero |= Bits{1} << k;
      if (used[1]) seen.can_one |= Bits{1} << k;
      to_end.swap(before);
    }
    return seen;
  }

  // The number of completions.
  Count count(const Masks<Bits>& line) const {
    if (!possible_) return Count{0};
    std::vector<Count> ways(widest_, Count{0});
    std::vector<Count> after(widest_);
    ways[0] = Count{1};
    for (int k = 0; k < length_; ++k) {
      after.assign(widest_, Count{0});
      const bool can[2] = {has(line.can_zero, k), has(line.can_one, k)};
      for (int state = 0; state < layer_size(k); ++state) {
        for (const int symbol : {0, 1}) {
          const int target = arrow(k, state)[symbol];
          if (can[symbol] && target >= 0) after[target] += ways[state];
        }
      }
      ways.swap(after);
    }
    return ways[0];
  }

 private:
  using Arrow = std::array<int, 2>;

  static constexpr Word bit(int state) { return Word{1} << (state % kWordBits); }

  template <class Visit>
  void for_each_bit(const Word* set, Visit&& visit) const {
    for (int word = 0; word < words_; ++word) {
      for (Word rest = set[word]; rest != 0; rest &= rest - 1) {
        visit(word * kWordBits + std::countr_zero(rest));
      }
    }
  }

  int layer_size(int k) const { return first_[k + 1] - first_[k]; }
  const Arrow& arrow(int k, int state) const { return arrows_[first_[k] + state]; }

  std::vector<std::vector<int>> reachable(const Automaton& rule) const {
    std::vector<std::vector<int>> layers(length_ + 1);
    layers[0] = {rule.start};
    std::vector<int> seen_at(rule.next.size(), -1);
    for (int k = 0; k < length_; ++k) {
      for (const int state : layers[k]) {
        for (const int target : rule.next[state]) {
          if (target < 0 || seen_at[target] == k) continue;
          seen_at[target] = k;
          layers[k + 1].push_back(target);
        }
      }
    }
    return layers;
  }

  // From the last layer, where all accepting states are one, to the first: two states with
  // the same arrows have the same future.
  void build(const Automaton& rule, const std::vector<std::vector<int>>& layers) {
    std::vector<int> name(rule.next.size(), -1);   // in the layer to the right
    for (const int state : layers[length_]) name[state] = rule.accepts[state] ? 0 : -1;
    std::vector<std::vector<Arrow>> arrows(length_);
    for (int k = length_ - 1; k >= 0; --k) {
      std::map<Arrow, int> known;
      std::vector<std::pair<int, int>> renamed;
      for (const int state : layers[k]) {
        Arrow targets;
        for (const int symbol : {0, 1}) {
          const int target = rule.next[state][symbol];
          targets[symbol] = target < 0 ? -1 : name[target];
        }
        if (targets == Arrow{-1, -1}) {
          renamed.emplace_back(state, -1);
          continue;
        }
        const auto [at, fresh] = known.try_emplace(targets, static_cast<int>(known.size()));
        if (fresh) arrows[k].push_back(targets);
        renamed.emplace_back(state, at->second);
      }
      for (const auto& [state, number] : renamed) name[state] = number;
    }
    possible_ = name[rule.start] == 0;
    for (const auto& layer : arrows) {
      first_.push_back(static_cast<int>(arrows_.size()));
      arrows_.insert(arrows_.end(), layer.begin(), layer.end());
      widest_ = std::max(widest_, static_cast<int>(layer.size()));
    }
    first_.push_back(static_cast<int>(arrows_.size()));
    words_ = (widest_ + kWordBits - 1) / kWordBits;
  }

  int length_;
  bool possible_ = false;       // some line obeys
  int widest_ = 1;
  int words_ = 1;               // of a set of states
  std::vector<Arrow> arrows_;   // all layers, one after the other
  std::vector<int> first_;      // where each begins
};

}  // namespace nonairo::lines
