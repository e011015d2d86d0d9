// Kinematics: poses, velocities and accelerations of all links, from the root outwards.
//
// Accelerations are those of Luh, Walker & Paul: of the link's origin, in the link's axes, without
// ever forming its linear velocity. With w, u the angular and linear rate of the joint:
//
//     ω_i = Rᵀ ω_p + w
//     α_i = Rᵀ α_p + ẇ + ω_i × w
//     a_i = Rᵀ ( a_p + α_p × p + ω_p × (ω_p × p) ) + u̇ + (ω_i + Rᵀ ω_p) × u
//
// [luh_walker_paul1980]; the last line holds for joints that turn and slide at once.
#pragma once
#include "model/joint_pose.hpp"
#include "model/joints.hpp"

namespace kinetree::kernel {

/// Pose of every link in its parent.
template <class S, class X, class Sines>
void joint_poses(const Tree<S>& tree, View<const S> q, const Sines& sines,
                 View<X> X_parent) noexcept {
  for (int i = 0; i < tree.size(); ++i) set_joint_pose(tree, i, q, sines, X_parent[i]);
}
template <class S, class X>
void joint_poses(const Tree<S>& tree, View<const S> q, View<X> X_parent) noexcept {
  joint_poses<S>(tree, q, SinesOf<S>{q}, X_parent);
}

/// Pose of every link in the world.
template <class S, class X>
void world_poses(const Tree<S>& tree, View<X> X_parent, View<spatial::Pose<S>> X_world) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    const int parent = tree.parent[i];
    const spatial::Pose<S> joint = whole(X_parent[i]);
    X_world[i] = parent < 0 ? joint : X_world[parent] * joint;
  }
}

/// Spatial velocity of link i, in its own frame, after that of its parent.
template <class S, class X>
void velocity(const Tree<S>& tree, int i, View<X> X_parent, View<const S> v,
              View<spatial::Motion<S>> twist) noexcept {
  const int parent = tree.parent[i];
  twist[i] = parent < 0 ? spatial::Motion<S>{} : X_parent[i].inverse_times(twist[parent]);
  with_joint_motions(
      tree, i, [&](const auto& own) { twist[i] = twist[i] + own; }, v);
}
template <class S, class X>
void velocities(const Tree<S>& tree, View<X> X_parent, View<const S> v,
                View<spatial::Motion<S>> twist) noexcept {
  for (int i = 0; i < tree.size(); ++i) velocity(tree, i, X_parent, v, twist);
}

/// How a link moves: everything its inertia force depends on.
template <class S>
struct LinkMotion {
  spatial::Vec3<S> omega, alpha, a;
};

/// Acceleration of the point p of a link, p in the link's frame.
template <class S>
spatial::Vec3<S> acceleration_at(const LinkMotion<S>& link, const spatial::Vec3<S>& p) {
  return link.a + cross(link.alpha, p) + cross(link.omega, cross(link.omega, p));
}

/// Which inputs are not zero.
enum class Terms { gravity, bias, all };

/// How a link moves if it does not move against its parent.
template <Terms terms, class S, class X>
LinkMotion<S> carried_motion(const X& joint, const LinkMotion<S>& parent) noexcept {
  LinkMotion<S> m;
  if constexpr (terms == Terms::gravity) {
    m.a = turn_back(joint, parent.a);
  } else {
    m.omega = turn_back(joint, parent.omega);
    m.alpha = turn_back(joint, parent.alpha);
    m.a = turn_back(joint, acceleration_at(parent, origin(joint)));
  }
  return m;
}
/// And if it does, with such a rate and change of it.
template <Terms terms, class S, class Rate>
void move_against_parent(LinkMotion<S>& m, const Rate& rate, const Rate& change) noexcept {
  const spatial::Vec3<S> omega_parent = m.omega;
  m.omega = m.omega + rate.angular;
  m.alpha = m.alpha + cross(m.omega, rate.angular);
  m.a = m.a + cross(m.omega + omega_parent, rate.linear);
  if constexpr (terms == Terms::all) {
    m.alpha = m.alpha + change.angular;
    m.a = m.a + change.linear;
  }
}

/// Motion of link i, after that of its parent; `a_world` is the acceleration of the world (minus
/// gravity, for forces).
template <Terms terms, class S, class X>
void link_motion(const Tree<S>& tree, int i, View<X> X_parent, View<const S> v, View<const S> a,
                 const spatial::Vec3<S>& a_world, View<LinkMotion<S>> motion) noexcept {
  const int parent = tree.parent[i];
  const auto& joint = X_parent[i];
  motion[i] = parent < 0 ? LinkMotion<S>{{}, {}, turn_back(joint, a_world)}
                         : carried_motion<terms>(joint, motion[parent]);
  if constexpr (terms == Terms::gravity) return;
  const auto move = [&](const auto& rate, const auto& change) {
    move_against_parent<terms>(motion[i], rate, change);
  };
  with_joint_motions(tree, i, move, v, terms == Terms::all ? a : v);
}
template <Terms terms, class S, class X>
void link_motions(const Tree<S>& tree, View<X> X_parent, View<const S> v, View<const S> a,
                  const spatial::Vec3<S>& a_world, View<LinkMotion<S>> motion) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    link_motion<terms>(tree, i, X_parent, v, a, a_world, motion);
  }
}

}  // namespace kinetree::kernel
