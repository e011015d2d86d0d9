#include "model/screw_tree.hpp"

#include <cmath>
#include <numbers>

#include "model/canonical.hpp"

namespace kinetree {
namespace {

using Placement = spatial::Pose<double>;
using Screws = spatial::ScrewPose<double>;

/// Axes that are parallel but for rounding.
constexpr double parallel = 4e-15;
/// Between that and this the common normal is too far away: digits would be lost.
constexpr double askew = 1e-3;

constexpr double quarter_turn = std::numbers::pi / 2;

/// A turn that takes x to the direction (cosine, sine), not necessarily of length one.
spatial::Turn<double> turn_to(double cosine, double sine) {
  const double length = std::hypot(cosine, sine);
  return {sine / length, cosine / length};
}

/// The screws of a placement; θ is left in `angle`, d in `joint.length`. Sines and cosines come
/// from the matrix and not from angles: what is zero there stays zero.
Screws decompose(const Placement& X, double& angle) {
  Screws screws;
  screws.p = X.p;
  angle = 0;
  const spatial::Vec3<double>&z = X.R.z, &p = X.p;
  const double across = std::hypot(z.x, z.y);
  if (across > parallel && across < askew) return screws;
  const bool along = across <= parallel;
  // The direction of the common normal; across, it is the one that makes the twist positive.
  spatial::Turn<double> gamma;
  if (along && std::abs(p.y) > parallel * std::abs(p.x)) gamma = turn_to(p.x, p.y);
  if (!along && z.x != 0) gamma = turn_to(-z.y, z.x);
  const double sine = along ? 0 : z.x * gamma.sine - z.y * gamma.cosine;
  screws.twist = {turn_to(z.z, sine), p.x * gamma.cosine + p.y * gamma.sine};
  // Rz(γ) Rx(α) Rz(θ): its x is at (cos θ, sin θ) of the twisted frame.
  const spatial::Vec3<double> x = gamma.turn_back(X.R.x);
  angle = std::atan2(screws.twist.cosine * x.y + screws.twist.sine * x.z, x.x);
  // p = b e_z + a n + d z, with n along the normal. Along parallel axes one slide will do.
  const double side = p.y * gamma.cosine - p.x * gamma.sine;  // = -d sin α
  const double d = along ? p.z * screws.twist.cosine : -side / screws.twist.sine;
  const double b = along ? 0 : p.z - d * screws.twist.cosine;
  const double size = std::abs(p.x) + std::abs(p.y) + std::abs(p.z);
  const bool plain = gamma.sine == 0 && std::abs(b) <= parallel * size;
  screws.form = plain ? Screws::Form::two : Screws::Form::three;
  screws.joint.length = d;
  if (!plain) screws.branch = {gamma, b};
  return screws;
}

/// What an angle is beyond whole quarters of a turn, which are counted apart.
double beyond_quarters(double angle, unsigned char& quarters) {
  const double turns = std::round(angle / quarter_turn);
  const double rest = angle - turns * quarter_turn;
  if (std::abs(rest) > parallel) return angle;
  quarters = static_cast<unsigned char>(static_cast<int>(turns) & 3);
  return 0;
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
        offset = beyond_quarters(offset + angle, screws.quarters);
      } else {
        offset += screws.joint.length;
        X.p = X.p - screws.joint.length * X.R.z;
        screws.joint = {{std::sin(angle), std::cos(angle)}, 0};
      }
    }
    screws.slides = screws.joint.length != 0 || kind != JointKind::revolute;
    screws.twist_kind = kind_of(screws.twist);
    screws.branch_kind = kind_of(screws.branch);
    result.pose.push_back(screws);
  }
  return result;
}

}  // namespace kinetree
