// Answers with named fields.
//
// A struct sequence is a tuple whose fields also have names. The types of the fields, which it cannot tell, stand in
// stub.pattern. It takes about 0.1 us more than a plain tuple, which is for the answer of the quickest call only.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "border.hpp"

namespace nonairo {

// A type of records, made with the module and never freed.
template <std::size_t Fields>
class Record {
 public:
  // `name` in full, with its module.
  void bind(nb::module_& module, const char* name, const char* doc, const std::array<const char*, Fields>& fields) {
    std::array<PyStructSequence_Field, Fields + 1> named{};   // the last one ends the list
    for (std::size_t k = 0; k < Fields; ++k) named[k].name = fields[k];
    PyStructSequence_Desc description{name, doc, named.data(), static_cast<int>(Fields)};
    type_ = PyStructSequence_NewType(&description);
    if (type_ == nullptr) throw nb::python_error();
    const nb::object type = nb::borrow(reinterpret_cast<PyObject*>(type_));
    module.attr(type.attr("__name__")) = type;
  }

  template <class... Values>
  nb::object make(Values&&... values) const {
    static_assert(sizeof...(Values) == Fields);
    nb::object record = steal(PyStructSequence_New(type_));
    Py_ssize_t place = 0;
    const auto set = [&](nb::object value) {
      PyStructSequence_SetItem(record.ptr(), place++, value.release().ptr());   // takes the reference
    };
    (set(nb::cast(std::forward<Values>(values))), ...);
    return record;
  }

 private:
  PyTypeObject* type_ = nullptr;
};

// A tuple of so many values, each made by `value(place)`.
template <std::size_t Count, class Value>
nb::object tuple_from(Value&& value) {
  nb::object tuple = steal(PyTuple_New(Count));
  for (std::size_t k = 0; k < Count; ++k) {
    PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(k), value(k).release().ptr());   // takes the reference
  }
  return tuple;
}

template <class... Objects>
nb::object tuple_of(Objects&&... objects) {
  std::array<nb::object, sizeof...(Objects)> values{std::forward<Objects>(objects)...};
  return tuple_from<sizeof...(Objects)>([&](std::size_t k) { return std::move(values[k]); });
}

// Texts that cross the border again and again, made once and never freed.
template <std::size_t Count>
class Names {
 public:
  void bind(const std::array<const char*, Count>& names) {
    for (std::size_t k = 0; k < Count; ++k) names_[k] = steal(PyUnicode_InternFromString(names[k])).release();
  }
  nb::object operator[](std::size_t k) const { return nb::borrow(names_[k]); }

 private:
  std::array<nb::handle, Count> names_;
};

inline Names<3> outcome_names;
inline Names<4> limit_names;
inline Record<3> counted_record;
inline Record<2> drawn_record;
inline Record<3> dug_record;
inline Record<3> elaborated_record;
inline Record<3> refuted_record;
inline Record<4> levelled_record;

inline void bind_records(nb::module_& module) {
  outcome_names.bind({"running", "exhausted", "limit"});
  limit_names.bind({"none", "time", "nodes", "memory"});
  counted_record.bind(module, "nonairo._core.Counted",
                      "At least so many solutions; limit says what came first, if not the number asked for.",
                      {"value", "exact", "limit"});
  drawn_record.bind(module, "nonairo._core.Drawn",
                    "A full grid; without cells: there is none, or limit says what came first.", {"cells", "limit"});
  dug_record.bind(module, "nonairo._core.Dug",
                  "Givens of a full grid; finished: nothing more can be dug out, else limit says what came first.",
                  {"cells", "finished", "limit"});
  elaborated_record.bind(module, "nonairo._core.Elaborated",
                         "A proof as text; without: `steps` of the given clauses follow, or `limit` names the limit reached.",
                         {"text", "steps", "limit"});
  refuted_record.bind(
      module, "nonairo._core.Refuted",
      "Clauses learnt, as 32-bit numbers, each ended by a 0; the solutions found on the way, at most two.",
      {"clauses", "solutions", "limit"});
  levelled_record.bind(module, "nonairo._core.Levelled",
                       "Givens of a level, the rounds of all climbs, and the state of the draws after it.",
                       {"cells", "rounds", "state", "limit"});
}

// None, or the limit's name. An interrupt has no name: it becomes an exception.
inline nb::object name_of(Limit limit) {
  const bool named = limit == Limit::time || limit == Limit::nodes || limit == Limit::memory;
  return named ? limit_names[static_cast<std::size_t>(limit)] : nb::none();
}

}   // namespace nonairo
