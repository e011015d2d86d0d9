// Jacobians of the evaluator, and their rates.
#include "kernel/jacobian.hpp"

#include "evaluate/gate.hpp"

namespace kinetree {
namespace {

/// The point in the frame of the moving link that carries it.
spatial::Vec3<double> carried(const Frame& frame, const Vector3& point) {
  return frame.X_link.p + frame.X_link.R * to_spatial(point);
}

/// Six rows in the user's coordinates of what `fill` writes in the tree's.
template <class Fill>
void write_columns(Workspace<double>& w, MatrixResult J, Fill fill) {
  const MatrixView<double> user(J.data(), 6, w.nv());
  fill(w.coupled() ? w.tree_J() : user);
  if (w.coupled()) kernel::reduce_columns<double>(w.v_coupling(), w.tree_J(), user);
}

}  // namespace

MatrixResult Evaluator::Impl::jacobian(const Frame& frame, const Vector3& point,
                                       Store<double>& result) {
  pose_links();
  MatrixResult columns = sized(result, 6, compiled.nv);
  write_columns(w, columns, [&](MatrixView<double> rows) {
    kernel::jacobian<double>(w.tree(), w.X_parent(), w.X_world(), frame.link, carried(frame, point),
                             rows);
  });
  return columns;
}

MatrixResult Evaluator::Impl::jacobian_rate(const Frame& frame, const Vector3& point,
                                            Store<double>& result) {
  pose_links();
  move_links();
  MatrixResult columns = sized(result, 6, compiled.nv);
  write_columns(w, columns, [&](MatrixView<double> rows) {
    kernel::jacobian_rate<double>(w.tree(), w.X_parent(), w.X_world(), w.twist(), w.v(), frame.link,
                                  carried(frame, point), rows);
  });
  return columns;
}

SpatialVector Evaluator::Impl::drift(const Frame& frame, const Vector3& point) {
  if (frame.link < 0) return {};
  pose_links();
  kernel::link_motions<kernel::Terms::bias, double>(w.tree(), w.X_parent(), w.v(), w.a(), {},
                                                    w.motion());
  const kernel::LinkMotion<double>& m = w.motion()[frame.link];
  const spatial::Mat3<double>& R = w.X_world()[frame.link].R;
  return {to_public(R * kernel::acceleration_at(m, carried(frame, point))), to_public(R * m.alpha)};
}

MatrixMap Evaluator::jacobian(const VectorIn& q, LinkId link, const Vector3& point) {
  impl_->take_q(q);
  return impl_->jacobian(impl_->frame(link, point), point, impl_->J);
}

MatrixMap Evaluator::jacobian_rate(const VectorIn& q, const VectorIn& v, LinkId link,
                                   const Vector3& point) {
  impl_->take_q(q);
  impl_->take_v(v);
  return impl_->jacobian_rate(impl_->frame(link, point), point, impl_->Jdot);
}

SpatialVector Evaluator::jacobian_dot_v(const VectorIn& q, const VectorIn& v, LinkId link,
                                        const Vector3& point) {
  impl_->take_q(q);
  impl_->take_v(v);
  return impl_->drift(impl_->frame(link, point), point);
}

}  // namespace kinetree
