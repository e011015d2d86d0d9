#include "bench_edits.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "kinetree/error.hpp"
#include "kinetree/verify.hpp"

namespace kinetree::cli {
namespace {

/// A joint of arm7: where it stands in the link before it, turned about x, and what it carries.
struct Segment {
  int quarter_turns;
  double y, z;
  double mass;
  std::array<double, 3> com, inertia;
};
constexpr std::array<Segment, 7> segments{{
    {0, 0, 0.34, 4.0, {0, -0.03, 0.12}, {0.040, 0.036, 0.011}},
    {-1, 0, 0, 3.9, {0.001, -0.06, 0.04}, {0.035, 0.012, 0.033}},
    {1, -0.4, 0, 3.0, {0, 0.03, 0.13}, {0.028, 0.026, 0.009}},
    {1, 0, 0, 2.7, {0, 0.07, 0.03}, {0.021, 0.008, 0.019}},
    {-1, 0.4, 0, 1.7, {0.0005, 0.02, 0.08}, {0.010, 0.009, 0.004}},
    {-1, 0, 0, 1.6, {0, 0, 0.02}, {0.005, 0.0036, 0.0047}},
    {1, -0.08, 0, 0.5, {0.001, 0, 0.03}, {0.0010, 0.0011, 0.0012}},
}};

Matrix3 turned_about_x(int quarter_turns) {
  Matrix3 R = Matrix3::Identity();
  if (quarter_turns != 0) {
    R(1, 1) = R(2, 2) = 0;
    R(1, 2) = -quarter_turns;
    R(2, 1) = quarter_turns;
  }
  return R;
}

MassProperties body(double mass, const Vector3& com, const Vector3& inertia) {
  return {.mass = mass, .com = com, .inertia = inertia.asDiagonal()};
}

Pose in_hand() {
  const double c = std::cos(0.4), s = std::sin(0.4);
  Pose X;
  X.R << c, -s, 0, s, c, 0, 0, 0, 1;
  X.p = {0, 0.005, 0.1};
  return X;
}

/// A link whose name the robot does not have.
Link make_payload(const Model& robot, std::string name, JointType type, double mass) {
  while (robot.find(name) || robot.find_joint(name)) name += '_';
  Link link;
  link.name = link.joint.name = name;
  link.joint.type = type;
  link.joint.axis = Vector3::UnitX();
  link.joint.placement = in_hand();
  link.inertia = body(mass, {0.01, -0.02, 0.06}, mass * Vector3{0.004, 0.005, 0.003});
  return link;
}

std::vector<Vector> random_configurations(const Model& model) {
  std::vector<Vector> q;
  for (std::uint64_t seed = 1; seed <= EditCase::configurations; ++seed) {
    q.push_back(random_state(model, seed).q);
  }
  return q;
}

std::vector<Matrix> mass_matrices(const Model& model, const std::vector<Vector>& q) {
  Model with_room = model;  // as those that are edited: evaluated by the same kernels
  with_room.reserve(1, 1);
  Evaluator evaluator(with_room);
  std::vector<Matrix> all;
  all.reserve(q.size());
  for (const Vector& configuration : q) all.emplace_back(evaluator.mass_matrix(configuration));
  return all;
}

}  // namespace

Model arm7() {
  Model model;
  model.name = "arm7";
  std::optional<LinkId> parent;
  for (const Segment& s : segments) {
    Link link;
    link.name = link.joint.name = fmt::format("joint{}", model.size() + 1);
    link.joint.type = JointType::revolute;
    link.joint.placement = {turned_about_x(s.quarter_turns), {0, s.y, s.z}};
    link.inertia = body(s.mass, Vector3(s.com.data()), Vector3(s.inertia.data()));
    parent = model.add(link, parent);
  }
  return model;
}

Model built_again(const Model& model, const std::optional<Link>& at_hand) {
  Model built;
  built.name = model.name;
  for (int i = 0; i < model.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    built.add(model.link(id), model.parent(id));
  }
  if (at_hand) built.add(*at_hand, static_cast<LinkId>(model.size() - 1));
  built.set_gravity(model.gravity());
  return built;
}

EditCase::EditCase(const Model& model) : robot(model) {
  if (robot.nv() == 0) {
    throw UsageError(fmt::format("'{}' has no joint that moves: there is no M", robot.name));
  }
  hand = static_cast<LinkId>(robot.size() - 1);
  payload = make_payload(robot, "payload", JointType::fixed, 1.2);
  swinging = make_payload(robot, "pendulum", JointType::revolute, 0.7);
  heavier = robot.link(hand).inertia;
  heavier.mass += 1.2;
  heavier.inertia += Matrix3::Identity() * 0.01;
  loaded = built_again(robot, payload);
  swung = built_again(robot, swinging);
  heavy = built_again(robot);
  heavy.set_inertia(hand, heavier);
  heavy = built_again(heavy);
  q = random_configurations(robot);
  q_swung = random_configurations(swung);
  M = mass_matrices(robot, q);
  M_loaded = mass_matrices(loaded, q);
  M_swung = mass_matrices(swung, q_swung);
  M_heavy = mass_matrices(heavy, q);
}

}  // namespace kinetree::cli
