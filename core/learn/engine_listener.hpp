// Engine: what a listener hears besides the clauses themselves (see ClauseListener).
#pragma once

#include "engine.hpp"

namespace nonairo {

// "The premises imply the literal" as a clause; without a literal, "the premises are not all true".
template <Theory Rules>
void Engine<Rules>::tell_reason(ClauseListener::Event event, Literal literal, std::span<const Literal> premises) {
  if (!heard()) return;
  told_.clear();
  if (literal.exists()) told_.push_back(literal);
  for (const Literal premise : premises) told_.push_back(~premise);
  tell(event, told_);
}

// Explanations live as long as the literals that they explain.
template <Theory Rules>
void Engine<Rules>::forget_reasons(std::uint32_t keep) {
  for (std::uint32_t i = trail_.size(); i-- > keep;) {
    const Reason reason = trail_.reason(trail_[i].variable());
    if (reason.kind != Reason::explained) continue;
    told_.assign(1, trail_[i]);
    for (std::uint32_t k = 1; k <= explained_[reason.payload]; ++k) {
      told_.push_back(~Literal::from_code(explained_[reason.payload + k]));
    }
    tell(ClauseListener::forgotten, told_);
  }
}

// Facts outlive the clauses that they follow from, so they are told as clauses of their own before any of those go.
template <Theory Rules>
void Engine<Rules>::tell_facts() {
  if (!heard()) return;
  for (; told_facts_ < trail_.facts(); ++told_facts_) {
    const Literal fact = trail_[told_facts_];
    tell(ClauseListener::learnt, std::span(&fact, 1));
  }
}

template <Theory Rules>
void Engine<Rules>::refute() {
  if (!refuted_) tell(ClauseListener::learnt, {});
  refuted_ = true;
}

}   // namespace nonairo
