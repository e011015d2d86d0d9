// Mass matrix from 4×4 pseudo-inertia matrices.
//
//     M(u,k) = Σ_j Trace( U_ju J_j U_jkᵀ ),     U_jk = ∂T_j/∂q_k,   j moved by both u and k
//
// T_j is the homogeneous pose of link j and J_j its pseudo-inertia: second moments, first moments
// and mass. [wang_ju] Table 1, their second competitor, after Uicker's Lagrangian formulation.
//
// As printed: both products are full 4×4 products, although the last row of U is zero, and the U
// are taken as given. Ours: trees, and joints of any type; U is the velocity of the link's frame at
// unit rate. Cost: O(n d²), with the largest constant of all.
#pragma once
#include "kernel/geometry.hpp"
#include "spatial/functions.hpp"

namespace kinetree::kernel {

template <class S>
struct Mat4 {
  S e[4][4] = {};  ///< rows
};

template <class S>
Mat4<S> operator*(const Mat4<S>& A, const Mat4<S>& B) {
  Mat4<S> C;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      C.e[i][j] = A.e[i][0] * B.e[0][j] + A.e[i][1] * B.e[1][j] + A.e[i][2] * B.e[2][j] +
                  A.e[i][3] * B.e[3][j];
    }
  }
  return C;
}
template <class S>
Mat4<S> transpose(const Mat4<S>& A) {
  Mat4<S> B;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) B.e[i][j] = A.e[j][i];
  }
  return B;
}
template <class S>
S trace(const Mat4<S>& A) {
  return A.e[0][0] + A.e[1][1] + A.e[2][2] + A.e[3][3];
}

/// Step 1: J = [ Σ x xᵀ dm, m c ; m cᵀ, m ] about the link's origin.
template <class S>
Mat4<S> pseudo_inertia_of(const spatial::Body<S>& b) {
  const spatial::Vec3<S> h = b.mass * b.c;
  const S half(0.5);
  const S xx = half * (b.I.yy + b.I.zz - b.I.xx) + h.x * b.c.x;
  const S yy = half * (b.I.xx + b.I.zz - b.I.yy) + h.y * b.c.y;
  const S zz = half * (b.I.xx + b.I.yy - b.I.zz) + h.z * b.c.z;
  const S xy = h.x * b.c.y - b.I.xy, xz = h.x * b.c.z - b.I.xz, yz = h.y * b.c.z - b.I.yz;
  return {{{xx, xy, xz, h.x}, {xy, yy, yz, h.y}, {xz, yz, zz, h.z}, {h.x, h.y, h.z, b.mass}}};
}

/// U_jk; the paper takes it as given.
template <class S>
Mat4<S> pose_rate(const spatial::Pose<S>& X, const JointAxis<S>& axis, const S& zero) {
  using spatial::given;
  [[maybe_unused]] const auto inputs = given(S(0.0));
  const bool turns = axis.way != Way::slide;
  const spatial::Vec3<S> none{zero, zero, zero}, w = turns ? axis.z : none;
  const spatial::Mat3<S> R = turns ? cross(w, X.R) : spatial::Mat3<S>{none, none, none};
  const spatial::Vec3<S> p = linear_at(axis, X.p);
  return {{{R.x.x, R.y.x, R.z.x, p.x},
           {R.x.y, R.y.y, R.z.y, p.y},
           {R.x.z, R.y.z, R.z.z, p.z},
           {zero, zero, zero, zero}}};
}

/// U is scratch, per velocity.
template <class S>
void pseudo_inertia(const Tree<S>& tree, const Geometry<S>& g, const S& zero, View<Mat4<S>> U,
                    MatrixView<S> M) noexcept {
  clear(M);
  for (int j = 0; j < tree.size(); ++j) {
    const Mat4<S> J = pseudo_inertia_of(tree.body[j]);
    for_each_mover(tree, j, [&](int k) { U[k] = pose_rate(g.X[j], g.axis[k], zero); });
    for_each_mover(tree, j, [&](int u) {
      for (int k = u; k >= 0; k = tree.previous[k]) {
        M(u, k) = M(u, k) + trace((U[u] * J) * transpose(U[k]));  // step 2
      }
    });
  }
  mirror_lower(M);
}

}  // namespace kinetree::kernel
