// Pinocchio, where the user has it. Written after its documentation (3.x); docs/performance.md says
// what that means.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/config.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>
#include <string>
#include <vector>

#include "peer_module.hpp"

namespace {

using Vector3 = Eigen::Map<const Eigen::Vector3d>;
using Matrix3 = Eigen::Map<const Eigen::Matrix3d>;

struct State {
  Eigen::VectorXd q, v, a, tau;
};

struct Robot {
  pinocchio::Model model;
  pinocchio::Data data;
  std::vector<State> states;
};

/// Axes are z: its joints RZ and PZ, the fastest it has.
pinocchio::JointModel joint_model(int joint) {
  if (joint == peer_floating) return pinocchio::JointModelFreeFlyer();
  if (joint == peer_prismatic) return pinocchio::JointModelPZ();
  return pinocchio::JointModelRZ();
}

void* make(const KinetreePeerLink* links, int count, const double* gravity, int states) {
  auto* const robot = new Robot;
  pinocchio::Model& model = robot->model;
  model.gravity.linear() = Vector3(gravity);
  for (int i = 0; i < count; ++i) {
    const KinetreePeerLink& link = links[i];
    const auto id = model.addJoint(
        static_cast<pinocchio::JointIndex>(link.parent + 1), joint_model(link.joint),
        pinocchio::SE3(Matrix3(link.R), Vector3(link.p)), "joint" + std::to_string(i));
    model.appendBodyToJoint(id,
                            pinocchio::Inertia(link.mass, Vector3(link.com), Matrix3(link.inertia)),
                            pinocchio::SE3::Identity());
  }
  robot->data = pinocchio::Data(model);
  robot->states.resize(static_cast<std::size_t>(states));
  return robot;
}

Robot& of(void* robot) { return *static_cast<Robot*>(robot); }

void store(void* robot, int k, const double* q, const double* v, const double* a,
           const double* tau) {
  const auto copy = [](const double* from, int n) {
    return Eigen::Map<const Eigen::VectorXd>(from, n);
  };
  const int nq = of(robot).model.nq, nv = of(robot).model.nv;
  of(robot).states[static_cast<std::size_t>(k)] = {copy(q, nq), copy(v, nv), copy(a, nv),
                                                   copy(tau, nv)};
}

template <class Result>
double ends(const Result& x) {
  return x.data()[0] + x.data()[x.size() - 1];
}

double run(void* robot, int quantity, int k) {
  Robot& r = of(robot);
  const State& x = r.states[static_cast<std::size_t>(k)];
  switch (quantity) {
    case peer_mass_matrix:
      return ends(pinocchio::crba(r.model, r.data, x.q));
    case peer_inverse_dynamics:
      return ends(pinocchio::rnea(r.model, r.data, x.q, x.v, x.a));
    case peer_forward_dynamics:
      return ends(pinocchio::aba(r.model, r.data, x.q, x.v, x.tau));
    case peer_coriolis:
      return ends(pinocchio::computeCoriolisMatrix(r.model, r.data, x.q, x.v));
    case peer_bias:
      return ends(pinocchio::nonLinearEffects(r.model, r.data, x.q, x.v));
    default:
      return ends(pinocchio::computeGeneralizedGravity(r.model, r.data, x.q));
  }
}

void result(void* robot, int quantity, double* out) {
  const pinocchio::Data& data = of(robot).data;
  const int n = of(robot).model.nv;
  Eigen::Map<Eigen::MatrixXd> matrix(out, n, n);
  Eigen::Map<Eigen::VectorXd> vector(out, n);
  switch (quantity) {
    case peer_mass_matrix:  // it fills one triangle, and that is what is timed
      matrix = data.M.selfadjointView<Eigen::Upper>();
      break;
    case peer_coriolis:
      matrix = data.C;
      break;
    case peer_inverse_dynamics:
      vector = data.tau;
      break;
    case peer_forward_dynamics:
      vector = data.ddq;
      break;
    case peer_bias:
      vector = data.nle;
      break;
    default:
      vector = data.g;
  }
}

constexpr KinetreePeer peer{
    .version = PINOCCHIO_VERSION,
    .base = peer_base_xyzw,
    .methods = {"crba, one triangle", "rnea", "aba", "computeCoriolisMatrix", "nonLinearEffects",
                "computeGeneralizedGravity"},
    .make = make,
    .destroy = [](void* robot) { delete &of(robot); },
    .store = store,
    .q = [](void* robot, int k) { return of(robot).states[static_cast<std::size_t>(k)].q.data(); },
    .run = run,
    .result = result};

}  // namespace

extern "C" const KinetreePeer* kinetree_peer() { return &peer; }
