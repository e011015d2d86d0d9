// Link by link: is this a possible robot (faults), and a plausible one (doubts)?
//
// A mass distribution has a positive semidefinite inertia whose eigenvalues obey the triangle
// inequality (none exceeds the sum of the other two). [Wensing 2018, sec. II]
#include "model/inspect.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

namespace kinetree {
namespace {

bool has_axis(JointType type) {
  return type != JointType::fixed && type != JointType::floating && type != JointType::spherical;
}

bool has_one_dof(JointType type) { return joint_nv(type) == 1; }

class Inspector {
 public:
  Inspector(const std::string& file, Findings& found) : file_(file), found_(found) {}

  void inertia_faults(const Link& link) {
    const MassProperties& m = link.inertia;
    if (!std::isfinite(m.mass) || !m.com.allFinite() || !m.inertia.allFinite()) {
      about_link(Diagnostic::error, link, "not_finite",
                 "mass, com or inertia is not a finite number", "write plain numbers");
    } else if (m.mass < 0) {
      about_link(Diagnostic::error, link, "negative_mass", fmt::format("mass is {} kg", m.mass),
                 "masses are zero or positive");
    } else if ((m.inertia - m.inertia.transpose()).norm() > 1e-9 * m.inertia.norm()) {
      about_link(Diagnostic::error, link, "asymmetric_inertia", "the inertia is not symmetric",
                 "ixy = iyx, ixz = izx, iyz = izy");
    }
  }

  void joint_faults(const Link& link) {
    const Joint& joint = link.joint;
    const Matrix3& R = joint.placement.R;
    if (!R.allFinite() || !joint.placement.p.allFinite() || !joint.axis.allFinite() ||
        !std::isfinite(joint.pitch) || std::isnan(joint.limits.lower) ||
        std::isnan(joint.limits.upper)) {
      about_joint(Diagnostic::error, link, "not_finite",
                  "placement, axis, pitch or a limit is not a number", "write plain numbers");
      return;
    }
    if ((R * R.transpose() - Matrix3::Identity()).norm() > 1e-6 || R.determinant() < 0) {
      about_joint(Diagnostic::error, link, "not_a_rotation",
                  "the placement's rotation is not orthonormal and right-handed",
                  "use rpy, or columns that are unit vectors at right angles");
    }
    if (has_axis(joint.type) && joint.axis.norm() < 1e-12) {
      about_joint(Diagnostic::error, link, "zero_axis", "the axis 0 0 0 has no direction",
                  "give a unit vector, e.g. 0 0 1");
    }
    const auto sound = [](double x) { return x >= 0 && std::isfinite(x); };
    if (!sound(joint.armature) || !sound(joint.damping) || !sound(joint.friction)) {
      about_joint(Diagnostic::error, link, "negative_actuator",
                  fmt::format("armature {}, damping {}, friction {}", joint.armature, joint.damping,
                              joint.friction),
                  "they are finite, and zero or positive");
    }
  }

  void mimic_faults(const Link& link, const Model& model) {
    const Joint& joint = link.joint;
    if (!joint.mimic) return;
    const auto complain = [&](std::string message) {
      about_joint(Diagnostic::error, link, "mimic", std::move(message),
                  "a joint of one degree of freedom mimics another one");
    };
    if (!std::isfinite(joint.mimic->multiplier) || !std::isfinite(joint.mimic->offset)) {
      return complain("the mimic multiplier or offset is not finite");
    }
    if (!has_one_dof(joint.type)) return complain("only joints of one degree of freedom can mimic");
    const Joint* target = &joint;
    for (int steps = 0; target->mimic; ++steps) {
      const std::string& name = target->mimic->joint;
      const auto next = model.find_joint(name);
      if (!next) return complain(fmt::format("mimics '{}', which does not exist", name));
      target = &model.link(*next).joint;
      if (!has_one_dof(target->type)) {
        return complain(fmt::format("mimics '{}', which is {}", name, to_string(target->type)));
      }
      constexpr int longest_chain = 64;
      if (steps > longest_chain) {
        return complain("the chain of mimics runs in a circle, or over more than 64 joints");
      }
    }
  }

  void inertia_doubts(const Link& link) {
    const MassProperties& m = link.inertia;
    if (!m.inertia.allFinite()) return;
    const Vector3 principal =
        Eigen::SelfAdjointEigenSolver<Matrix3>(m.inertia, Eigen::EigenvaluesOnly)
            .eigenvalues();  // ascending
    const double scale = principal.cwiseAbs().maxCoeff();
    if (principal[0] < -1e-9 * scale) {
      about_link(
          Diagnostic::warning, link, "negative_inertia",
          fmt::format("the principal moments of inertia are {:.6g}, {:.6g}, {:.6g}: {:.6g} is "
                      "negative",
                      principal[0], principal[1], principal[2], principal[0]),
          "no mass distribution has this; check the signs and sizes of the products of inertia");
    } else if (principal[2] > (principal[0] + principal[1]) * (1 + 1e-6) && m.mass > 0) {
      about_link(Diagnostic::warning, link, "triangle_inequality",
                 fmt::format("the principal moments {:.6g}, {:.6g}, {:.6g} break the triangle "
                             "inequality: {:.6g} + {:.6g} < {:.6g}, by {:.3g} kg m²",
                             principal[0], principal[1], principal[2], principal[0], principal[1],
                             principal[2], principal[2] - principal[0] - principal[1]),
                 "no rigid body has this; look for a misplaced decimal point or units");
    }
    gyration_doubts(link, scale);
  }

  void axis_doubts(const Link& link) {
    const double length = link.joint.axis.norm();
    if (has_axis(link.joint.type) && length > 0 && std::abs(length - 1) > 1e-6) {
      about_joint(Diagnostic::warning, link, "unnormalised_axis",
                  fmt::format("the axis has length {:.6g}; it is taken as a direction", length),
                  "write a unit vector");
    }
  }

  void unit_doubts(const Link& link, bool is_root) {
    constexpr double far = 50;  // metres; millimetres taken for metres look like this
    if (const double distance = link.inertia.com.stableNorm(); distance > far) {
      about_link(Diagnostic::warning, link, "suspicious_units",
                 fmt::format("the centre of mass is {:.3g} m from the link's origin", distance),
                 "lengths are in metres, not millimetres");
    }
    const double offset = link.joint.placement.p.stableNorm();
    if (!is_root && offset > far) {
      about_joint(Diagnostic::warning, link, "suspicious_units",
                  fmt::format("the joint is {:.3g} m from its parent's origin", offset),
                  "lengths are in metres, not millimetres");
    }
    const Limits& limits = link.joint.limits;
    if (link.joint.type == JointType::revolute && std::isfinite(limits.lower) &&
        std::isfinite(limits.upper) &&
        std::max(std::abs(limits.lower), std::abs(limits.upper)) > 20) {
      about_joint(
          Diagnostic::warning, link, "suspicious_units",
          fmt::format("the limits {} to {} are more than three turns", limits.lower, limits.upper),
          "angles are in radians, not degrees");
    }
    if (limits.lower > limits.upper) {
      about_joint(
          Diagnostic::warning, link, "limits",
          fmt::format("the lower limit {} is above the upper limit {}", limits.lower, limits.upper),
          "swap them");
    }
  }

 private:
  // The radius of gyration of a robot's link lies between a millimetre and some metres.
  void gyration_doubts(const Link& link, double largest_moment) {
    const MassProperties& m = link.inertia;
    if (m.mass <= 0) return;
    const double radius = std::sqrt(std::max(largest_moment, 0.0) / m.mass);
    const bool point_mass = largest_moment == 0;
    if (!point_mass && (radius > 5 || radius < 1e-4)) {
      about_link(Diagnostic::warning, link, "radius_of_gyration",
                 fmt::format("{:.3g} kg with a moment of inertia of {:.3g} kg m² has a radius of "
                             "gyration of {:.3g} m",
                             m.mass, largest_moment, radius),
                 "inertias are in kg m² (kg mm² × 1e-6, g cm² × 1e-7)");
    }
  }

  void about_link(Diagnostic::Level level, const Link& link, std::string rule, std::string message,
                  std::string remedy) {
    found_.add({level, std::move(rule), file_, link.where, "link '" + link.name + "'",
                std::move(message), std::move(remedy)});
  }
  void about_joint(Diagnostic::Level level, const Link& link, std::string rule, std::string message,
                   std::string remedy) {
    const std::string& name = link.joint.name.empty() ? link.name : link.joint.name;
    found_.add({level, std::move(rule), file_, link.joint.where, "joint '" + name + "'",
                std::move(message), std::move(remedy)});
  }

  const std::string& file_;
  Findings& found_;
};

const Link& link_at(const Model& model, int i) { return model.link(static_cast<LinkId>(i)); }

}  // namespace

void link_faults(const Link& link, const std::string& file, Findings& found) {
  Inspector inspector(file, found);
  inspector.inertia_faults(link);
  inspector.joint_faults(link);
}

void link_doubts(const Link& link, bool is_root, const std::string& file, Findings& found) {
  Inspector inspector(file, found);
  inspector.inertia_doubts(link);
  inspector.axis_doubts(link);
  inspector.unit_doubts(link, is_root);
}

void mimic_faults(const Model& model, Findings& found) {
  Inspector inspector(model.file, found);
  for (int i = 0; i < model.size(); ++i) inspector.mimic_faults(link_at(model, i), model);
}

Diagnostics faults(const Model& model) {
  Diagnostics list;
  Findings found(list);
  for (int i = 0; i < model.size(); ++i) link_faults(link_at(model, i), model.file, found);
  mimic_faults(model, found);
  return list;
}

Diagnostics doubts(const Model& model) {
  Diagnostics list;
  Findings found(list);
  for (int i = 0; i < model.size(); ++i) {
    const bool is_root = !model.parent(static_cast<LinkId>(i));
    link_doubts(link_at(model, i), is_root, model.file, found);
  }
  return list;
}

}  // namespace kinetree
