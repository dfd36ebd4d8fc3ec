// Values as they cross between the core and whoever runs its WebAssembly: nothing, numbers, texts, bytes, lists, and
// objects that stay inside and are known outside by a number.
//
// They are written as Python's `marshal` writes them in its version 2 (one byte for the type, then 32-bit sizes, lowest
// byte first), which Python reads and writes fastest of all and which is a page of code elsewhere:
//
//      N T F          None, True, False                 u, s      size, then UTF-8 or bytes
//      i              32 bits                           ( [       size, then the values of a tuple or a list
//      l              size, then digits of 15 bits;     {         keys and values, then 0
//                     a size below 0: a negative one    <         size 1, then a number: an object that stays inside
//      g              64 bits, a double
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace nonairo::wasm {

enum class Tag : char {
  none = 'N',
  truth = 'T',   // written as T or F
  integer = 'i',
  real = 'g',
  text = 'u',
  bytes = 's',
  tuple = '(',
  list = '[',
  dict = '{',   // items: key, value, key, value
  object = '<'
};

struct Value {
  Tag tag = Tag::none;
  bool negative = false;               // of an integer
  std::uint64_t low = 0;               // an integer without its sign, a truth, or the number of an object
  std::vector<std::uint64_t> high{};   // the words of an integer above the lowest
  double real = 0;
  std::string text{};
  std::vector<Value*> items{};
};

// Where values live: those of one request until it is answered, those made with the module for good. So nobody counts
// references.
class Arena {
 public:
  Value* make(Tag tag) {
    Value& value = values_.emplace_back();
    value.tag = tag;
    return &value;
  }
  void forget() {
    if (values_.size() > kept_) values_.resize(kept_);
  }
  void keep() { kept_ = values_.size(); }

 private:
  std::deque<Value> values_;
  std::size_t kept_ = 0;
};

inline Arena arena;

Value* unmarshal(std::string_view bytes);   // a bad one is an error of the caller's
std::string marshal(const Value& value);

// Writes down what went wrong where the host finds it, and ends the call: this build has no exceptions.
[[noreturn]] void fail(std::string_view error, std::string_view message);

}   // namespace nonairo::wasm
