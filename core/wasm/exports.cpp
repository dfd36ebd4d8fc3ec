// The core as a WebAssembly module of its own, for hosts that cannot load nonairo._core.
//
//      host                                   module
//      room(size) ------------------------->  where a request of this size is to be written
//      call(size) ------------------------->  reads it there, and writes the answer to the same place: its size
//      (after a trap) reads error() <-------  what went wrong, as "NAME: MESSAGE"; empty if nobody knows
//
// A request is a tuple: the number of a function and its arguments. Number 0 describes the module and all numbers,
// number 1 forgets objects. A call that fails ends with a trap, and what it was doing is left as it is: the host
// throws the instance away and makes a new one.
#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <typeinfo>

#include "../bindings/border.hpp"
#include "../bindings/records.hpp"

namespace nonairo {

// From the host: the time since whenever.
__attribute__((import_module("nonairo"), import_name("now"))) double host_milliseconds();

namespace {

namespace nb = nanobind;
using wasm::arena;
using wasm::Function;
using wasm::registry;
using wasm::Tag;
using wasm::Value;

constexpr std::size_t kErrorRoom = 1024;
std::array<char, kErrorRoom> error_text{};
std::string buffer;

constexpr std::uint64_t kDescribe = 0, kForget = 1, kFirstFunction = 2;

nb::object described(std::size_t number) {
  const Function& function = registry.functions[number];
  nb::list names, fallbacks;   // the last ones
  for (const wasm::Argument& argument : function.arguments) {
    names.append(argument.name);
    if (argument.fallback != nullptr) fallbacks.append(nb::object(argument.fallback));
  }
  const std::string sort(1, static_cast<char>(function.sort));
  return nb::make_tuple(number + kFirstFunction, function.name, sort, function.changes, names, fallbacks, function.doc);
}

template <class Numbers>
nb::list all_described(const Numbers& numbers) {
  nb::list several;
  for (const std::size_t number : numbers) several.append(described(number));
  return several;
}

nb::object described_module() {
  nb::list classes, records;
  for (const wasm::Class& each : registry.classes) {
    classes.append(nb::make_tuple(each.name, each.doc, all_described(each.functions)));
  }
  for (const wasm::RecordType& record : registry.records) records.append(nb::make_tuple(record.name, record.fields));
  return nb::make_tuple(classes, all_described(registry.of_module), records);
}

Value* answer_to(const Value& request) {
  if (request.tag != Tag::tuple || request.items.empty()) wasm::fail("TypeError", "expected a request");
  const std::uint64_t number = request.items[0]->low;
  if (number == kDescribe) return described_module().ptr();
  if (number == kForget) {
    for (std::size_t k = 1; k < request.items.size(); ++k) registry.free(*request.items[k]);
    return nb::none().ptr();
  }
  if (number < kFirstFunction || number - kFirstFunction >= registry.functions.size()) {
    wasm::fail("ValueError", "no such function");
  }
  const Function& function = registry.functions[static_cast<std::size_t>(number - kFirstFunction)];
  return function.call(request.items.data() + 1, request.items.size() - 1);
}

}   // namespace

[[noreturn]] void wasm::fail(std::string_view error, std::string_view message) {
  std::size_t at = 0;
  for (const std::string_view part : {error, std::string_view(": "), message}) {
    const std::size_t size = std::min(part.size(), kErrorRoom - 1 - at);
    std::memcpy(error_text.data() + at, part.data(), size);
    at += size;
  }
  error_text[at] = '\0';
  __builtin_trap();
}

}   // namespace nonairo

extern "C" {

__attribute__((export_name("room"))) char* nonairo_room(std::size_t size) {
  if (nonairo::buffer.size() < size) nonairo::buffer.resize(size);
  return nonairo::buffer.data();
}

__attribute__((export_name("call"))) std::size_t nonairo_call(std::size_t size) {
  using namespace nonairo;
  const Value* const request = wasm::unmarshal(std::string_view(buffer).substr(0, size));
  const std::string answer = wasm::marshal(*answer_to(*request));
  std::memcpy(nonairo_room(answer.size()), answer.data(), answer.size());
  arena.forget();
  return answer.size();
}

__attribute__((export_name("error"))) const char* nonairo_error() { return nonairo::error_text.data(); }

// In the order of bindings/module.cpp, but for answers and reading: those are about objects of Python's classes.
__attribute__((export_name("start"))) void nonairo_start() {
  using namespace nonairo;
  nb::module_ module;
  bind_records(module);
  bind_lines(module);
  bind_balanced(module);
  bind_runs(module);
  bind_table(module);
  bind_coloured(module);
  bind_signs(module);
  bind_classics(module);
  bind_proof(module);
  bind_probe(module);
  bind_ladders(module);
  bind_levels(module);
  arena.keep();
}

// What the clocks of the library read; its own asks WASI, which browsers do not have.
int clock_gettime(clockid_t, timespec* now) {
  const double seconds = nonairo::host_milliseconds() / 1000;
  now->tv_sec = static_cast<time_t>(seconds);
  now->tv_nsec = static_cast<long>((seconds - static_cast<double>(now->tv_sec)) * 1e9);
  return 0;
}

// Of objects that a thread has: this one ends with its memory.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

// Where the library would unwind the stack: what was thrown is all that is known of it.
void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
  using nonairo::wasm::fail;
  const auto is = [type]<class... Types>(std::type_identity<Types>...) { return ((*type == typeid(Types)) || ...); };
  const auto* const error = static_cast<const std::exception*>(thrown);   // of one base each
  using std::type_identity;
  if (is(type_identity<nanobind::value_error>{}, type_identity<nanobind::index_error>{},
         type_identity<nanobind::python_error>{})) {
    fail(static_cast<const nanobind::builtin_error*>(thrown)->error(), error->what());
  }
  if (is(type_identity<std::bad_alloc>{}, type_identity<std::bad_array_new_length>{})) fail("MemoryError", "");
  if (is(type_identity<std::invalid_argument>{}, type_identity<std::length_error>{})) fail("ValueError", error->what());
  fail("RuntimeError", error->what());
}
}

void* operator new(std::size_t size) {
  void* const room = std::malloc(size > 0 ? size : 1);
  if (room == nullptr) nonairo::wasm::fail("MemoryError", "");
  return room;
}
void operator delete(void* room) noexcept { std::free(room); }
void operator delete(void* room, std::size_t) noexcept { std::free(room); }
