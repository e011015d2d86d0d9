// Orocos KDL: serial chains on a fixed base. A forward solution is M, then a factorisation of it.
#include <kdl/config.h>

#include <algorithm>
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <memory>
#include <vector>

#include "peer_module.hpp"

namespace {

struct State {
  KDL::JntArray q, v, a, tau;
};

KDL::Vector vector(const double* x) { return {x[0], x[1], x[2]}; }

KDL::Segment segment(const KinetreePeerLink& link) {
  const double* const R = link.R;
  const KDL::Frame placement(KDL::Rotation(R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]),
                             vector(link.p));
  const auto type = link.joint == peer_prismatic ? KDL::Joint::TransAxis : KDL::Joint::RotAxis;
  const KDL::Joint joint("", placement.p, placement.M * vector(link.axis), type, 1, 0,
                         link.armature);
  const double* const I = link.inertia;
  const KDL::RotationalInertia about_com(I[0], I[4], I[8], I[1], I[2], I[5]);
  return KDL::Segment(joint, placement,
                      KDL::RigidBodyInertia(link.mass, vector(link.com), about_com));
}

KDL::Chain make_chain(const KinetreePeerLink* links, int count) {
  KDL::Chain chain;
  for (int i = 0; i < count; ++i) chain.addSegment(segment(links[i]));
  return chain;
}

/// The solvers refer to the chain: it stays where it is.
struct Robot {
  Robot(const KinetreePeerLink* links, int count, const double* gravity, int number_of_states)
      : chain(make_chain(links, count)),
        n(chain.getNrOfJoints()),
        param(chain, vector(gravity)),
        inverse(chain, vector(gravity)),
        forward(chain, vector(gravity)),
        states(static_cast<std::size_t>(number_of_states)) {}
  Robot(const Robot&) = delete;
  Robot& operator=(const Robot&) = delete;

  KDL::Chain chain;
  unsigned n;
  KDL::ChainDynParam param;
  KDL::ChainIdSolver_RNE inverse;
  KDL::ChainFdSolver_RNE forward;
  std::vector<State> states;
  KDL::Wrenches no_forces = KDL::Wrenches(chain.getNrOfSegments(), KDL::Wrench::Zero());
  KDL::JntArray none = KDL::JntArray(n), out = KDL::JntArray(n);
  KDL::JntSpaceInertiaMatrix M = KDL::JntSpaceInertiaMatrix(static_cast<int>(n));
};

Robot& of(void* robot) { return *static_cast<Robot*>(robot); }

KDL::JntArray array(const double* from, unsigned n) {
  KDL::JntArray to(n);
  std::copy(from, from + n, to.data.data());
  return to;
}

void store(void* robot, int k, const double* q, const double* v, const double* a,
           const double* tau) {
  const unsigned n = of(robot).n;
  of(robot).states[static_cast<std::size_t>(k)] = {array(q, n), array(v, n), array(a, n),
                                                   array(tau, n)};
}

double run(void* robot, int quantity, int k) {
  Robot& r = of(robot);
  const State& x = r.states[static_cast<std::size_t>(k)];
  switch (quantity) {
    case peer_mass_matrix:
      r.param.JntToMass(x.q, r.M);
      return r.M(0, 0) + r.M(r.n - 1, r.n - 1);
    case peer_inverse_dynamics:
      r.inverse.CartToJnt(x.q, x.v, x.a, r.no_forces, r.out);
      break;
    case peer_forward_dynamics:
      r.forward.CartToJnt(x.q, x.v, x.tau, r.no_forces, r.out);
      break;
    case peer_bias:
      r.inverse.CartToJnt(x.q, x.v, r.none, r.no_forces, r.out);
      break;
    default:
      r.param.JntToGravity(x.q, r.out);
  }
  return r.out(0) + r.out(r.n - 1);
}

void result(void* robot, int quantity, double* out) {
  const Robot& r = of(robot);
  const double* const from = quantity == peer_mass_matrix ? r.M.data.data() : r.out.data.data();
  std::copy(from, from + (quantity == peer_mass_matrix ? r.n * r.n : r.n), out);
}

constexpr KinetreePeer peer{
    .version = KDL_VERSION_STRING,
    .base = peer_base_none,
    .methods = {"ChainDynParam::JntToMass", "ChainIdSolver_RNE", "ChainFdSolver_RNE", nullptr,
                "ChainIdSolver_RNE", "ChainDynParam::JntToGravity"},
    .make = [](const KinetreePeerLink* links, int count, const double* gravity,
               int states) -> void* { return new Robot(links, count, gravity, states); },
    .destroy = [](void* robot) { delete &of(robot); },
    .store = store,
    .q = [](void* robot,
            int k) { return of(robot).states[static_cast<std::size_t>(k)].q.data.data(); },
    .run = run,
    .result = result};

}  // namespace

extern "C" const KinetreePeer* kinetree_peer() { return &peer; }
