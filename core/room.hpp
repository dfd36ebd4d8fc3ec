// Room for a value that may be too large for the stack.
//
// Stacks are small where threads are many, and smallest in a browser. So no function may need more than 16 kB of it
// (-Wframe-larger-than in CMakeLists.txt), and what comes near that lives on the heap.
#pragma once

#include <cstddef>
#include <memory>

namespace nonairo {

inline constexpr std::size_t kMostOnStack = 8192;   // bytes of one value

template <class T, bool kOnHeap = (sizeof(T) > kMostOnStack)>
class Room {
 public:
  T& operator*() { return value_; }

 private:
  T value_;
};

template <class T>
class Room<T, true> {
 public:
  T& operator*() { return *value_; }

 private:
  std::unique_ptr<T> value_ = std::make_unique_for_overwrite<T>();
};

}   // namespace nonairo
