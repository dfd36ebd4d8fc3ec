// The smallest test frame: CHECK counts, reports and goes on; run() is what main returns.
//
//      some_test [--long] [--times]      --long: more of everything; --times: CPU seconds of each test
#pragma once

#include <atomic>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "cpu_seconds.hpp"

namespace check {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;   // takes ten times as long
#else
inline constexpr bool kSanitized = false;
#endif

inline bool run_long = false;
inline std::atomic<long> passed = 0;
inline std::atomic<long> failed = 0;

// How much to do. Sanitizers look for what a few cases of each kind show, too; with --long they do what is usual.
template <class Number>
Number effort(Number sanitized, Number usual, Number most) {
  if (kSanitized) return run_long ? usual : sanitized;
  return run_long ? most : usual;
}

inline void that(bool ok, const char* text, const char* file, int line) {
  if (ok) {
    ++passed;
  } else if (++failed <= 20) {
    std::fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
  }
}

// The word behind a flag, or nullptr.
inline const char* value_of(const char* flag, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], flag) == 0) return i + 1 < argc ? argv[i + 1] : "";
  }
  return nullptr;
}

struct Test {
  const char* name;
  void (*run)();
};

inline int run(const char* name, int argc, char** argv, std::initializer_list<Test> tests) {
  run_long = value_of("--long", argc, argv) != nullptr;
  for (const Test& test : tests) {
    const double start = cpu_seconds();
    test.run();
    if (value_of("--times", argc, argv) != nullptr) std::printf("%8.3f s  %s\n", cpu_seconds() - start, test.name);
  }
  std::printf("%s: %ld checks, %ld failed\n", name, passed + failed, failed.load());
  return failed == 0 ? 0 : 1;
}

}   // namespace check

#define CHECK(condition) check::that(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
#define TEST(function) \
  check::Test { #function, function }
