// Working without the GIL, and what ends such work early: a signal, or the end of Python itself.
//
// When Python ends while a thread works in here, the thread must not ask for the GIL again: Python would end the thread
// on the spot, and C++ cannot be unwound from there (the process aborts). So the module registers `end` with atexit:
//
//      thread inside     works ------- polls: Python ends ------ stops, and sleeps until the process is gone
//      main thread       end(): says so, lets go of the GIL, waits ------------ goes on
//
// A thread that was already asking for the GIL gets it while `end` waits.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace nonairo {

class Ending {
 public:
  // For atexit. Threads that do not poll for this long stop later, when they come back.
  static void end() {
    ender_ = std::this_thread::get_id();
    begun_ = true;
    const nanobind::gil_scoped_release no_gil;
    for (auto waited = kPause; inside_ > 0 && waited < kLongest; waited += kPause) std::this_thread::sleep_for(kPause);
  }

  // For a process that was just forked: only the thread that did it is left, and it has the GIL.
  static void forked() { inside_ = 0; }

  // Whether Python ends, and this is not the thread that ends it: that one may still work.
  static bool for_this_thread() { return begun_ && std::this_thread::get_id() != ender_; }

 private:
  friend class WithoutGil;
  static constexpr auto kPause = std::chrono::milliseconds(1);
  static constexpr auto kLongest = std::chrono::seconds(2);

  inline static std::atomic<bool> begun_ = false;
  inline static std::thread::id ender_;           // written before begun_
  inline static std::atomic<long> inside_ = 0;   // threads without the GIL that may ask for it
};

// Lets go of the GIL for as long as it lives. Where Python ends meanwhile, its thread goes no further.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {
    ++Ending::inside_;
    stay_if_python_ends();
  }
  ~WithoutGil() {
    stay_if_python_ends();
    PyEval_RestoreThread(state_);
    --Ending::inside_;
  }
  WithoutGil(const WithoutGil&) = delete;

 private:
  static void stay_if_python_ends() {
    if (!Ending::for_this_thread()) return;
    --Ending::inside_;
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }

  PyThreadState* state_;
};

using Mutex = std::mutex;   // where there are threads

// True while every search of this process has to end. A thread of a server's worker sets it when nobody waits for
// the answer any more. A signal would raise its exception between any two instructions of Python; this flag ends
// nothing but a search.
inline std::atomic<bool> stop_requested{false};

// Asks Python for signals now and then, from inside a search that runs without the GIL. Taking the
// GIL may mean waiting for other threads, so it is not done more often than people press Ctrl-C.
class Signals {
 public:
  static bool pending(void* context) { return static_cast<Signals*>(context)->look(); }
  bool raised() const { return raised_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

  bool look() {
    if (Ending::for_this_thread()) return true;
    if (raised_ || Clock::now() < next_) return raised_;
    next_ = Clock::now() + kBetweenLooks;
    const nanobind::gil_scoped_acquire gil;
    raised_ = PyErr_CheckSignals() != 0;
    if (!raised_ && stop_requested.load(std::memory_order_relaxed)) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
      raised_ = true;
    }
    return raised_;
  }

  Clock::time_point next_{};   // the first time is when the search has worked for a while
  bool raised_ = false;
};

}   // namespace nonairo
