// States of a model: random ones, and the step from one configuration to the next.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "evaluate/random.hpp"
#include "kinetree/verify.hpp"

namespace kinetree {
namespace {

double random_coordinate(const Joint& joint, Random& random) {
  const double reach = joint.type == JointType::prismatic ? 1 : std::numbers::pi;
  const double low = std::max(joint.limits.lower, -reach);
  const double high = std::min(joint.limits.upper, reach);
  if (low < high) return random.within(low, high);
  // The limits lie beyond the reach: the one that is a number.
  return std::isfinite(joint.limits.lower) ? joint.limits.lower : joint.limits.upper;
}

Eigen::Quaterniond rotation_by(const Vector3& angle) {
  const double size = angle.norm();
  if (size == 0) return Eigen::Quaterniond::Identity();
  return Eigen::Quaterniond(Eigen::AngleAxisd(size, angle / size));
}

/// Position of the frame's origin after unit time at constant body velocity: ∫ R(t) u dt.
Vector3 translation_by(const Vector3& angle, const Vector3& u) {
  const double size = angle.norm();
  // Below this the series of (1 - cos θ)/θ² and (θ - sin θ)/θ³ are exact to rounding.
  constexpr double small_angle = 1e-4;
  const double s2 = size * size;
  const double first = size < small_angle ? 0.5 - s2 / 24 : (1 - std::cos(size)) / s2;
  const double second =
      size < small_angle ? 1.0 / 6 - s2 / 120 : (size - std::sin(size)) / (s2 * size);
  return u + first * angle.cross(u) + second * angle.cross(angle.cross(u));
}

}  // namespace

RandomState random_state(const Model& model, std::uint64_t seed) {
  Random random(seed);
  RandomState state{model.neutral(), {}, {}, {}};
  for (const JointSlot& slot : model.joints()) {
    const Joint& joint = model.link(slot.link).joint;
    auto q = state.q.segment(slot.q_first, slot.nq);
    if (slot.nv == 1) {
      q[0] = random_coordinate(joint, random);
    } else {
      q = random.vector(slot.nq, 1);
      if (slot.nq > slot.nv) q.tail(4).normalize();
    }
  }
  state.v = random.vector(model.nv(), 2);
  state.a = random.vector(model.nv(), 2);
  state.tau = random.vector(model.nv(), 10);
  return state;
}

Vector displace(const Model& model, const Vector& q, const Vector& v) {
  if (q.size() != model.nq() || v.size() != model.nv()) {
    throw UsageError("displace: q or v is not of the model's size");
  }
  Vector next = q;
  for (const JointSlot& slot : model.joints()) {
    const auto rate = v.segment(slot.v_first, slot.nv);
    if (slot.nq == slot.nv) {
      next.segment(slot.q_first, slot.nq) += rate;
      continue;
    }
    const int first = slot.q_first + slot.nq - 4;
    const Vector3 angle = rate.tail<3>();
    const Eigen::Quaterniond before(q[first + 3], q[first], q[first + 1], q[first + 2]);
    next.segment<4>(first) = (before * rotation_by(angle)).normalized().coeffs();
    if (slot.nq == 7) {
      next.segment<3>(slot.q_first) += before * translation_by(angle, rate.head<3>());
    }
  }
  return next;
}

}  // namespace kinetree
