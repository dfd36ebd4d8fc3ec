// Engine: what a listener receives besides the clauses themselves (see ClauseListener).
#pragma once

#include "engine.hpp"

namespace nonairo {

// "The premises imply the literal" as a clause; without a literal, "the premises are not all true".
template <Theory Rules>
void Engine<Rules>::tell_reason(ClauseListener::Event event, Literal literal, std::span<const Literal> premises) {
  if (!has_listener()) return;
  reported_.clear();
  if (literal.exists()) reported_.push_back(literal);
  for (const Literal premise : premises) reported_.push_back(~premise);
  report(event, reported_);
}

// Explanations live as long as the literals that they explain.
template <Theory Rules>
void Engine<Rules>::forget_reasons(std::uint32_t keep) {
  for (std::uint32_t i = trail_.size(); i-- > keep;) {
    const Reason reason = trail_.reason(trail_[i].variable());
    if (reason.kind != Reason::explained) continue;
    reported_.assign(1, trail_[i]);
    for (std::uint32_t k = 1; k <= explained_[reason.payload]; ++k) {
      reported_.push_back(~Literal::from_code(explained_[reason.payload + k]));
    }
    report(ClauseListener::forgotten, reported_);
  }
}

// Facts outlive the clauses that they follow from, so the listener gets them as clauses of their own before any of those is deleted.
template <Theory Rules>
void Engine<Rules>::tell_facts() {
  if (!has_listener()) return;
  for (; reported_facts_ < trail_.facts(); ++reported_facts_) {
    const Literal fact = trail_[reported_facts_];
    report(ClauseListener::learnt, std::span(&fact, 1));
  }
}

template <Theory Rules>
void Engine<Rules>::refute() {
  if (!refuted_) report(ClauseListener::learnt, {});
  refuted_ = true;
}

}   // namespace nonairo
