// Many threads at once: each with its own searches and batches, none in another's way. Built with
// -DNONAIRO_SANITIZE=THREAD, it is ThreadSanitizer that judges.
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "../balanced/solver.hpp"
#include "../random.hpp"
#include "../runs/batch.hpp"
#include "../runs/count.hpp"
#include "../runs/solver.hpp"
#include "check.hpp"

namespace {

std::atomic<bool> others_go_hungry = false;
std::atomic<int> refused = 0;
thread_local bool keeps_its_memory = false;

}   // namespace

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"   // seen where only one of a pair is inlined
#endif

// A machine that has no memory left for some threads.
void* operator new(std::size_t size) {
  if (others_go_hungry && !keeps_its_memory && size > 4000) {
    ++refused;
    throw std::bad_alloc();
  }
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  if (others_go_hungry && !keeps_its_memory) {
    ++refused;
    throw std::bad_alloc();
  }
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

using namespace nonairo;

namespace {

struct Boards {
  BalancedShape shape;
  std::string givens, solutions;
  std::size_t count;
};

// Unique puzzles of one size, one behind the other.
Boards dug_boards(int side, std::size_t count, std::uint64_t seed) {
  Boards boards{standard_shape(side, side), {}, {}, count};
  std::string board(static_cast<std::size_t>(boards.shape.cells()), '.'), puzzle = board;
  for (std::size_t i = 0; i < count; ++i) {
    random_board(boards.shape, seed + i, board.data());
    dig_puzzle(boards.shape, board.data(), seed + i, {}, puzzle.data());
    boards.givens += puzzle;
    boards.solutions += board;
  }
  return boards;
}

void solve_one_by_one(const Boards& boards) {
  const auto cells = static_cast<std::size_t>(boards.shape.cells());
  std::string found(cells, '.');
  for (std::size_t i = 0; i < boards.count; ++i) {
    const auto search = begin_balanced(boards.shape, boards.givens.data() + i * cells);
    CHECK(search->next(found.data()) && found == boards.solutions.substr(i * cells, cells));
    CHECK(!search->next(found.data()) && search->outcome() == Outcome::exhausted);
  }
}

void solve_as_batch(const Boards& boards, int threads) {
  std::string found(boards.givens.size(), '.');
  std::vector<std::uint8_t> counts(boards.count);
  solve_batch(boards.shape, boards.givens.data(), boards.count, found.data(), counts.data(), 2, threads);
  CHECK(found == boards.solutions);
  for (const std::uint8_t count : counts) CHECK(count == 1);
}

// Two solutions, which beliefs and learning find.
void solve_nonograms(std::uint64_t seed) {
  Random random(seed);
  const std::size_t side = 12 + seed % 4;
  for (int i = 0; i < 4; ++i) {
    std::vector<std::string> picture(side, std::string(side, ' '));
    for (std::string& row : picture) {
      for (char& cell : row) cell = random.coin() ? '#' : ' ';
    }
    RunsPuzzle puzzle;
    puzzle.height = puzzle.width = static_cast<int>(side);
    for (std::size_t line = 0; line < 2 * side; ++line) {
      std::vector<int> clue;
      bool inside = false;
      for (std::size_t k = 0; k < side; ++k) {
        const bool filled = (line < side ? picture[line][k] : picture[k][line - side]) == '#';
        if (filled && !inside) clue.push_back(0);
        if (filled) ++clue.back();
        inside = filled;
      }
      (line < side ? puzzle.rows : puzzle.columns).push_back(clue);
    }
    const auto search = begin_runs(puzzle, {}, seed);
    std::string found(side * side, '.');
    CHECK(search->next(found.data()) && solves(puzzle, found.data()));
    search->next(found.data());
  }
}

void eight_threads_do_not_meet() {
  const Boards small = dug_boards(8, 40, 1), odd_size = dug_boards(14, 10, 2), large = dug_boards(26, 2, 3);
  std::atomic<long> failures = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        const auto quietly = [&](auto&& work) {
          try {
            work();
          } catch (...) {
            ++failures;
          }
        };
        for (int round = 0; round < 2; ++round) {
          quietly([&] { solve_one_by_one(t % 2 == 0 ? small : odd_size); });
          quietly([&] { solve_as_batch(t % 3 == 0 ? small : odd_size, 1 + t % 3); });
          quietly([&] { solve_nonograms(static_cast<std::uint64_t>(t)); });
          if (t == round) quietly([&] { solve_one_by_one(large); });
        }
      });
    }
  }
  CHECK(failures == 0);
}

void batches_of_nonograms_share_their_work() {
  const std::vector<std::uint16_t> clues{1, 0, 1, 0, 1, 0, 1, 0,    // two solutions
                                         2, 0, 1, 0, 2, 0, 1, 0,    // one
                                         2, 0, 2, 0, 0, 1, 0};      // none
  std::vector<std::uint16_t> many;
  for (int k = 0; k < 100; ++k) many.insert(many.end(), clues.begin(), clues.end());
  for (const int threads : {1, 2, 8, 100'000}) {
    std::string solutions(300 * 4, '?');
    std::vector<std::uint8_t> counts(300, 9);
    solve_runs_batch({2, 2, many}, 300, solutions.data(), counts.data(), 2, threads, {});
    for (std::size_t k = 0; k < 300; ++k) CHECK(counts[k] == 2 - k % 3);
    CHECK(solutions.substr(300 * 4 - 8) == "1110....");
  }
}

void batches_share_their_work() {
  const Boards boards = dug_boards(10, 600, 4);
  for (const int threads : {1, 2, 8, 100'000}) solve_as_batch(boards, threads);
}

// The work of a thread that gets no memory is an error for the caller, not the end of the process.
void hungry_workers_are_an_error() {
  const Boards boards = dug_boards(10, 600, 5);
  std::string found(boards.givens.size(), '.');
  std::vector<std::uint8_t> counts(boards.count);
  keeps_its_memory = true;
  others_go_hungry = true;
  bool failed = false;
  try {
    solve_batch(boards.shape, boards.givens.data(), boards.count, found.data(), counts.data(), 2, 8);
  } catch (const std::bad_alloc&) {
    failed = true;
  }
  others_go_hungry = false;
  CHECK(failed == (refused > 0));
  CHECK(failed || std::thread::hardware_concurrency() < 2);
  solve_as_batch(boards, 8);   // and all is well afterwards
}

}   // namespace

int main(int argc, char** argv) {
  return check::run(
      "threads", argc, argv,
      {TEST(eight_threads_do_not_meet), TEST(batches_share_their_work), TEST(batches_of_nonograms_share_their_work),
       TEST(hungry_workers_are_an_error)});
}
