// What is computed of limbs in lanes, between their anchors and their ends.
//
// The same sums as in src/kernel, where the loop is over the joints of any tree: here all are
// hinges about z in a row, so that what one link hands to the next stays in registers.
#pragma once
#include "kernel/inverse_dynamics/rnea.hpp"
#include "plan/limbs.hpp"

namespace kinetree::KINETREE_SIMD_SET {

using Hinge = spatial::AxisMotion<spatial::AlongZ<Pack>, spatial::Still>;

/// Forces of the hinges into w.out, from how the anchors move; what the anchors feel.
template <kernel::Terms terms>
spatial::Force<Pack> limb_forces(const LimbGroup& limb, kernel::LinkMotion<Pack> m) {
  const Scratch<Pack>& w = limb.w;
  const int n = limb.levels();
  for (int l = 0; l < n; ++l) {
    m = kernel::carried_motion<terms>(w.X[l + 1], m);
    if constexpr (terms != kernel::Terms::gravity) {
      kernel::move_against_parent<terms>(m, Hinge{{w.v[6 + l]}, {}}, Hinge{{w.a[6 + l]}, {}});
    }
    w.force[l + 1] = kernel::inertia_force<terms>(w.inertia[l + 1], m);
  }
  spatial::Force<Pack> f = w.force[n];
  for (int l = n - 1;; --l) {
    w.out[6 + l] = f.angular.z;
    f = w.X[l + 1] * f;
    if (l == 0) return f;
    f = f + w.force[l];
  }
}

/// M of the hinges into `block`, and into `felt` what anchors feel of each at unit acceleration, or
/// else what the first links do. All forces take a step inwards together. Result: the limbs as one
/// body each, as their anchors see them.
template <bool by_anchors>
spatial::Inertia<Pack> limb_matrix(const LimbGroup& limb) {
  const Scratch<Pack>& w = limb.w;
  const int n = limb.levels(), stride = limb.width;
  spatial::Inertia<Pack> body = w.inertia[n];
  for (int l = n - 1;; --l) {
    const spatial::ScrewPose<Pack>& X = w.X[l + 1];
    limb.felt[l] = body * kinetree::Column<Axis::angular_z>{};
    for (int k = l; k < n; ++k) {
      const spatial::Force<Pack> F = limb.felt[k];
      limb.block[k * stride + l] = limb.block[l * stride + k] = F.angular.z;
      if (by_anchors || l > 0) limb.felt[k] = X * F;
    }
    Pack& diagonal = limb.block[l * stride + l];
    diagonal = diagonal + w.armature[6 + l];
    body = X * body;
    if (l == 0) return body;
    body = body + w.inertia[l];
  }
}

/// Takes the hinges out of M, from the ends inwards: `felt` and the lower triangle of `block`
/// become what is needed on the way back, and w.tau what is left for each. IA and pA are what the
/// anchors feel of limbs whose hinges do not accelerate; and then of those that are free to.
inline void eliminate_limb(const LimbGroup& limb, spatial::ArticulatedInertia<Pack>& IA,
                           spatial::Force<Pack>& pA) {
  const Scratch<Pack>& w = limb.w;
  for (int j = limb.levels() - 1; j >= 0; --j) {
    const Pack* const row = &limb.block[j * limb.width];
    const spatial::Force<Pack> F = limb.felt[j];
    const Pack inverse_d = Pack(1.0) / row[j], u = w.tau[6 + j];
    limb.inverse_d[j] = inverse_d;
    for (int i = 0; i < j; ++i) {
      const Pack factor = -(row[i] * inverse_d);
      Pack* const to = &limb.block[i * limb.width];
      for (int k = 0; k <= i; ++k) to[k] = to[k] + factor * row[k];
      limb.felt[i] = limb.felt[i] + factor * F;
      w.tau[6 + i] = w.tau[6 + i] + factor * u;
    }
    IA = downdate(IA, F, inverse_d);
    pA = pA + (u * inverse_d) * F;
  }
}

/// Accelerations of the hinges into w.out, from those of the anchors.
inline void accelerate_limb(const LimbGroup& limb, const spatial::Motion<Pack>& anchor) {
  const Scratch<Pack>& w = limb.w;
  for (int j = 0; j < limb.levels(); ++j) {
    const Pack* const row = &limb.block[j * limb.width];
    Pack left = w.tau[6 + j] - dot(anchor, limb.felt[j]);
    for (int i = 0; i < j; ++i) left = left - row[i] * w.out[6 + i];
    w.out[6 + j] = left * limb.inverse_d[j];
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
