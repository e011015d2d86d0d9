// Hinges about z in a row that nothing else hangs on: an arm, or limbs, on any scalar that is a
// register.
//
// The same sums as in src/kernel, where loops are over the joints of any tree. Here what one link
// hands to the next stays in registers, and every place in the row has code of its own
// (places.hpp).
#pragma once
#include <cstddef>

#include "model/joints.hpp"
#include "plan/places.hpp"
#include "spatial/screw_pose.hpp"

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

/// M of the hinges: set(i, j, entry) for j ≤ i; feel(i, force) is called with what the anchor feels
/// of each at unit acceleration. Into `body` all of them as one, as the anchor sees them.
template <class S, class Set, class Feel>
void hinge_matrix(const Hinges<S>& r, const Set& set, const Feel& feel,
                  spatial::Inertia<S>& body) noexcept {
  spatial::Inertia<S> carried = r.inertia[r.count - 1];
  from_last<repeated>(
      r.count, [&](auto place) __attribute__((always_inline)) {
        const int i = place.value;
        spatial::Force<S> F = carried * Column<Axis::angular_z>{};
        set(i, i, F.angular.z + r.armature[i]);
        before_place(
            place, [&](auto before) __attribute__((always_inline)) {
              F = moved_inwards<repeated>(r.X[before.value + 1], F);
              set(i, before.value, F.angular.z);
            });
        if (!r.on_world) feel(i, moved_inwards<repeated>(r.X[0], F));
        if (i == 0) return;
        carried = moved_inwards<repeated>(r.X[i], carried) + r.inertia[i - 1];
      });
  if (!r.on_world) body = moved_inwards<repeated>(r.X[0], carried);
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
