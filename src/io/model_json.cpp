// kinetree-model/1, the native format. docs/formats/kinetree-model.md has the keys.
//
// Bodies may come in any order and name their parent by name or number. What a body must have is a
// name, a parent and a joint; everything else has the plainest default: no rotation, no offset, no
// mass. A default that changes the motion, the axis, is pointed out.
#include "io/model_json.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <unordered_map>

#include "io/rotation.hpp"

namespace kinetree {
namespace {

using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

bool moves_along_axis(JointType type) {
  return type == JointType::revolute || type == JointType::continuous ||
         type == JointType::prismatic || type == JointType::helical;
}

}  // namespace

Pose read_pose(Fields& body) {
  Pose pose;
  pose.p = body.vector("origin", Vector3::Zero());
  const auto rpy = body.find("rpy");
  RowMajor3 rotation;
  if (body.numbers("rotation", {rotation.data(), 9})) {
    pose.R = rotation;
    const Location at = body.find("rotation")->where();
    if (rpy) {
      body.error(rpy->where(), "two_rotations", "has both \"rotation\" and \"rpy\"", "keep one");
    }
    if (const double error = rotation_error(pose.R); error > 1e-6) {
      body.error(at, "not_a_rotation",
                 std::isinf(error)
                     ? "\"rotation\" is a reflection, or flat"
                     : fmt::format("\"rotation\" is not orthonormal: R Rᵀ is off by {:.2g}", error),
                 "nine numbers row by row, columns unit vectors at right angles; or use \"rpy\"");
      pose.R.setIdentity();
    }
  } else if (rpy) {
    const Vector3 angles = body.vector("rpy", Vector3::Zero());
    if (more_than_a_turn(angles)) {
      body.complaints().doubt_radians(angles, rpy->where(), body.subject());
    }
    pose.R = from_rpy(angles);
  }
  return pose;
}

namespace {

Matrix3 read_full_inertia(const json::Value& array, Fields& body) {
  RowMajor3 I = RowMajor3::Zero();
  if (!read_numbers(array, {I.data(), 9}, "inertia", body)) return Matrix3::Zero();
  const double scale = I.cwiseAbs().maxCoeff();
  for (const auto& [i, j, name] :
       {std::tuple{0, 1, "xy"}, std::tuple{0, 2, "xz"}, std::tuple{1, 2, "yz"}}) {
    if (std::abs(I(i, j) - I(j, i)) <= 1e-9 * scale) continue;
    body.error(array.where(), "asymmetric_inertia",
               fmt::format("\"inertia\" is not symmetric: {} is {} above and {} below the diagonal",
                           name, I(i, j), I(j, i)),
               "write both the same, or six numbers xx xy xz yy yz zz");
  }
  // Halves of a sum, so that a symmetric matrix stays as it was, bit for bit.
  return (I + I.transpose()) / 2;
}

Shape read_shape(const json::Value& entry, Fields& body) {
  Fields fields(entry, body.complaints(), body.subject());
  Shape shape;
  shape.placement = read_pose(fields);
  const std::string kind = fields.text("shape", "");
  const auto size = [&](std::size_t count) { fields.numbers("size", {shape.size.data(), count}); };
  if (kind == "box") {
    shape.kind = Shape::box;
    size(3);
  } else if (kind == "cylinder") {
    shape.kind = Shape::cylinder;
    size(2);
  } else if (kind == "sphere") {
    shape.kind = Shape::sphere;
    size(1);
  } else {
    fields.error(fields.where(), "unknown_shape", "the shape " + in_quotes(kind) + " is not known",
                 "box (three edges), cylinder (radius, length) or sphere (radius)");
    fields.find("size");
  }
  fields.note_unknown();
  return shape;
}

void read_visuals(Fields& body, std::vector<Shape>& visuals) {
  const auto shapes = body.array("visual");
  if (!shapes) return;
  for (const json::Value entry : *shapes) visuals.push_back(read_shape(entry, body));
}

Link read_link(Fields& body) {
  Link link;
  link.name = read_name(body, "name");
  link.where = link.joint.where = body.where();
  body.set_subject("link " + in_quotes(link.name));
  link.joint.name = body.find("joint_name") ? read_name(body, "joint_name") : "";
  link.joint.type = read_joint_type(body);
  link.joint.placement = read_pose(body);
  link.joint.axis = body.vector("axis", Vector3::UnitZ());
  if (!body.find("axis") && moves_along_axis(link.joint.type)) {
    body.note(body.where(), "default_axis", "has no \"axis\": it is taken as [0, 0, 1]",
              "write the axis");
  }
  link.joint.pitch = body.number("pitch", 0);
  link.inertia = read_mass_properties(body);
  read_actuator(body, link.joint);
  read_visuals(body, link.visuals);
  return link;
}

// Parents by name, after all names are known.
class Parents {
 public:
  explicit Parents(const ModelDraft& draft) : draft_(draft) {
    for (std::size_t i = 0; i < draft.links.size(); ++i) {
      by_name_.emplace(draft.links[i].name, static_cast<int>(i));
    }
  }

  int find(const json::Value& value, const std::string& subject, Complaints& complaints) {
    if (value.is(json::Kind::null)) return ModelDraft::world;
    if (value.is(json::Kind::text)) return find_name(value, subject, complaints);
    const auto count = static_cast<double>(draft_.links.size());
    const double number = value.is(json::Kind::number) ? value.number() : -2;
    if (number != std::floor(number) || number < -1 || number >= count) {
      complaints.error(value.where(), "unknown_link", subject,
                       "\"parent\" is neither a link nor the world",
                       fmt::format("write a name, a number below {}, or -1 for the world", count));
      return ModelDraft::world;
    }
    return static_cast<int>(number);
  }

 private:
  int find_name(const json::Value& value, const std::string& subject, Complaints& complaints) {
    const std::string name = value.text();
    if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
    std::vector<std::string> names;
    // Spelling is compared with every name: worth it for a few faults, not for thousands.
    if (++unknown_ <= 5) {
      for (const Link& link : draft_.links) names.push_back(link.name);
    }
    complaints.error(value.where(), "unknown_link", subject,
                     "its parent " + in_quotes(name) + " does not exist",
                     did_you_mean(name, names, "the world is -1"));
    return ModelDraft::world;
  }

  const ModelDraft& draft_;
  std::unordered_map<std::string_view, int> by_name_;
  int unknown_ = 0;
};

}  // namespace

void read_bodies(const json::Value& bodies, ModelDraft& draft, Complaints& complaints) {
  complaints.expect_robot_of(bodies.size(), bodies.where());
  draft.links.reserve(bodies.size());  // and so names can be looked up by views of them
  for (const json::Value entry : bodies) {
    Fields body(entry, complaints, fmt::format("body {}", draft.links.size()));
    draft.add(entry.is(json::Kind::object) ? read_link(body) : Link{}, ModelDraft::world);
    body.note_unknown({"axis_in_parent", "note", "source", "parent"});
    if (complaints.exhausted()) return;
  }
  Parents parents(draft);
  std::size_t i = 0;
  for (const json::Value entry : bodies) {
    const std::string subject = "link " + in_quotes(draft.links[i].name);
    if (const auto parent = entry.find("parent")) {
      draft.parents[i] = parents.find(*parent, subject, complaints);
    } else if (entry.is(json::Kind::object)) {
      complaints.error(entry.where(), "missing_key", subject, "has no \"parent\"",
                       "name the link it is joined to, or -1 for the world");
    }
    ++i;
  }
}

std::string read_name(Fields& body, std::string_view key) {
  std::string name = body.text(key, "");
  if (!is_printable(name)) {
    body.error(body.where(), "bad_name", "the name " + in_quotes(name) + " cannot be printed",
               std::string(name_remedy));
  }
  return name;
}

JointType read_joint_type(Fields& body) {
  const std::vector<std::string> types = {"revolute",  "continuous", "prismatic", "helical",
                                          "spherical", "planar",     "floating",  "fixed"};
  const auto value = body.find("joint");
  if (!value) {
    body.error(body.where(), "missing_key", "has no \"joint\"",
               "write \"joint\": \"revolute\", or \"fixed\" for a body that does not move");
    return JointType::fixed;
  }
  const std::string name = body.text("joint", "fixed");
  if (const auto type = joint_type(name)) return *type;
  body.error(value->where(), "unknown_joint_type",
             "the joint type " + in_quotes(name) + " is not known",
             did_you_mean(name, types, fmt::format("one of {}", fmt::join(types, ", "))));
  return JointType::fixed;
}

MassProperties read_mass_properties(Fields& body) {
  MassProperties result;
  result.mass = body.number("mass", 0);
  result.com = body.vector("com", Vector3::Zero());
  const auto inertia = body.array("inertia");
  if (!inertia) return result;
  if (inertia->size() == 9) {
    result.inertia = read_full_inertia(*inertia, body);
    return result;
  }
  if (inertia->size() != 6) {
    body.error(inertia->where(), "wrong_size",
               fmt::format("\"inertia\" has {} entries, not 9 or 6", inertia->size()),
               "write nine numbers row by row, or six: xx xy xz yy yz zz");
    return result;
  }
  std::array<double, 6> I{};
  if (!read_numbers(*inertia, I, "inertia", body)) return result;
  result.inertia = Matrix3{{I[0], I[1], I[2]}, {I[1], I[3], I[4]}, {I[2], I[4], I[5]}};
  return result;
}

void read_actuator(Fields& body, Joint& joint) {
  joint.armature = body.number("armature", 0);
  joint.damping = body.number("damping", 0);
  joint.friction = body.number("friction", 0);
  if (auto limits = body.object("limits")) {
    joint.limits.lower = limits->number("lower", -Limits::none);
    joint.limits.upper = limits->number("upper", Limits::none);
    joint.limits.velocity = limits->number("velocity", Limits::none);
    joint.limits.effort = limits->number("effort", Limits::none);
    limits->note_unknown();
  }
  if (auto mimic = body.object("mimic")) {
    joint.mimic =
        Mimic{mimic->text("joint", ""), mimic->number("multiplier", 1), mimic->number("offset", 0)};
    mimic->note_unknown();
  }
}

ModelDraft read_head(Fields& file) {
  ModelDraft draft;
  draft.file = file.complaints().file();
  if (file.find("name")) draft.name = read_name(file, "name");
  draft.gravity = file.vector("gravity", draft.gravity);
  return draft;
}

ModelDraft read_model_json(const json::Value& root, Complaints& complaints) {
  Fields fields(root, complaints, "");
  ModelDraft draft = read_head(fields);
  if (const auto bodies = fields.array("bodies")) {
    read_bodies(*bodies, draft, complaints);
  } else if (!complaints.failed()) {
    fields.error(root.where(), "missing_key", "has no \"bodies\"", "write \"bodies\": [{…}, …]");
  }
  fields.note_unknown({"format", "states", "joints", "source", "note", "n"});
  return draft;
}

}  // namespace kinetree
