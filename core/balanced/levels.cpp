// The flags of the kernel files, one per level:
//
//     kernel_portable.cpp   none
//     kernel_v2.cpp         -march=x86-64-v2
//     kernel_v3.cpp         -march=x86-64-v3
//     kernel_v4.cpp         -march=x86-64-v4
//     kernel_v4x.cpp        -march=x86-64-v4 -mavx512vbmi -mgfni
//
// and NONAIRO_X86_LEVELS for this file, if the last four are built.
#include "levels.hpp"

#include <atomic>

namespace nonairo::balanced {

extern const Kernel kernel_portable;
#if defined(NONAIRO_X86_LEVELS)
extern const Kernel kernel_v2, kernel_v3, kernel_v4, kernel_v4x;
#endif

namespace {

std::atomic<const Kernel*> in_use = nullptr;

const Kernel* built(CpuLevel level) {
  switch (level) {
    case CpuLevel::portable: return &kernel_portable;
#if defined(NONAIRO_X86_LEVELS)
    case CpuLevel::v2: return &kernel_v2;
    case CpuLevel::v3: return &kernel_v3;
    case CpuLevel::v4: return &kernel_v4;
    case CpuLevel::v4x: return &kernel_v4x;
#endif
    default: return nullptr;
  }
}

}  // namespace

const Kernel* kernel_of(CpuLevel level) { return cpu_has(level) ? built(level) : nullptr; }

const Kernel& kernel() {
  const Kernel* best = in_use.load(std::memory_order_relaxed);
  for (int level = static_cast<int>(CpuLevel::v4x); best == nullptr; --level) {
    best = kernel_of(static_cast<CpuLevel>(level));
    if (best != nullptr) in_use.store(best, std::memory_order_relaxed);
  }
  return *best;
}

bool force_level(CpuLevel level) {
  const Kernel* forced = kernel_of(level);
  if (forced != nullptr) in_use.store(forced, std::memory_order_relaxed);
  return forced != nullptr;
}

}  // namespace nonairo::balanced
