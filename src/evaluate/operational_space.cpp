// The operational space of the evaluator: the equation of motion as seen from a point of a link.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "evaluate/gate.hpp"

namespace kinetree {
namespace {

// Below this share of the largest, a mobility is what rounding left of zero.
constexpr double immobile = 1e-12;

/// The inverse of a mobility s, or something smaller below the limit; see OperationalOptions.
double inertia_of(double s, double limit) {
  if (s >= limit) return 1 / s;
  const double share = s / limit;
  const double damping = (1 - share * share) * limit * limit / 4;
  return s / (s * s + damping);
}

/// Where the results of m rows go.
struct Space {
  MatrixResult J, Jdot, Jbar, inertia, C;
  VectorResult bias, gravity, mobility;
  int damped = 0;
};

/// Λ and the mobilities from J M⁻¹ Jᵀ, m × m; `solved` is M⁻¹ Jᵀ.
template <int m>
void invert_mobility(const MatrixResult& solved, const OperationalOptions& wanted, Space& x) {
  using Square = Eigen::Matrix<double, m, m>;  // never on the heap
  Eigen::Matrix<double, m, 1> weight = Eigen::Matrix<double, m, 1>::Ones();
  if (wanted.rows != TaskRows::position) weight.template tail<3>() *= wanted.length;
  Square A = x.J.lazyProduct(solved);
  A = weight.asDiagonal() * (0.5 * (A + A.transpose())).eval() * weight.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Square> eigen(A);
  x.mobility = eigen.eigenvalues();
  const double top = std::max(x.mobility[m - 1], 0.0);
  const double limit = wanted.singular_below * top;
  Square sum = Square::Zero();
  for (int k = 0; k < m; ++k) {
    const double s = x.mobility[k];
    const bool none = s <= immobile * top;
    x.damped += s < limit || none ? 1 : 0;
    if (none) continue;
    const auto direction = eigen.eigenvectors().col(k);
    const Square outer = direction * direction.transpose();  // symmetric to the last bit
    sum += inertia_of(s, limit) * outer;
  }
  x.inertia = sum.cwiseProduct(weight * weight.transpose());
}

}  // namespace

OperationalSpace Evaluator::operational_space(const VectorIn& q, const VectorIn& v, LinkId link,
                                              const Vector3& point,
                                              const OperationalOptions& wanted) {
  if (!(wanted.singular_below >= 0 && wanted.singular_below < 1)) {
    throw UsageError("operational space: singular_below is a share, from 0 to less than 1");
  }
  if (!(wanted.length > 0) || !std::isfinite(wanted.length)) {
    throw UsageError("operational space: the length must be positive");
  }
  impl_->take_q(q);
  impl_->take_v(v);
  impl_->refuse_massless("operational space");
  const Frame& frame = impl_->frame(link, point);
  const int first = wanted.rows == TaskRows::orientation ? 3 : 0;
  const int m = wanted.rows == TaskRows::pose ? 6 : 3;
  double* at = impl_->space.data();
  Space x{Impl::sized(impl_->space_J, m, nv()),
          Impl::sized(impl_->space_Jdot, m, nv()),
          Impl::sized(impl_->space_Jbar, nv(), m),
          {at, m, m},
          {at + 36, m, m},
          {at + 72, m},
          {at + 78, m},
          {at + 84, m}};
  Impl::Parts& parts = impl_->parts;
  x.J = impl_->jacobian(frame, point, parts.J).middleRows(first, m);
  x.Jdot = impl_->jacobian_rate(frame, point, parts.Jdot).middleRows(first, m);
  impl_->factor_mass_matrix();
  MatrixResult solved = Impl::sized(impl_->solved, nv(), m);
  solved = x.J.transpose();
  for (int k = 0; k < m; ++k) impl_->solve({solved.col(k).data(), nv()});
  if (m == 6) invert_mobility<6>(solved, wanted, x);
  if (m == 3) invert_mobility<3>(solved, wanted, x);
  x.Jbar.noalias() = solved.lazyProduct(x.inertia);

  const SpatialVector Jdot_v = impl_->drift(frame, point);
  Eigen::Matrix<double, 6, 1> drift;
  drift << Jdot_v.linear(), Jdot_v.angular();
  impl_->take(v, impl_->w.v_coupling(), impl_->w.a());
  x.bias.noalias() = x.Jbar.transpose().lazyProduct(impl_->multiply_coriolis(parts.Cv));
  x.bias.noalias() -= x.inertia.lazyProduct(drift.segment(first, m));
  x.gravity.noalias() = x.Jbar.transpose().lazyProduct(impl_->run(Quantity::gravity, parts.g));
  solved.noalias() = impl_->run_matrix(Quantity::coriolis, parts.C).lazyProduct(x.Jbar);
  x.C.noalias() = x.Jbar.transpose().lazyProduct(solved);
  // The product of three without a temporary on the heap, column by column.
  for (int k = 0; k < m; ++k) {
    Eigen::Matrix<double, 6, 1> column = Eigen::Matrix<double, 6, 1>::Zero();
    column.head(m) = x.Jdot.lazyProduct(x.Jbar.col(k));
    x.C.col(k).noalias() -= x.inertia.lazyProduct(column.head(m));
  }
  return {x.J, x.Jdot, x.inertia, x.Jbar, x.C, x.bias, x.gravity, x.mobility, x.damped};
}

}  // namespace kinetree
