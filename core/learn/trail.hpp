// What is assigned, in which order, at which level, and why.
#pragma once

#include <cstdint>
#include <vector>

#include "literal.hpp"

namespace nonairo {

// Why a literal holds. `payload` is the other literal of a binary clause, the place of a longer
// clause in the clause store, the theory's own tag, or the place of a theory's explanation once
// it has been asked for.
struct Reason {
  enum Kind : std::uint32_t { none, binary, clause, theory, explained };
  Kind kind = none;
  std::uint32_t payload = 0;
};

class Trail {
 public:
  explicit Trail(Variable variables) : values_(2 * variables, 0), spots_(variables) { literals_.reserve(variables); }

  Variable variables() const { return static_cast<Variable>(spots_.size()); }
  bool is_true(Literal literal) const { return values_[literal.code] > 0; }
  bool is_false(Literal literal) const { return values_[literal.code] < 0; }
  const std::int8_t* values() const { return values_.data(); }   // by literal's code: see below
  bool is_open(Variable variable) const { return values_[variable << 1] == 0; }

  // Only meaningful for assigned variables.
  std::uint32_t position(Variable variable) const { return spots_[variable].position; }
  std::uint32_t level(Variable variable) const { return spots_[variable].level; }
  const Reason& reason(Variable variable) const { return spots_[variable].reason; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(literals_.size()); }
  Literal operator[](std::uint32_t position) const { return literals_[position]; }
  std::uint32_t depth() const { return static_cast<std::uint32_t>(level_starts_.size()); }
  // Where a level's literals begin; level 0 holds what follows from the puzzle alone.
  std::uint32_t level_start(std::uint32_t level) const { return level == 0 ? 0 : level_starts_[level - 1]; }
  std::uint32_t facts() const { return level_starts_.empty() ? size() : level_starts_[0]; }

  void open_level() { level_starts_.push_back(size()); }

  void push(Literal literal, Reason reason) {
    values_[literal.code] = 1;
    values_[(~literal).code] = -1;
    spots_[literal.variable()] = {size(), depth(), reason};
    literals_.push_back(literal);
  }

  Literal pop() {
    const Literal literal = literals_.back();
    literals_.pop_back();
    values_[literal.code] = values_[(~literal).code] = 0;
    return literal;
  }

  void close_level() { level_starts_.pop_back(); }
  void set_reason(Variable variable, Reason reason) { spots_[variable].reason = reason; }

 private:
  struct Spot {
    std::uint32_t position = 0;
    std::uint32_t level = 0;
    Reason reason;
  };

  std::vector<std::int8_t> values_;   // by literal: 1 true, -1 false, 0 open
  std::vector<Spot> spots_;
  std::vector<Literal> literals_;
  std::vector<std::uint32_t> level_starts_;
};

}   // namespace nonairo
