// Forces of hinges in a row, as kernel/inverse_dynamics/rnea.hpp has them for any tree.
#pragma once
#include "kernel/inverse_dynamics/rnea.hpp"
#include "plan/hinges.hpp"

namespace kinetree {

/// kernel::inertia_force of a link on a hinge, whose mass, first moment along the axis and second
/// moment I_yy were counted with its parent (model/canonical.hpp).
template <kernel::Terms terms, class S>
[[gnu::always_inline]] inline spatial::Force<S> regrouped_force(const spatial::Inertia<S>& body,
                                                                const kernel::LinkMotion<S>& m) {
  using spatial::Vec3, spatial::add_cross;
  const spatial::Sym3<S>& I = body.I;
  const auto I_times = [&I](const Vec3<S>& x) -> Vec3<S> {
    return {I.xx * x.x + I.xy * x.y + I.xz * x.z, I.xy * x.x + I.yz * x.z,
            I.xz * x.x + I.yz * x.y + I.zz * x.z};
  };
  const S &hx = body.h.x, &hy = body.h.y;
  const auto add_h_cross = [&](const Vec3<S>& s, const Vec3<S>& a) -> Vec3<S> {
    return {s.x + hy * a.z, s.y - hx * a.z, s.z + hx * a.y - hy * a.x};
  };
  const auto cross_h = [&](const Vec3<S>& a) -> Vec3<S> {
    return {-(a.z * hy), a.z * hx, a.x * hy - a.y * hx};
  };
  const S zero(0.0);
  if constexpr (terms == kernel::Terms::gravity) {
    return {add_h_cross({zero, zero, zero}, m.a), {zero, zero, zero}};
  }
  const Vec3<S> turning = add_cross(I_times(m.alpha), m.omega, I_times(m.omega));
  return {add_h_cross(turning, m.a), add_cross(cross_h(m.alpha), m.omega, cross_h(m.omega))};
}

/// Acceleration of where the next link is, for the known screws on the way there.
template <class S, class X, class Y, class Z>
[[gnu::always_inline]] inline spatial::Vec3<S> acceleration_at(const kernel::LinkMotion<S>& m,
                                                               const X& x, const Y& y, const Z& z) {
  const spatial::Vec3<S>&w = m.omega, &b = m.alpha;
  const auto ux = w.y * z - w.z * y;
  const auto uy = w.z * x - w.x * z;
  const auto uz = w.x * y - w.y * x;
  return {m.a.x + (b.y * z - b.z * y) + (w.y * uz - w.z * uy),
          m.a.y + (b.z * x - b.x * z) + (w.z * ux - w.x * uz),
          m.a.z + (b.x * y - b.y * x) + (w.x * uy - w.y * ux)};
}
template <class S>
[[gnu::always_inline]] inline spatial::Vec3<S> acceleration_at(const kernel::LinkMotion<S>& m,
                                                               const spatial::ScrewPose<S>& X) {
  using spatial::ScrewKind, spatial::Zero;
  const spatial::Vec3<S>& p = X.p;
  if (X.form != spatial::ScrewPose<S>::Form::two) return kernel::acceleration_at(m, p);
  if (X.twist_kind == ScrewKind::slide) {
    return X.slides ? acceleration_at(m, p.x, Zero{}, p.z)
                    : acceleration_at(m, p.x, Zero{}, Zero{});
  }
  if (X.twist_kind == ScrewKind::quarter) {
    return X.slides ? acceleration_at(m, p.x, p.y, Zero{})
                    : acceleration_at(m, p.x, Zero{}, Zero{});
  }
  if (X.twist_kind == ScrewKind::quarter_turn) {
    return X.slides ? acceleration_at(m, Zero{}, p.y, Zero{}) : m.a;
  }
  return kernel::acceleration_at(m, p);
}

/// kernel::carried_motion, likewise.
template <int own, kernel::Terms terms, class S>
[[gnu::always_inline]] inline kernel::LinkMotion<S> carried_outwards(
    const spatial::ScrewPose<S>& X, const kernel::LinkMotion<S>& parent) {
  if constexpr (own == 0) return kernel::carried_motion<terms>(X, parent);
  kernel::LinkMotion<S> m = parent;
  if constexpr (terms != kernel::Terms::gravity) m.a = acceleration_at(parent, X);
  with_screws_outwards(
      X, [&m](const auto& screw) __attribute__((always_inline)) {
        m.a = turn_back(screw, m.a);
        if constexpr (terms == kernel::Terms::gravity) return;
        m.omega = turn_back(screw, m.omega);
        m.alpha = turn_back(screw, m.alpha);
      });
  return m;
}

/// Forces of the hinges into `out`, from how the anchor moves; what the anchor feels.
template <kernel::Terms terms, int own = repeated, class S>
spatial::Force<S> hinge_forces(const Hinges<S>& r, kernel::LinkMotion<S> m) noexcept {
  using Hinge = spatial::AxisMotion<spatial::AlongZ<S>, spatial::Still>;
  from_first<own>(
      r.count, [&](auto place) __attribute__((always_inline)) {
        const int i = place.value;
        if (i == 0 && r.on_world) {
          m = {{}, {}, turn_back(r.X[0], m.a)};
        } else {
          m = carried_outwards<own, terms>(r.X[i], m);
        }
        if constexpr (terms != kernel::Terms::gravity) {
          kernel::move_against_parent<terms>(m, Hinge{{r.v[i]}, {}}, Hinge{{r.a[i]}, {}});
        }
        r.force[i] = regrouped_force<terms>(r.inertia[i], m);
      });
  spatial::Force<S> f;
  from_last<own>(
      r.count, [&](auto place) __attribute__((always_inline)) {
        const int i = place.value;
        const spatial::Force<S>& alone = r.force[i];
        f = i == r.count - 1 ? alone : f + alone;
        S tau = f.angular.z;
        if constexpr (terms == kernel::Terms::all) tau = tau + r.armature[i] * r.a[i];
        r.out[i] = tau;
        if (i > 0 || !r.on_world) f = moved_inwards<own>(r.X[i], f);
      });
  return f;
}

}  // namespace kinetree
