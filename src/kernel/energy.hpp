// Energies, centre of mass and momentum: sums over links.
#pragma once
#include "model/tree.hpp"

namespace kinetree::kernel {

/// T = ½ Σ twist · (inertia twist) + ½ Σ armature v²
template <class S>
S kinetic_energy(const Tree<S>& tree, View<const spatial::Motion<S>> twist,
                 View<const S> v) noexcept {
  S twice(0.0);
  for (int i = 0; i < tree.size(); ++i) twice = twice + dot(twist[i], tree.inertia[i] * twist[i]);
  for (int k = 0; k < tree.nv(); ++k) twice = twice + tree.armature[k] * (v[k] * v[k]);
  return S(0.5) * twice;
}

/// First moment Σ m c of the moving links in the world, and their mass.
template <class S>
void mass_moment(const Tree<S>& tree, View<const spatial::Pose<S>> X_world, S& mass,
                 spatial::Vec3<S>& moment) noexcept {
  mass = S(0.0);
  moment = {};
  for (int i = 0; i < tree.size(); ++i) {
    const spatial::Inertia<S>& body = tree.inertia[i];
    mass = mass + body.mass;
    moment = moment + body.mass * X_world[i].p + X_world[i].R * body.h;
  }
}

/// Momentum of the moving links about the point `center` of the world, along the world's axes.
template <class S>
spatial::Force<S> total_momentum(const Tree<S>& tree, View<const spatial::Pose<S>> X_world,
                                 View<const spatial::Motion<S>> twist,
                                 const spatial::Vec3<S>& center) noexcept {
  spatial::Force<S> total;
  for (int i = 0; i < tree.size(); ++i) {
    const spatial::Pose<S> X_center{X_world[i].R, X_world[i].p - center};
    total = total + X_center * (tree.inertia[i] * twist[i]);
  }
  return total;
}

}  // namespace kinetree::kernel
