#include "model/screw_tree.hpp"

#include <cmath>

#include "model/canonical.hpp"

namespace kinetree {
namespace {

using Placement = spatial::Pose<double>;
using Screws = spatial::ScrewPose<double>;

/// Axes that are parallel but for rounding.
constexpr double parallel = 4e-15;
/// Between that and this the common normal is too far away: digits would be lost.
constexpr double askew = 1e-3;

spatial::Screw<double> screw(double angle, double length) {
  return {{std::sin(angle), std::cos(angle)}, length};
}

/// The screws of a placement; θ is left in `angle`, d in `joint.length`.
Screws decompose(const Placement& X, double& angle) {
  Screws screws;
  screws.p = X.p;
  angle = 0;
  const spatial::Vec3<double>&z = X.R.z, &p = X.p;
  const double across = std::hypot(z.x, z.y);
  if (across > parallel && across < askew) return screws;
  double gamma = 0, alpha = 0;
  if (across <= parallel) {
    gamma = std::hypot(p.x, p.y) > 0 ? std::atan2(p.y, p.x) : 0;
    if (std::abs(p.y) <= parallel * std::abs(p.x)) gamma = 0;
    alpha = z.z > 0 ? 0 : std::acos(-1.0);
    // Rz(γ) Rx(α) Rz(θ) with α = 0 or π turns x by γ ± θ.
    angle = (std::atan2(X.R.x.y, X.R.x.x) - gamma) * (z.z > 0 ? 1 : -1);
  } else {
    gamma = z.x == 0 ? 0 : std::atan2(z.x, -z.y);
    if (std::abs(gamma) > std::acos(0.0)) gamma -= std::copysign(std::acos(-1.0), gamma);
    const double sine = z.x * std::sin(gamma) - z.y * std::cos(gamma);
    alpha = std::atan2(sine, z.z);
    angle = sine > 0 ? std::atan2(X.R.x.z, X.R.y.z) : std::atan2(-X.R.x.z, -X.R.y.z);
  }
  // p = b e_z + a n + d z, with n = Rz(γ) e_x across both axes.
  const double a = p.x * std::cos(gamma) + p.y * std::sin(gamma);
  const double side = p.y * std::cos(gamma) - p.x * std::sin(gamma);  // = -d sin α
  const double d = across <= parallel ? 0 : -side / std::sin(alpha);
  const double b = p.z - d * std::cos(alpha);
  const double size = std::abs(p.x) + std::abs(p.y) + std::abs(p.z);
  const bool plain = gamma == 0 && std::abs(b) <= parallel * size;
  screws.form = plain ? Screws::Form::two : Screws::Form::three;
  if (across <= parallel) {  // along parallel axes one slide will do
    screws.form = gamma == 0 ? Screws::Form::two : Screws::Form::three;
    screws.joint.length = p.z * (z.z > 0 ? 1 : -1);
    screws.branch = screw(gamma, 0);
  } else {
    screws.joint.length = d;
    screws.branch = screw(gamma, plain ? 0 : b);
  }
  screws.twist = screw(alpha, a);
  return screws;
}

}  // namespace

ScrewTree screw_tree(const TreeData<double>& given) {
  CanonicalTree canonical_tree = canonical(given);
  ScrewTree result{std::move(canonical_tree.tree), {}, std::move(canonical_tree.offset)};
  TreeData<double>& tree = result.tree;
  for (std::size_t i = 0; i < tree.parent.size(); ++i) {
    double angle = 0;
    Placement& X = tree.placement[i];
    Screws screws = decompose(X, angle);
    const JointKind kind = tree.kind[i];
    const bool one_axis = kind == JointKind::revolute || kind == JointKind::prismatic;
    if (!one_axis) screws.form = Screws::Form::matrix;
    if (screws.form != Screws::Form::matrix) {
      // The joint turns from θ or slides from d on: that becomes part of its coordinate.
      double& offset = result.offset[static_cast<std::size_t>(tree.first_q[i])];
      if (kind == JointKind::revolute) {
        offset += angle;
      } else {
        offset += screws.joint.length;
        X.p = X.p - screws.joint.length * X.R.z;
        screws.joint = screw(angle, 0);
      }
    }
    result.pose.push_back(screws);
  }
  return result;
}

}  // namespace kinetree
