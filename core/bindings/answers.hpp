// Answers of `nonairo.solve` made in here, as objects of the classes that Python knows.
//
// A small puzzle is solved in less time than Python takes to look up its plan and to make a Grid, Stats and a Result.
// So for the usual question (two solutions, no limits) about a puzzle with the same rules as the one before, all of it
// is one call:
//
//      puzzle --> same rules as last time? --> its plan --> solved --> one solution: a Result
//                        | no                                  +-----> else: the tuple that `plan.solve` gives
//                        +--> None: Python looks for the plan, and says `remember`
//
// The classes are ordinary ones with slots. Their fields are read and set by the descriptors of these slots.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "border.hpp"

namespace nonairo {

// The fields of a Python class with slots, in an order of our own.
template <std::size_t Fields>
class Slots {
 public:
  void bind(nb::handle type, const std::array<const char*, Fields>& names) {
    type_ = reinterpret_cast<PyTypeObject*>(nb::borrow(type).release().ptr());   // kept as long as the module
    alloc_ = reinterpret_cast<allocfunc>(PyType_GetSlot(type_, Py_tp_alloc));
    for (std::size_t k = 0; k < Fields; ++k) {
      fields_[k] = nb::getattr(type, names[k]).release().ptr();
      PyTypeObject* const kind = Py_TYPE(fields_[k]);
      get_ = reinterpret_cast<descrgetfunc>(PyType_GetSlot(kind, Py_tp_descr_get));
      set_ = reinterpret_cast<descrsetfunc>(PyType_GetSlot(kind, Py_tp_descr_set));
      if (kind != Py_TYPE(fields_[0]) || get_ == nullptr || set_ == nullptr) throw nb::type_error("not a slot");
    }
  }

  bool is_type_of(nb::handle object) const { return Py_TYPE(object.ptr()) == type_; }

  nb::object get(nb::handle object, std::size_t field) const {
    return steal(get_(fields_[field], object.ptr(), reinterpret_cast<PyObject*>(type_)));
  }

  template <class... Values>
  nb::object make(const Values&... values) const {
    static_assert(sizeof...(Values) == Fields);
    nb::object made = steal(alloc_(type_, 0));
    std::size_t field = 0;
    const auto set = [&](nb::handle value) {
      if (set_(fields_[field++], made.ptr(), value.ptr()) != 0) throw nb::python_error();
    };
    (set(value_of(values)), ...);
    return made;
  }

 private:
  static nb::handle value_of(nb::handle value) { return value; }

  PyTypeObject* type_ = nullptr;
  allocfunc alloc_ = nullptr;
  descrgetfunc get_ = nullptr;
  descrsetfunc set_ = nullptr;
  std::array<PyObject*, Fields> fields_{};
};

class Answers {
 public:
  // Solves a puzzle by its plan, given its givens and their cells.
  using Solve = nb::object (*)(nb::handle plan, nb::handle puzzle, nb::handle givens, nb::str cells);

  // How plans of a type are solved.
  static void add(PyObject* type, Solve solve) { ways().emplace_back(type, solve); }

  static nb::object unique(nb::handle puzzle, nb::handle givens, nb::handle cells, nb::handle nodes,
                           nb::handle backtracks, nb::handle seconds, nb::handle counters);

  static void learn(nb::handle puzzle, nb::handle grid, nb::handle stats, nb::handle result, nb::handle status,
                    nb::handle engine);
  static void remember(nb::handle puzzle, nb::handle plan);
  static nb::object solve(nb::handle puzzle);

 private:
  static std::vector<std::pair<PyObject*, Solve>>& ways() {
    static std::vector<std::pair<PyObject*, Solve>> all;
    return all;
  }
};

}   // namespace nonairo
