// What every part of the border to Python needs: texts, errors, limits, signals.
//
// This folder is the only one that knows of nanobind; each file binds one part of the core, and module.cpp calls
// them all. In WebAssembly, ../wasm has what it uses of nanobind, and calls them.
#pragma once

#if defined(__wasm__)
#include "../wasm/nanobind.hpp"
#else
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#endif

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../limits.hpp"
#if defined(__wasm__)
#include "../wasm/signals.hpp"
#else
#include "gil.hpp"
#endif

namespace nb = nanobind;

namespace nonairo {

void bind_lines(nb::module_& module);
void bind_balanced(nb::module_& module);
void bind_runs(nb::module_& module);
void bind_table(nb::module_& module);
void bind_coloured(nb::module_& module);
void bind_signs(nb::module_& module);
void bind_classics(nb::module_& module);
void bind_proof(nb::module_& module);
void bind_probe(nb::module_& module);
void bind_ladders(nb::module_& module);
void bind_answers(nb::module_& module);
void bind_reading(nb::module_& module);
void bind_clue_batch(nb::module_& module);
void bind_levels(nb::module_& module);

inline nb::object steal(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

// What somebody may spend; nothing: as much as is usual.
struct Allowed {
  std::optional<double> seconds;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> memory;   // bytes
};

inline Limits limits_of(const Allowed& allowed, Signals& signals) {
  Limits limits;
  if (allowed.seconds) limits.seconds = *allowed.seconds;
  if (allowed.nodes) limits.nodes = *allowed.nodes;
  if (allowed.memory) limits.memory = *allowed.memory;
  limits.interrupted = Signals::pending;
  limits.context = &signals;
  return limits;
}

// Runs without the GIL; an interrupt becomes Python's exception.
template <class Work>
auto unlocked(const Allowed& allowed, Work&& work) {
  Signals signals;
  const Limits limits = limits_of(allowed, signals);
  auto result = [&] {
    const WithoutGil no_gil;
    return work(limits);
  }();
  if (signals.raised()) throw nb::python_error();
  return result;
}

inline std::string_view text_of(nb::str text) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

// `allowed`: the symbols, and `.` for a blank at their end.
inline void check_cells(std::string_view cells, std::size_t expected, std::string_view allowed = "01.") {
  // One pass without branches: a search for the first wrong cell takes longer than a small puzzle.
  std::size_t right = 0;
  for (const char cell : cells) {
    bool known = false;
    for (const char symbol : allowed) known |= cell == symbol;
    right += known;
  }
  if (cells.size() == expected && right == expected) return;
  std::string names(1, allowed[0]);
  for (const char symbol : allowed.substr(1)) {
    names += symbol == '.' ? " and " : ", ";
    names += symbol;
  }
  throw nb::value_error(("expected " + std::to_string(expected) + " cells over " + names).c_str());
}

inline nb::object written(std::string_view cells) {
  return steal(PyUnicode_DecodeASCII(cells.data(), static_cast<Py_ssize_t>(cells.size()), nullptr));
}

// A contiguous buffer of bytes from Python, for as long as it is looked at.
class Bytes {
 public:
  explicit Bytes(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
  }
  ~Bytes() { PyBuffer_Release(&view_); }
  Bytes(const Bytes&) = delete;
  const char* data() const { return static_cast<const char*>(view_.buf); }
  std::size_t size() const { return static_cast<std::size_t>(view_.len); }

 private:
  Py_buffer view_;
};

}   // namespace nonairo
