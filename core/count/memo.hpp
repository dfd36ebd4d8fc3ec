// Counts that have been worked out, by a key of any length. Keys and counts lie one after the
// other in large blocks of memory, so that keeping millions costs little and dropping them
// nothing:
//
//      slot    hash | place            (open addressing, at most half full)
//                       |
//      blocks  ... | key length | limbs | key bytes ... | limb 0 | limb 1 ... | ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "natural.hpp"

namespace nonairo::counting {

class Memo {
 public:
  explicit Memo(std::size_t bytes) : bytes_(bytes), slots_(kFirstSlots) {}

  std::optional<Natural> find(std::string_view key) const {
    const char* const record = slots_[probe(hash(key), key)].record;
    if (record == nullptr) return std::nullopt;
    const Header header = read_header(record);
    std::vector<std::uint64_t> limbs(header.limbs);
    const char* const from = record + sizeof header + header.key;
    if (header.limbs > 0) std::memcpy(limbs.data(), from, limbs.size() * sizeof limbs[0]);
    return Natural(std::move(limbs));
  }

  // For a key that is not there yet. A full memo is emptied and starts again with what is near.
  void add(std::string_view key, const Natural& count) {
    const Header header{static_cast<std::uint32_t>(key.size()), static_cast<std::uint32_t>(count.limbs().size())};
    const std::size_t size = sizeof header + key.size() + header.limbs * sizeof(std::uint64_t);
    if (size > kBlock) return;
    if (2 * (used_ + 1) > slots_.size()) grow();
    if (left_ < size) {
      if ((blocks_.size() + 1) * kBlock + slots_.size() * sizeof(Slot) > bytes_) clear();
      blocks_.push_back(std::unique_ptr<char[]>(new char[kBlock]));   // not zeroed
      left_ = kBlock;
    }
    char* const record = blocks_.back().get() + (kBlock - left_);
    left_ -= size;
    std::memcpy(record, &header, sizeof header);
    std::memcpy(record + sizeof header, key.data(), key.size());
    if (header.limbs > 0) {
      std::memcpy(record + sizeof header + key.size(), count.limbs().data(), header.limbs * sizeof(std::uint64_t));
    }
    slots_[probe(hash(key), key)] = {hash(key), record};
    ++used_;
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 20;
  static constexpr std::size_t kFirstSlots = 1 << 10;

  struct Header {
    std::uint32_t key;   // bytes
    std::uint32_t limbs;
  };
  struct Slot {
    std::size_t hash = 0;
    const char* record = nullptr;
  };

  static std::size_t hash(std::string_view key) { return std::hash<std::string_view>{}(key); }

  static Header read_header(const char* record) {
    Header header;
    std::memcpy(&header, record, sizeof header);
    return header;
  }

  // Where the key is, or where it would go.
  std::size_t probe(std::size_t hash, std::string_view key) const {
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].record != nullptr) {
      if (slots_[at].hash == hash) {
        const Header header = read_header(slots_[at].record);
        if (std::string_view(slots_[at].record + sizeof header, header.key) == key) break;
      }
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  void grow() {
    if (4 * slots_.size() * sizeof(Slot) > bytes_) return clear();
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.record == nullptr) continue;
      std::size_t at = slot.hash & (slots_.size() - 1);
      while (slots_[at].record != nullptr) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  void clear() {
    blocks_.clear();
    left_ = 0;
    slots_.assign(kFirstSlots, Slot{});
    used_ = 0;
  }

  std::size_t bytes_;         // not to be exceeded
  std::vector<Slot> slots_;   // a power of two of them
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t left_ = 0;   // bytes of the last block
  std::size_t used_ = 0;   // slots
};

}   // namespace nonairo::counting
