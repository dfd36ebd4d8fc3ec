#include "cpu_level.hpp"

namespace nonairo {

// Asked feature by feature: not every compiler knows the names of the levels.
bool cpu_has(CpuLevel level) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v2 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                  __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
  const bool v3 = v2 && __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  const bool v4x = v4 && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("gfni");
  switch (level) {
    case CpuLevel::portable: return true;
    case CpuLevel::v2: return v2;
    case CpuLevel::v3: return v3;
    case CpuLevel::v4: return v4;
    case CpuLevel::v4x: return v4x;
  }
  return false;
#else
  return level == CpuLevel::portable;
#endif
}

}   // namespace nonairo
