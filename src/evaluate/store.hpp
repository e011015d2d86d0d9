// Memory of one result or one matrix: it grows when it must, and never shrinks.
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#include "kinetree/link.hpp"
#include "plan/state_kernels.hpp"

namespace kinetree {

/// A result while it is written; its reader gets a view that cannot write.
class MatrixResult : public Eigen::Map<Matrix> {
 public:
  using Map::Map;
  using Map::operator=;
  operator MatrixMap() const { return {data(), rows(), cols()}; }  // NOLINT: reading is safe
};
class VectorResult : public Eigen::Map<Vector> {
 public:
  using Map::Map;
  using Map::operator=;
  operator VectorMap() const { return {data(), size()}; }  // NOLINT: reading is safe
};

/// Not touched before somebody writes: a large one takes no memory until then. What it held is
/// lost when it grows. There is room for a register more than was asked for: plans write them
/// whole, and where columns fill cache lines no register is to lie across two of them.
template <class S>
class Store {
 public:
  void reserve(std::size_t size) {
    if (size > capacity_) [[unlikely]]
      grow(size);
  }
  S* get() const noexcept { return data_.get(); }

 private:
  [[gnu::noinline]] void grow(std::size_t size) {
    data_.reset(new (cache_line) S[size + state_padding]);
    capacity_ = size;
  }
  static constexpr std::align_val_t cache_line{64};
  struct Free {  // of numbers, which need no destructor
    void operator()(S* memory) const noexcept { ::operator delete[](memory, cache_line); }
  };
  static_assert(std::is_trivially_destructible_v<S>);
  std::unique_ptr<S[], Free> data_;
  std::size_t capacity_ = 0;
};

}  // namespace kinetree
