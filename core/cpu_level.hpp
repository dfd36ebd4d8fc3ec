// Which instruction set levels this machine has, from plain to best.
#pragma once

namespace nonairo {

enum class CpuLevel : int { portable, v2, v3, v4, v4x };   // x86-64-v2 ..; v4x: v4 with VBMI and GFNI

bool cpu_has(CpuLevel level);

}   // namespace nonairo
