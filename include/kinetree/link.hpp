// A link and its joint: the plain data of which a Model is made.
//
// The joint is placed in the parent by a fixed pose; at q = 0 the link frame is the joint frame.
#pragma once
#include <Eigen/Core>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/error.hpp"

namespace kinetree {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
using VectorIn = Eigen::Ref<const Vector>;  ///< an argument: columns and segments without a copy
using MatrixIn = Eigen::Ref<const Matrix>;
using VectorMap = Eigen::Map<const Vector>;  ///< a result, in the memory of whoever computed it
using MatrixMap = Eigen::Map<const Matrix>;

/// Frame B seen from frame A: x_A = R x_B + p.
struct Pose {
  Matrix3 R = Matrix3::Identity();
  Vector3 p = Vector3::Zero();
};

enum class JointType {
  revolute,
  continuous,
  prismatic,
  helical,
  spherical,
  planar,
  floating,
  fixed
};

std::string_view to_string(JointType type) noexcept;
std::optional<JointType> joint_type(std::string_view name) noexcept;
int joint_nq(
    JointType type) noexcept;  ///< coordinates: spherical 4, floating 7 (quaternion x y z w)
int joint_nv(JointType type) noexcept;  ///< velocities: spherical 3, floating 6
/// What is put behind the joint's name for each of its velocities: ".vx" …; nothing where it has
/// one.
std::span<const std::string_view> velocity_suffixes(JointType type) noexcept;

struct Limits {
  static constexpr double none = std::numeric_limits<double>::infinity();
  double lower = -none, upper = none, velocity = none, effort = none;
};

/// q of this joint = multiplier · q of `joint` + offset. Both have one degree of freedom.
struct Mimic {
  std::string joint;
  double multiplier = 1;
  double offset = 0;
};

/// What a joint was before it was locked: unlocking makes it so again, to the last bit.
struct Unlocked {
  JointType type = JointType::fixed;
  Pose placement;
};

struct Joint {
  std::string name;  ///< empty: takes the link's name
  JointType type = JointType::fixed;
  Vector3 axis = Vector3::UnitZ();  ///< in the joint frame; plane normal of a planar joint
  Pose placement;                   ///< of the joint frame in the parent link
  double pitch = 0;                 ///< helical: metres along the axis per radian
  double armature = 0;              ///< rotor inertia × gear², part of M; per degree of freedom
  double damping = 0;               ///< viscous friction, N m s or N s/m
  double friction = 0;              ///< dry friction, N m or N
  Limits limits;
  std::optional<Mimic> mimic;
  std::optional<Unlocked> locked;  ///< by Model::lock(): a fixed joint that can move again
  Location where;
};

struct MassProperties {
  double mass = 0;
  Vector3 com = Vector3::Zero();      ///< in the link frame
  Matrix3 inertia = Matrix3::Zero();  ///< about the centre of mass, link axes
};

/// A primitive shape for viewers; dynamics never reads it.
struct Shape {
  enum Kind { box, cylinder, sphere } kind = box;
  Vector3 size = Vector3::Zero();  ///< box: edges; cylinder: radius, length along z; sphere: radius
  Pose placement;                  ///< in the link frame
};

struct Link {
  std::string name;
  Joint joint;
  MassProperties inertia;
  std::vector<Shape> visuals;
  Location where;
};

}  // namespace kinetree
