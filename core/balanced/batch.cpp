// Many boards of one shape. Most are finished by exact lines alone, and that is done for a pile of boards at a
// time (kernel_pile.inc); the rest climb the ladder one by one.
//
//     fresh boards --> pile --> full --------> checked, a pile at a time --> result: one solution
//                      ^  |---> dead --------------------------------------> result: none
//                      |  |---> resting, or not passed --> alone: distinct lines, search, its own check
//                      +--+     still moving: joined by fresh ones
//
// The calling thread leads: it alone asks for interrupts, and the others look at what it says. Whoever runs into
// a limit or an error stops all; boards without a result then count as not decided.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <memory>
#include <system_error>
#if !defined(__wasm__)   // which has no threads here
#include <thread>
#endif
#include <vector>

#include "levels.hpp"
#include "search.hpp"
#include "solver.hpp"
#include "spaces.hpp"

namespace nonairo {

using namespace balanced;

namespace {

constexpr std::uint8_t kLimitCameFirst = 255;
constexpr std::size_t kShare = 64;   // boards that a thread takes at a time

struct Batch {
  const BalancedShape& shape;
  const char* cells;
  std::size_t count;
  char* solutions;
  std::uint8_t* counts;
  int limit;
  const Limits& limits;                // nodes for each board, seconds for all of them
  std::atomic<std::size_t> next = 0;   // the first board that no thread has taken
  std::atomic<bool> stopped = false;
  std::atomic<bool> failed = false;
  std::exception_ptr failure{};   // the first one, of any thread; for those that have joined all threads

  std::size_t size() const { return static_cast<std::size_t>(shape.cells()); }

  void fail(std::exception_ptr why) {
    if (!failed.exchange(true)) failure = std::move(why);
    stopped = true;
  }
};

// What a thread of a batch asks, now and then, about going on.
struct Watch {
  Batch& batch;
  bool leads;

  static bool interrupted(void* watch) { return static_cast<Watch*>(watch)->stop(); }
  bool stop() {
    if (leads && batch.limits.interrupted != nullptr && batch.limits.interrupted(batch.limits.context)) {
      batch.stopped = true;
    }
    return batch.stopped.load(std::memory_order_relaxed);
  }
  Limits limits() {
    Limits own = batch.limits;
    own.interrupted = interrupted;
    own.context = this;
    return own;
  }
};

// One thread's part of a batch.
template <class Space>
class BatchSolver {
 public:
  BatchSolver(Batch& batch, bool leads)
      : batch_(batch), watch_{batch, leads}, budget_(watch_.limits()), kernel_(kernel()), space_(batch.shape) {
    std::memset(givens_, '.', sizeof givens_);
    std::memset(text_, '.', sizeof text_);
  }

  void run() {
    if constexpr (kPiles) {
      if (batch_.shape.cells() >= kPileCells) run_piles();
    }
    for (std::size_t board; go_on(1) && take(board);) alone(board, cells(board));
  }

 private:
  static constexpr bool kPiles = Space::kMaxLines <= kPileSide;
  static constexpr int kCells = Space::kMaxLines * Space::kMaxLines;

  // Boards that are faster one by one: a pile takes the same time however many of its lanes are used. Measured: with 64
  // lanes 10 boards at 6x6, 17 at 8x8, 27 at 14x14 and 26 at 20x20, with 32 lanes half of that, never fewer than 8.
  int few() const { return std::max(8, kernel_.pile * std::min(batch_.shape.side(), 16) / 32); }

  // Whether there is time for so many boards more.
  bool go_on(int boards) {
    const bool more = budget_.charge(static_cast<std::uint64_t>(boards) * space_.node_cost());
    if (!more) batch_.stopped = true;
    return more;
  }

  const char* cells(std::size_t board) const { return batch_.cells + board * batch_.size(); }
  char* solution(std::size_t board) const { return batch_.solutions + board * batch_.size(); }

  bool take(std::size_t& board) {
    if (fresh_ == fresh_end_) {
      fresh_ = std::min(batch_.next.fetch_add(kShare), batch_.count);
      fresh_end_ = std::min(fresh_ + kShare, batch_.count);
    }
    if (fresh_ == fresh_end_) return false;
    board = fresh_++;
    return true;
  }

  void run_piles() {
    Piled pile[kPileMost];
    int count = 0;
    for (bool more = true;;) {
      for (std::size_t board; count < kernel_.pile && (more = take(board));) {
        pile[count++] = {board, cells(board), solution(board), Fate::moving};
      }
      if (count <= few()) break;
      if (!go_on(count)) return;
      kernel_.settle_pile(batch_.shape, pile, count, more ? kernel_.pile * 5 / 8 : 0, scratch_);
      int still = 0;
      for (int i = 0; i < count; ++i) {
        const Piled& piled = pile[i];
        switch (piled.fate) {
          case Fate::moving: pile[still++] = {piled.number, piled.to, piled.to, Fate::moving}; break;
          case Fate::full: check(piled); break;
          case Fate::dead: set_result(piled.number, 0); break;
          default: alone(piled.number, piled.to);
        }
      }
      count = still;
    }
    for (int i = 0; i < count; ++i) alone(pile[i].number, pile[i].from);
    check_all();
  }

  // Remembers a full board for the check.
  void check(const Piled& piled) {
    full_[full_count_++] = {piled.number, cells(piled.number), piled.to, Fate::full};
    if (full_count_ == kernel_.pile) check_all();
  }

  // A board may be full and not yet known to be dead, so one that does not pass is looked at again.
  void check_all() {
    if (full_count_ == 0) return;
    kernel_.check_pile(batch_.shape, full_, full_count_, scratch_);
    for (int i = 0; i < full_count_; ++i) {
      if (full_[i].fate == Fate::full) set_result(full_[i].number, 1);
      else alone(full_[i].number, full_[i].from);
    }
    full_count_ = 0;
  }

  // Solves a board of which `from` is known.
  void alone(std::size_t board, const char* from) {
    std::memcpy(text_ + kTextMargin, from, batch_.size());
    space_.read(state_, text_ + kTextMargin);
    const Left left = space_.propagate(state_);
    if (left == 0) return set_result(board, 0);
    if (left != batch_.shape.cells()) return set_result(board, search(board));
    std::memcpy(givens_ + kTextMargin, cells(board), batch_.size());
    space_.write(state_, text_ + kTextMargin);
    if (!is_solution(batch_.shape, givens_ + kTextMargin, text_ + kTextMargin)) throw WrongSolution();
    std::memcpy(solution(board), text_ + kTextMargin, batch_.size());
    set_result(board, 1);
  }

  std::uint8_t search(std::size_t board) {
    Limits rest = watch_.limits();
    rest.seconds -= budget_.seconds();
    const auto begun = std::make_unique<Search<Space>>(batch_.shape, cells(board), rest, 0);
    Search<Space>& search = *begun;
    std::uint8_t count = search.next(solution(board)) ? 1 : 0;
    if (count == 1 && batch_.limit > 1) {
      second_.resize(batch_.size());
      if (search.next(second_.data())) count = 2;
    }
    budget_.charge(search.stats().nodes * space_.node_cost());
    const bool decided = count >= std::min(batch_.limit, 2) || search.outcome() == Outcome::exhausted;
    return decided ? count : kLimitCameFirst;
  }

  void set_result(std::size_t board, std::uint8_t count) {
    if (count == 0 || count == kLimitCameFirst) std::memset(solution(board), '.', batch_.size());
    batch_.counts[board] = count;
  }

  Batch& batch_;
  Watch watch_;
  Budget budget_;   // of the whole batch
  const Kernel& kernel_;
  Space space_;
  typename Space::State state_;
  std::size_t fresh_ = 0, fresh_end_ = 0;   // boards of the share that are not in a pile yet
  Piled full_[kPileMost];
  int full_count_ = 0;
  char givens_[kCells + 2 * kTextMargin];
  char text_[kCells + 2 * kTextMargin];
  std::vector<char> second_;
  alignas(64) std::uint8_t scratch_[kPiles ? 2 * kPileMost * kCells : 1];
};

template <class Space>
void solve_all(Batch& batch, int threads) {
  const auto work = [&batch](bool leads) noexcept {
    try {
      std::make_unique<BatchSolver<Space>>(batch, leads)->run();
    } catch (...) {
      batch.fail(std::current_exception());
    }
  };
#if defined(__wasm__)
  static_cast<void>(threads);
#else
  // More threads than processors, or than shares of work, only wait for each other. How many processors there are is a
  // question to the system, which takes longer than a few boards.
  std::size_t useful = std::min((batch.count + kShare - 1) / kShare, static_cast<std::size_t>(threads));
  if (useful > 1) useful = std::min<std::size_t>(useful, std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::jthread> others;   // joined however we leave
  try {
    others.reserve(useful - 1);
    while (others.size() + 1 < useful) others.emplace_back(work, false);
  } catch (const std::system_error&) {   // NOLINT(bugprone-empty-catch)
    // The system has no more of them for us: those that we have do the work.
  }
#endif
  work(true);
}

}   // namespace

void solve_batch(const BalancedShape& shape, const char* cells, std::size_t count, char* solutions,
                 std::uint8_t* counts, int limit, int threads, const Limits& limits) {
  if (count == 0) return;
  std::memset(counts, kLimitCameFirst, count);   // unless somebody tells otherwise
  Batch batch{shape, cells, count, solutions, counts, limit, limits};
  with_space(shape, [&](auto tag) { solve_all<typename decltype(tag)::type>(batch, threads); });
  if (batch.failure) std::rethrow_exception(batch.failure);
  if (!batch.stopped) return;
  for (std::size_t board = 0; board < count; ++board) {
    if (counts[board] == kLimitCameFirst) std::memset(solutions + board * batch.size(), '.', batch.size());
  }
}

}   // namespace nonairo
