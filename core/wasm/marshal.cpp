#include <algorithm>
#include <bit>
#include <cstring>

#include "values.hpp"

namespace nonairo::wasm {
namespace {

constexpr int kDigit = 15;   // bits of a digit of `l`

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  // None: the 0 that ends a dict.
  Value* value() {
    const char tag = take(1)[0];
    switch (tag) {
      case '0': return nullptr;
      case 'N': return arena.make(Tag::none);
      case 'T':
      case 'F': {
        Value* const made = arena.make(Tag::truth);
        made->low = tag == 'T';
        return made;
      }
      case 'i': {
        const std::int64_t number = size();
        Value* const made = arena.make(Tag::integer);
        made->negative = number < 0;
        made->low = static_cast<std::uint64_t>(number < 0 ? -number : number);
        return made;
      }
      case 'l': return digits();
      case 'g': {
        Value* const made = arena.make(Tag::real);
        std::memcpy(&made->real, take(sizeof(double)).data(), sizeof(double));
        return made;
      }
      case 'u':
      case 's': {
        Value* const made = arena.make(static_cast<Tag>(tag));
        made->text = take(count());
        return made;
      }
      case '(':
      case '[': return items(static_cast<Tag>(tag), count());
      case '{': {
        Value* const made = arena.make(Tag::dict);
        while (Value* const item = value()) made->items.push_back(item);
        return made;
      }
      case '<': {
        Value* const made = items(Tag::object, count());
        if (made->items.size() != 1) refuse();
        made->low = made->items[0]->low;
        return made;
      }
      default: refuse();
    }
  }

 private:
  [[noreturn]] static void refuse() { fail("ValueError", "expected values as marshal writes them in version 2"); }

  std::string_view take(std::size_t size) {
    if (bytes_.size() < size) refuse();
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  std::int32_t size() {
    std::int32_t number;
    std::memcpy(&number, take(sizeof number).data(), sizeof number);
    return number;
  }
  std::size_t count() {
    const std::int32_t number = size();
    if (number < 0) refuse();
    return static_cast<std::size_t>(number);
  }
  Value* items(Tag tag, std::size_t count) {
    Value* const made = arena.make(tag);
    made->items.reserve(std::min(count, bytes_.size()));
    for (std::size_t k = 0; k < count; ++k) {
      Value* const item = value();
      if (item == nullptr) refuse();
      made->items.push_back(item);
    }
    return made;
  }
  Value* digits() {
    const std::int32_t signed_count = size();
    Value* const made = arena.make(Tag::integer);
    made->negative = signed_count < 0;
    const std::size_t count = static_cast<std::size_t>(signed_count < 0 ? -std::int64_t{signed_count} : signed_count);
    for (std::size_t k = 0; k < count; ++k) {
      std::uint16_t digit;
      std::memcpy(&digit, take(sizeof digit).data(), sizeof digit);
      const std::size_t bit = k * kDigit;
      put(*made, bit / 64, std::uint64_t{digit} << (bit % 64));
      if (bit % 64 > 64 - kDigit) put(*made, bit / 64 + 1, std::uint64_t{digit} >> (64 - bit % 64));
    }
    return made;
  }
  static void put(Value& number, std::size_t word, std::uint64_t bits) {
    if (word == 0) {
      number.low |= bits;
    } else if (bits != 0) {
      if (number.high.size() < word) number.high.resize(word);
      number.high[word - 1] |= bits;
    }
  }

  std::string_view bytes_;
};

class Writer {
 public:
  void value(const Value& value) {
    switch (value.tag) {
      case Tag::none: text_ += 'N'; break;
      case Tag::truth: text_ += value.low != 0 ? 'T' : 'F'; break;
      case Tag::integer: integer(value); break;
      case Tag::real:
        text_ += 'g';
        raw(value.real);
        break;
      case Tag::text:
      case Tag::bytes:
        text_ += static_cast<char>(value.tag);
        size(value.text.size());
        text_ += value.text;
        break;
      case Tag::tuple:
      case Tag::list:
        text_ += static_cast<char>(value.tag);
        size(value.items.size());
        all(value);
        break;
      case Tag::dict:
        text_ += '{';
        all(value);
        text_ += '0';
        break;
      case Tag::object:
        text_ += '<';
        size(1);
        text_ += 'i';
        size(value.low);
        break;
    }
  }
  std::string written() { return std::move(text_); }

 private:
  template <class Number>
  void raw(Number number) {
    text_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void size(std::size_t number) { raw(static_cast<std::int32_t>(number)); }
  void all(const Value& value) {
    for (const Value* const item : value.items) this->value(*item);
  }
  void integer(const Value& value) {
    if (value.high.empty() && value.low <= 0x7FFFFFFF) {
      text_ += 'i';
      raw(static_cast<std::int32_t>(value.negative ? -static_cast<std::int64_t>(value.low) : value.low));
      return;
    }
    text_ += 'l';
    const std::size_t bits = 64 * (value.high.size() + 1);
    std::vector<std::uint16_t> digits;
    for (std::size_t bit = 0; bit < bits; bit += kDigit) {
      std::uint64_t digit = word(value, bit / 64) >> (bit % 64);
      if (bit % 64 > 64 - kDigit) digit |= word(value, bit / 64 + 1) << (64 - bit % 64);
      digits.push_back(static_cast<std::uint16_t>(digit & ((1 << kDigit) - 1)));
    }
    while (!digits.empty() && digits.back() == 0) digits.pop_back();
    const auto count = static_cast<std::int32_t>(digits.size());
    raw(value.negative ? -count : count);
    for (const std::uint16_t digit : digits) raw(digit);
  }
  static std::uint64_t word(const Value& value, std::size_t k) {
    return k == 0 ? value.low : k <= value.high.size() ? value.high[k - 1] : 0;
  }

  std::string text_;
};

}   // namespace

static_assert(std::endian::native == std::endian::little);

Value* unmarshal(std::string_view bytes) { return Reader(bytes).value(); }

std::string marshal(const Value& value) {
  Writer writer;
  writer.value(value);
  return writer.written();
}

}   // namespace nonairo::wasm
