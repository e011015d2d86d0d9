// A hash table from 64-bit keys to small values, for the inner loops of products.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetree::symbolic {

/// Open addressing, never more than half full; nothing is ever taken out.
template <class Value>
class IdMap {
 public:
  IdMap() : slots_(64) {}

  /// The value of a key and whether it was there before; a new one is Value().
  Value& find_or_add(std::uint64_t key, bool& known) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = find(key);
    known = slot.used;
    if (!known) {
      slot = {key, Value(), true};
      ++size_;
    }
    return slot.value;
  }
  std::size_t size() const noexcept { return size_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    Value value{};
    bool used = false;
  };
  Slot& find(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::uint64_t h = key * 0x9E3779B97F4A7C15U;
    for (auto at = static_cast<std::size_t>(h ^ h >> 32);; ++at) {
      Slot& slot = slots_[at & mask];
      if (!slot.used || slot.key == key) return slot;
    }
  }
  void grow() {
    std::vector<Slot> before(2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.used) find(slot.key) = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace kinetree::symbolic
