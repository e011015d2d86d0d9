// Non-owning, int-indexed views of arrays and matrices: what kernels read and write.
//
// std::span is indexed by size_t, which costs a cast at every use in index arithmetic. Bounds are
// checked under KINETREE_CHECKS only.
#pragma once
#include <cassert>
#include <type_traits>

namespace kinetree {

#if defined(KINETREE_CHECKS)
#define KINETREE_ASSERT(condition) assert(condition)
#else
#define KINETREE_ASSERT(condition) static_cast<void>(0)
#endif

template <class T>
class View {
 public:
  View() = default;
  View(T* data, int size) noexcept : data_(data), size_(size) {}
  operator View<const T>() const noexcept  // NOLINT(google-explicit-constructor): reading is safe
      requires(!std::is_const_v<T>) {
    return {data_, size_};
  }
  // Always inlined: no function of its own that instruction sets would share (scalar/pack.hpp).
  [[gnu::always_inline]] T& operator[](int i) const noexcept {
    KINETREE_ASSERT(i >= 0 && i < size_);
    return data_[i];
  }
  int size() const noexcept { return size_; }
  T* data() const noexcept { return data_; }

 private:
  T* data_ = nullptr;
  int size_ = 0;
};

/// Column-major, as Eigen stores it.
template <class T>
class MatrixView {
 public:
  MatrixView() = default;
  MatrixView(T* data, int rows, int columns) noexcept
      : data_(data), rows_(rows), columns_(columns) {}
  T& operator()(int i, int j) const noexcept {
    KINETREE_ASSERT(i >= 0 && i < rows_ && j >= 0 && j < columns_);
    return data_[j * rows_ + i];
  }
  int rows() const noexcept { return rows_; }
  int columns() const noexcept { return columns_; }

 private:
  T* data_ = nullptr;
  int rows_ = 0, columns_ = 0;
};

}  // namespace kinetree
