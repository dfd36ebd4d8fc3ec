// Engine, third chore: keeping clauses, and forgetting most of them again.
#pragma once

#include "engine.hpp"

namespace nonairo {

template <Theory Rules>
void Engine<Rules>::add_clause(std::span<const Literal> clause, std::uint32_t glue) {
  backtrack(0);
  if (refuted_) return;
  report(ClauseListener::given, clause);
  scratch_.clear();
  for (const Literal literal : clause) {
    if (trail_.is_true(literal)) return;
    if (!trail_.is_false(literal)) scratch_.push_back(literal);
  }
  if (scratch_.empty()) {
    refute();
  } else if (scratch_.size() == 1) {
    enqueue(scratch_[0], {});
  } else {
    attach(scratch_, glue);
  }
}

// The first two literals become the watched ones.
template <Theory Rules>
void Engine<Rules>::attach(std::span<const Literal> clause, std::uint32_t glue) {
  watch_count_ += 2;
  if (clause.size() == 2) {
    watches_[clause[0].code].push_back({kBinary, clause[1]});
    watches_[clause[1].code].push_back({kBinary, clause[0]});
    return;
  }
  const ClauseRef place = store_.add(clause, glue);
  watches_[clause[0].code].push_back({place, clause[1]});
  watches_[clause[1].code].push_back({place, clause[0]});
  if (glue != 0) learnt_.push_back(place);
}

// A clause that took part in a conflict is spared for a while, and its glue may have improved.
template <Theory Rules>
void Engine<Rules>::credit(ClauseRef place) {
  Clause clause = store_[place];
  if (!clause.learnt()) return;
  if (clause.glue() > options_.keep_glue) {
    ++stamp_;
    std::uint32_t glue = 0;
    for (std::uint32_t i = 0; i < clause.size(); ++i) {
      std::uint64_t& stamp = level_stamp_[trail_.level(clause.literal(i).variable())];
      glue += stamp != stamp_;
      stamp = stamp_;
    }
    if (glue < clause.glue()) clause.set_glue(std::max(glue, 1u));
  }
  clause.set_used(clause.glue() <= 6 ? 2 : 1);
}

template <Theory Rules>
bool Engine<Rules>::is_reason(ClauseRef place) {
  const Clause clause = store_[place];
  for (std::uint32_t i = 0; i < 2; ++i) {
    const Literal literal = clause.literal(i);
    if (!trail_.is_true(literal)) continue;
    const Reason reason = trail_.reason(literal.variable());
    if (reason.kind == Reason::clause && reason.payload == place) return true;
  }
  return false;
}

template <Theory Rules>
void Engine<Rules>::forget(ClauseRef place) {
  if (has_listener()) {
    const Clause clause = store_[place];
    reported_.clear();
    for (std::uint32_t i = 0; i < clause.size(); ++i) reported_.push_back(clause.literal(i));
    report(ClauseListener::forgotten, reported_);
  }
  store_.kill(place);
}

// Forgets the worse ones of the learnt clauses that no recent conflict needed.
template <Theory Rules>
void Engine<Rules>::forget_clauses() {
  ++stats_.reductions;
  tell_facts();
  next_reduction_ = stats_.conflicts + options_.reduce_interval + options_.reduce_growth * stats_.reductions;
  std::vector<ClauseRef> candidates;
  for (const ClauseRef place : learnt_) {
    Clause clause = store_[place];
    bool satisfied = false;
    for (std::uint32_t i = 0; i < clause.size() && !satisfied; ++i) {
      const Literal literal = clause.literal(i);
      satisfied = trail_.is_true(literal) && trail_.level(literal.variable()) == 0;
    }
    if (is_reason(place)) continue;
    if (satisfied) {
      forget(place);
      continue;
    }
    if (clause.glue() <= options_.keep_glue) continue;
    if (clause.used() > 0) {
      clause.set_used(clause.used() - 1);
      continue;
    }
    candidates.push_back(place);
  }
  std::stable_sort(candidates.begin(), candidates.end(), [&](ClauseRef a, ClauseRef b) {
    const Clause x = store_[a], y = store_[b];
    return x.glue() != y.glue() ? x.glue() > y.glue() : x.size() > y.size();
  });
  const auto forgotten = static_cast<std::size_t>(static_cast<double>(candidates.size()) * options_.forget_share);
  for (std::size_t i = 0; i < forgotten; ++i) forget(candidates[i]);
  std::erase_if(learnt_, [&](ClauseRef place) { return store_[place].dead(); });
  rebuild_watches();
}

// Drops the watches of dead clauses and, when enough is wasted, moves the live ones together.
template <Theory Rules>
void Engine<Rules>::rebuild_watches() {
  const bool moving = store_.worth_compacting();
  if (moving) store_.begin_move();
  watch_count_ = 0;
  for (auto& list : watches_) {
    std::erase_if(list, [&](const Watch& watch) { return watch.place != kBinary && store_[watch.place].dead(); });
    if (moving) {
      for (Watch& watch : list) {
        if (watch.place != kBinary) watch.place = store_.moved(watch.place);
      }
    }
    watch_count_ += list.size();
  }
  if (!moving) return;
  for (ClauseRef& place : learnt_) place = store_.moved(place);
  for (std::uint32_t i = 0; i < trail_.size(); ++i) {
    const Variable variable = trail_[i].variable();
    const Reason reason = trail_.reason(variable);
    if (reason.kind != Reason::clause) continue;
    if (trail_.level(variable) == 0) {
      trail_.set_reason(variable, {});   // facts need no reason, and theirs may be dead
    } else {
      trail_.set_reason(variable, {Reason::clause, store_.moved(reason.payload)});
    }
  }
  store_.end_move();
}

}   // namespace nonairo
