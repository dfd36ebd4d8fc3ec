// What the bindings have put into the module: functions by number, classes, and the objects that are alive.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "values.hpp"

namespace nonairo::wasm {

struct Argument {
  const char* name;
  Value* fallback;   // null: it has to be given
};

enum class Sort : char { function = 'f', constructor = 'i', method = 'm', property = 'p', fixed = 's' };

struct Function {
  const char* name = "";
  Sort sort = Sort::function;
  bool changes = false;   // gives nothing back: what it is called for is a change of its object
  std::vector<Argument> arguments{};
  const char* doc = "";
  std::function<Value*(Value* const*, std::size_t)> call{};
};

struct Class {
  const char* name;
  const char* doc;
  std::vector<std::size_t> functions;   // their numbers
  void (*destroy)(void*);
};

struct RecordType : Value {   // so that bindings/records.hpp may see its type as a value
  int number = 0;
  std::string name{};
  std::vector<std::string> fields{};
};

constexpr std::uint64_t kMostClasses = 64;

struct Registry {
  std::vector<Function> functions;
  std::vector<std::size_t> of_module;   // the functions outside of classes
  std::vector<Class> classes;
  std::deque<RecordType> records;

  // An object's number tells its class, too.
  std::uint64_t hold(void* object, std::size_t of_class) {
    std::size_t place = held_.size();
    if (free_.empty()) {
      held_.push_back(object);
    } else {
      place = free_.back();
      free_.pop_back();
      held_[place] = object;
    }
    return place * kMostClasses + of_class;
  }
  void* find(const Value& value, std::size_t of_class) const {
    const std::uint64_t place = value.low / kMostClasses;
    const bool right = value.tag == Tag::object && value.low % kMostClasses == of_class;
    if (!right || place >= held_.size() || held_[place] == nullptr) fail("TypeError", "expected another object");
    return held_[place];
  }
  void free(const Value& value) {
    const std::size_t of_class = value.low % kMostClasses;
    void* const object = find(value, of_class);
    classes[of_class].destroy(object);
    const auto place = static_cast<std::size_t>(value.low / kMostClasses);
    held_[place] = nullptr;
    free_.push_back(place);
  }

 private:
  std::vector<void*> held_;
  std::vector<std::size_t> free_;
};

inline Registry registry;

}   // namespace nonairo::wasm
