// The kernel for any CPU: whatever the compiler assumes without flags.
#define NONAIRO_KERNEL kernel_portable
#define NONAIRO_KERNEL_NAME "portable"
#include "kernel_level.inc"
