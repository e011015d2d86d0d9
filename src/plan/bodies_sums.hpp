// How bodies move, and their sums: included by bodies.hpp.
#pragma once
#include "plan/bodies_poses.hpp"

namespace kinetree::KINETREE_SIMD_SET {

template <class T>
T Bodies::before(const LinkGroup& l, T BodyGroup::*what, const T& world) const {
  return on_world(l) ? world : broadcast(body[l.at.before].*what, l.at.before_lane);
}
template <class T>
T Bodies::before_each(int g, T BodyGroup::*what, const T& world) const {
  const LinkGroup& l = link[g];
  T first = before(l, what, world);
  if (g < floating) return first;
  const unsigned starts = in_one_row(l) ? 1U : l.at.starts;
  return zip(first, body[g].*what, [starts](const Pack& of_first, const Pack& x) {
    return choose_lanes(starts, of_first, shifted_up<1>(x, Lanes()));
  });
}
/// What lanes have that are `by` before those with a bit, or after them; zero elsewhere.
template <int by, class T>
T from_before(const T& x, unsigned joined) {
  return map(x, [joined](const Pack& p) { return only_lanes(joined, shifted_up<by>(p, Lanes())); });
}
template <int by, class T>
T from_after(const T& x, unsigned joined) {
  return map(x, [joined](const Pack& p) {
    return only_lanes(joined >> by, shifted_down<by>(p, Lanes()));
  });
}
template <class T>
T Bodies::sum_outwards(const LinkGroup& l, const T& x, T BodyGroup::*what) const {
  T sum = x;
  if (in_one_row(l)) {
    sum = map(x, [](const Pack& p) { return sum_before(p); });
  } else {
    if (l.at.longest > 1) sum = sum + from_before<1>(sum, l.joined[0]);
    if (l.at.longest > 2) sum = sum + from_before<2>(sum, l.joined[1]);
    if constexpr (lanes > 4) {
      if (l.at.longest > 4) sum = sum + from_before<4>(sum, l.joined[2]);
    }
  }
  return on_world(l) ? sum : sum + broadcast(body[l.at.before].*what, l.at.before_lane);
}

/// A group with all that hangs on it; its sums are given to the link that it hangs on.
template <class T>
void Bodies::sum_inwards(int g, T BodyGroup::*what) const {
  const LinkGroup& l = link[g];
  T& sum = body[g].*what;
  if (in_one_row(l)) {
    sum = map(sum, [](const Pack& p) { return sum_after(p); });
  } else {
    if (l.at.longest > 1) sum = sum + from_after<1>(sum, l.joined[0]);
    if (l.at.longest > 2) sum = sum + from_after<2>(sum, l.joined[1]);
    if constexpr (lanes > 4) {
      if (l.at.longest > 4) sum = sum + from_after<4>(sum, l.joined[2]);
    }
  }
  if (on_world(l)) return;
  const auto mask = one_lane(l.at.before_lane);
  T& to = body[l.at.before].*what;
  for (unsigned starts = l.at.starts; starts != 0; starts &= starts - 1) {
    const T one = broadcast(sum, __builtin_ctz(starts));
    to = to + map(one, [&mask](const Pack& p) { return only(mask, p); });
  }
}
/// All that the root carries has been given to lane 0 of it.
template <class T>
void Bodies::sum_at_root(T BodyGroup::*what) const {
  const T sum = broadcast(body[0].*what, 0);
  for (int g = 0; g < floating; ++g) body[g].*what = sum;
}

template <Need need>
void Bodies::outwards(const double* rates, const double* accelerations) const {
  constexpr bool moves = need.motion || need.coriolis;
  for (int g = 0; g < groups; ++g) {
    const LinkGroup& l = link[g];
    BodyGroup& b = body[g];
    const bool root = g < floating;
    // Products that wait for each other, while what is done in lanes of the group before is not.
    if constexpr (!moves) {
      b.inertia = place_group<need>(g);
      continue;
    }
    if constexpr (!need.placed) {
      b.own = place_group<need>(g);
      if constexpr (need.sums) b.inertia = b.own;
      b.velocity = root ? of_root(rates) : sum_outwards(l, v[g] * b.phi, &BodyGroup::velocity);
    }
    const spatial::Motion<Pack> velocity = b.velocity;
    const spatial::Motion<Pack> phi_dot = cross(velocity, b.phi);
    if constexpr (need.coriolis) {
      b.phi_dot = phi_dot;
      b.B = kernel::body_coriolis(b.own, velocity);
    }
    if constexpr (!need.motion) continue;
    spatial::Motion<Pack> rate = v[g] * phi_dot;
    if constexpr (need.a) rate = rate + a[g] * b.phi;
    if (!root) {
      b.acceleration = sum_outwards(l, rate, &BodyGroup::acceleration);
    } else if constexpr (need.a) {
      b.acceleration = of_root(accelerations);
    } else {
      b.acceleration = {};
    }
    if (on_world(l)) b.acceleration.linear = b.acceleration.linear + *base;
    b.force = force_of_motion(b.own, velocity, b.acceleration);
  }
}

template <Need need>
void Bodies::inwards() const {
  constexpr bool sums = need.sums && !need.placed;
  for (int g = groups - 1; g >= floating; --g) {
    if constexpr (need.motion) sum_inwards(g, &BodyGroup::force);
    if constexpr (sums) sum_inwards(g, &BodyGroup::inertia);
    if constexpr (need.coriolis) sum_inwards(g, &BodyGroup::B);
  }
  if (floating > 0) {
    if constexpr (need.motion) sum_at_root(&BodyGroup::force);
    if constexpr (sums) sum_at_root(&BodyGroup::inertia);
    if constexpr (need.coriolis) sum_at_root(&BodyGroup::B);
  }
  if constexpr (sums) {
    for (int g = 0; g < groups; ++g) body[g].momentum = body[g].inertia * body[g].phi;
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
