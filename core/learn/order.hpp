// Which open variable to decide next: the one most active in recent conflicts.
//
// Activities grow by a step that itself grows geometrically, so old conflicts fade without
// touching every variable. The heap holds at least all open variables; assigned ones are
// thrown out when they come to the top.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "literal.hpp"

namespace nonairo {

class ActivityOrder {
 public:
  explicit ActivityOrder(Variable variables) : activity_(variables, 0.0), place_(variables, kAbsent) {
    heap_.reserve(variables);
  }

  void set_decay(double decay) { growth_ = 1.0 / decay; }
  void set_activity(Variable variable, double activity) {
    activity_[variable] = activity;
    if (place_[variable] != kAbsent) rise(place_[variable]);
  }
  double activity(Variable variable) const { return activity_[variable]; }
  // The same, divided by what a conflict adds now: about 1 if the last conflict used the variable, at most 20.
  double heat(Variable variable) const { return activity_[variable] / step_; }

  void bump(Variable variable) {
    activity_[variable] += step_;
    if (activity_[variable] > kCeiling) rescale();
    if (place_[variable] != kAbsent) rise(place_[variable]);
  }
  void conflict_over() { step_ *= growth_; }

  bool empty() const { return heap_.empty(); }
  void insert(Variable variable) {
    if (place_[variable] != kAbsent) return;
    place_[variable] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(variable);
    rise(place_[variable]);
  }
  Variable pop() {
    const Variable top = heap_[0];
    place_[top] = kAbsent;
    const Variable last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
      heap_[0] = last;
      place_[last] = 0;
      sink(0);
    }
    return top;
  }

 private:
  static constexpr std::uint32_t kAbsent = ~0u;
  static constexpr double kCeiling = 1e100;

  bool before(Variable a, Variable b) const { return activity_[a] > activity_[b]; }

  void rise(std::uint32_t at) {
    const Variable variable = heap_[at];
    while (at > 0) {
      const std::uint32_t parent = (at - 1) / 2;
      if (!before(variable, heap_[parent])) break;
      put(heap_[parent], at);
      at = parent;
    }
    put(variable, at);
  }

  void sink(std::uint32_t at) {
    const Variable variable = heap_[at];
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (;;) {
      std::uint32_t child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], variable)) break;
      put(heap_[child], at);
      at = child;
    }
    put(variable, at);
  }

  void put(Variable variable, std::uint32_t at) {
    heap_[at] = variable;
    place_[variable] = at;
  }

  void rescale() {
    for (double& activity : activity_) activity /= kCeiling;
    step_ /= kCeiling;
  }

  std::vector<double> activity_;
  std::vector<Variable> heap_;
  std::vector<std::uint32_t> place_;
  double step_ = 1.0;
  double growth_ = 1.0 / 0.95;
};

}   // namespace nonairo
