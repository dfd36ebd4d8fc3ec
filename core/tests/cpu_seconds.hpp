// The clock of tests and benchmarks.
#pragma once

#include <ctime>

// CPU time of this process: other work on the machine does not count.
inline double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
