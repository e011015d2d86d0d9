// Memory of one result or one matrix: it grows when it must, and never shrinks.
#pragma once
#include <cstddef>
#include <memory>

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
/// whole.
template <class S>
class Store {
 public:
  void reserve(std::size_t size) {
    if (size <= capacity_) return;
    data_ = std::make_unique_for_overwrite<S[]>(size + state_padding);
    capacity_ = size;
  }
  S* get() const noexcept { return data_.get(); }

 private:
  std::unique_ptr<S[]> data_;
  std::size_t capacity_ = 0;
};

}  // namespace kinetree
