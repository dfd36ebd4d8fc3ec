// A kernel on trial: no level is used in earnest before it has agreed with the portable one.
#pragma once

#include "kernel.hpp"

namespace nonairo::balanced {

// Whether both kernels say the same of some hundreds of boards of all shapes; takes about a millisecond.
bool agree(const Kernel& kernel, const Kernel& reference);

}   // namespace nonairo::balanced
