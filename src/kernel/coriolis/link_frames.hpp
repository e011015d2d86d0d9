// Coriolis matrix by recursion from link to link, each in its own frame.
//
// The same C_ij = Φ_i · ( I_e Φ̇_j + B_e Φ_j ) as recursive.hpp. Here columns are constant, so that
// Φ costs nothing and Φ̇ = v × Φ is a few signs; instead inertias, their B and one column of forces
// a velocity move inwards:
//
//     F = I Φ̇_j + B Φ_j,   G = I Φ_j,   n = Bᵀ Φ_j (a moment)     of link j and all it carries
//     C_ij = Φ_i · F,      C_ji = Φ̇_i · G + Φ_i · n               at every link i on the way
//
// [echeandia_wensing2021], alg. 1, with twelve numbers for B instead of 36. Moving the point by p:
// B11 ← B11 - [p][l], l stays. Cost: O(n d). More products than about a common point at run time;
// fewer where twists are multiples of π/2 and known beforehand, as in generated code.
#pragma once
#include "kernel/coriolis/recursive.hpp"
#include "kernel/kinematics.hpp"

namespace kinetree::kernel {

/// The same B seen from the parent's frame.
template <class S, class X>
BodyCoriolis<S> moved(const X& pose, const BodyCoriolis<S>& B) {
  const spatial::Vec3<S> l = turn(pose, B.l);
  const spatial::Vec3<S>& p = origin(pose);
  const S px = p.x * l.x, py = p.y * l.y, pz = p.z * l.z;
  // - [p][l] = (p·l) 1 - l pᵀ
  const spatial::Mat3<S> shift = {{py + pz, -(l.y * p.x), -(l.z * p.x)},
                                  {-(l.x * p.y), px + pz, -(l.z * p.y)},
                                  {-(l.x * p.z), -(l.y * p.z), px + py}};
  return {turn(pose, B.B11) + shift, l};
}

/// Of the workspace, v, phi_dot, inertia and B are used; phi is not.
template <class S, class X, class Matrix>
void link_frame_coriolis(const Tree<S>& tree, View<X> X_parent, View<const S> v,
                         const CoriolisWorkspace<S>& w, const Matrix& C) noexcept {
  velocities<S>(tree, X_parent, v, w.v);
  for (int i = 0; i < tree.size(); ++i) {
    for_each_column(tree, i, [&](int k, auto column) {
      spatial::Motion<S> phi;
      add(phi, column, S(1.0));
      w.phi[k] = phi;
      w.phi_dot[k] = cross(w.v[i], phi);
    });
    w.inertia[i] = tree.inertia[i];
    w.B[i] = body_coriolis(tree.inertia[i], w.v[i]);
  }
  clear(C);
  for (int e = tree.size() - 1; e >= 0; --e) {
    for_each_column(tree, e, [&](int j, auto column) {
      spatial::Force<S> F = w.inertia[e] * w.phi_dot[j] + w.B[e] * w.phi[j];
      spatial::Force<S> G = w.inertia[e] * column;
      spatial::Vec3<S> n = transpose_times(w.B[e], w.phi[j]);
      for_each_column(tree, e, [&](int i, auto own) { C(i, j) = dot(own, F); });
      for (int link = e; tree.parent[link] >= 0;) {
        F = X_parent[link] * F;
        G = X_parent[link] * G;
        n = turn(X_parent[link], n);
        link = tree.parent[link];
        for_each_column(tree, link, [&](int i, auto own) {
          C(i, j) = dot(own, F);
          C(j, i) = dot(w.phi_dot[i], G) + dot(own, spatial::Force<S>{n, {}});
        });
      }
    });
    const int parent = tree.parent[e];
    if (parent < 0) continue;
    w.inertia[parent] = w.inertia[parent] + X_parent[e] * w.inertia[e];
    w.B[parent] = w.B[parent] + moved(X_parent[e], w.B[e]);
  }
}

}  // namespace kinetree::kernel
