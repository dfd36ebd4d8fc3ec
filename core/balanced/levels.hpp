// The kernels that this build and this machine have, and the one in use.
#pragma once

#include "../cpu_level.hpp"
#include "kernel.hpp"

namespace nonairo::balanced {

// The kernel of a level, or null if the build or the machine does not have it.
const Kernel* kernel_of(CpuLevel level);

// The best one there is, unless another was forced.
const Kernel& kernel();

// For tests: use this level from now on, in all threads. False: it is not to be had.
bool force_level(CpuLevel level);

}  // namespace nonairo::balanced
