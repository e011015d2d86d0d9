// Jacobians of the evaluator, and their rates.
#include "evaluate/gate.hpp"
#include "kernel/jacobian.hpp"

namespace kinetree {
namespace {

/// Six rows in the user's coordinates of what `fill` writes in the tree's.
template <class Fill>
void write_columns(Workspace<double>& w, Matrix& J, Fill fill) {
  const MatrixView<double> user(J.data(), 6, w.nv());
  fill(w.coupled() ? w.tree_J() : user);
  if (w.coupled()) kernel::reduce_columns<double>(w.v_coupling(), w.tree_J(), user);
}

}  // namespace

const Matrix& Evaluator::jacobian(const VectorIn& q, LinkId link, const Vector3& point) {
  impl_->take_q(q);
  const Frame& frame = impl_->frame(link);
  impl_->pose_links();
  Workspace<double>& w = impl_->w;
  const spatial::Vec3<double> p = frame.X_link.p + frame.X_link.R * to_spatial(point);
  write_columns(w, impl_->J, [&](MatrixView<double> J) {
    kernel::jacobian<double>(w.tree(), w.X_parent(), w.X_world(), frame.link, p, J);
  });
  return impl_->J;
}

const Matrix& Evaluator::jacobian_rate(const VectorIn& q, const VectorIn& v, LinkId link,
                                       const Vector3& point) {
  impl_->take_q(q);
  impl_->take_v(v);
  const Frame& frame = impl_->frame(link);
  impl_->pose_links();
  impl_->move_links();
  Workspace<double>& w = impl_->w;
  const spatial::Vec3<double> p = frame.X_link.p + frame.X_link.R * to_spatial(point);
  write_columns(w, impl_->Jdot, [&](MatrixView<double> J) {
    kernel::jacobian_rate<double>(w.tree(), w.X_parent(), w.X_world(), w.twist(), w.v(),
                                  frame.link, p, J);
  });
  return impl_->Jdot;
}

SpatialVector Evaluator::jacobian_dot_v(const VectorIn& q, const VectorIn& v, LinkId link,
                                        const Vector3& point) {
  impl_->take_q(q);
  impl_->take_v(v);
  const Frame& frame = impl_->frame(link);
  if (frame.link < 0) return {};
  impl_->pose_links();
  Workspace<double>& w = impl_->w;
  kernel::link_motions<kernel::Terms::bias, double>(w.tree(), w.X_parent(), w.v(), w.a(), {},
                                                    w.motion());
  const kernel::LinkMotion<double>& m = w.motion()[frame.link];
  const spatial::Vec3<double> p = frame.X_link.p + frame.X_link.R * to_spatial(point);
  const spatial::Mat3<double>& R = w.X_world()[frame.link].R;
  return {to_public(R * kernel::acceleration_at(m, p)), to_public(R * m.alpha)};
}

}  // namespace kinetree
