// Where clauses of three and more literals live.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "literal.hpp"

namespace nonairo {

using ClauseRef = std::uint32_t;   // index of a clause's first word in the store

// One clause in the store of 32-bit words:
//
//      word 0            1                                   2 ...
//      [ size           ][ glue : 24 | used : 6 | flags : 2 ][ literal ][ literal ] ...
//
// The first two literals are the watched ones. Glue is the number of decision levels in a learnt
// clause (small is good; 0 marks a clause of the puzzle itself). `used` counts down from the last
// conflict that needed the clause.
class Clause {
 public:
  explicit Clause(std::uint32_t* words) : words_(words) {}

  std::uint32_t size() const { return words_[0]; }
  std::uint32_t glue() const { return words_[1] >> 8; }
  std::uint32_t used() const { return words_[1] >> 2 & 63; }
  bool learnt() const { return glue() != 0; }
  bool dead() const { return (words_[1] & kDead) != 0; }
  bool moved() const { return (words_[1] & kMoved) != 0; }

  void set_glue(std::uint32_t glue) { words_[1] = (words_[1] & 255) | glue << 8; }
  void set_used(std::uint32_t used) { words_[1] = (words_[1] & ~(63u << 2)) | used << 2; }
  void kill() { words_[1] |= kDead; }

  Literal literal(std::uint32_t i) const { return Literal::from_code(words_[2 + i]); }
  std::uint32_t* codes() { return words_ + 2; }
  const std::uint32_t* codes() const { return words_ + 2; }

 private:
  friend class ClauseStore;
  static constexpr std::uint32_t kDead = 1;
  static constexpr std::uint32_t kMoved = 2;   // word 2 then holds the new place

  std::uint32_t* words_;
};

class ClauseStore {
 public:
  static constexpr std::uint32_t kHeader = 2;

  ClauseRef add(std::span<const Literal> literals, std::uint32_t glue) {
    const auto place = static_cast<ClauseRef>(words_.size());
    words_.resize(words_.size() + kHeader + literals.size());
    words_[place] = static_cast<std::uint32_t>(literals.size());
    words_[place + 1] = glue << 8;
    for (std::size_t i = 0; i < literals.size(); ++i) words_[place + kHeader + i] = literals[i].code;
    return place;
  }

  std::uint32_t* words() { return words_.data(); }
  Clause operator[](ClauseRef place) { return Clause(words_.data() + place); }
  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint32_t); }

  void kill(ClauseRef place) {
    Clause clause = (*this)[place];
    clause.kill();
    wasted_ += kHeader + clause.size();
  }
  bool worth_compacting() const { return wasted_ * 4 > words_.size(); }

  // Compaction in three steps: `begin_move`, then `moved(place)` for every live clause that
  // somebody refers to (it answers with the new place), then `end_move`.
  void begin_move() {
    fresh_.clear();
    fresh_.reserve(words_.size() - wasted_);
  }

  ClauseRef moved(ClauseRef place) {
    Clause clause = (*this)[place];
    if (clause.moved()) return words_[place + kHeader];
    const auto target = static_cast<ClauseRef>(fresh_.size());
    fresh_.insert(fresh_.end(), words_.begin() + place, words_.begin() + place + kHeader + clause.size());
    words_[place + 1] |= Clause::kMoved;
    words_[place + kHeader] = target;
    return target;
  }

  void end_move() {
    words_.swap(fresh_);
    fresh_.clear();
    fresh_.shrink_to_fit();
    wasted_ = 0;
  }

 private:
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> fresh_;
  std::size_t wasted_ = 0;
};

}   // namespace nonairo
