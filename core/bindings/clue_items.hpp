// Clues as Python writes them: lists of whole numbers.
#pragma once

#include "border.hpp"

namespace nonairo {

inline constexpr std::size_t kLongestSide = 1000;   // of what readers accept

// A sequence that is a list or a tuple and nothing else.
class Items {
 public:
  explicit Items(nb::handle source) : object_(source.ptr()) {
    if (PyList_CheckExact(object_)) at_ = PyList_GetItem, size_ = PyList_Size(object_);
    else if (PyTuple_CheckExact(object_)) at_ = PyTuple_GetItem, size_ = PyTuple_Size(object_);
  }
  bool plain() const { return at_ != nullptr; }
  Py_ssize_t size() const { return size_; }
  PyObject* operator[](Py_ssize_t k) const { return at_(object_, k); }

 private:
  PyObject* object_;
  PyObject* (*at_)(PyObject*, Py_ssize_t) = nullptr;
  Py_ssize_t size_ = -1;
};

// Calls `take` with each block of a clue; false, at the latest at its end, if these are no numbers that fit a line of this
// length. A single 0 is no block.
template <class Take>
bool each_block(const Items& numbers, long length, Take&& take) {
  if (!numbers.plain()) return false;
  const Py_ssize_t count = numbers.size();
  long least = -1;   // cells that the blocks and the gaps between them take
  for (Py_ssize_t k = 0; k < count; ++k) {
    PyObject* const number = numbers[k];
    if (number == nullptr || !PyLong_CheckExact(number)) return false;
    int beyond = 0;
    const long block = PyLong_AsLongAndOverflow(number, &beyond);
    if (beyond == 0 && block == 0 && count == 1) return true;
    if (beyond != 0 || block < 1 || block > length) return false;
    least += block + 1;
    if (least > length) return false;
    take(block);
  }
  return true;
}

}   // namespace nonairo
