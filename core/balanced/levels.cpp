// The flags of the kernel files, one per level:
//
//     kernel_portable.cpp   none
//     kernel_v2.cpp         -march=x86-64-v2
//     kernel_v3.cpp         -march=x86-64-v3
//     kernel_v4.cpp         -march=x86-64-v4
//     kernel_v4x.cpp        -march=x86-64-v4 -mavx512vbmi -mgfni
//
// and for this file NONAIRO_X86_LEVELS, if v3 and v4x are built, and NONAIRO_EVERY_X86_LEVEL, if v2 and v4 are, too.
#include "levels.hpp"

#include <atomic>

#include "trial.hpp"

namespace nonairo::balanced {

unsigned char* wide_room() {
  alignas(64) static constinit thread_local unsigned char room[kWideRoom] = {};
  return room;
}

extern const Kernel kernel_portable;
#if defined(NONAIRO_X86_LEVELS)
extern const Kernel kernel_v3, kernel_v4x;
#endif
#if defined(NONAIRO_EVERY_X86_LEVEL)
extern const Kernel kernel_v2, kernel_v4;
#endif

const Kernel* kernel_of(CpuLevel level);

namespace {

std::atomic<const Kernel*> in_use = nullptr;
std::atomic<const char*> refused = nullptr;   // a level that this machine has, and that did not agree

const Kernel* built(CpuLevel level) {
  switch (level) {
    case CpuLevel::portable: return &kernel_portable;
#if defined(NONAIRO_X86_LEVELS)
    case CpuLevel::v3: return &kernel_v3;
    case CpuLevel::v4x: return &kernel_v4x;
#endif
#if defined(NONAIRO_EVERY_X86_LEVEL)
    case CpuLevel::v2: return &kernel_v2;
    case CpuLevel::v4: return &kernel_v4;
#endif
    default: return nullptr;
  }
}

// The best level that agrees with the portable one. Two threads may find it at the same time, and find the same.
const Kernel& trusted() {
  const Kernel* best = nullptr;
  for (int level = static_cast<int>(CpuLevel::v4x); best == nullptr; --level) {
    const Kernel* const candidate = kernel_of(static_cast<CpuLevel>(level));
    if (candidate == nullptr) continue;
    if (candidate == &kernel_portable || agree(*candidate, kernel_portable)) best = candidate;
    else refused.store(candidate->name, std::memory_order_relaxed);
  }
  in_use.store(best, std::memory_order_relaxed);
  return *best;
}

}   // namespace

const Kernel* kernel_of(CpuLevel level) { return cpu_has(level) ? built(level) : nullptr; }

const Kernel& kernel() {
  const Kernel* const known = in_use.load(std::memory_order_relaxed);
  return known != nullptr ? *known : trusted();
}

const char* refused_level() {
  kernel();
  return refused.load(std::memory_order_relaxed);
}

bool force_level(CpuLevel level) {
  const Kernel* forced = kernel_of(level);
  if (forced != nullptr) in_use.store(forced, std::memory_order_relaxed);
  return forced != nullptr;
}

}   // namespace nonairo::balanced
