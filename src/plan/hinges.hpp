// Hinges about z in a row that nothing else hangs on: an arm, or limbs, on any scalar that is a
// register.
//
// The same sums as in src/kernel, where loops are over the joints of any tree. Here what one link
// hands to the next stays in registers, and every place in the row has code of its own
// (places.hpp).
#pragma once
#include <cstddef>

#include "kernel/inverse_dynamics/rnea.hpp"
#include "plan/places.hpp"

namespace kinetree {

/// One after the other in arrays.
template <class S>
struct Hinges {
  int count = 0;
  bool on_world = false;  ///< which feels nothing, and does not turn
  const spatial::ScrewPose<S>* X = nullptr;
  const spatial::Inertia<S>* inertia = nullptr;
  const S *v = nullptr, *a = nullptr, *armature = nullptr;
  spatial::Force<S>* force = nullptr;  ///< room
  S* out = nullptr;                    ///< forces, accelerations
  // To solve for accelerations:
  S* M = nullptr;  ///< rows of `width`
  std::ptrdiff_t width = 0;
  spatial::Force<S>* felt = nullptr;  ///< by the anchor, of a unit acceleration
  S *tau = nullptr, *inverse_d = nullptr;
};

/// X x; in places of their own, with what is known of the screws.
template <int own, class S, class T>
[[gnu::always_inline]] inline T moved_inwards(const spatial::ScrewPose<S>& X, const T& from) {
  if constexpr (own == 0) return X * from;
  T x = from;
  with_screws(
      X, [&x](const auto& screws) __attribute__((always_inline)) { x = screws * x; });
  return x;
}

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
  const auto ux = w.y * z - w.z * y, uy = w.z * x - w.x * z, uz = w.x * y - w.y * x;
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

/// M of the hinges: set(i, j, entry) for j ≤ i; feel(i, force) is called with what the anchor feels
/// of each at unit acceleration, with `by_links` what the first link does. Into `body` all of them
/// as one, as the anchor sees them.
template <bool by_links, int own = repeated, class S, class Set, class Feel>
void hinge_matrix(const Hinges<S>& r, const Set& set, const Feel& feel,
                  spatial::Inertia<S>& body) noexcept {
  spatial::Inertia<S> carried = r.inertia[r.count - 1];
  from_last<own>(
      r.count, [&](auto place) __attribute__((always_inline)) {
        const int i = place.value;
        spatial::Force<S> F = carried * Column<Axis::angular_z>{};
        set(i, i, F.angular.z + r.armature[i]);
        before_place(
            place, [&](auto before) __attribute__((always_inline)) {
              F = moved_inwards<own>(r.X[before.value + 1], F);
              set(i, before.value, F.angular.z);
            });
        if (!r.on_world) feel(i, by_links ? F : moved_inwards<own>(r.X[0], F));
        if (i == 0) return;
        carried = moved_inwards<own>(r.X[i], carried) + r.inertia[i - 1];
      });
  if (!r.on_world) body = moved_inwards<own>(r.X[0], carried);
}

/// Takes the hinges out of M, from the last one inwards: `felt` and the lower triangle become what
/// is needed on the way back, and `tau` what is left for each. IA and pA are what the anchor feels
/// if they do not accelerate; and then if they are free to.
template <int own = repeated, class S>
void eliminate_hinges(const Hinges<S>& r, spatial::ArticulatedInertia<S>& IA,
                      spatial::Force<S>& pA) noexcept {
  from_last<own>(
      r.count, [&](auto place) __attribute__((always_inline)) {
        const S* const row = r.M + place.value * r.width;
        const S inverse_d = S(1.0) / row[place.value], u = r.tau[place.value];
        r.inverse_d[place.value] = inverse_d;
        before_place(
            place, [&](auto before) __attribute__((always_inline)) {
              const int i = before.value;
              const S factor = -(row[i] * inverse_d);
              S* const to = r.M + i * r.width;
              to[i] = to[i] + factor * row[i];
              before_place(
                  before, [&](auto at) __attribute__((always_inline)) {
                    to[at.value] = to[at.value] + factor * row[at.value];
                  });
              r.tau[i] = r.tau[i] + factor * u;
              if (!r.on_world) r.felt[i] = r.felt[i] + factor * r.felt[place.value];
            });
        if (r.on_world) return;
        const spatial::Force<S>& F = r.felt[place.value];
        IA = downdate(IA, F, inverse_d);
        pA = pA + (u * inverse_d) * F;
      });
}

/// Accelerations of the hinges into `out`, from that of the anchor.
template <int own = repeated, class S>
void accelerate_hinges(const Hinges<S>& r, const spatial::Motion<S>& anchor) noexcept {
  from_first<own>(
      r.count, [&](auto place) __attribute__((always_inline)) {
        const S* const row = r.M + place.value * r.width;
        S left = r.tau[place.value];
        if (!r.on_world) left = left - dot(anchor, r.felt[place.value]);
        before_place(
            place, [&](auto before) __attribute__((always_inline)) {
              left = left - row[before.value] * r.out[before.value];
            });
        r.out[place.value] = left * r.inverse_d[place.value];
      });
}

}  // namespace kinetree
