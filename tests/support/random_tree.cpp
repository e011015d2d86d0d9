#include "support/random_tree.hpp"

#include <Eigen/Geometry>
#include <random>

namespace kinetree::testing {
namespace {

class Maker {
 public:
  Maker(std::uint64_t seed, const TreeOptions& options) : engine_(seed), options_(options) {}

  Model run() {
    Model model;
    model.name = "random";
    model.set_gravity(10 * random_vector());
    for (int i = 0; i < options_.links; ++i) {
      Link link;
      link.name = "link" + std::to_string(i);
      link.joint = random_joint(i);
      link.inertia = random_inertia();
      if (options_.mimics && joint_nv(link.joint.type) == 1) couple(link, i);
      model.add(std::move(link), random_parent(i));
    }
    return model;
  }

 private:
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vector3 random_vector() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Matrix3 random_rotation() {
    return Eigen::Quaterniond(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1))
        .normalized()
        .toRotationMatrix();
  }

  std::optional<LinkId> random_parent(int i) {
    if (i == 0 || uniform(0, 1) < 0.02) return std::nullopt;  // now and then another root
    const bool chain = uniform(0, 1) >= options_.branching;
    const int parent = chain ? i - 1 : static_cast<int>(uniform(0, i));
    return static_cast<LinkId>(parent);
  }

  Joint random_joint(int i) {
    constexpr JointType kinds[] = {JointType::revolute, JointType::prismatic, JointType::continuous,
                                   JointType::helical,  JointType::spherical, JointType::planar,
                                   JointType::floating, JointType::fixed};
    Joint joint;
    joint.type = kinds[static_cast<int>(uniform(0, options_.multi_dof ? 8 : 3))];
    if (i == 0 && joint.type == JointType::fixed) joint.type = JointType::floating;
    joint.axis = random_vector();  // of any length: the compiler normalises
    joint.placement = {random_rotation(), 0.5 * random_vector()};
    joint.pitch = uniform(-0.2, 0.2);
    if (options_.armature) joint.armature = uniform(0, 0.1);
    joint.damping = uniform(0, 1);
    joint.friction = uniform(0, 1);
    return joint;
  }

  /// The inertia of four random mass points: always one that a real body has.
  MassProperties random_inertia() {
    MassProperties body;
    Vector3 points[4];
    double masses[4];
    for (int k = 0; k < 4; ++k) {
      points[k] = 0.3 * random_vector();
      masses[k] = uniform(0.1, 1);
      body.mass += masses[k];
      body.com += masses[k] * points[k];
    }
    body.com /= body.mass;
    for (int k = 0; k < 4; ++k) {
      const Vector3 r = points[k] - body.com;
      body.inertia += masses[k] * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
    }
    return body;
  }

  void couple(Link& link, int i) {
    if (!leader_.empty() && i % 3 == 0) {
      link.joint.mimic = Mimic{leader_, uniform(-2, 2), uniform(-1, 1)};
    } else {
      leader_ = link.name;
    }
  }

  std::mt19937_64 engine_;
  TreeOptions options_;
  std::string leader_;
};

}  // namespace

Model random_tree(std::uint64_t seed, const TreeOptions& options) {
  return Maker(seed, options).run();
}

Model moved(const Model& model, const Pose& X) {
  Model result;
  result.name = model.name;
  result.set_gravity(model.gravity());
  for (int i = 0; i < model.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    Link link = model.link(id);
    if (!model.parent(id)) {
      link.joint.placement = {X.R * link.joint.placement.R, X.p + X.R * link.joint.placement.p};
    }
    result.add(std::move(link), model.parent(id));
  }
  return result;
}

}  // namespace kinetree::testing
