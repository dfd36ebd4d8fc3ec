// What bindings/gil.hpp is in the Python module: here nobody else runs meanwhile, and the host is asked whether to end.
#pragma once

#include <chrono>

namespace nonairo {

// From the host: true if the call has to end.
__attribute__((import_module("nonairo"), import_name("poll"))) int host_poll();

struct WithoutGil {
  WithoutGil() {}   // so that nobody calls it an unused variable
};

struct Mutex {
  void lock() {}
  void unlock() {}
};

class Signals {
 public:
  static bool pending(void* context) { return static_cast<Signals*>(context)->look(); }
  bool raised() const { return raised_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

  bool look() {
    if (raised_ || Clock::now() < next_) return raised_;
    next_ = Clock::now() + kBetweenLooks;
    raised_ = host_poll() != 0;
    return raised_;
  }

  Clock::time_point next_{};
  bool raised_ = false;
};

}   // namespace nonairo
