// Where bodies are about the common point: included by bodies.hpp.
#pragma once
#include "plan/bodies.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// One lane of a vector, motion or force, in all lanes.
template <class T>
T broadcast(const T& group, int lane) {
  return map(group,
             [lane](const Pack& x) { return Pack(reinterpret_cast<const double*>(&x)[lane]); });
}

inline void Bodies::place(const PlanView& plan, Arena<Pack>& arena) {
  groups = plan.groups.size();
  if (groups == 0) return;
  count = plan.tree.nv();
  chain = plan.chain && !plan.floats;
  floating = plan.floats ? (6 + lanes - 1) / lanes : 0;
  const auto take_all = [&arena]<class... T>(int size, T*&... pieces) {
    ((pieces = arena.template take<T>(size).data()), ...);
  };
  take_all(groups, q, v, a, link, local);
  take_all(1, base);
  take_all(count + lanes, armature);
  take_all(along_lanes ? 0 : groups * lanes * Columns::numbers, columns);
  take_all(groups, body);
  take_all(groups, row);
  take_all(groups * groups, reach);
  take_all(groups * lanes, in_a_row);
  if (count <= small_rows) take_all(2 * small_rows + 2, small);
  articulated.place(plan, arena);
}

inline void Bodies::place_links(const double* from) const {
  const auto coordinate = [&](int k) {
    const LinkGroup& l = link[floating + k];
    return load_some(from + l.at.q, l.at.count) + l.offset;
  };
  // An arm fills two registers of four, and so on: no more of them are taken together than that.
  sines_of<lanes / 2>(groups - floating, coordinate, [&](int k, Pack sine, Pack cosine) {
    const LinkGroup& l = link[floating + k];
    spatial::Vec3<Pack> p = l.p;
    if (slides) {
      sine = l.turns * sine;
      cosine = l.turns * cosine + (Pack(1.0) - l.turns);
      p = p + coordinate(k) * l.along;
    }
    local[floating + k] = {{cosine * l.R.x + sine * l.R.y, cosine * l.R.y - sine * l.R.x, l.R.z},
                           p};
  });
}

/// Poses of the links of a group about the common point, one after the other.
inline void Bodies::place_columns(int g) const {
  constexpr Column x = Column::of(1, 0, 0), y = Column::of(0, 1, 0), z = Column::of(0, 0, 1),
                   o = Column::of(0, 0, 0);
  const LinkLanes& at = link[g].at;
  const double* L = reinterpret_cast<const double*>(local + g);
  double* to = columns + g * apart * Columns::numbers;
  Columns X =
      at.before < floating
          ? Columns{x, y, z, o}
          : Columns::load(columns + (at.before * apart + at.before_lane) * Columns::numbers);
  const Columns start = X;
  for (int k = 0; k < at.count; ++k, ++L, to += Columns::numbers) {
    if ((at.starts >> k & 1) != 0) X = start;
    const auto column = [L](const Columns& before, int c) {
      return before(L[c * apart], L[(c + 1) * apart], L[(c + 2) * apart]);
    };
    X = {column(X, 0), column(X, 3), column(X, 6), X.p + column(X, 9)};
    X.store(to);
  }
}

inline spatial::Pose<Pack> Bodies::pose_by_columns(int g) const {
  place_columns(g);
  const double* const from = columns + g * apart * Columns::numbers;
  const auto column = [from](int c) { return column_in_lanes(from, c); };
  return {{column(0), column(1), column(2)}, column(3)};
}

/// The same as a sum along the lanes is made: more products, but fewer that wait for each other.
inline spatial::Pose<Pack> Bodies::pose_along_lanes(int g) const {
  const LinkGroup& l = link[g];
  spatial::Pose<Pack> X = local[g];
  if (in_one_row(l)) {
    X = product_before(X);
  } else {
    if (l.at.longest > 1) X = after_lanes_before<1>(X, l.joined[0]);
    if (l.at.longest > 2) X = after_lanes_before<2>(X, l.joined[1]);
    if constexpr (lanes > 4) {
      if (l.at.longest > 4) X = after_lanes_before<4>(X, l.joined[2]);
    }
  }
  if (one_register()) return X;
  if (l.at.before >= floating) {
    const spatial::Pose<Pack>& before = local[l.at.before];
    X = spatial::Pose<Pack>{broadcast(before.R, l.at.before_lane),
                            broadcast(before.p, l.at.before_lane)} *
        X;
  }
  if (!l.at.ends) local[g] = X;
  return X;
}

/// Φ
inline spatial::Motion<Pack> Bodies::axis(int g, const spatial::Pose<Pack>& X) const {
  spatial::Motion<Pack> turn{X.R.z, cross(X.p, X.R.z)};
  if (!slides) return turn;
  const Pack& turns = link[g].turns;
  return {turns * turn.angular, turns * turn.linear + (Pack(1.0) - turns) * X.R.z};
}

/// Axes of the bodies of a group, and their inertias.
template <Need need>
spatial::Inertia<Pack> Bodies::place_group(int g) const {
  const LinkGroup& l = link[g];
  if (g < floating) return l.inertia;
  const bool along = along_lanes || one_register();
  const spatial::Pose<Pack> X = along ? pose_along_lanes(g) : pose_by_columns(g);
  body[g].phi = axis(g, X);
  if constexpr (need.turned) {
    body[g].turned = {l.inertia.mass, X.R * l.inertia.h, rotate(X.R, l.inertia.I)};
    body[g].place = X.p;
  }
  return X * l.inertia;
}

}  // namespace kinetree::KINETREE_SIMD_SET
