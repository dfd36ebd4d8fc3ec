// The kernel for one instruction set level; see levels.cpp for the flags that this file needs.
#define NONAIRO_KERNEL kernel_v3
#define NONAIRO_KERNEL_NAME "x86-64-v3"
#include "kernel_level.inc"
