// Semantics of URDF elements, as ROS has them (wiki.ros.org/urdf/XML), for dynamics.
//
// The joint frame is the child link's frame. An inertia is about the centre of mass, in the axes of
// the inertial frame, so it is turned by that frame's rpy. No <inertial> means no mass. The axis is
// x unless given. Meshes, collision shapes and colours are nobody's business here.
#include "io/urdf_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "io/number.hpp"
#include "io/rotation.hpp"

namespace kinetree::urdf {
namespace {

bool has_axis(JointType type) {
  return type != JointType::fixed && type != JointType::floating && type != JointType::spherical;
}

std::string tag(const xml::Element& element) { return "<" + shown(element.name()) + ">"; }

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

// ---- complaints and counts ----------------------------------------------------------------------

void ElementReader::error(Location at, std::string rule, std::string message, std::string remedy) {
  complaints_.error(at, std::move(rule), subject_, std::move(message), std::move(remedy));
}

void ElementReader::count(std::string_view rule, const std::string& what, Location at,
                          std::string_view remedy) {
  Tally& tally = ignored_[what];
  if (tally.count++ == 0) tally = {1, at, std::string(rule), std::string(remedy)};
}

void ElementReader::ignore(const xml::Element& element) {
  if (element.name().starts_with("xacro:")) {
    error(element.where(), "xacro", tag(element) + " looks like xacro", std::string(xacro_remedy));
    return;
  }
  const bool gear = element.name() == "mechanicalReduction";
  count("ignored_tag", "tag " + tag(element), element.where(),
        gear ? "armature needs the rotor too: <drake:rotor_inertia> and <drake:gear_ratio>"
             : "not needed for dynamics");
}

void ElementReader::expect_children(const xml::Element& element,
                                    std::initializer_list<std::string_view> known) {
  for (const xml::Element child : element) {
    if (!contains(known, child.name())) ignore(child);
  }
}

void ElementReader::expect_attributes(const xml::Element& element,
                                      std::initializer_list<std::string_view> known) {
  element.each_attribute([&](const xml::Attribute& attribute) {
    if (contains(known, attribute.name) || attribute.name.starts_with("xmlns")) return;
    count("ignored_attribute",
          fmt::format("attribute {} of {}", in_quotes(attribute.name), tag(element)),
          attribute.where(), "check its spelling, or remove it");
  });
}

void ElementReader::note_ignored() {
  for (const auto& [what, tally] : ignored_) {
    complaints_.note(tally.first, tally.rule, "",
                     fmt::format("ignored {}, {} time{}, first at line {}", what, tally.count,
                                 tally.count == 1 ? "" : "s", tally.first.line),
                     tally.remedy);
  }
}

// ---- attributes ---------------------------------------------------------------------------------

bool ElementReader::numbers(const xml::Element& element, std::string_view attribute,
                            std::span<double> values) {
  const auto found = element.attribute(attribute);
  if (!found) return false;
  const auto fault = parse_numbers(found->value, values);
  if (!fault) return true;
  error(found->where(), "bad_number",
        fmt::format("{} of <{}>: {}", attribute, element.name(), fault->message), fault->remedy);
  return false;
}

double ElementReader::number(const xml::Element& element, std::string_view attribute,
                             double fallback) {
  double result = fallback;
  numbers(element, attribute, {&result, 1});
  return result;
}

// For a child that ought to be there with its attribute: without it, a warning.
double ElementReader::value(const std::optional<xml::Element>& element, std::string_view attribute,
                            double fallback) {
  if (element && !element->attribute(attribute)) {
    complaints_.warning(
        element->where(), "missing_attribute", subject_,
        fmt::format("<{}> has no {}; it counts as {}", element->name(), attribute, fallback),
        "write it");
  }
  return element ? number(*element, attribute, fallback) : fallback;
}

Vector3 ElementReader::vector(const xml::Element& element, std::string_view attribute,
                              const Vector3& fallback) {
  Vector3 result = fallback;
  numbers(element, attribute, {result.data(), 3});
  return result;
}

std::string ElementReader::name(const xml::Element& element) {
  const auto found = element.attribute("name");
  if (!found) return "";
  if (found->value.find("${") != std::string_view::npos) {
    error(found->where(), "xacro", in_quotes(found->value) + " looks like xacro",
          std::string(xacro_remedy));
  }
  if (!is_printable(found->value)) {
    error(found->where(), "bad_name", "the name " + in_quotes(found->value) + " cannot be printed",
          std::string(name_remedy));
  }
  return std::string(found->value);
}

std::optional<xml::Element> ElementReader::single(const xml::Element& element,
                                                  std::string_view tag) {
  std::optional<xml::Element> first;
  for (const xml::Element child : element) {
    if (child.name() != tag) continue;
    if (first) {
      complaints_.warning(child.where(), "repeated_tag", subject_,
                          fmt::format("a second <{}>; only the first counts", tag), "remove one");
    } else {
      first = child;
    }
  }
  return first;
}

Pose ElementReader::origin(const xml::Element& element) {
  Pose pose;
  const auto found = single(element, "origin");
  if (!found) return pose;
  expect_attributes(*found, {"xyz", "rpy", "quat_xyzw"});
  pose.p = vector(*found, "xyz", pose.p);
  Eigen::Vector4d quaternion;
  if (!numbers(*found, "quat_xyzw", {quaternion.data(), 4})) {
    const Vector3 rpy = vector(*found, "rpy", Vector3::Zero());
    complaints_.doubt_radians(rpy, found->where(), subject_);
    pose.R = from_rpy(rpy);
  } else if (quaternion.norm() > 0) {
    pose.R = from_quaternion(quaternion);
  } else {
    error(found->where(), "not_a_rotation", "quat_xyzw is zero", "a unit quaternion: 0 0 0 1");
  }
  return pose;
}

// ---- links --------------------------------------------------------------------------------------

Link ElementReader::link(const xml::Element& element) {
  Link link;
  subject_.clear();
  link.where = link.joint.where = element.where();
  link.name = name(element);
  subject_ = "link " + in_quotes(link.name);
  expect_attributes(element, {"name"});
  expect_children(element, {"inertial", "visual", "collision"});
  if (const auto found = single(element, "inertial")) link.inertia = inertial(*found);
  for (const xml::Element child : element) {
    if (child.name() != "visual") continue;
    if (const auto shape = visual(child)) link.visuals.push_back(*shape);
  }
  subject_.clear();
  return link;
}

MassProperties ElementReader::inertial(const xml::Element& element) {
  expect_children(element, {"origin", "mass", "inertia"});
  MassProperties result;
  const Pose frame = origin(element);
  const auto mass = single(element, "mass"), inertia = single(element, "inertia");
  for (const auto& [found, tag] : {std::pair{&mass, "mass"}, std::pair{&inertia, "inertia"}}) {
    if (*found) continue;
    complaints_.warning(element.where(), "missing_tag", subject_,
                        fmt::format("<inertial> has no <{}>; it counts as zero", tag), "write it");
  }
  result.mass = value(mass, "value", 0);
  result.com = frame.p;
  const double xx = value(inertia, "ixx", 0), xy = value(inertia, "ixy", 0),
               xz = value(inertia, "ixz", 0), yy = value(inertia, "iyy", 0),
               yz = value(inertia, "iyz", 0), zz = value(inertia, "izz", 0);
  const Matrix3 I{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
  if (frame.R == Matrix3::Identity()) {
    result.inertia = I;
  } else {
    const Matrix3 turned = frame.R * I * frame.R.transpose();
    result.inertia = (turned + turned.transpose()) / 2;  // exactly symmetric
  }
  if (mass) expect_attributes(*mass, {"value"});
  if (inertia) expect_attributes(*inertia, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
  return result;
}

std::optional<Shape> ElementReader::visual(const xml::Element& element) {
  const auto geometry = element.child("geometry");
  if (!geometry) return std::nullopt;
  Shape shape;
  if (const auto box = geometry->child("box")) {
    shape.kind = Shape::box;
    shape.size = vector(*box, "size", Vector3::Zero());
  } else if (const auto cylinder = geometry->child("cylinder")) {
    shape.kind = Shape::cylinder;
    shape.size = {number(*cylinder, "radius", 0), number(*cylinder, "length", 0), 0};
  } else if (const auto sphere = geometry->child("sphere")) {
    shape.kind = Shape::sphere;
    shape.size = {number(*sphere, "radius", 0), 0, 0};
  } else {
    return std::nullopt;
  }
  shape.placement = origin(element);
  return shape;
}

// ---- joints -------------------------------------------------------------------------------------

JointType ElementReader::joint_type(const xml::Element& element) {
  const std::vector<std::string> types = {"revolute", "continuous", "prismatic", "fixed",
                                          "floating", "planar",     "spherical"};
  const auto found = element.attribute("type");
  if (!found) {
    error(element.where(), "missing_attribute", "has no type",
          "write type=\"revolute\", or \"fixed\" for one that does not move");
    return JointType::fixed;
  }
  if (found->value == "ball") return JointType::spherical;
  const auto type = kinetree::joint_type(found->value);
  if (type && *type != JointType::helical) return *type;
  error(found->where(), "unknown_joint_type",
        "the joint type " + in_quotes(found->value) + " is not known",
        did_you_mean(found->value, types, fmt::format("one of {}", fmt::join(types, ", "))));
  return JointType::fixed;
}

JointElement ElementReader::joint(const xml::Element& element) {
  JointElement result;
  Joint& joint = result.joint;
  subject_.clear();
  joint.where = element.where();
  joint.name = name(element);
  subject_ = "joint " + in_quotes(joint.name);
  if (joint.name.empty()) error(joint.where, "no_name", "has no name", "write name=\"…\"");
  joint.type = joint_type(element);
  joint.placement = origin(element);
  expect_attributes(element, {"name", "type"});
  expect_children(element, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"});
  const auto end = [&](std::string_view tag, std::string& link, Location& at) {
    const auto found = single(element, tag);
    const auto attribute = found ? found->attribute("link") : std::nullopt;
    at = attribute ? attribute->where() : element.where();
    if (attribute) {
      link = attribute->value;
      expect_attributes(*found, {"link"});
    } else {
      error(at, "missing_tag", fmt::format("names no {} link", tag),
            fmt::format("write <{} link=\"…\"/>", tag));
    }
  };
  end("parent", result.parent, result.parent_at);
  end("child", result.child, result.child_at);
  joint_details(element, joint);
  subject_.clear();
  return result;
}

void ElementReader::joint_details(const xml::Element& element, Joint& joint) {
  if (const auto axis = single(element, "axis"); has_axis(joint.type)) {
    joint.axis = axis ? vector(*axis, "xyz", Vector3::UnitX()) : Vector3::UnitX();
    if (axis) expect_attributes(*axis, {"xyz"});
  }
  if (const auto dynamics = single(element, "dynamics")) {
    expect_attributes(*dynamics, {"damping", "friction"});
    joint.damping = number(*dynamics, "damping", 0);
    joint.friction = number(*dynamics, "friction", 0);
  }
  if (const auto limit = single(element, "limit")) {
    expect_attributes(*limit, {"lower", "upper", "velocity", "effort"});
    joint.limits = {number(*limit, "lower", -Limits::none), number(*limit, "upper", Limits::none),
                    number(*limit, "velocity", Limits::none),
                    number(*limit, "effort", Limits::none)};
  }
  const auto mimic = single(element, "mimic");
  if (mimic && joint.type == JointType::fixed) {
    count("ignored_tag", "tag <mimic> of a fixed joint", mimic->where(),
          "remove it, or give the joint another type");
  } else if (mimic) {
    expect_attributes(*mimic, {"joint", "multiplier", "offset"});
    const auto target = mimic->attribute("joint");
    if (!target) {
      error(mimic->where(), "mimic", "<mimic> names no joint", "write <mimic joint=\"…\"/>");
      return;
    }
    joint.mimic = Mimic{std::string(target->value), number(*mimic, "multiplier", 1),
                        number(*mimic, "offset", 0)};
  }
}

std::optional<Armature> ElementReader::transmission(const xml::Element& element) {
  expect_children(element,
                  {"type", "joint", "actuator", "drake:rotor_inertia", "drake:gear_ratio"});
  std::optional<xml::Element> rotor = element.child("drake:rotor_inertia");
  std::optional<xml::Element> gear = element.child("drake:gear_ratio");
  if (const auto actuator = element.child("actuator")) {
    expect_children(*actuator, {"hardwareInterface", "drake:rotor_inertia", "drake:gear_ratio"});
    if (!rotor) rotor = actuator->child("drake:rotor_inertia");
    if (!gear) gear = actuator->child("drake:gear_ratio");
  }
  const auto joint = element.child("joint");
  if (!rotor || !joint || !joint->attribute("name")) return std::nullopt;
  const xml::Attribute target = *joint->attribute("name");
  subject_ = "joint " + in_quotes(target.value);
  const double ratio = value(gear, "value", 1);
  const Armature result{std::string(target.value), value(rotor, "value", 0) * ratio * ratio,
                        rotor->where()};
  subject_.clear();
  return result;
}

}  // namespace kinetree::urdf
