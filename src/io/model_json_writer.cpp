// kinetree-model/1 out: exact, and pleasant to read and to compare line by line.
//
// Doubles are written in the shortest form that reads back to the same bits, in no locale. What has
// its default value is left out, where "default" means the same bits: a minus zero is kept.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "kinetree/io.hpp"

namespace kinetree {
namespace {

using Doubles = std::span<const double>;

std::string text(std::string_view raw) {
  std::string result = "\"";
  for (const char c : raw) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string list(Doubles values) { return fmt::format("[{}]", fmt::join(values, ", ")); }

std::string list(const Vector3& v) { return list(Doubles(v.data(), 3)); }

bool same_bits(Doubles a, Doubles b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

bool same_bits(const Vector3& a, const Vector3& b) {
  return same_bits(Doubles(a.data(), 3), Doubles(b.data(), 3));
}

// Row by row, as files have it; Eigen stores columns.
std::string rows(const Matrix3& m) {
  const Matrix3 transposed = m.transpose();
  return list(Doubles(transposed.data(), 9));
}

bool is_identity(const Matrix3& R) {
  const Matrix3 one = Matrix3::Identity();
  return same_bits(Doubles(R.data(), 9), Doubles(one.data(), 9));
}

// Members of one object, separated by commas; `line` starts a new line of the file.
class Members {
 public:
  void add(std::string_view key, std::string_view value) {
    body_ += fmt::format("{}\"{}\": {}", body_.empty() ? "" : break_, key, value);
    break_ = ", ";
  }
  void add(std::string_view key, double value) { add(key, fmt::format("{}", value)); }
  void add_unless(double standard, std::string_view key, double value) {
    if (!same_bits(Doubles(&value, 1), Doubles(&standard, 1))) add(key, value);
  }
  void line() { break_ = ",\n   "; }
  std::string object() const { return "{" + body_ + "}"; }

 private:
  std::string body_;
  std::string_view break_ = ", ";
};

void add_pose(Members& members, const Pose& pose) {
  if (!same_bits(pose.p, Vector3::Zero())) members.add("origin", list(pose.p));
  if (!is_identity(pose.R)) members.add("rotation", rows(pose.R));
}

std::string inertia(const Matrix3& I) {
  const bool symmetric =
      same_bits(Vector3(I(0, 1), I(0, 2), I(1, 2)), Vector3(I(1, 0), I(2, 0), I(2, 1)));
  if (!symmetric) return rows(I);
  const double six[] = {I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)};
  return list(six);
}

std::string shape(const Shape& s) {
  constexpr std::string_view names[] = {"box", "cylinder", "sphere"};
  const auto numbers = static_cast<std::size_t>(3 - s.kind);  // three edges, two sizes, one radius
  Members members;
  members.add("shape", text(names[s.kind]));
  members.add("size", list(Doubles(s.size.data(), numbers)));
  add_pose(members, s.placement);
  return members.object();
}

void add_joint(Members& members, const Link& link) {
  const Joint& joint = link.joint;
  members.add("joint", text(to_string(joint.type)));
  if (!joint.name.empty() && joint.name != link.name) members.add("joint_name", text(joint.name));
  const bool moves = joint_nv(joint.type) > 0 && joint.type != JointType::floating &&
                     joint.type != JointType::spherical;
  if (moves || !same_bits(joint.axis, Vector3::UnitZ())) members.add("axis", list(joint.axis));
  members.add_unless(0, "pitch", joint.pitch);
  add_pose(members, joint.placement);
}

void add_actuator(Members& members, const Joint& joint) {
  members.line();
  members.add_unless(0, "armature", joint.armature);
  members.add_unless(0, "damping", joint.damping);
  members.add_unless(0, "friction", joint.friction);
  Members limits;
  limits.add_unless(-Limits::none, "lower", joint.limits.lower);
  limits.add_unless(Limits::none, "upper", joint.limits.upper);
  limits.add_unless(Limits::none, "velocity", joint.limits.velocity);
  limits.add_unless(Limits::none, "effort", joint.limits.effort);
  if (limits.object() != "{}") members.add("limits", limits.object());
  if (!joint.mimic) return;
  Members mimic;
  mimic.add("joint", text(joint.mimic->joint));
  mimic.add("multiplier", joint.mimic->multiplier);
  mimic.add("offset", joint.mimic->offset);
  members.add("mimic", mimic.object());
}

std::string body(const Model& model, LinkId id) {
  const Link& link = model.link(id);
  const auto parent = model.parent(id);
  Members members;
  members.add("name", text(link.name));
  members.add("parent", parent ? text(model.link(*parent).name) : "-1");
  add_joint(members, link);
  members.line();
  members.add("mass", link.inertia.mass);
  members.add("com", list(link.inertia.com));
  members.add("inertia", inertia(link.inertia.inertia));
  add_actuator(members, link.joint);
  if (link.visuals.empty()) return members.object();
  std::vector<std::string> shapes;
  std::transform(link.visuals.begin(), link.visuals.end(), std::back_inserter(shapes), shape);
  members.line();
  members.add("visual", fmt::format("[{}]", fmt::join(shapes, ", ")));
  return members.object();
}

}  // namespace

std::string to_json(const Model& model) {
  std::string result = fmt::format(
      "{{\"format\": \"kinetree-model/1\", \"name\": {}, \"gravity\": {},\n \"bodies\": [",
      text(model.name), list(model.gravity()));
  for (int i = 0; i < model.size(); ++i) {
    result += (i > 0 ? ",\n  " : "\n  ") + body(model, static_cast<LinkId>(i));
  }
  return result + "]}\n";
}

}  // namespace kinetree
