// The calling thread leads: it alone asks for interrupts, and the others look at what it says. Whoever runs into the time
// limit or an error stops all; nonograms without a result then count as not decided.
#include "batch.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "solver.hpp"

namespace nonairo {
namespace {

constexpr std::uint8_t kUndecided = 255;
constexpr std::uint64_t kForCell = 100;   // nanoseconds, roughly, that a small nonogram takes

class RunsBatch {
 public:
  RunsBatch(const PackedRuns& packed, std::size_t count, char* solutions, std::uint8_t* counts, int limit,
            const Limits& limits)
      : packed_(packed), solutions_(solutions), counts_(counts), limit_(limit), limits_(limits) {
    starts_.reserve(count);
    std::size_t line = 0;
    for (std::size_t at = 0; at < packed.clues.size(); ++at) {
      if (line == 0) starts_.push_back(at);
      while (packed.clues[at] != 0) ++at;
      line = (line + 1) % packed.lines();
    }
    std::fill_n(solutions, count * packed.cells(), '.');
    std::fill_n(counts, count, kUndecided);
  }

  // One thread's part.
  void work(bool leads) noexcept {
    try {
      Watch watch{*this, leads};
      Limits own = limits_;
      own.interrupted = Watch::interrupted;
      own.context = &watch;
      Budget budget(own);   // of the whole batch
      std::vector<char> second(packed_.cells());
      for (std::size_t k; !stopped_ && (k = next_.fetch_add(1)) < starts_.size();) {
        own.seconds = limits_.seconds - budget.seconds();
        counts_[k] = solve(k, own, second.data());
        if (!budget.charge(packed_.cells() * kForCell)) stopped_ = true;
      }
    } catch (...) {
      if (!failed_.exchange(true)) failure_ = std::current_exception();
      stopped_ = true;
    }
  }

  void raise_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  std::size_t count() const { return starts_.size(); }

 private:
  // What a thread asks, now and then, about going on.
  struct Watch {
    RunsBatch& batch;
    bool leads;

    static bool interrupted(void* context) {
      const Watch& watch = *static_cast<Watch*>(context);
      const Limits& limits = watch.batch.limits_;
      if (watch.leads && limits.interrupted != nullptr && limits.interrupted(limits.context)) {
        watch.batch.stopped_ = true;
      }
      return watch.batch.stopped_.load(std::memory_order_relaxed);
    }
  };

  RunsPuzzle puzzle(std::size_t k) const {
    RunsPuzzle puzzle{packed_.height, packed_.width, {}, {}, {}};
    const std::uint16_t* at = packed_.clues.data() + starts_[k];
    const auto read = [&at](std::vector<std::vector<int>>& side, int lines) {
      side.reserve(static_cast<std::size_t>(lines));
      for (int line = 0; line < lines; ++line) {
        const std::uint16_t* end = at;
        while (*end != 0) ++end;
        side.emplace_back(at, end);
        at = end + 1;
      }
    };
    read(puzzle.rows, packed_.height);
    read(puzzle.columns, packed_.width);
    return puzzle;
  }

  std::uint8_t solve(std::size_t k, const Limits& limits, char* second) const {
    char* const first = solutions_ + k * packed_.cells();
    const std::unique_ptr<AnySearch> search = begin_runs(puzzle(k), limits);
    int found = search->next(first) ? 1 : 0;
    if (found == 1 && limit_ > 1 && search->next(second)) found = 2;
    if (found >= std::min(limit_, 2) || search->outcome() == Outcome::exhausted) return static_cast<std::uint8_t>(found);
    std::fill_n(first, packed_.cells(), '.');
    return kUndecided;
  }

  const PackedRuns& packed_;
  char* solutions_;
  std::uint8_t* counts_;
  int limit_;
  const Limits& limits_;
  std::vector<std::size_t> starts_;     // of each nonogram in the clues
  std::atomic<std::size_t> next_ = 0;   // the first nonogram that no thread has taken
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;   // the first one, of any thread; for those that have joined all threads
};

}   // namespace

void solve_runs_batch(const PackedRuns& packed, std::size_t count, char* solutions, std::uint8_t* counts, int limit,
                      int threads, const Limits& limits) {
  RunsBatch batch(packed, count, solutions, counts, limit, limits);
  {
    std::size_t useful = std::min(batch.count(), static_cast<std::size_t>(threads));
    if (useful > 1) useful = std::min<std::size_t>(useful, std::max(1u, std::thread::hardware_concurrency()));
    std::vector<std::jthread> others;   // joined however we leave
    try {
      while (others.size() + 1 < useful) others.emplace_back([&batch] { batch.work(false); });
    } catch (const std::system_error&) {   // NOLINT(bugprone-empty-catch)
      // The system has no more of them for us: those that we have do the work.
    }
    batch.work(true);
  }
  batch.raise_failure();
}

}   // namespace nonairo
