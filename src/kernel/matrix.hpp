// What several methods do to a whole matrix.
#pragma once
#include "spatial/view.hpp"

namespace kinetree::kernel {

template <class S>
void clear(MatrixView<S> M) noexcept {
  for (int l = 0; l < M.columns(); ++l) {
    for (int k = 0; k < M.rows(); ++k) M(k, l) = S(0.0);
  }
}
/// Copies what is below the diagonal to above it: M is symmetric to the last bit.
template <class S>
void mirror_lower(MatrixView<S> M) noexcept {
  for (int l = 0; l < M.columns(); ++l) {
    for (int k = l + 1; k < M.rows(); ++k) M(l, k) = M(k, l);
  }
}

template <class S>
void set_symmetric(MatrixView<S> M, int i, int j, const S& value) noexcept {
  M(i, j) = value;
  M(j, i) = value;
}

/// Entries (i, j) and (j, i), j on the way of i to the root.
template <class S>
void set_pair(MatrixView<S> M, int i, int j, const S& below, const S& above) noexcept {
  M(i, j) = below;
  M(j, i) = above;
}

/// Zeros where neither velocity is on the way of the other to the root; the rest is not touched.
/// `previous` leads from a velocity to the one before it on its way.
template <class S>
void clear_unrelated(View<const int> previous, MatrixView<S> M) noexcept {
  for (int k = 0; k < M.columns(); ++k) {
    int on_path = previous[k];
    for (int l = k - 1; l >= 0; --l) {
      if (l == on_path) {
        on_path = previous[l];
      } else {
        set_symmetric(M, k, l, S(0.0));
      }
    }
  }
}

/// n matrices of n × n numbers, one after the other: entry (i, j) of matrix k.
template <class T>
class TensorView {
 public:
  TensorView() = default;
  TensorView(T* data, int n) noexcept : data_(data), n_(n) {}
  T& operator()(int i, int j, int k) const noexcept { return (*this)[k](i, j); }
  MatrixView<T> operator[](int k) const noexcept {
    KINETREE_ASSERT(k >= 0 && k < n_);
    return {data_ + k * n_ * n_, n_, n_};
  }
  int size() const noexcept { return n_; }
  T* data() const noexcept { return data_; }

 private:
  T* data_ = nullptr;
  int n_ = 0;
};

template <class S>
void clear(TensorView<S> T) noexcept {
  for (int k = 0; k < T.size(); ++k) clear(T[k]);
}

}  // namespace kinetree::kernel
