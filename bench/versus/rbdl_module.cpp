// RBDL, where the user has it. Written after its documentation (3.x); docs/performance.md says what
// that means.
#include <rbdl/rbdl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "peer_module.hpp"

namespace {

namespace rbd = RigidBodyDynamics;
using rbd::Math::Matrix3d;
using rbd::Math::MatrixNd;
using rbd::Math::Vector3d;
using rbd::Math::VectorNd;

struct State {
  VectorNd q, v, a, tau;
};

struct Robot {
  rbd::Model model;
  std::vector<State> states;
  MatrixNd M;
  VectorNd out;
};

Vector3d vector(const double* x) { return Vector3d(x[0], x[1], x[2]); }
Matrix3d matrix(const double* x) {  // from columns
  Matrix3d R;
  R << x[0], x[3], x[6], x[1], x[4], x[7], x[2], x[5], x[8];
  return R;
}

rbd::Joint joint(const KinetreePeerLink& link) {
  if (link.joint == peer_floating) return rbd::Joint(rbd::JointTypeFloatingBase);
  if (link.joint == peer_prismatic) return rbd::Joint(rbd::JointTypePrismatic, vector(link.axis));
  return rbd::Joint(rbd::JointTypeRevoluteZ);  // axes are z, for which it has a shorter way
}

void* make(const KinetreePeerLink* links, int count, const double* gravity, int states) {
  auto* const robot = new Robot;
  robot->model.gravity = vector(gravity);
  std::vector<unsigned> ids;
  for (int i = 0; i < count; ++i) {
    const KinetreePeerLink& link = links[i];
    const rbd::Math::SpatialTransform placement(matrix(link.R).transpose(), vector(link.p));
    const unsigned parent = link.parent < 0 ? 0 : ids[static_cast<std::size_t>(link.parent)];
    ids.push_back(
        robot->model.AddBody(parent, placement, joint(link),
                             rbd::Body(link.mass, vector(link.com), matrix(link.inertia))));
  }
  robot->states.resize(static_cast<std::size_t>(states));
  robot->M = MatrixNd::Zero(robot->model.qdot_size, robot->model.qdot_size);
  robot->out = VectorNd::Zero(robot->model.qdot_size);
  return robot;
}

Robot& of(void* robot) { return *static_cast<Robot*>(robot); }

void store(void* robot, int k, const double* q, const double* v, const double* a,
           const double* tau) {
  const auto copy = [](const double* from, unsigned n) {
    VectorNd to(n);
    std::copy(from, from + n, to.data());
    return to;
  };
  const rbd::Model& model = of(robot).model;
  of(robot).states[static_cast<std::size_t>(k)] = {copy(q, model.q_size), copy(v, model.qdot_size),
                                                   copy(a, model.qdot_size),
                                                   copy(tau, model.qdot_size)};
}

double run(void* robot, int quantity, int k) {
  Robot& r = of(robot);
  const State& x = r.states[static_cast<std::size_t>(k)];
  switch (quantity) {
    case peer_mass_matrix:
      rbd::CompositeRigidBodyAlgorithm(r.model, x.q, r.M, true);
      return r.M(0, 0) + r.M(r.M.rows() - 1, r.M.cols() - 1);
    case peer_inverse_dynamics:
      rbd::InverseDynamics(r.model, x.q, x.v, x.a, r.out);
      break;
    case peer_forward_dynamics:
      rbd::ForwardDynamics(r.model, x.q, x.v, x.tau, r.out);
      break;
    default:
      rbd::NonlinearEffects(r.model, x.q, x.v, r.out);
  }
  return r.out[0] + r.out[r.out.size() - 1];
}

void result(void* robot, int quantity, double* out) {
  const Robot& r = of(robot);
  if (quantity == peer_mass_matrix) {
    std::copy(r.M.data(), r.M.data() + r.M.size(), out);
  } else {
    std::copy(r.out.data(), r.out.data() + r.out.size(), out);
  }
}

std::string version() {
  const int number = rbdl_get_api_version();
  return std::to_string(number >> 16 & 0xff) + '.' + std::to_string(number >> 8 & 0xff) + '.' +
         std::to_string(number & 0xff);
}

}  // namespace

extern "C" const KinetreePeer* kinetree_peer() {
  static const std::string number = version();
  static const KinetreePeer peer{
      .version = number.c_str(),
      .base = peer_base_w_last_world,
      .methods = {"CompositeRigidBodyAlgorithm", "InverseDynamics", "ForwardDynamics", nullptr,
                  "NonlinearEffects", nullptr},
      .make = make,
      .destroy = [](void* robot) { delete &of(robot); },
      .store = store,
      .q = [](void* robot,
              int k) { return of(robot).states[static_cast<std::size_t>(k)].q.data(); },
      .run = run,
      .result = result};
  return &peer;
}
