// Engine, second chore: what a conflict teaches.
#pragma once

#include "engine.hpp"

namespace nonairo {

// Replaces literals of the newest level by their reasons, newest first, until one is left: the
// point through which the whole contradiction passes. Older literals are collected as they are.
template <Theory Rules>
void Engine<Rules>::learn_from_conflict() {
  std::uint32_t level = 0;
  for (const Literal literal : conflict_) level = std::max(level, trail_.level(literal.variable()));
  if (level == 0) return refute();
  if (trail_.depth() > level) backtrack(level);   // a late theory may object to older levels only
  note_target_phases();

  learning_.clear();
  learning_.emplace_back();   // room for the one literal of the newest level
  std::uint32_t open = 0;
  for (const Literal literal : conflict_) visit_antecedent(literal, level, open);
  std::uint32_t position = trail_.size();
  for (;;) {
    do --position;
    while (seen_[trail_[position].variable()] == 0 || trail_.level(trail_[position].variable()) != level);
    const Literal literal = trail_[position];
    if (--open == 0) {
      learning_[0] = literal;
      break;
    }
    const Reason reason = trail_.reason(literal.variable());
    if (reason.kind == Reason::clause) credit(reason.payload);
    const Premises premises = premises_of(literal);
    for (std::uint32_t i = 0; i < premises.count; ++i) {
      if (premises[i] != ~literal) visit_antecedent(premises[i], level, open);
    }
  }
  minimise();
  for (const Variable variable : to_clear_) seen_[variable] = 0;
  to_clear_.clear();
  order_.conflict_over();

  const std::uint32_t glue = count_levels(learning_);
  restarts_.learnt(glue);
  ++stats_.learnt;
  backjump_and_assert(glue);
}

template <Theory Rules>
void Engine<Rules>::visit_antecedent(Literal literal, std::uint32_t level, std::uint32_t& open) {
  const Variable variable = literal.variable();
  if (seen_[variable] != 0 || trail_.level(variable) == 0) return;
  mark(variable, kSeen);
  order_.bump(variable);
  if (trail_.level(variable) == level) {
    ++open;
  } else {
    learning_.push_back(literal);
  }
}

// A literal is superfluous when its own reasons lead back to others in the clause.
template <Theory Rules>
void Engine<Rules>::minimise() {
  std::uint32_t levels = 0;
  for (const Literal literal : learning_) levels |= level_bit(literal.variable());
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learning_.size(); ++i) {
    if (trail_.reason(learning_[i].variable()).kind == Reason::none || !redundant(learning_[i], levels)) {
      learning_[kept++] = learning_[i];
    }
  }
  learning_.resize(kept);
}

// Walks back through the reasons, depth first, until only literals of the clause are left. What a walk finds out about
// a literal, whether it follows from the clause or not, holds for the walks after it.
template <Theory Rules>
bool Engine<Rules>::redundant(Literal literal, std::uint32_t levels) {
  walk_.assign(1, {literal, 0});
  while (!walk_.empty()) {
    Step& step = walk_.back();
    const Premises premises = premises_of(step.literal);
    Literal deeper;
    while (step.next < premises.count && !deeper.exists()) {
      const Literal premise = premises[step.next++];
      const Variable variable = premise.variable();
      const std::uint8_t seen = seen_[variable];
      if (premise == ~step.literal || trail_.level(variable) == 0 || seen == kSeen || seen == kRedundant) continue;
      if (seen == kNeeded || trail_.reason(variable).kind == Reason::none || (level_bit(variable) & levels) == 0) {
        for (const Step& above : walk_) mark(above.literal.variable(), kNeeded);
        return false;
      }
      deeper = premise;
    }
    if (deeper.exists()) {
      walk_.push_back({deeper, 0});
    } else {
      mark(step.literal.variable(), kRedundant);
      walk_.pop_back();
    }
  }
  return true;
}

template <Theory Rules>
void Engine<Rules>::mark(Variable variable, std::uint8_t as) {
  if (seen_[variable] != 0) return;   // a literal of the clause stays one
  seen_[variable] = as;
  to_clear_.push_back(variable);
}

template <Theory Rules>
std::uint32_t Engine<Rules>::count_levels(std::span<const Literal> literals) {
  ++stamp_;
  std::uint32_t count = 0;
  for (const Literal literal : literals) {
    std::uint64_t& stamp = level_stamp_[trail_.level(literal.variable())];
    count += stamp != stamp_;
    stamp = stamp_;
  }
  return count;
}

template <Theory Rules>
void Engine<Rules>::backjump_and_assert(std::uint32_t glue) {
  std::uint32_t level = 0;
  std::size_t newest = 1;
  for (std::size_t i = 1; i < learning_.size(); ++i) {
    if (trail_.level(learning_[i].variable()) > level) {
      level = trail_.level(learning_[i].variable());
      newest = i;
    }
  }
  if (learning_.size() > 1) std::swap(learning_[1], learning_[newest]);
  for (Literal& literal : learning_) literal = ~literal;
  report(ClauseListener::learnt, learning_);
  if (conflict_explained_) tell_conflict(ClauseListener::forgotten);
  backtrack(level);
  if (learning_.size() == 1) {
    enqueue(learning_[0], {});
    return;
  }
  attach(learning_, glue);
  if (learning_.size() == 2) {
    enqueue(learning_[0], {Reason::binary, learning_[1].code});
  } else {
    store_[learnt_.back()].set_used(glue <= 6 ? 2 : 1);
    enqueue(learning_[0], {Reason::clause, learnt_.back()});
  }
}

// Remembers the fullest assignments without contradiction: all levels below the conflict's.
template <Theory Rules>
void Engine<Rules>::note_target_phases() {
  const std::uint32_t consistent = trail_.level_start(trail_.depth());
  if (consistent > target_size_) {
    target_size_ = consistent;
    for (std::uint32_t i = 0; i < consistent; ++i) target_phases_[trail_[i].variable()] = trail_[i].value();
  }
  if (consistent > best_size_) {
    best_size_ = consistent;
    for (std::uint32_t i = 0; i < consistent; ++i) best_phases_[trail_[i].variable()] = trail_[i].value();
  }
}

}   // namespace nonairo
