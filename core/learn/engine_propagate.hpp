// Engine, first chore: what follows from what is assigned.
#pragma once

#include "engine.hpp"

namespace nonairo {

template <Theory Rules>
void Engine<Rules>::enqueue(Literal literal, Reason reason) {
  trail_.push(literal, reason);
#if defined(__GNUC__)
  __builtin_prefetch(watches_[(~literal).code].data());   // whom it concerns will be asked soon
#endif
  rules_.assign(literal);
}

// Clauses first, since they are cheap; the theory, a line at a time, when they are at rest.
template <Theory Rules>
bool Engine<Rules>::propagate() {
  conflict_explained_ = false;
  for (;;) {
    if (!propagate_clauses()) return false;
    if (!propagate_rules()) return false;
    if (implied_.empty()) return true;
  }
}

template <Theory Rules>
bool Engine<Rules>::propagate_clauses() {
  // Neither moves while clauses are looked at, which only we can know.
  const std::int8_t* const values = trail_.values();
  std::uint32_t* const words = store_.words();
  while (head_ < trail_.size()) {
    const Literal falsified = ~trail_[head_++];
    auto& list = watches_[falsified.code];
    Watch* read = list.data();
    Watch* const end = read + list.size();
    Watch* write = read;
    bool contradiction = false;
    while (read != end) {
      const Watch watch = *read++;
      const std::int8_t blocker = values[watch.blocker.code];
      if (blocker > 0) {
        *write++ = watch;
        continue;
      }
      if (watch.place == kBinary) {
        *write++ = watch;
        if (blocker < 0) {
          conflict_.assign({~falsified, ~watch.blocker});
          contradiction = true;
          break;
        }
        enqueue(watch.blocker, {Reason::binary, falsified.code});
        continue;
      }
      Clause clause(words + watch.place);
      std::uint32_t* const codes = clause.codes();
      const Literal other = Literal::from_code(codes[0] ^ codes[1] ^ falsified.code);
      const std::int8_t value = values[other.code];
      if (value > 0) {
        *write++ = {watch.place, other};
        continue;
      }
      const std::uint32_t size = clause.size();
      std::uint32_t i = 2;
      while (i < size && values[codes[i]] < 0) ++i;
      if (i < size) {
        const std::uint32_t code = codes[i];
        codes[0] = other.code;
        codes[1] = code;
        codes[i] = falsified.code;
        watches_[code].push_back({watch.place, other});
        continue;
      }
      *write++ = watch;
      if (value < 0) {
        conflict_.clear();
        for (std::uint32_t k = 0; k < size; ++k) conflict_.push_back(~Literal::from_code(codes[k]));
        credit(watch.place);
        contradiction = true;
        break;
      }
      enqueue(other, {Reason::clause, watch.place});
    }
    while (read != end) *write++ = *read++;
    list.resize(static_cast<std::size_t>(write - list.data()));
    if (contradiction) return false;
  }
  return true;
}

template <Theory Rules>
bool Engine<Rules>::propagate_rules() {
  implied_.clear();
  if (!rules_.propagate(implied_)) {
    conflict_.clear();
    rules_.explain_conflict(trail_, conflict_);
    ++stats_.explained;
    conflict_explained_ = true;
    tell_conflict(ClauseListener::explained);
    return false;
  }
  for (const auto [literal, tag] : implied_) {
    if (trail_.is_true(literal)) continue;
    if (trail_.is_false(literal)) {
      conflict_.clear();
      rules_.explain(literal, tag, trail_, trail_.size(), conflict_);
      conflict_.push_back(~literal);
      ++stats_.explained;
      conflict_explained_ = true;
      tell_conflict(ClauseListener::explained);
      return false;
    }
    if (trail_.depth() == 0) tell_reason(ClauseListener::explained, literal, {});   // facts are explained by facts
    enqueue(literal, {Reason::theory, tag});
  }
  return true;
}

// Asks the rules why they implied a literal. The answer is remembered in the literal's reason for as long as it stays on
// the trail.
template <Theory Rules>
void Engine<Rules>::ask_why(Literal literal, std::uint32_t tag) {
  const auto place = static_cast<std::uint32_t>(explained_.size());
  scratch_.clear();
  rules_.explain(literal, tag, trail_, trail_.position(literal.variable()), scratch_);
  ++stats_.explained;
  tell_reason(ClauseListener::explained, literal, scratch_);
  explained_.push_back(static_cast<std::uint32_t>(scratch_.size()));
  for (const Literal premise : scratch_) explained_.push_back(premise.code);
  trail_.set_reason(literal.variable(), {Reason::explained, place});
}

// Assumptions may stand for thousands of questions without a return to level 0. Explanations of literals that were
// taken back meanwhile are of no use; the others move together.
template <Theory Rules>
void Engine<Rules>::drop_old_explanations() {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = trail_.facts(); i < trail_.size(); ++i) {
    const Variable variable = trail_[i].variable();
    const Reason reason = trail_.reason(variable);
    if (reason.kind != Reason::explained) continue;
    const auto place = static_cast<std::uint32_t>(kept.size());
    const auto first = explained_.begin() + reason.payload;
    kept.insert(kept.end(), first, first + 1 + *first);
    trail_.set_reason(variable, {Reason::explained, place});
  }
  explained_.swap(kept);
  too_many_explained_ = std::max(kFewExplained, 2 * explained_.size());
}

template <Theory Rules>
auto Engine<Rules>::premises_of(Literal literal) -> Premises {
  const Reason& reason = trail_.reason(literal.variable());
  switch (reason.kind) {
    case Reason::none: break;
    case Reason::binary: return {&reason.payload, 1, 1};
    case Reason::clause: {
      const Clause clause = store_[reason.payload];
      return {clause.codes(), clause.size(), 1};
    }
    case Reason::theory: ask_why(literal, reason.payload); [[fallthrough]];
    case Reason::explained: {
      const std::uint32_t* const place = explained_.data() + reason.payload;
      return {place + 1, *place, 0};
    }
  }
  return {};
}

}   // namespace nonairo
