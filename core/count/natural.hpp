// A natural number of any size: counts of solutions soon outgrow a machine word.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nonairo {

class Natural {
 public:
  Natural() = default;
  Natural(std::uint64_t value) {
    if (value != 0) limbs_.push_back(value);
  }
  explicit Natural(std::vector<std::uint64_t> limbs) : limbs_(std::move(limbs)) {}

  // Lowest first, the last one not 0; none at all for 0.
  const std::vector<std::uint64_t>& limbs() const { return limbs_; }
  bool is_zero() const { return limbs_.empty(); }

  Natural& operator+=(const Natural& other) {
    add(other.limbs_.data(), other.limbs_.size());
    return *this;
  }

  // Of a number that is not larger.
  Natural& operator-=(const Natural& other) {
    std::uint64_t borrow = 0;
    for (std::size_t k = 0; k < limbs_.size(); ++k) {
      const std::uint64_t taken = k < other.limbs_.size() ? other.limbs_[k] : 0;
      const std::uint64_t part = limbs_[k] - taken;
      const std::uint64_t next = std::uint64_t{limbs_[k] < taken} | std::uint64_t{part < borrow};
      limbs_[k] = part - borrow;
      borrow = next;
    }
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    return *this;
  }

  // Adds a * b.
  void add_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kLow = 0xFFFFFFFF;
    const std::uint64_t low = (a & kLow) * (b & kLow);
    const std::uint64_t left = (a >> 32) * (b & kLow) + (low >> 32);
    const std::uint64_t right = (a & kLow) * (b >> 32) + (left & kLow);
    const std::uint64_t product[2] = {right << 32 | (low & kLow), (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32)};
    add(product, product[1] != 0 ? 2 : product[0] != 0 ? 1 : 0);
  }

  // This times a factor, and a little more.
  void multiply_add(std::uint32_t factor, std::uint32_t added) {
    std::uint64_t carry = added;
    for (std::uint64_t& limb : limbs_) {
      const std::uint64_t low = (limb & 0xFFFFFFFF) * factor + carry;
      const std::uint64_t high = (limb >> 32) * factor + (low >> 32);
      limb = high << 32 | (low & 0xFFFFFFFF);
      carry = high >> 32;
    }
    if (carry != 0) limbs_.push_back(carry);
  }

  friend bool operator==(const Natural&, const Natural&) = default;
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() <=> b.limbs_.size();
    return std::lexicographical_compare_three_way(a.limbs_.rbegin(), a.limbs_.rend(), b.limbs_.rbegin(),
                                                  b.limbs_.rend());
  }

  std::string hex() const {
    std::string text;
    for (const std::uint64_t limb : limbs_) {
      for (int digit = 0; digit < 16; ++digit) text += "0123456789abcdef"[limb >> (4 * digit) & 15];
    }
    while (!text.empty() && text.back() == '0') text.pop_back();
    if (text.empty()) text.push_back('0');
    std::reverse(text.begin(), text.end());
    return text;
  }

 private:
  void add(const std::uint64_t* limbs, std::size_t count) {
    if (limbs_.size() < count) limbs_.resize(count, 0);
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < count || carry != 0; ++k) {
      if (k == limbs_.size()) limbs_.push_back(0);
      const std::uint64_t added = k < count ? limbs[k] : 0;
      const std::uint64_t part = limbs_[k] + carry;
      limbs_[k] = part + added;
      carry = std::uint64_t{part < carry} | std::uint64_t{limbs_[k] < part};
    }
  }

  std::vector<std::uint64_t> limbs_;
};

}   // namespace nonairo
