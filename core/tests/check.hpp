// The smallest test frame: CHECK counts, reports and goes on; report() is what main returns.
#pragma once

#include <cstdio>
#include <cstring>

namespace check {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSlow = true;   // sanitizers take ten times as long: leave out the largest cases
#else
inline constexpr bool kSlow = false;
#endif

inline long passed = 0;
inline long failed = 0;

inline void that(bool ok, const char* text, const char* file, int line) {
  if (ok) {
    ++passed;
  } else if (++failed <= 20) {
    std::fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
  }
}

inline int report(const char* name) {
  std::printf("%s: %ld checks, %ld failed\n", name, passed + failed, failed);
  return failed == 0 ? 0 : 1;
}

inline bool has_flag(int argc, char** argv, const char* flag) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], flag) == 0) return true;
  }
  return false;
}

}  // namespace check

#define CHECK(condition) check::that(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
