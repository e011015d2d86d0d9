// Built-in robots of any size: a snake, a chain without symmetry, and a binary tree.
//
// The chain and the tree are for tests and timings, where a zero or a right angle would let wrong
// code pass and fast paths shine: every parameter of every link is different and none is zero. They
// come from the fractional parts of multiples of the golden ratio, which fill the unit interval
// evenly and are the same on every machine, with no seed to agree on.
#include <fmt/format.h>

#include <cmath>

#include "io/robots.hpp"
#include "io/rotation.hpp"

namespace kinetree {
namespace {

class Parameters {
 public:
  explicit Parameters(int link) : phase_((link + 1) * 0.6180339887498949) {}

  double between(double low, double high) {
    phase_ += 0.7548776662466927;  // another irrational: parameters of one link differ too
    return low + (high - low) * (phase_ - std::floor(phase_));
  }

  // Away from zero, with a sign of its own.
  double either_sign(double low, double high) {
    const double size = between(low, high);
    return between(-1, 1) < 0 ? -size : size;
  }

  Vector3 vector(double low, double high) {
    const double x = either_sign(low, high), y = either_sign(low, high);
    return {x, y, either_sign(low, high)};
  }

 private:
  double phase_;
};

Matrix3 box_inertia(double mass, const Vector3& edges) {
  const Vector3 squares = edges.cwiseAbs2();
  const Vector3 moments = mass / 12 * (Vector3::Constant(squares.sum()) - squares);
  return moments.asDiagonal();
}

Link make_general_link(int i) {
  Parameters next(i);
  Link link;
  link.name = fmt::format("link{}", i + 1);
  link.joint.type = JointType::revolute;
  link.joint.axis = next.vector(0.2, 1).normalized();
  link.joint.placement = {from_rpy(next.vector(0.2, 1.3)), next.vector(0.05, 0.25)};
  link.inertia.mass = next.between(0.5, 3);
  link.inertia.com = next.vector(0.02, 0.12);
  const Matrix3 R = from_rpy(next.vector(0.2, 1.3));
  const Matrix3 I = R * box_inertia(link.inertia.mass, next.vector(0.1, 0.4)) * R.transpose();
  link.inertia.inertia = (I + I.transpose()) / 2;
  return link;
}

// Cylinders along x, joined at their ends, bending up and sideways in turn.
Link make_snake_link(int i) {
  constexpr double mass = 0.35, length = 0.1, radius = 0.03;
  constexpr double spin = mass * radius * radius / 2;
  constexpr double tilt = mass * (3 * radius * radius + length * length) / 12;
  Link link;
  link.name = fmt::format("s{}", i + 1);
  link.joint.type = JointType::revolute;
  link.joint.axis = i % 2 == 0 ? Vector3::UnitZ() : Vector3::UnitY();
  link.joint.placement.p = {i == 0 ? 0 : length, 0, 0};
  link.inertia = {mass, {0.05, 0.003, -0.002}, Vector3(spin, tilt, tilt).asDiagonal()};
  return link;
}

std::optional<LinkId> id(int i) {
  if (i < 0) return std::nullopt;
  return static_cast<LinkId>(i);
}

}  // namespace

Model make_snake(int size) {
  Model model;
  for (int i = 0; i < size; ++i) model.add(make_snake_link(i), id(i - 1));
  return model;
}

Model make_chain(int size) {
  Model model;
  for (int i = 0; i < size; ++i) model.add(make_general_link(i), id(i - 1));
  return model;
}

Model make_tree(int size) {
  Model model;
  for (int i = 0; i < size; ++i) {
    model.add(make_general_link(i), i == 0 ? id(-1) : id((i - 1) / 2));
  }
  return model;
}

}  // namespace kinetree
