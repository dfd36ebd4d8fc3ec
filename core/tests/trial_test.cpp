// No level is trusted untried; and batches that are stopped tell nothing that is not so.
#include "../balanced/trial.hpp"

#include <atomic>
#include <string>
#include <vector>

#include "../balanced/levels.hpp"
#include "../balanced/solver.hpp"
#include "check.hpp"

using namespace nonairo;
using namespace nonairo::balanced;

namespace {

const Kernel& portable() { return *kernel_of(CpuLevel::portable); }

void every_level_of_this_machine_agrees() {
  for (int level = 0; level <= static_cast<int>(CpuLevel::v4x); ++level) {
    const Kernel* const kernel = kernel_of(static_cast<CpuLevel>(level));
    if (kernel != nullptr) CHECK(agree(*kernel, portable()));
  }
  CHECK(refused_level() == nullptr);
}

// Kernels that are right but for one thing.
void a_level_that_errs_is_found_out() {
  Kernel wrong = portable();
  wrong.propagate8 = [](Board<std::uint8_t>& board, const Frame<std::uint8_t>& frame) {
    const Left left = portable().propagate8(board, frame);
    return left == frame.cells ? left - 1 : left;
  };
  CHECK(!agree(wrong, portable()));
  wrong = portable();
  wrong.propagate16 = [](Board<std::uint16_t>& board, const Frame<std::uint16_t>& frame) {
    const Left left = portable().propagate16(board, frame);
    if (left > 300) board.can[0][0] ^= 1;
    return left;
  };
  CHECK(!agree(wrong, portable()));
  wrong = portable();
  wrong.propagate32 = [](Board<std::uint32_t>& board, const Frame<std::uint32_t>& frame) {
    const Left left = portable().propagate32(board, frame);
    return left == 0 ? 1 : left;
  };
  CHECK(!agree(wrong, portable()));
  for (const bool wide : {false, true}) {
    wrong = portable();
    const auto forgetful = [](WideLine* lines, int count, WideRule rule) {
      (rule.length <= 80 ? portable().settle16 : portable().settle32)(lines, count, rule);
      lines[count - 1].can[0][0] ^= 1;
    };
    (wide ? wrong.settle32 : wrong.settle16) = forgetful;
    CHECK(!agree(wrong, portable()));
  }
  wrong = portable();
  wrong.settle_pile = [](const BalancedShape& shape, Piled* boards, int count, int moving, std::uint8_t* scratch) {
    portable().settle_pile(shape, boards, count, moving, scratch);
    for (int i = 0; i < count; ++i) {
      if (boards[i].fate == Fate::resting) boards[i].fate = Fate::dead;
    }
  };
  CHECK(!agree(wrong, portable()));
  wrong = portable();
  wrong.check_pile = [](const BalancedShape&, Piled*, int, std::uint8_t*) {};
  CHECK(!agree(wrong, portable()));
}

// Empty boards of 20 x 20, each with many solutions, solved until somebody says stop.
void a_stopped_batch_tells_nothing_that_is_not_so() {
  const BalancedShape shape = standard_shape(20, 20);
  const std::size_t count = 800, size = 400;
  const std::string cells(count * size, '.');
  for (const int threads : {1, 2, 8}) {
    std::string solutions(cells.size(), 'x');
    std::vector<std::uint8_t> counts(count, 77);
    std::atomic<int> asked = 0;
    Limits limits;
    limits.interrupted = [](void* context) { return ++*static_cast<std::atomic<int>*>(context) > 3; };
    limits.context = &asked;
    solve_batch(shape, cells.data(), count, solutions.data(), counts.data(), 2, threads, limits);
    std::size_t undecided = 0;
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(counts[i] == 2 || counts[i] == 255);
      const bool blank = solutions.find_first_not_of('.', i * size) >= (i + 1) * size;
      CHECK(blank == (counts[i] == 255));
      undecided += counts[i] == 255 ? 1u : 0u;
    }
    CHECK(undecided > 0);
  }
}

void a_batch_keeps_its_seconds() {
  const BalancedShape shape = standard_shape(8, 8);
  const std::size_t count = 64, size = 64;
  const std::string cells(count * size, '.');
  std::string solutions(cells.size(), 'x');
  std::vector<std::uint8_t> counts(count, 77);
  Limits limits;
  limits.seconds = 0;
  solve_batch(shape, cells.data(), count, solutions.data(), counts.data(), 2, 3, limits);
  for (const std::uint8_t count : counts) CHECK(count == 2 || count == 255);
}

}   // namespace

int main(int argc, char** argv) {
  return check::run("trial_test", argc, argv,
                    {{"every level of this machine agrees", every_level_of_this_machine_agrees},
                     {"a level that errs is found out", a_level_that_errs_is_found_out},
                     {"a stopped batch tells nothing that is not so", a_stopped_batch_tells_nothing_that_is_not_so},
                     {"a batch keeps its seconds", a_batch_keeps_its_seconds}});
}
