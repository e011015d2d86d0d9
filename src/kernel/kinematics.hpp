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

/// Spatial velocity of every link, in its own frame.
template <class S, class X>
void velocities(const Tree<S>& tree, View<X> X_parent, View<const S> v,
                View<spatial::Motion<S>> twist) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    const int parent = tree.parent[i];
    const spatial::Motion<S> own = joint_motion(tree, i, v);
    twist[i] = parent < 0 ? own : X_parent[i].inverse_times(twist[parent]) + own;
  }
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

/// Motion of every link; `a_world` is the acceleration of the world (minus gravity, for forces).
template <Terms terms, class S, class X>
void link_motions(const Tree<S>& tree, View<X> X_parent, View<const S> v, View<const S> a,
                  const spatial::Vec3<S>& a_world, View<LinkMotion<S>> motion) noexcept {
  for (int i = 0; i < tree.size(); ++i) {
    const int parent = tree.parent[i];
    const auto& joint = X_parent[i];
    if constexpr (terms == Terms::gravity) {
      motion[i].a = turn_back(joint, parent < 0 ? a_world : motion[parent].a);
      continue;
    }
    LinkMotion<S> m;
    if (parent < 0) {
      m.a = turn_back(joint, a_world);
    } else {
      m.omega = turn_back(joint, motion[parent].omega);
      m.alpha = turn_back(joint, motion[parent].alpha);
      m.a = turn_back(joint, acceleration_at(motion[parent], origin(joint)));
    }
    const spatial::Motion<S> rate = joint_motion(tree, i, v);
    const spatial::Vec3<S> omega_parent = m.omega;
    m.omega = m.omega + rate.angular;
    m.alpha = m.alpha + cross(m.omega, rate.angular);
    m.a = m.a + cross(m.omega + omega_parent, rate.linear);
    if constexpr (terms == Terms::all) {
      const spatial::Motion<S> own = joint_motion(tree, i, a);
      m.alpha = m.alpha + own.angular;
      m.a = m.a + own.linear;
    }
    motion[i] = m;
  }
}

}  // namespace kinetree::kernel
