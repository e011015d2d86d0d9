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

std::vector<xml::Element> children_of(const xml::Element& element) {
  std::vector<xml::Element> children;
  children.reserve(8);  // as many as there are tags of a joint
  for (const xml::Element child : element) children.push_back(child);
  return children;
}

/// Whether an element or attribute has one of these names.
template <class Named>
bool is_one_of(const Named& named, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](auto name) { return named.is(name); });
}

}  // namespace

// ---- complaints and counts ----------------------------------------------------------------------

std::string ElementReader::subject() const {
  return subject_.kind.empty() ? "" : fmt::format("{} {}", subject_.kind, in_quotes(subject_.name));
}

void ElementReader::error(Location at, std::string rule, std::string message, std::string remedy) {
  complaints_.error(at, std::move(rule), subject(), std::move(message), std::move(remedy));
}

ElementReader::Tally& ElementReader::tally(std::string_view rule, const std::string& what,
                                           Location at, std::string_view remedy) {
  Tally& tally = ignored_[what];
  if (tally.count == 0) tally = {0, at, std::string(rule), std::string(remedy)};
  return tally;
}

void ElementReader::ignore(const xml::Element& element) {
  if (element.name().starts_with("xacro:")) {
    error(element.where(), "xacro", tag(element) + " looks like xacro", std::string(xacro_remedy));
    return;
  }
  Tally*& known = known_[{element.name(), ""}];
  if (known == nullptr) {
    known =
        &tally("ignored_tag", "tag " + tag(element), element.where(),
               element.is("mechanicalReduction")
                   ? "armature needs the rotor too: <drake:rotor_inertia> and <drake:gear_ratio>"
                   : "not needed for dynamics");
  }
  ++known->count;
}

template <class Elements>
void ElementReader::expect_children(const Elements& children,
                                    std::initializer_list<std::string_view> names) {
  for (const xml::Element& child : children) {
    if (!is_one_of(child, names)) ignore(child);
  }
}

void ElementReader::expect_attributes(const xml::Element& element,
                                      std::initializer_list<std::string_view> names) {
  element.each_attribute([&](const xml::Attribute& attribute) {
    if (is_one_of(attribute, names) || attribute.name().starts_with("xmlns")) return;
    Tally*& known = known_[{element.name(), attribute.name()}];
    if (known == nullptr) {
      known = &tally("ignored_attribute",
                     fmt::format("attribute {} of {}", in_quotes(attribute.name()), tag(element)),
                     attribute.where(), "check its spelling, or remove it");
    }
    ++known->count;
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
  return found && numbers(element, *found, values);
}

bool ElementReader::numbers(const xml::Element& element, const xml::Attribute& attribute,
                            std::span<double> values) {
  const auto fault = parse_numbers(attribute.value(), values);
  if (!fault) return true;
  error(attribute.where(), "bad_number",
        fmt::format("{} of <{}>: {}", attribute.name(), element.name(), fault->message),
        fault->remedy);
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
  if (!element) return fallback;
  double result = fallback;
  if (const auto found = element->attribute(attribute)) {
    numbers(*element, *found, {&result, 1});
  } else {
    complaints_.warning(
        element->where(), "missing_attribute", subject(),
        fmt::format("<{}> has no {}; it counts as {}", element->name(), attribute, fallback),
        "write it");
  }
  return result;
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
  const std::string_view name = found->value();
  if (name.find("${") != name.npos) {
    error(found->where(), "xacro", in_quotes(name) + " looks like xacro",
          std::string(xacro_remedy));
  }
  if (!is_printable(name)) {
    error(found->where(), "bad_name", "the name " + in_quotes(name) + " cannot be printed",
          std::string(name_remedy));
  }
  return std::string(name);
}

std::optional<xml::Element> ElementReader::single(const Children& children, std::string_view tag) {
  std::optional<xml::Element> first;
  for (const xml::Element& child : children) {
    if (!child.is(tag)) continue;
    if (first) {
      complaints_.warning(child.where(), "repeated_tag", subject(),
                          fmt::format("a second <{}>; only the first counts", tag), "remove one");
    } else {
      first = child;
    }
  }
  return first;
}

Pose ElementReader::origin(const Children& children) {
  Pose pose;
  const auto found = single(children, "origin");
  if (!found) return pose;
  expect_attributes(*found, {"xyz", "rpy", "quat_xyzw"});
  pose.p = vector(*found, "xyz", pose.p);
  Eigen::Vector4d quaternion;
  if (!numbers(*found, "quat_xyzw", {quaternion.data(), 4})) {
    const Vector3 rpy = vector(*found, "rpy", Vector3::Zero());
    if (more_than_a_turn(rpy)) complaints_.doubt_radians(rpy, found->where(), subject());
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
  subject_ = {};
  link.where = link.joint.where = element.where();
  link.name = name(element);
  subject_ = {"link", link.name};
  expect_attributes(element, {"name"});
  const Children children = children_of(element);
  expect_children(children, {"inertial", "visual", "collision"});
  if (const auto found = single(children, "inertial")) link.inertia = inertial(*found);
  for (const xml::Element& child : children) {
    if (!child.is("visual")) continue;
    if (const auto shape = visual(child)) link.visuals.push_back(*shape);
  }
  subject_ = {};
  return link;
}

MassProperties ElementReader::inertial(const xml::Element& element) {
  const Children children = children_of(element);
  expect_children(children, {"origin", "mass", "inertia"});
  MassProperties result;
  const Pose frame = origin(children);
  const auto mass = single(children, "mass"), inertia = single(children, "inertia");
  for (const auto& [found, tag] : {std::pair{&mass, "mass"}, std::pair{&inertia, "inertia"}}) {
    if (*found) continue;
    complaints_.warning(element.where(), "missing_tag", subject(),
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
  shape.placement = origin(children_of(element));
  return shape;
}

// ---- joints -------------------------------------------------------------------------------------

JointType ElementReader::joint_type(const xml::Element& element) {
  const auto found = element.attribute("type");
  if (!found) {
    error(element.where(), "missing_attribute", "has no type",
          "write type=\"revolute\", or \"fixed\" for one that does not move");
    return JointType::fixed;
  }
  if (found->value() == "ball") return JointType::spherical;
  const auto type = kinetree::joint_type(found->value());
  if (type && *type != JointType::helical) return *type;
  const std::vector<std::string> types = {"revolute", "continuous", "prismatic", "fixed",
                                          "floating", "planar",     "spherical"};
  error(found->where(), "unknown_joint_type",
        "the joint type " + in_quotes(found->value()) + " is not known",
        did_you_mean(found->value(), types, fmt::format("one of {}", fmt::join(types, ", "))));
  return JointType::fixed;
}

JointElement ElementReader::joint(const xml::Element& element) {
  JointElement result;
  Joint& joint = result.joint;
  subject_ = {};
  joint.where = element.where();
  joint.name = name(element);
  subject_ = {"joint", joint.name};
  if (joint.name.empty()) error(joint.where, "no_name", "has no name", "write name=\"…\"");
  joint.type = joint_type(element);
  const Children children = children_of(element);
  joint.placement = origin(children);
  expect_attributes(element, {"name", "type"});
  expect_children(children, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"});
  const auto end = [&](std::string_view tag, std::string& link, Location& at) {
    const auto found = single(children, tag);
    const auto attribute = found ? found->attribute("link") : std::nullopt;
    at = attribute ? attribute->where() : element.where();
    if (attribute) {
      link = attribute->value();
      expect_attributes(*found, {"link"});
    } else {
      error(at, "missing_tag", fmt::format("names no {} link", tag),
            fmt::format("write <{} link=\"…\"/>", tag));
    }
  };
  end("parent", result.parent, result.parent_at);
  end("child", result.child, result.child_at);
  joint_details(children, joint);
  subject_ = {};
  return result;
}

void ElementReader::joint_details(const Children& children, Joint& joint) {
  if (const auto axis = single(children, "axis"); has_axis(joint.type)) {
    joint.axis = axis ? vector(*axis, "xyz", Vector3::UnitX()) : Vector3::UnitX();
    if (axis) expect_attributes(*axis, {"xyz"});
  }
  if (const auto dynamics = single(children, "dynamics")) {
    expect_attributes(*dynamics, {"damping", "friction"});
    joint.damping = number(*dynamics, "damping", 0);
    joint.friction = number(*dynamics, "friction", 0);
  }
  if (const auto limit = single(children, "limit")) {
    expect_attributes(*limit, {"lower", "upper", "velocity", "effort"});
    joint.limits = {number(*limit, "lower", -Limits::none), number(*limit, "upper", Limits::none),
                    number(*limit, "velocity", Limits::none),
                    number(*limit, "effort", Limits::none)};
  }
  const auto mimic = single(children, "mimic");
  if (mimic && joint.type == JointType::fixed) {
    ++tally("ignored_tag", "tag <mimic> of a fixed joint", mimic->where(),
            "remove it, or give the joint another type")
          .count;
  } else if (mimic) {
    expect_attributes(*mimic, {"joint", "multiplier", "offset"});
    const auto target = mimic->attribute("joint");
    if (!target) {
      error(mimic->where(), "mimic", "<mimic> names no joint", "write <mimic joint=\"…\"/>");
      return;
    }
    joint.mimic = Mimic{std::string(target->value()), number(*mimic, "multiplier", 1),
                        number(*mimic, "offset", 0)};
  }
}

std::optional<Armature> ElementReader::transmission(const xml::Element& element) {
  expect_children(element,
                  {"type", "joint", "actuator", "drake:rotor_inertia", "drake:gear_ratio"});
  const auto actuator = element.child("actuator");
  if (actuator) {
    expect_children(*actuator, {"hardwareInterface", "drake:rotor_inertia", "drake:gear_ratio"});
  }
  const auto here_or_there = [&](std::string_view tag) {
    const auto here = element.child(tag);
    return here || !actuator ? here : actuator->child(tag);
  };
  const auto rotor = here_or_there("drake:rotor_inertia");
  if (!rotor) return std::nullopt;
  const auto joint = element.child("joint"), gear = here_or_there("drake:gear_ratio");
  if (!joint || !joint->attribute("name")) return std::nullopt;
  const xml::Attribute target = *joint->attribute("name");
  subject_ = {"joint", target.value()};
  const double ratio = value(gear, "value", 1);
  const Armature result{std::string(target.value()), value(rotor, "value", 0) * ratio * ratio,
                        rotor->where()};
  subject_ = {};
  return result;
}

}  // namespace kinetree::urdf
