// Matrices whose structural zeros are not looked for.
#pragma once
#include "spatial/view.hpp"

namespace kinetree {

/// All zero beforehand, or without such zeros.
template <class S>
class ClearedMatrix : public MatrixView<S> {
 public:
  using MatrixView<S>::MatrixView;
  friend void set_symmetric(const ClearedMatrix& M, int k, int l, const S& value) noexcept {
    M(k, l) = value;
    M(l, k) = value;
  }
  friend void clear_unrelated(View<const int> /*previous*/, const ClearedMatrix& /*M*/) noexcept {}
  friend void clear(const ClearedMatrix& /*M*/) noexcept {}
};

}  // namespace kinetree
