// Many boards of one shape. Most are finished by propagation alone, so that comes first and costs no set-up;
// the rest climb the ladder one by one.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "search.hpp"
#include "solver.hpp"
#include "spaces.hpp"

namespace nonairo {

using namespace balanced;

namespace {

constexpr std::uint8_t kLimitCameFirst = 255;

struct Batch {
  const BalancedShape& shape;
  const char* cells;
  char* solutions;
  std::uint8_t* counts;
  int limit;
  const Limits& limits;
};

template <class Space>
class BatchSolver {
 public:
  explicit BatchSolver(const Batch& batch) : batch_(batch), space_(batch.shape) {
    std::memset(givens_, '.', sizeof givens_);
  }

  void solve(std::size_t board) {
    const auto size = static_cast<std::size_t>(batch_.shape.cells());
    const char* cells = batch_.cells + board * size;
    char* solution = batch_.solutions + board * size;
    std::memcpy(givens_ + kTextMargin, cells, size);
    space_.read(state_, givens_ + kTextMargin);
    const Left left = space_.propagate(state_);
    std::uint8_t count = 0;
    if (left == batch_.shape.cells()) {
      space_.write(state_, text_ + kTextMargin);
      const bool right = is_solution(batch_.shape, givens_ + kTextMargin, text_ + kTextMargin);
      count = right ? 1 : kLimitCameFirst;
      std::memcpy(solution, text_ + kTextMargin, size);
    } else if (left != 0) {
      count = search(cells, solution);
    }
    if (count == 0 || count == kLimitCameFirst) std::memset(solution, '.', size);
    batch_.counts[board] = count;
  }

 private:
  std::uint8_t search(const char* cells, char* solution) {
    Search<Space> search(batch_.shape, cells, batch_.limits, 0);
    std::uint8_t count = search.next(solution) ? 1 : 0;
    if (count == 1 && batch_.limit > 1) {
      std::vector<char>& second = second_;
      second.resize(static_cast<std::size_t>(batch_.shape.cells()));
      if (search.next(second.data())) count = 2;
    }
    const bool decided = count >= std::min(batch_.limit, 2) || search.exhausted();
    return decided ? count : kLimitCameFirst;
  }

  static constexpr int kCells = Space::kMaxLines * Space::kMaxLines;
  const Batch& batch_;
  Space space_;
  typename Space::State state_;
  char givens_[kCells + 2 * kTextMargin];
  char text_[kCells + 2 * kTextMargin];
  std::vector<char> second_;
};

template <class Space>
void solve_all(const Batch& batch, std::size_t count, int threads) {
  constexpr std::size_t kShare = 64;   // boards that a thread takes at a time
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    const auto solver = std::make_unique<BatchSolver<Space>>(batch);
    for (std::size_t from; (from = next.fetch_add(kShare)) < count;) {
      for (std::size_t i = from; i < std::min(from + kShare, count); ++i) solver->solve(i);
    }
  };
  std::vector<std::thread> others;
  const std::size_t useful = (count + kShare - 1) / kShare;
  for (int i = 1; i < threads && static_cast<std::size_t>(i) < useful; ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
}

}  // namespace

void solve_batch(const BalancedShape& shape, const char* cells, std::size_t count, char* solutions,
                 std::uint8_t* counts, int limit, int threads, const Limits& limits) {
  const Batch batch{shape, cells, solutions, counts, limit, limits};
  with_space(shape, [&](auto tag) { solve_all<typename decltype(tag)::type>(batch, count, threads); });
}

}  // namespace nonairo
