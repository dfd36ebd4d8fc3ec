// Sets of bits as Python's ints of any size.
#pragma once

#include <array>
#include <cstddef>

#include "../words.hpp"
#include "border.hpp"

namespace nonairo {

// The lowest bytes of an int first; nothing if it is negative, or has more of them.
inline nb::object bytes_of(nb::handle number, int size) {
#if defined(__wasm__)
  return nb::bytes_of(number, static_cast<std::size_t>(size));
#else
  // The method of int itself: one of a class derived from it could give anything.
  auto* const type = reinterpret_cast<PyObject*>(&PyLong_Type);
  return nb::steal(PyObject_CallMethod(type, "to_bytes", "Ois", number.ptr(), size, "little"));
#endif
}

inline nb::object write(Word bits) { return steal(PyLong_FromUnsignedLongLong(bits)); }

template <int N>
nb::object write(const Words<N>& bits) {
  // Hexadecimal is the one text that int() reads in linear time.
  std::array<char, N * 16 + 1> text;
  for (int k = 0; k < N * 16; ++k) {
    const int digit = N * 16 - 1 - k;
    text[k] = "0123456789abcdef"[bits.word[digit / 16] >> (digit % 16 * 4) & 15];
  }
  text[N * 16] = '\0';
  return steal(PyLong_FromString(text.data(), nullptr, 16));
}

}   // namespace nonairo
