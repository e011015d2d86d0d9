// URDF out.
//
// A URDF robot has one root link, and the root does not move: where the model's roots are several,
// or move, or do not stand at the origin, they are joined to a link "world" without mass. Rotations
// become roll-pitch-yaw (to rounding); inertias keep the axes of their links. Armature goes into a
// transmission with Drake's tags, gravity into one of ours: both are read back, and ignored by
// tools that do not know them.
#include <fmt/format.h>

#include <cmath>

#include "io/complaints.hpp"
#include "io/rotation.hpp"
#include "kinetree/io.hpp"

namespace kinetree {
namespace {

std::string escaped(std::string_view raw) {
  if (!is_printable(raw)) {
    throw UsageError("the name " + in_quotes(raw) +
                     " cannot stand in a URDF file (rename it: " + std::string(name_remedy) + ")");
  }
  std::string result;
  for (const char c : raw) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string numbers(const Vector3& v) { return fmt::format("{} {} {}", v[0], v[1], v[2]); }

bool is_identity(const Pose& pose) { return pose.p.isZero(0) && pose.R == Matrix3::Identity(); }

class UrdfWriter {
 public:
  explicit UrdfWriter(const Model& model) : model_(model) {}

  std::string write() {
    for (int i = 0; i < model_.size(); ++i) check(model_.link(static_cast<LinkId>(i)).joint);
    out_ = fmt::format("<?xml version=\"1.0\"?>\n<robot name=\"{}\"", escaped(model_.name));
    out_ += " xmlns:drake=\"https://drake.mit.edu\" xmlns:kinetree=\"urn:kinetree\">\n";
    if (model_.gravity() != Vector3(0, 0, -9.81)) {
      out_ += fmt::format("  <kinetree:gravity xyz=\"{}\"/>\n", numbers(model_.gravity()));
    }
    const bool rooted = needs_world();
    const std::string world = free_name();
    if (rooted) out_ += fmt::format("  <link name=\"{}\"/>\n", world);
    for (int i = 0; i < model_.size(); ++i) {
      const auto id = static_cast<LinkId>(i);
      const auto parent = model_.parent(id);
      write_link(model_.link(id));
      if (parent || rooted) {
        write_joint(model_.link(id), parent ? escaped(model_.link(*parent).name) : world);
      }
    }
    return out_ + "</robot>\n";
  }

 private:
  static void check(const Joint& joint) {
    if (joint.type != JointType::spherical && joint.type != JointType::helical) return;
    throw UsageError(fmt::format("joint {}: URDF has no {} joints (save the model as .json)",
                                 in_quotes(joint.name), to_string(joint.type)));
  }

  bool needs_world() const {
    int roots = 0;
    bool plain = true;
    for (int i = 0; i < model_.size(); ++i) {
      const auto id = static_cast<LinkId>(i);
      if (model_.parent(id)) continue;
      const Joint& joint = model_.link(id).joint;
      ++roots;
      plain = plain && joint.type == JointType::fixed && is_identity(joint.placement);
    }
    return roots != 1 || !plain;
  }

  std::string free_name() const {
    std::string name = "world";
    while (model_.find(name)) name += "_";
    return name;
  }

  void write_origin(const Pose& pose, std::string_view indent) {
    if (is_identity(pose)) return;
    const Vector3 rpy = pose.R == Matrix3::Identity() ? Vector3::Zero() : to_rpy(pose.R);
    out_ +=
        fmt::format("{}<origin xyz=\"{}\" rpy=\"{}\"/>\n", indent, numbers(pose.p), numbers(rpy));
  }

  void write_link(const Link& link) {
    const MassProperties& m = link.inertia;
    const Matrix3& I = m.inertia;
    const bool massless = m.mass == 0 && m.com.isZero(0) && I.isZero(0);
    const std::string name = escaped(link.name);
    if (massless && link.visuals.empty()) {
      out_ += fmt::format("  <link name=\"{}\"/>\n", name);
      return;
    }
    out_ += fmt::format("  <link name=\"{}\">\n", name);
    if (!massless) {
      out_ += fmt::format(
          "    <inertial>\n      <origin xyz=\"{}\"/>\n      <mass value=\"{}\"/>\n"
          "      <inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"/>\n"
          "    </inertial>\n",
          numbers(m.com), m.mass, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2));
    }
    for (const Shape& shape : link.visuals) write_visual(shape);
    out_ += "  </link>\n";
  }

  void write_visual(const Shape& shape) {
    out_ += "    <visual>\n";
    write_origin(shape.placement, "      ");
    out_ += "      <geometry>";
    if (shape.kind == Shape::box) {
      out_ += fmt::format("<box size=\"{}\"/>", numbers(shape.size));
    } else if (shape.kind == Shape::cylinder) {
      out_ += fmt::format("<cylinder radius=\"{}\" length=\"{}\"/>", shape.size[0], shape.size[1]);
    } else {
      out_ += fmt::format("<sphere radius=\"{}\"/>", shape.size[0]);
    }
    out_ += "</geometry>\n    </visual>\n";
  }

  // A revolute joint must have limits in URDF; one without is what URDF calls continuous.
  static std::string_view type_name(const Joint& joint) {
    const bool unlimited = std::isinf(joint.limits.lower) && std::isinf(joint.limits.upper);
    const bool turns_freely = joint.type == JointType::revolute && unlimited;
    return to_string(turns_freely ? JointType::continuous : joint.type);
  }

  void write_joint(const Link& link, const std::string& parent) {
    const Joint& joint = link.joint;
    const std::string name = escaped(joint.name);
    out_ += fmt::format("  <joint name=\"{}\" type=\"{}\">\n", name, type_name(joint));
    out_ += fmt::format("    <parent link=\"{}\"/>\n    <child link=\"{}\"/>\n", parent,
                        escaped(link.name));
    write_origin(joint.placement, "    ");
    if (joint.type != JointType::fixed && joint.type != JointType::floating) {
      out_ += fmt::format("    <axis xyz=\"{}\"/>\n", numbers(joint.axis));
    }
    write_limits(joint.limits);
    if (joint.damping != 0 || joint.friction != 0) {
      out_ += fmt::format("    <dynamics damping=\"{}\" friction=\"{}\"/>\n", joint.damping,
                          joint.friction);
    }
    if (joint.mimic) {
      out_ +=
          fmt::format("    <mimic joint=\"{}\" multiplier=\"{}\" offset=\"{}\"/>\n",
                      escaped(joint.mimic->joint), joint.mimic->multiplier, joint.mimic->offset);
    }
    out_ += "  </joint>\n";
    if (joint.armature != 0) write_transmission(name, joint.armature);
  }

  void write_limits(const Limits& limits) {
    std::string attributes;
    const auto add = [&](std::string_view name, double value) {
      if (std::isfinite(value)) attributes += fmt::format(" {}=\"{}\"", name, value);
    };
    add("lower", limits.lower);
    add("upper", limits.upper);
    add("velocity", limits.velocity);
    add("effort", limits.effort);
    if (!attributes.empty()) out_ += fmt::format("    <limit{}/>\n", attributes);
  }

  void write_transmission(const std::string& joint, double armature) {
    out_ += fmt::format(
        "  <transmission name=\"{0}_transmission\">\n"
        "    <type>transmission_interface/SimpleTransmission</type>\n    <joint name=\"{0}\"/>\n"
        "    <actuator name=\"{0}_motor\">\n      <drake:rotor_inertia value=\"{1}\"/>\n"
        "      <drake:gear_ratio value=\"1\"/>\n    </actuator>\n  </transmission>\n",
        joint, armature);
  }

  const Model& model_;
  std::string out_;
};

}  // namespace

std::string to_urdf(const Model& model) { return UrdfWriter(model).write(); }

}  // namespace kinetree
