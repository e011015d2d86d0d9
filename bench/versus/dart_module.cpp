#include "dart_module.hpp"

#include <dart/config.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <string>

namespace {

using namespace dart::dynamics;
using Vector3 = Eigen::Map<const Eigen::Vector3d>;
using Matrix3 = Eigen::Map<const Eigen::Matrix3d>;

struct Robot {
  SkeletonPtr skeleton = Skeleton::create("robot");
  BodyNode* attached = nullptr;
  const double* M = nullptr;
};

template <class JointType>
BodyNode* add(const SkeletonPtr& skeleton, BodyNode* parent, const KinetreeDartLink& link) {
  const auto [joint, body] = skeleton->createJointAndBodyNodePair<JointType>(parent);
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
  X.linear() = Matrix3(link.R);
  X.translation() = Vector3(link.p);
  joint->setTransformFromParentBodyNode(X);
  if constexpr (!std::is_same_v<JointType, WeldJoint>) joint->setAxis(Vector3(link.axis));
  body->setInertia(Inertia(link.mass, Vector3(link.com), Matrix3(link.inertia)));
  return body;
}

BodyNode* add_link(const SkeletonPtr& skeleton, const KinetreeDartLink& link) {
  BodyNode* const parent =
      link.parent < 0 ? nullptr : skeleton->getBodyNode(static_cast<std::size_t>(link.parent));
  if (link.moves == 0) return add<WeldJoint>(skeleton, parent, link);
  if (link.slides != 0) return add<PrismaticJoint>(skeleton, parent, link);
  return add<RevoluteJoint>(skeleton, parent, link);
}

void* make(const KinetreeDartLink* links, int count) {
  auto* const robot = new Robot;
  for (int i = 0; i < count; ++i) add_link(robot->skeleton, links[i]);
  return robot;
}

Robot& of(void* robot) { return *static_cast<Robot*>(robot); }

void compute(void* robot, const double* q) {
  Skeleton& skeleton = *of(robot).skeleton;
  skeleton.setPositions(
      Eigen::Map<const Eigen::VectorXd>(q, static_cast<Eigen::Index>(skeleton.getNumDofs())));
  of(robot).M = skeleton.getMassMatrix().data();
}

constexpr KinetreeDart interface {
  .version = DART_VERSION, .make = make, .destroy = [](void* robot) { delete &of(robot); },
  .attach =
      [](void* robot, const KinetreeDartLink* link) {
        of(robot).attached = add_link(of(robot).skeleton, *link);
      },
  .detach = [](void* robot) { of(robot).attached->remove(); }, .compute = compute,
  .size = [](void* robot) { return static_cast<int>(of(robot).skeleton->getNumDofs()); },
  .mass_matrix = [](void* robot) { return of(robot).M; }
};

}  // namespace

extern "C" const KinetreeDart* kinetree_dart() { return &interface; }
