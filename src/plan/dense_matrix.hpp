// Matrices whose structural zeros are not looked for.
#pragma once
#include "spatial/view.hpp"

namespace kinetree {

/// All zero beforehand.
template <class S>
class ClearedMatrix : public MatrixView<S> {
 public:
  using MatrixView<S>::MatrixView;
  friend void set_symmetric(const ClearedMatrix& M, int k, int l, const S& value) noexcept {
    M(k, l) = value;
    M(l, k) = value;
  }
  friend void clear_unrelated(View<const int> /*previous*/, const ClearedMatrix& /*M*/) noexcept {}
};

/// Without such zeros, and of which the lower triangle is enough.
template <class S>
class LowerMatrix : public MatrixView<S> {
 public:
  using MatrixView<S>::MatrixView;
  friend void set_symmetric(const LowerMatrix& M, int k, int l, const S& value) noexcept {
    M(k, l) = value;  // l is before k
  }
  friend void clear_unrelated(View<const int> /*previous*/, const LowerMatrix& /*M*/) noexcept {}
};

}  // namespace kinetree
