// kinetree-dh/1: serial arms from tables of Denavit and Hartenberg, in three dialects.
//
//     standard   frame i at the END of link i:    Rz(θ) Tz(d) Tx(a) Rx(α)
//     modified   frame i at its joint:            Rx(α) Tx(a) Rz(θ) Tz(d)     [Khalil], [Craig]
//     denoc      body frame at its joint o_i, the next joint at (a, 0, b), turned by Rx(α)
//                [Mohan & Saha 2007, as corrected in docs/errata]
//
// In all of them the joint acts along z, so a link's frame in kinetree is the frame in which its
// own joint has moved and nothing else; what the dialect does after that, X_link_end, is constant.
// The value a row gives for its joint's own variable is added to the variable, as is `offset`.
#include <fmt/format.h>

#include <cmath>

#include "io/model_json.hpp"
#include "io/rotation.hpp"

namespace kinetree {
namespace {

enum class Convention { standard, modified, denoc };

struct Row {
  double a = 0, alpha = 0, d = 0, theta = 0, offset = 0;
};

Pose along_x(double a, double alpha) { return {about_x(right_angles(alpha)), {a, 0, 0}}; }
Pose along_z(double theta, double d) { return {about_z(right_angles(theta)), {0, 0, d}}; }

// Two bodies as one. The inertia about the common centre is the sum of both about their own, plus
// that of the reduced mass at the distance between them.
MassProperties operator+(const MassProperties& one, const MassProperties& other) {
  const double mass = one.mass + other.mass;
  if (mass == 0) return {0, Vector3::Zero(), one.inertia + other.inertia};
  const Vector3 d = other.com - one.com;
  const Matrix3 apart = d.squaredNorm() * Matrix3::Identity() - d * d.transpose();
  return {mass, (one.mass * one.com + other.mass * other.com) / mass,
          one.inertia + other.inertia + one.mass * other.mass / mass * apart};
}

// A slender rod along `span` from `start`.
MassProperties rod(double mass, const Vector3& start, const Vector3& span) {
  const Matrix3 about_centre =
      mass / 12 * (span.squaredNorm() * Matrix3::Identity() - span * span.transpose());
  return {mass, start + span / 2, about_centre};
}

double read_rod_mass(Fields& fields, double length) {
  auto given = fields.object("rod");
  if (!given) return 0;
  const auto mass = given->find("mass"), density = given->find("density");
  if (mass.has_value() == density.has_value()) {
    given->error(given->where(), "rod", "a rod has either \"mass\" or \"density\"",
                 "density is mass per metre");
  }
  const double result = mass ? given->number("mass", 0) : given->number("density", 0) * length;
  given->note_unknown();
  return result;
}

// The bent rod of Mohan & Saha: b along z, then a along x, of one material; a hub that turns with
// the joint; a point mass at the tip. With C1 … C5 of their step 3 (C5 halved, see docs/errata)
// this is the same body, given here about its centre of mass.
MassProperties read_bent_rod(Fields& fields, const Row& row) {
  const Vector3 knee(0, 0, row.d), tip(row.a, 0, row.d);
  const double length = std::abs(row.a) + std::abs(row.d);
  const double mass = read_rod_mass(fields, length);
  const double share = length > 0 ? std::abs(row.d) / length : 1;
  MassProperties body =
      rod(mass * share, Vector3::Zero(), knee) + rod(mass * (1 - share), knee, tip - knee);
  if (auto payload = fields.object("payload")) {
    body = body + rod(payload->number("mass", 0), tip, Vector3::Zero());
    payload->note_unknown();
  }
  body.inertia(2, 2) += fields.number("hub_inertia", 0);
  return body;
}

MassProperties read_body(Fields& fields, const Row& row, Convention convention) {
  const auto bent = [&] {
    return fields.find("rod") || fields.find("payload") || fields.find("hub_inertia");
  };
  if (!bent()) return read_mass_properties(fields);
  if (convention != Convention::denoc || fields.find("mass") || fields.find("inertia")) {
    fields.error(fields.where(), "rod",
                 "\"rod\", \"hub_inertia\" and \"payload\" stand alone, in the convention denoc",
                 "give \"mass\", \"com\" and \"inertia\" instead");
  }
  return read_bent_rod(fields, row);
}

Row read_row(Fields& fields) {
  Row row;
  row.a = fields.number("a", 0);
  row.alpha = fields.number("alpha", 0);
  row.d = fields.number("d", fields.number("b", 0));
  row.theta = fields.number("theta", 0);
  row.offset = fields.number("offset", 0);
  return row;
}

// From the frame in which a body's mass is given to the link's frame.
MassProperties moved(const MassProperties& body, const Pose& X_link_given) {
  const Matrix3& R = X_link_given.R;
  const Matrix3 turned = R * body.inertia * R.transpose();
  return {body.mass, R * body.com + X_link_given.p, (turned + turned.transpose()) / 2};
}

class Table {
 public:
  explicit Table(Convention convention) : convention_(convention) {}

  Link next(Fields& fields, int number) {
    Link link;
    link.where = link.joint.where = fields.where();
    const std::string name = read_name(fields, "name");
    link.name = name.empty() ? fmt::format("link{}", number) : name;
    fields.set_subject("link " + in_quotes(link.name));
    link.joint.name = fields.find("joint_name") ? read_name(fields, "joint_name") : "";
    link.joint.type = read_joint_type(fields);
    link.joint.pitch = fields.number("pitch", 0);
    if (joint_nv(link.joint.type) > 1) {
      fields.error(fields.where(), "unknown_joint_type", "a row is a joint of one axis",
                   "revolute, continuous, prismatic, helical or fixed");
    }
    const Row row = read_row(fields);
    const MassProperties body = read_body(fields, row, convention_);
    place(link, row, body);
    read_actuator(fields, link.joint);
    return link;
  }

 private:
  void place(Link& link, const Row& row, const MassProperties& body) {
    const bool slides = link.joint.type == JointType::prismatic;
    const double angle = row.theta + (slides ? 0 : row.offset), shift = slides ? row.offset : 0;
    if (convention_ == Convention::modified) {
      link.joint.placement = along_x(row.a, row.alpha) * along_z(angle, row.d + shift);
      link.inertia = body;
      return;
    }
    const Pose X_link_end = along_z(0, row.d) * along_x(row.a, row.alpha);
    link.joint.placement = X_previous_end_ * along_z(angle, shift);
    link.inertia = convention_ == Convention::denoc ? body : moved(body, X_link_end);
    X_previous_end_ = X_link_end;
  }

  Convention convention_;
  Pose X_previous_end_;
};

Convention read_convention(Fields& fields) {
  const std::string name = fields.text("convention", "");
  if (name == "standard") return Convention::standard;
  if (name == "modified") return Convention::modified;
  if (name != "denoc") {
    fields.error(fields.where(), "convention",
                 "the convention " + in_quotes(name) + " is not known",
                 "standard, modified (Craig, Khalil) or denoc (Mohan & Saha)");
  }
  return Convention::denoc;
}

}  // namespace

ModelDraft read_dh(const json::Value& root, Complaints& complaints) {
  Fields fields(root, complaints, "");
  ModelDraft draft = read_head(fields);
  Table table(read_convention(fields));
  if (const auto rows = fields.array("rows")) {
    complaints.expect_robot_of(rows->size(), rows->where());
    for (const json::Value entry : *rows) {
      if (complaints.exhausted()) break;
      const int index = static_cast<int>(draft.links.size());
      Fields row(entry, complaints, fmt::format("row {}", index + 1));
      draft.add(table.next(row, index + 1), index - 1);
      row.note_unknown({"note", "source"});
    }
  } else {
    fields.error(root.where(), "missing_key", "has no \"rows\"", "write \"rows\": [{…}, …]");
  }
  fields.note_unknown({"format", "states", "joints", "source", "note", "n"});
  return draft;
}

}  // namespace kinetree
