// The kernels that this build and this machine have, and the one in use.
#pragma once

#include "../cpu_level.hpp"
#include "kernel.hpp"

namespace nonairo::balanced {

// The kernel of a level, or null if the build or the machine does not have it.
const Kernel* kernel_of(CpuLevel level);

// The best one there is that has agreed with the portable one (trial.hpp), unless another was forced.
const Kernel& kernel();

// The name of a level that this machine has and that was not taken because it did not agree; null: there is none.
const char* refused_level();

// For tests: use this level from now on, in all threads. False: it is not to be had.
bool force_level(CpuLevel level);

}   // namespace nonairo::balanced
