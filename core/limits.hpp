// How much work a search may do, and the one place where it asks.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace nonairo {

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t memory = std::uint64_t{1} << 30;   // bytes that tables and learnt clauses may take
  bool (*interrupted)(void* context) = nullptr;    // asked now and then; true stops the search
  void* context = nullptr;

  // As much of the memory as addresses can reach.
  std::size_t room() const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(memory, std::numeric_limits<std::size_t>::max()));
  }
};

// What stopped a search before its end.
enum class Limit : std::uint8_t { none, time, nodes, memory, interrupted };

// Spends a Limits, and remembers which limit was reached first. Reading the clock costs as much as a small
// propagation, so callers say roughly how many nanoseconds they are about to work, and the clock is read when
// about a fifth of a millisecond has been said to have passed.
class Budget {
 public:
  explicit Budget(const Limits& limits) : limits_(limits) { start(); }

  // The time runs only from when a microsecond of work is said to be done: a search that is over by then never looks.
  struct Late {};
  Budget(const Limits& limits, Late) : limits_(limits), credit_(kBeforeStart) {}

  // Counts a search node. False: stop now.
  bool enter_node(std::uint64_t nanoseconds) {
    if (nodes_ >= limits_.nodes) reach(Limit::nodes);
    if (spent()) return false;
    ++nodes_;
    return charge(nanoseconds);
  }

  // Counts nodes that somebody else has entered.
  void add_nodes(std::uint64_t nodes) { nodes_ += nodes; }

  // Counts work inside a node. False: stop now.
  bool charge(std::uint64_t nanoseconds) {
    credit_ -= static_cast<std::int64_t>(nanoseconds);
    if (credit_ <= 0) look_up();
    return !spent();
  }

  // Whether tables and clauses of so many bytes are allowed. False: stop now. 64 bits everywhere: a size that wraps
  // round where addresses have 32 would look small.
  bool holds(std::uint64_t bytes) {
    if (bytes > limits_.memory) reach(Limit::memory);
    return !spent();
  }

  // A part of the work, done under what was left of the limits, has run into one.
  void reach(Limit limit) {
    if (limit_ == Limit::none) limit_ = limit;
  }

  bool spent() const { return limit_ != Limit::none; }
  Limit limit() const { return limit_; }
  std::uint64_t nodes() const { return nodes_; }
  const Limits& limits() const { return limits_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t kBetweenLooks = 200'000;   // nanoseconds
  static constexpr std::int64_t kBeforeStart = 1'000;

  static Clock::time_point deadline(Clock::time_point start, double seconds) {
    constexpr double kForever = 1e9;   // thirty years; larger values overflow the clock
    if (!(seconds < kForever)) return Clock::time_point::max();
    return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  void start() {
    start_ = Clock::now();
    deadline_ = deadline(start_, limits_.seconds);
    started_ = true;
  }

  void look_up() {
    credit_ = kBetweenLooks;
    if (!started_) return start();
    if (limits_.interrupted != nullptr && limits_.interrupted(limits_.context)) reach(Limit::interrupted);
    if (Clock::now() >= deadline_) reach(Limit::time);
  }

  Limits limits_;
  Clock::time_point start_;
  Clock::time_point deadline_;
  bool started_ = false;
  std::int64_t credit_ = kBetweenLooks;
  std::uint64_t nodes_ = 0;
  Limit limit_ = Limit::none;
};

}   // namespace nonairo
