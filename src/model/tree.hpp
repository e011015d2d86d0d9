// The compiled tree: flat arrays, parents before children. The only thing kernels see of a model.
//
// Compiling (compile.cpp) has merged fixed links, turned every one-degree joint so that its axis is
// z of its link, and split planar joints into two slides and a hinge. What is left are five kinds
// of joints, all with constant columns in the link's own frame.
#pragma once
#include "spatial/inertia.hpp"
#include "spatial/view.hpp"

namespace kinetree {

enum class JointKind : unsigned char { revolute, prismatic, helical, spherical, floating };

template <class S>
struct Tree {
  View<const int> parent;                   ///< of each link; -1: the world
  View<const JointKind> kind;               ///< of the joint that moves each link
  View<const int> first_q, first_v;         ///< where its coordinates and velocities start
  View<const S> pitch;                      ///< helical joints
  View<const spatial::Pose<S>> placement;   ///< of the joint frame in the parent link
  View<const spatial::Inertia<S>> inertia;  ///< about the link's origin
  View<const spatial::Body<S>> body;        ///< the same by centres of mass, in the link's frame
  View<const S> armature;                   ///< per velocity
  View<const int> previous;                 ///< velocity before each one on its path; -1: none
  View<const int> owner;                    ///< link that each velocity moves
  View<const int> preorder;                 ///< links so that every subtree is one stretch
  View<const int> place, extent;            ///< of each link: where its stretch starts, its length
  View<const char> glides;                  ///< of each link: nothing up to it turns
  spatial::Vec3<S> gravity;

  int size() const noexcept { return parent.size(); }  ///< number of moving links
  int nv() const noexcept { return previous.size(); }
  /// The link and everything it carries.
  View<const int> subtree(int i) const noexcept { return {preorder.data() + place[i], extent[i]}; }
  /// True where the link is the ancestor or lies on the way from it to the leaves.
  bool carries(int ancestor, int link) const noexcept {
    const int steps = place[link] - place[ancestor];
    return steps >= 0 && steps < extent[ancestor];
  }
};

}  // namespace kinetree
