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

const Matrix& Evaluator::Impl::jacobian(const Frame& frame, const Vector3& point, Matrix& result) {
  pose_links();
  const spatial::Vec3<double> p = frame.X_link.p + frame.X_link.R * to_spatial(point);
  write_columns(w, result, [&](MatrixView<double> J) {
    kernel::jacobian<double>(w.tree(), w.X_parent(), w.X_world(), frame.link, p, J);
  });
  return result;
}

const Matrix& Evaluator::Impl::jacobian_rate(const Frame& frame, const Vector3& point,
                                             Matrix& result) {
  pose_links();
  move_links();
  const spatial::Vec3<double> p = frame.X_link.p + frame.X_link.R * to_spatial(point);
  write_columns(w, result, [&](MatrixView<double> J) {
    kernel::jacobian_rate<double>(w.tree(), w.X_parent(), w.X_world(), w.twist(), w.v(),
                                  frame.link, p, J);
  });
  return result;
}

SpatialVector Evaluator::Impl::drift(const Frame& frame, const Vector3& point) {
  if (frame.link < 0) return {};
  pose_links();
  kernel::link_motions<kernel::Terms::bias, double>(w.tree(), w.X_parent(), w.v(), w.a(), {},
                                                    w.motion());
  const kernel::LinkMotion<double>& m = w.motion()[frame.link];
  const spatial::Vec3<double> p = frame.X_link.p + frame.X_link.R * to_spatial(point);
  const spatial::Mat3<double>& R = w.X_world()[frame.link].R;
  return {to_public(R * kernel::acceleration_at(m, p)), to_public(R * m.alpha)};
}

const Matrix& Evaluator::jacobian(const VectorIn& q, LinkId link, const Vector3& point) {
  impl_->take_q(q);
  return impl_->jacobian(impl_->frame(link), point, impl_->J);
}

const Matrix& Evaluator::jacobian_rate(const VectorIn& q, const VectorIn& v, LinkId link,
                                       const Vector3& point) {
  impl_->take_q(q);
  impl_->take_v(v);
  return impl_->jacobian_rate(impl_->frame(link), point, impl_->Jdot);
}

SpatialVector Evaluator::jacobian_dot_v(const VectorIn& q, const VectorIn& v, LinkId link,
                                        const Vector3& point) {
  impl_->take_q(q);
  impl_->take_v(v);
  return impl_->drift(impl_->frame(link), point);
}

}  // namespace kinetree
