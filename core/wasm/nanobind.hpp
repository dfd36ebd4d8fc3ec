// The part of nanobind, and of Python's C API below it, that the bindings use, over the values that cross between the
// core and whoever runs its WebAssembly. So bindings/ is compiled for both as it is.
#pragma once

#include <array>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "registry.hpp"

using PyObject = nonairo::wasm::Value;
using PyTypeObject = nonairo::wasm::RecordType;
using Py_ssize_t = std::ptrdiff_t;

namespace nanobind {

using nonairo::wasm::arena;
using nonairo::wasm::Argument;
using nonairo::wasm::fail;
using nonairo::wasm::Function;
using nonairo::wasm::registry;
using nonairo::wasm::Sort;
using nonairo::wasm::Tag;
using nonairo::wasm::Value;

// What is thrown by the name of a Python exception.
class builtin_error : public std::exception {
 public:
  builtin_error(const char* error, const char* message) : error_(error), message_(message) {}
  const char* error() const { return error_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  const char* error_;
  std::string message_;
};
struct value_error final : builtin_error {
  explicit value_error(const char* message) : builtin_error("ValueError", message) {}
};
struct index_error final : builtin_error {
  explicit index_error(const char* message) : builtin_error("IndexError", message) {}
};

// An error that was set before; none was if the host asked for an end.
inline const char* error_set = nullptr;
inline std::string error_message;
struct python_error final : builtin_error {
  python_error() : builtin_error(error_set == nullptr ? "KeyboardInterrupt" : error_set, error_message.c_str()) {}
};

class handle {
 public:
  handle() = default;
  handle(Value* value) : value_(value) {}
  Value* ptr() const { return value_; }
  bool is_valid() const { return value_ != nullptr; }
  handle release() const { return *this; }

  struct attribute {   // of types and modules: nobody outside asks for them
    attribute& operator=(handle) { return *this; }
  };
  attribute attr(attribute) const { return {}; }
  attribute attr(const char*) const { return {}; }

 protected:
  Value* value_ = nullptr;
};

struct object : handle {
  using handle::handle;
  object(handle other) : handle(other) {}
};

inline object steal(Value* value) { return value; }
inline object borrow(handle value) { return value; }

inline Value* expected(Value* value, Tag tag, const char* what) {
  if (value->tag != tag) fail("TypeError", std::string("expected ") + what);
  return value;
}

template <class T>
struct Cast;

template <class T>
object cast(T&& value) {
  return Cast<std::remove_cvref_t<T>>::to(std::forward<T>(value));
}
template <class T>
T cast(handle value) {
  return Cast<T>::from(value.ptr());
}

inline object none() { return arena.make(Tag::none); }

struct bool_ : object {
  explicit bool_(bool value) : object(arena.make(Tag::truth)) { value_->low = value; }
};
struct int_ : object {
  template <class Number>
  explicit int_(Number value) : object(arena.make(Tag::integer)) {
    value_->negative = value < 0;
    const auto wide = static_cast<std::uint64_t>(value);
    value_->low = value < 0 ? ~wide + 1 : wide;
  }
};
struct str : object {
  explicit str(std::string_view text) : object(arena.make(Tag::text)) { value_->text = text; }
  explicit str(Value* value) : object(expected(value, Tag::text, "a text")) {}
};
struct bytes : object {
  explicit bytes(Value* value) : object(expected(value, Tag::bytes, "bytes")) {}
  const char* c_str() const { return value_->text.data(); }
  std::size_t size() const { return value_->text.size(); }
};
struct items : object {
  using object::object;
  std::size_t size() const { return value_->items.size(); }
  auto begin() const { return value_->items.begin(); }
  auto end() const { return value_->items.end(); }
  object operator[](std::size_t k) const { return value_->items[k]; }
};
struct list : items {
  list() : items(arena.make(Tag::list)) {}
  explicit list(Value* value) : items(expected(value, Tag::list, "a list")) {}
  template <class T>
  void append(T&& item) {
    value_->items.push_back(cast(std::forward<T>(item)).ptr());
  }
};
struct tuple : items {
  tuple() : items(arena.make(Tag::tuple)) {}
  explicit tuple(Value* value) : items(expected(value, Tag::tuple, "a tuple")) {}
  explicit tuple(const list& other) : tuple() { value_->items = other.ptr()->items; }
};
struct dict : object {
  dict() : object(arena.make(Tag::dict)) {}

  struct entry {
    Value *of, *key;
    template <class T>
    void operator=(T&& value) {
      of->items.push_back(key);
      of->items.push_back(cast(std::forward<T>(value)).ptr());
    }
  };
  template <class Key>
  entry operator[](Key&& key) {
    return {value_, cast(std::forward<Key>(key)).ptr()};
  }
};

template <class... Values>
tuple make_tuple(Values&&... values) {
  tuple made;
  (made.ptr()->items.push_back(cast(std::forward<Values>(values)).ptr()), ...);
  return made;
}

// The lowest bytes of an int first; nothing if it is negative, or has more of them.
inline object bytes_of(handle number, std::size_t size) {
  const Value& value = *number.ptr();
  if (value.negative || value.high.size() + 1 > size / sizeof value.low) return {};
  Value* const made = arena.make(Tag::bytes);
  made->text.resize(size);
  std::memcpy(made->text.data(), &value.low, sizeof value.low);
  std::memcpy(made->text.data() + sizeof value.low, value.high.data(), value.high.size() * sizeof value.low);
  return made;
}

// Objects of the core, which stay inside.
template <class T>
inline std::size_t class_number = nonairo::wasm::kMostClasses;

template <class T>
struct Cast {
  static T& from(Value* value) { return *static_cast<T*>(registry.find(*value, class_number<T>)); }
  static object to(T&& made) {
    Value* const value = arena.make(Tag::object);
    value->low = registry.hold(new T(std::move(made)), class_number<T>);
    return value;
  }
};

template <class T>
  requires std::is_base_of_v<handle, T>
struct Cast<T> {
  static T from(Value* value) { return T(value); }
  static object to(const T& value) { return value; }
};
template <>
struct Cast<bool> {
  static bool from(Value* value) { return expected(value, Tag::truth, "a bool")->low != 0; }
  static object to(bool value) { return bool_(value); }
};
template <class Number>
  requires std::is_integral_v<Number>
struct Cast<Number> {
  static Number from(Value* value) {
    using Most = std::numeric_limits<Number>;
    if (value->tag == Tag::truth) return static_cast<Number>(value->low);
    expected(value, Tag::integer, "an int");
    const std::uint64_t most = static_cast<std::uint64_t>(Most::max()) + (value->negative && std::is_signed_v<Number>);
    const bool below = value->negative && value->low != 0 && !std::is_signed_v<Number>;
    if (!value->high.empty() || value->low > most || below) fail("TypeError", "expected a smaller int");
    return static_cast<Number>(value->negative ? ~value->low + 1 : value->low);
  }
  static object to(Number value) { return int_(value); }
};
template <>
struct Cast<double> {
  static double from(Value* value) {
    if (value->tag == Tag::real) return value->real;
    expected(value, Tag::integer, "a float");
    const double size = value->high.empty() ? static_cast<double>(value->low) : std::numeric_limits<double>::max();
    return value->negative ? -size : size;
  }
  static object to(double number) {
    Value* const value = arena.make(Tag::real);
    value->real = number;
    return value;
  }
};
template <>
struct Cast<std::string> {
  static std::string from(Value* value) { return expected(value, Tag::text, "a text")->text; }
  static object to(const std::string& text) { return str(text); }
};
template <>
struct Cast<const char*> {
  static object to(const char* text) { return str(text); }
};
template <std::size_t N>
struct Cast<char[N]> : Cast<const char*> {};
template <class T>
struct Cast<std::optional<T>> {
  static std::optional<T> from(Value* value) {
    if (value->tag == Tag::none) return {};
    return Cast<T>::from(value);
  }
  static object to(const std::optional<T>& value) { return value ? cast(*value) : none(); }
};

inline const std::vector<Value*>& sequence(Value* value) {
  if (value->tag != Tag::tuple) expected(value, Tag::list, "a sequence");
  return value->items;
}

template <class T>
struct Cast<std::vector<T>> {
  static std::vector<T> from(Value* value) {
    std::vector<T> several;
    several.reserve(sequence(value).size());
    for (Value* const item : sequence(value)) several.push_back(Cast<T>::from(item));
    return several;
  }
  static object to(const std::vector<T>& several) {
    list made;
    for (const auto& one : several) made.append(one);
    return made;
  }
};
template <class A, class B>
struct Cast<std::pair<A, B>> {
  static std::pair<A, B> from(Value* value) {
    if (sequence(value).size() != 2) fail("TypeError", "expected a pair");
    return {Cast<A>::from(value->items[0]), Cast<B>::from(value->items[1])};
  }
  static object to(const std::pair<A, B>& pair) { return make_tuple(pair.first, pair.second); }
};
template <class T, std::size_t N>
struct Cast<std::array<T, N>> {
  static std::array<T, N> from(Value* value) {
    if (sequence(value).size() != N) fail("TypeError", "expected another number of values");
    std::array<T, N> several;
    for (std::size_t k = 0; k < N; ++k) several[k] = Cast<T>::from(value->items[k]);
    return several;
  }
};

// How functions are described: names of their arguments, what is passed where one is left out, a text about them.
struct arg {
  const char* name;
  Value* fallback = nullptr;
  explicit arg(const char* name) : name(name) {}
  arg& none() { return *this; }
  template <class T>
  arg& operator=(T&& value) {
    fallback = cast(std::forward<T>(value)).ptr();
    return *this;
  }
};
struct sig {
  explicit sig(const char*) {}
};
template <class...>
struct init {};

inline void note(Function& function, const arg& argument) {
  function.arguments.push_back({argument.name, argument.fallback});
}
inline void note(Function&, const sig&) {}
inline void note(Function& function, const char* doc) { function.doc = doc; }

// Calls something with values for arguments, and turns what it returns into a value.
template <class Result, class... Args, class Do>
Value* call_with(Value* const* values, std::size_t count, Do&& act) {
  if (count != sizeof...(Args)) fail("TypeError", "expected another number of arguments");
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    std::tuple<decltype(Cast<std::remove_cvref_t<Args>>::from(values[K]))...> taken{
        Cast<std::remove_cvref_t<Args>>::from(values[K])...};
    if constexpr (std::is_void_v<Result>) {
      std::apply(act, std::move(taken));
      return arena.make(Tag::none);
    } else {
      return cast(std::apply(act, std::move(taken))).ptr();
    }
  }(std::index_sequence_for<Args...>{});
}

template <class F>
struct Shape : Shape<decltype(&F::operator())> {};
template <class R, class... A>
struct Shape<R (*)(A...)> {
  static constexpr bool kVoid = std::is_void_v<R>;
  template <class F>
  static auto wrap(F act) {
    return [act](Value* const* values, std::size_t count) { return call_with<R, A...>(values, count, act); };
  }
  // For a constructor: the first argument is where the object is to be made.
  template <class T, class F>
  static auto construct(F act) {
    return [act](Value* const* values, std::size_t count) {
      auto* const room = static_cast<T*>(::operator new(sizeof(T), std::align_val_t{alignof(T)}));
      make(std::type_identity<R(A...)>{}, act, room, values, count);
      Value* const made = arena.make(Tag::object);
      made->low = registry.hold(room, class_number<T>);
      return made;
    };
  }
  template <class First, class... Rest, class F, class T>
  static void make(std::type_identity<R(First, Rest...)>, F& act, T* room, Value* const* values, std::size_t count) {
    call_with<void, Rest...>(values, count, [&](auto&&... taken) { act(room, std::forward<decltype(taken)>(taken)...); });
  }
};
template <class R, class C, class... A>
struct Shape<R (C::*)(A...) const> : Shape<R (*)(A...)> {
  static auto wrap(R (C::*act)(A...) const) {
    return [act](Value* const* values, std::size_t count) {
      return call_with<R, C&, A...>(values, count, [act](C& self, auto&&... taken) -> R {
        return (self.*act)(std::forward<decltype(taken)>(taken)...);
      });
    };
  }
  template <class F>
    requires(!std::is_member_function_pointer_v<F>)
  static auto wrap(F act) {
    return Shape<R (*)(A...)>::wrap(act);
  }
};
template <class R, class C, class... A>
struct Shape<R (C::*)(A...)> : Shape<R (*)(A...)> {
  static auto wrap(R (C::*act)(A...)) {
    return [act](Value* const* values, std::size_t count) {
      return call_with<R, C&, A...>(values, count, [act](C& self, auto&&... taken) -> R {
        return (self.*act)(std::forward<decltype(taken)>(taken)...);
      });
    };
  }
};

template <class Call, class... Extra>
std::size_t enlist(const char* name, Sort sort, bool changes, Call call, const Extra&... extra) {
  Function function{.name = name, .sort = sort, .changes = changes, .call = std::move(call)};
  (note(function, extra), ...);
  registry.functions.push_back(std::move(function));
  return registry.functions.size() - 1;
}

struct module_ : handle {
  template <class F, class... Extra>
  module_& def(const char* name, F act, const Extra&... extra) {
    registry.of_module.push_back(enlist(name, Sort::function, false, Shape<F>::wrap(act), extra...));
    return *this;
  }
};

template <class T>
class class_ {
 public:
  class_(module_&, const char* name, const char* doc) {
    class_number<T> = registry.classes.size();
    if (class_number<T> == nonairo::wasm::kMostClasses) fail("RuntimeError", "too many classes");
    registry.classes.push_back({name, doc, {}, [](void* object) {
                                  static_cast<T*>(object)->~T();
                                  ::operator delete(object, std::align_val_t{alignof(T)});
                                }});
  }

  template <class F, class... Extra>
  class_& def(const char* name, F act, const Extra&... extra) {
    if (std::string_view(name) == "__init__") {
      if constexpr (!std::is_member_function_pointer_v<F>) {
        add(enlist(name, Sort::constructor, false, construct_if_able(act), extra...));
      }
      return *this;
    }
    if constexpr (!kConstructs<F>) {
      add(enlist(name, Sort::method, Shape<F>::kVoid, Shape<F>::wrap(act), extra...));
    }
    return *this;
  }
  template <class... A, class... Extra>
  class_& def(init<A...>, const Extra&... extra) {
    return def(
        "__init__", [](T* self, A... taken) { new (self) T(std::move(taken)...); }, extra...);
  }
  template <class F, class... Extra>
  class_& def_prop_ro(const char* name, F act, const Extra&... extra) {
    return add(enlist(name, Sort::property, false, Shape<F>::wrap(act), extra...));
  }
  template <class F, class... Extra>
  class_& def_static(const char* name, F act, const Extra&... extra) {
    return add(enlist(name, Sort::fixed, false, Shape<F>::wrap(act), extra...));
  }

 private:
  template <class F>
  struct First {
    static constexpr bool kIsRoom = false;
  };
  template <class R, class C, class... A>
  struct First<R (C::*)(T*, A...) const> {
    static constexpr bool kIsRoom = true;
  };
  template <class F>
  static constexpr bool constructs() {
    if constexpr (requires { &F::operator(); }) return First<decltype(&F::operator())>::kIsRoom;
    return false;
  }
  template <class F>
  static constexpr bool kConstructs = constructs<F>();

  template <class F>
  static std::function<Value*(Value* const*, std::size_t)> construct_if_able(F act) {
    if constexpr (kConstructs<F>) return Shape<F>::template construct<T>(act);
    else return {};
  }
  class_& add(std::size_t function) {
    registry.classes[class_number<T>].functions.push_back(function);
    return *this;
  }
};

}   // namespace nanobind

// Of Python's C API.

inline constexpr const char* PyExc_TimeoutError = "TimeoutError";
inline void PyErr_SetString(const char* error, const char* message) {
  nanobind::error_set = error;
  nanobind::error_message = message;
}
inline const char* PyErr_Occurred() { return nanobind::error_set; }
inline void PyErr_Clear() { nanobind::error_set = nullptr; }

inline const char* PyUnicode_AsUTF8AndSize(PyObject* text, Py_ssize_t* size) {
  *size = static_cast<Py_ssize_t>(text->text.size());
  return text->text.data();
}
inline PyObject* PyUnicode_DecodeASCII(const char* text, Py_ssize_t size, const char*) {
  return nanobind::str(std::string_view(text, static_cast<std::size_t>(size))).ptr();
}
inline PyObject* PyUnicode_InternFromString(const char* text) { return nanobind::str(text).ptr(); }

inline PyObject* PyBytes_FromStringAndSize(const char* bytes, Py_ssize_t size) {
  PyObject* const made = nanobind::arena.make(nanobind::Tag::bytes);
  made->text.resize(static_cast<std::size_t>(size));
  if (bytes != nullptr && size > 0) std::memcpy(made->text.data(), bytes, static_cast<std::size_t>(size));
  return made;
}
inline char* PyBytes_AsString(PyObject* bytes) { return bytes->text.data(); }

struct Py_buffer {
  void* buf;
  Py_ssize_t len;
};
inline constexpr int PyBUF_SIMPLE = 0;
inline int PyObject_GetBuffer(PyObject* object, Py_buffer* view, int) {
  nanobind::expected(object, nanobind::Tag::bytes, "bytes");
  *view = {object->text.data(), static_cast<Py_ssize_t>(object->text.size())};
  return 0;
}
inline void PyBuffer_Release(Py_buffer*) {}

inline PyObject* PyTuple_New(Py_ssize_t size) {
  PyObject* const made = nanobind::tuple().ptr();
  made->items.resize(static_cast<std::size_t>(size));
  return made;
}
inline void PyTuple_SetItem(PyObject* tuple, Py_ssize_t k, PyObject* item) {
  tuple->items[static_cast<std::size_t>(k)] = item;
}
inline PyObject* PyTuple_Pack(Py_ssize_t size, ...) {
  PyObject* const made = PyTuple_New(size);
  std::va_list items;
  va_start(items, size);
  for (PyObject*& item : made->items) item = va_arg(items, PyObject*);
  va_end(items);
  return made;
}
inline PyObject* PyList_New(Py_ssize_t size) {
  PyObject* const made = PyTuple_New(size);
  made->tag = nanobind::Tag::list;
  return made;
}
inline void PyList_SetItem(PyObject* list, Py_ssize_t k, PyObject* item) { PyTuple_SetItem(list, k, item); }

inline PyObject* PyLong_FromUnsignedLongLong(std::uint64_t number) { return nanobind::int_(number).ptr(); }

inline bool PyLong_Check(const PyObject* number) { return number->tag == nanobind::Tag::integer; }

// All bits set, and an error, for what does not fit.
inline std::uint64_t PyLong_AsUnsignedLongLong(const PyObject* number) {
  if (!number->negative && number->high.empty()) return number->low;
  PyErr_SetString("OverflowError", "expected 64 bits");
  return ~std::uint64_t{0};
}

// Of hexadecimal digits, lower case.
inline PyObject* PyLong_FromString(const char* text, char**, int) {
  PyObject* const made = nanobind::arena.make(nanobind::Tag::integer);
  const std::string_view digits(text);
  for (std::size_t k = 0; k < digits.size(); ++k) {
    const char digit = digits[digits.size() - 1 - k];
    const auto bits = static_cast<std::uint64_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10) << (k % 16 * 4);
    if (k < 16) {
      made->low |= bits;
    } else if (bits != 0) {
      made->high.resize(k / 16);
      made->high[k / 16 - 1] |= bits;
    }
  }
  return made;
}

// A record is a dict of its number and its values.
struct PyStructSequence_Field {
  const char* name;
};
struct PyStructSequence_Desc {
  const char *name, *doc;
  PyStructSequence_Field* fields;
  int size;
};
inline PyTypeObject* PyStructSequence_NewType(const PyStructSequence_Desc* desc) {
  PyTypeObject& type = nanobind::registry.records.emplace_back();
  type.number = static_cast<int>(nanobind::registry.records.size()) - 1;
  const std::string_view name(desc->name);
  type.name = name.substr(name.rfind('.') + 1);
  for (int k = 0; k < desc->size; ++k) type.fields.emplace_back(desc->fields[k].name);
  return &type;
}
inline PyObject* PyStructSequence_New(const PyTypeObject* type) {
  PyObject* const made = nanobind::dict().ptr();
  const auto size = static_cast<Py_ssize_t>(type->fields.size());
  made->items = {nanobind::int_(type->number).ptr(), PyTuple_New(size)};
  return made;
}
inline void PyStructSequence_SetItem(PyObject* record, Py_ssize_t k, PyObject* item) {
  PyTuple_SetItem(record->items[1], k, item);
}
