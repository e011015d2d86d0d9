// Matrix calculus as [truc2020] uses it: Kronecker products, derivatives of matrices by vectors.
//
// Matrices are anything with rows(), columns() and (i, j). An identity and a Kronecker product are
// never stored; where they are zero by definition, products skip them.
//
//     Definition 1   D ⊗ H = [ d_ij H ]                                        (30)
//     Definition 2   ∂D/∂x is p × q r, entry (i, j r + k) = ∂d_ij/∂x_k           (31)
//     Theorem 1      ∂(D H)/∂x = ∂D/∂x (H ⊗ 1_r) + D ∂H/∂x                      (32)
//     Theorem 2      Ḋ = ∂D/∂x (1_q ⊗ ẋ)                                       (33)
//     Lemma 1        (1_n ⊗ x) x = (x ⊗ 1_n) x                                 (47), a test
//
// Corrected: (33) is printed with 1_r, which fits only where D has as many columns as x has
// entries. Indices count from 0 here.
#pragma once
#include "kernel/matrix.hpp"

namespace kinetree::kernel {

/// 1_n
template <class S>
struct Identity {
  int n;
  int rows() const noexcept { return n; }
  int columns() const noexcept { return n; }
  S operator()(int i, int j) const noexcept { return S(i == j ? 1.0 : 0.0); }
  bool is_zero(int i, int j) const noexcept { return i != j; }
};

/// A vector as a matrix of one column.
template <class S>
struct ColumnVector {
  View<const S> x;
  int rows() const noexcept { return x.size(); }
  int columns() const noexcept { return 1; }
  const S& operator()(int i, int /*j*/) const noexcept { return x[i]; }
};

/// Whether an entry is zero whatever the numbers are.
template <class A>
bool is_zero(const A& a, int i, int j) noexcept {
  if constexpr (requires { a.is_zero(i, j); }) return a.is_zero(i, j);
  return false;
}

/// Definition 1.
template <class D, class H>
struct Kronecker {
  D d;
  H h;
  int rows() const noexcept { return d.rows() * h.rows(); }
  int columns() const noexcept { return d.columns() * h.columns(); }
  auto operator()(int i, int j) const noexcept {
    return d(i / h.rows(), j / h.columns()) * h(i % h.rows(), j % h.columns());
  }
  bool is_zero(int i, int j) const noexcept {
    return kernel::is_zero(d, i / h.rows(), j / h.columns()) ||
           kernel::is_zero(h, i % h.rows(), j % h.columns());
  }
};
template <class D, class H>
Kronecker<D, H> kronecker(const D& d, const H& h) {
  return {d, h};
}

/// Definition 2: ∂D/∂x of a p × q matrix D by r variables, from entry(i, j, k) = ∂d_ij/∂x_k.
template <class Entry>
struct Derivative {
  int p, q, r;
  Entry entry;
  int rows() const noexcept { return p; }
  int columns() const noexcept { return q * r; }
  auto operator()(int i, int column) const noexcept { return entry(i, column / r, column % r); }
};
template <class Entry>
Derivative<Entry> derivative(int p, int q, int r, Entry entry) {
  return {p, q, r, entry};
}

/// out += A B
template <class A, class B, class S>
void add_product(const A& a, const B& b, MatrixView<S> out) noexcept {
  KINETREE_ASSERT(a.columns() == b.rows() && out.rows() == a.rows() &&
                  out.columns() == b.columns());
  for (int j = 0; j < b.columns(); ++j) {
    for (int k = 0; k < b.rows(); ++k) {
      if (is_zero(b, k, j)) continue;
      const S entry = b(k, j);
      for (int i = 0; i < a.rows(); ++i) out(i, j) = out(i, j) + a(i, k) * entry;
    }
  }
}
/// out = A B
template <class A, class B, class S>
void product(const A& a, const B& b, MatrixView<S> out) noexcept {
  clear(out);
  add_product(a, b, out);
}

/// Theorem 1: the derivative of D H by r variables.
template <class D, class DD, class H, class DH, class S>
void product_rule(const D& d, const DD& dD_dx, const H& h, const DH& dH_dx, int r,
                  MatrixView<S> out) noexcept {
  product(dD_dx, kronecker(h, Identity<S>{r}), out);
  add_product(d, dH_dx, out);
}

/// Theorem 2: Ḋ, which has the size of `out`.
template <class DD, class S>
void time_derivative(const DD& dD_dx, View<const S> x_dot, MatrixView<S> out) noexcept {
  product(dD_dx, kronecker(Identity<S>{out.columns()}, ColumnVector<S>{x_dot}), out);
}

}  // namespace kinetree::kernel
