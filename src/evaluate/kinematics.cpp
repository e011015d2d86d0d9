// Kinematics of the evaluator: energies, momentum, centre of mass and poses.
#include <fmt/format.h>

#include "evaluate/gate.hpp"
#include "evaluate/run_frame.hpp"
#include "kernel/energy.hpp"
#include "kernel/inverse_dynamics/rnea.hpp"

namespace kinetree {
double Evaluator::kinetic_energy(const VectorIn& q, const VectorIn& v) {
  impl_->take_q(q);
  impl_->take_v(v);
  joint_poses(impl_->w);
  impl_->move_links();
  return kernel::kinetic_energy<double>(impl_->w.tree(), impl_->w.twist(), impl_->w.v());
}

double Evaluator::potential_energy(const VectorIn& q) {
  impl_->take_q(q);
  impl_->pose_links();
  return -dot(impl_->compiled.tree.gravity, impl_->first_moment());
}

VectorMap Evaluator::momentum(const VectorIn& q, const VectorIn& v) {
  impl_->take_q(q);
  impl_->take_v(v);
  Workspace<double>& w = impl_->w;
  joint_poses(w);
  impl_->move_links();
  const Tree<double> tree = w.tree();
  for (int i = 0; i < tree.size(); ++i) w.force()[i] = tree.inertia[i] * w.twist()[i];
  kernel::project_forces<double>(tree, w.X_parent(), w.force(), w.tree_out());
  for (int k = 0; k < tree.nv(); ++k) w.tree_out()[k] += tree.armature[k] * w.v()[k];
  return impl_->finish(impl_->p);
}

SpatialVector Evaluator::centroidal_momentum(const VectorIn& q, const VectorIn& v) {
  impl_->take_q(q);
  impl_->take_v(v);
  impl_->pose_links();
  impl_->move_links();
  const double mass = total_mass();
  const spatial::Vec3<double> center =
      mass > 0 ? (1 / mass) * impl_->first_moment() : spatial::Vec3<double>{};
  const spatial::Force<double> total =
      kernel::total_momentum<double>(impl_->w.tree(), impl_->w.X_world(), impl_->w.twist(), center);
  return {to_public(total.linear), to_public(total.angular)};
}

Vector3 Evaluator::center_of_mass(const VectorIn& q) {
  impl_->take_q(q);
  const double mass = total_mass();
  if (mass <= 0) {
    throw ModelError(fmt::format("the model '{}' has no mass, so no centre of mass", impl_->name));
  }
  impl_->pose_links();
  return to_public((1 / mass) * impl_->first_moment());
}

double Evaluator::total_mass() const noexcept {
  double mass = impl_->compiled.grounded.mass;
  for (const auto& body : impl_->compiled.tree.inertia) mass += body.mass;
  return mass;
}

const std::vector<Pose>& Evaluator::poses(const VectorIn& q) {
  impl_->take_q(q);
  impl_->pose_links();
  for (std::size_t i = 0; i < impl_->poses.size(); ++i) {
    const Frame& frame = impl_->compiled.frames[i];
    impl_->poses[i] =
        to_public(frame.link < 0 ? frame.X_link : impl_->w.X_world()[frame.link] * frame.X_link);
  }
  return impl_->poses;
}

}  // namespace kinetree
