#include "simulate/chart.hpp"

#include <cmath>

namespace kinetree::simulation {
namespace {

Eigen::Quaterniond exponential(const Vector3& angle) {
  const double size = angle.norm();
  // sin(x)/x, exact to rounding below this.
  constexpr double small_angle = 1e-4;
  const double half = 0.5 * size;
  const double factor = size < small_angle ? 0.5 - size * size / 48 : std::sin(half) / size;
  Eigen::Quaterniond turn;
  turn.w() = std::cos(half);
  turn.vec() = factor * angle;
  return turn;
}

/// (1 - θ/2 cot θ/2) / θ²
double second_coefficient(double angle) {
  constexpr double small_angle = 1e-2;  // below, the series is exact to rounding
  const double s = angle * angle;
  if (angle < small_angle) return 1.0 / 12 + s / 720 + s * s / 30240;
  const double half = 0.5 * angle;
  return (1 - half * std::cos(half) / std::sin(half)) / s;
}

Eigen::Quaterniond quaternion(const Vector& q, const JointSlot& slot) {
  return Eigen::Quaterniond(q.segment<4>(slot.q_first + slot.nq - 4).data());
}

}  // namespace

void Chart::position(const Vector& xi, Vector& q) const {
  q = q0_;
  for (const JointSlot& slot : slots_) {
    const int plain = slot.nq == slot.nv ? slot.nv : slot.nv - 3;
    for (int k = 0; k < plain; ++k) q[slot.q_first + k] += xi[slot.v_first + k];
    if (plain == slot.nv) continue;
    const Vector3 angle = xi.segment<3>(slot.v_first + plain);
    const Eigen::Quaterniond turned = quaternion(q0_, slot) * exponential(angle);
    q.segment<4>(slot.q_first + plain) = turned.normalized().coeffs();
  }
}

void Chart::move(const Vector& q, Vector& xi) {
  for (const JointSlot& slot : slots_) {
    for (int k = 0; k < slot.nv; ++k) {
      const int at = slot.q_first + k;
      const bool plain = slot.nq == slot.nv;
      xi[slot.v_first + k] = plain ? xi[slot.v_first + k] - (q[at] - q0_[at]) : 0;
    }
  }
  q0_ = q;
}

void Chart::rate(const Vector& xi, const Vector& v, Vector& xi_rate) const {
  xi_rate.head(v.size()) = v;
  for (const JointSlot& slot : slots_) {
    if (slot.nq == slot.nv) continue;
    const int rotation = slot.v_first + slot.nv - 3;
    const Vector3 angle = xi.segment<3>(rotation), omega = v.segment<3>(rotation);
    const Vector3 turned = angle.cross(omega);
    xi_rate.segment<3>(rotation) =
        omega + 0.5 * turned + second_coefficient(angle.norm()) * angle.cross(turned);
    if (slot.nv == 3) continue;
    const Eigen::Quaterniond attitude = quaternion(q0_, slot) * exponential(angle);
    xi_rate.segment<3>(slot.v_first) = attitude * Vector3(v.segment<3>(slot.v_first));
  }
}

void Chart::magnitude(const Vector& xi, Vector& size) const {
  for (const JointSlot& slot : slots_) {
    const int plain = slot.nq == slot.nv ? slot.nv : slot.nv - 3;
    for (int k = 0; k < slot.nv; ++k) {
      const int at = slot.v_first + k;
      size[at] = k < plain ? std::abs(q0_[slot.q_first + k] + xi[at]) : 1;
    }
  }
}

}  // namespace kinetree::simulation
