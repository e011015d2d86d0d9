#include "dart_module.hpp"

#include <dart/config.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace dart::dynamics;
using Vector3 = Eigen::Map<const Eigen::Vector3d>;
using Matrix3 = Eigen::Map<const Eigen::Matrix3d>;

struct State {
  Eigen::VectorXd q, v, a, tau;
};

struct Robot {
  SkeletonPtr skeleton = Skeleton::create("robot");
  BodyNode* attached = nullptr;
  const double* M = nullptr;
  std::vector<State> states;
  Eigen::VectorXd out;
};

/// It talks on standard output, which is for data, about inertias that it takes all the same.
class Silence {
 public:
  Silence() : out_(std::cout.rdbuf(sink_.rdbuf())), err_(std::cerr.rdbuf(sink_.rdbuf())) {}
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() {
    std::cout.rdbuf(out_);
    std::cerr.rdbuf(err_);
  }

 private:
  std::ostringstream sink_;
  std::streambuf *out_, *err_;
};

template <class JointType>
BodyNode* add(const SkeletonPtr& skeleton, BodyNode* parent, const KinetreePeerLink& link) {
  // Names that it would have to make up are told on standard output.
  typename JointType::Properties joint_properties;
  BodyNode::Properties body_properties;
  joint_properties.mName = body_properties.mName = std::to_string(skeleton->getNumBodyNodes());
  const auto [joint, body] =
      skeleton->createJointAndBodyNodePair<JointType>(parent, joint_properties, body_properties);
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.linear() = Matrix3(link.R);
  X.translation() = Vector3(link.p);
  joint->setTransformFromParentBodyNode(X);
  if constexpr (requires { joint->setAxis(Vector3(link.axis)); }) {
    joint->setAxis(Vector3(link.axis));
  }
  body->setInertia(Inertia(link.mass, Vector3(link.com), Matrix3(link.inertia)));
  return body;
}

BodyNode* add_link(const SkeletonPtr& skeleton, const KinetreePeerLink& link) {
  BodyNode* const parent =
      link.parent < 0 ? nullptr : skeleton->getBodyNode(static_cast<std::size_t>(link.parent));
  switch (link.joint) {
    case peer_revolute:
      return add<RevoluteJoint>(skeleton, parent, link);
    case peer_prismatic:
      return add<PrismaticJoint>(skeleton, parent, link);
    case peer_floating:
      return add<FreeJoint>(skeleton, parent, link);
    default:
      return add<WeldJoint>(skeleton, parent, link);
  }
}

Robot* make(const KinetreePeerLink* links, int count) {
  const Silence silence;
  auto* const robot = new Robot;
  for (int i = 0; i < count; ++i) add_link(robot->skeleton, links[i]);
  return robot;
}

Robot& of(void* robot) { return *static_cast<Robot*>(robot); }
void destroy(void* robot) { delete &of(robot); }

void compute(void* robot, const double* q) {
  Skeleton& skeleton = *of(robot).skeleton;
  skeleton.setPositions(
      Eigen::Map<const Eigen::VectorXd>(q, static_cast<Eigen::Index>(skeleton.getNumDofs())));
  of(robot).M = skeleton.getMassMatrix().data();
}

constexpr KinetreeDart edits{
    .version = DART_VERSION,
    .make = [](const KinetreePeerLink* links, int count) -> void* { return make(links, count); },
    .destroy = destroy,
    .attach =
        [](void* robot, const KinetreePeerLink* link) {
          of(robot).attached = add_link(of(robot).skeleton, *link);
        },
    .detach = [](void* robot) { of(robot).attached->remove(); },
    .compute = compute,
    .size = [](void* robot) { return static_cast<int>(of(robot).skeleton->getNumDofs()); },
    .mass_matrix = [](void* robot) { return of(robot).M; }};

void store(void* robot, int k, const double* q, const double* v, const double* a,
           const double* tau) {
  const auto n = static_cast<Eigen::Index>(of(robot).skeleton->getNumDofs());
  const auto copy = [n](const double* from) { return Eigen::Map<const Eigen::VectorXd>(from, n); };
  of(robot).states[static_cast<std::size_t>(k)] = {copy(q), copy(v), copy(a), copy(tau)};
}

double ends(const Eigen::VectorXd& x) { return x[0] + x[x.size() - 1]; }

double run(void* robot, int quantity, int k) {
  Skeleton& skeleton = *of(robot).skeleton;
  const State& x = of(robot).states[static_cast<std::size_t>(k)];
  skeleton.setPositions(x.q);
  if (quantity == peer_mass_matrix) {
    const Eigen::MatrixXd& M = skeleton.getMassMatrix();
    return M(0, 0) + M(M.rows() - 1, M.cols() - 1);
  }
  if (quantity == peer_gravity) return ends(skeleton.getGravityForces());
  skeleton.setVelocities(x.v);
  if (quantity == peer_bias) return ends(skeleton.getCoriolisAndGravityForces());
  if (quantity == peer_inverse_dynamics) {
    skeleton.setAccelerations(x.a);
    skeleton.computeInverseDynamics();
    of(robot).out = skeleton.getForces();
  } else {
    skeleton.setForces(x.tau);
    skeleton.computeForwardDynamics();
    of(robot).out = skeleton.getAccelerations();
  }
  return ends(of(robot).out);
}

void result(void* robot, int quantity, double* out) {
  const Skeleton& skeleton = *of(robot).skeleton;
  const auto n = static_cast<Eigen::Index>(skeleton.getNumDofs());
  if (quantity == peer_mass_matrix) {
    Eigen::Map<Eigen::MatrixXd>(out, n, n) = skeleton.getMassMatrix();
  } else if (quantity == peer_gravity) {
    Eigen::Map<Eigen::VectorXd>(out, n) = skeleton.getGravityForces();
  } else if (quantity == peer_bias) {
    Eigen::Map<Eigen::VectorXd>(out, n) = skeleton.getCoriolisAndGravityForces();
  } else {
    Eigen::Map<Eigen::VectorXd>(out, n) = of(robot).out;
  }
}

constexpr KinetreePeer peer{
    .version = DART_VERSION,
    .base = peer_base_rotation_first,
    .methods = {"getMassMatrix", "computeInverseDynamics", "computeForwardDynamics", nullptr,
                "getCoriolisAndGravityForces", "getGravityForces"},
    .make = [](const KinetreePeerLink* links, int count, const double* gravity,
               int states) -> void* {
      Robot* const robot = make(links, count);
      robot->skeleton->setGravity(Vector3(gravity));
      robot->states.resize(static_cast<std::size_t>(states));
      return robot;
    },
    .destroy = destroy,
    .store = store,
    .q = [](void* robot, int k) { return of(robot).states[static_cast<std::size_t>(k)].q.data(); },
    .run = run,
    .result = result};

}  // namespace

extern "C" const KinetreeDart* kinetree_dart() { return &edits; }
extern "C" const KinetreePeer* kinetree_peer() { return &peer; }
