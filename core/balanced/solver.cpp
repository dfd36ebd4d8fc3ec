#include "solver.hpp"

#include "levels.hpp"
#include "search.hpp"
#include "spaces.hpp"

namespace nonairo {

using namespace balanced;

std::unique_ptr<AnySearch> begin_balanced(const BalancedShape& shape, const char* cells, const Limits& limits,
                                          std::uint64_t seed) {
  return with_space(shape, [&](auto tag) -> std::unique_ptr<AnySearch> {
    return std::make_unique<Search<typename decltype(tag)::type>>(shape, cells, limits, seed);
  });
}

const char* balanced_level() { return kernel().name; }

const char* balanced_refused_level() { return refused_level(); }

int balanced_level_count() {
  int count = 0;
  for (int level = 0; level <= static_cast<int>(CpuLevel::v4x); ++level) {
    count += kernel_of(static_cast<CpuLevel>(level)) != nullptr ? 1 : 0;
  }
  return count;
}

namespace {

CpuLevel nth_level(int i) {
  for (int level = 0; level <= static_cast<int>(CpuLevel::v4x); ++level) {
    if (kernel_of(static_cast<CpuLevel>(level)) != nullptr && i-- == 0) return static_cast<CpuLevel>(level);
  }
  return CpuLevel::portable;
}

}   // namespace

const char* balanced_level_name(int i) { return kernel_of(nth_level(i))->name; }

bool balanced_use_level(int i) { return force_level(nth_level(i)); }

}   // namespace nonairo
