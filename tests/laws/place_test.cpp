// Where a robot stands does not change its dynamics: not its answers, and not their accuracy.
#include <Eigen/Geometry>

#include "laws/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

/// Turned robots feel the gravity that is turned along with them.
Model turned(const Model& model, const Pose& X) {
  Model result = moved(model, X);
  result.set_gravity(X.R * model.gravity());
  return result;
}

const Pose far_away{Matrix3::Identity(), Vector3(1e4, -1e4, 7e3)};  // ten kilometres and more
const Pose elsewhere{Eigen::AngleAxisd(1.1, Vector3(1, 2, -2).normalized()).toRotationMatrix(),
                     Vector3(3, -1, 2)};

void expect_same_dynamics(const Case& robot, const Pose& X) {
  Model other = turned(robot.model, X);
  const RandomState& x = robot.state;
  for (const Method& method : methods()) {
    if (!usable(robot.model, method)) continue;
    Options options;
    options.methods[method.quantity] = method.name;
    Evaluator here(robot.model, options), there(other, options);
    double size = -1;  // that of the result itself
    if (method.quantity == Quantity::coriolis) {
      size = largest(here.coriolis(x.q, x.v)) + largest(here.mass_matrix(x.q)) * largest(x.v);
    } else if (method.quantity == Quantity::forward_dynamics) {
      const Matrix inverse = here.mass_matrix_inverse(x.q);
      size = inverse.norm() * (largest(here.bias(x.q, x.v)) + largest(x.tau));
    }
    EXPECT_TRUE(
        close(evaluate(there, method.quantity, x), evaluate(here, method.quantity, x), 1e-12, size))
        << to_string(method.quantity) << " by " << method.name;
  }
}

TEST(Place, TenKilometresAwayNothingChanges) {
  KINETREE_FOR_EACH(robot, law_cases()) { expect_same_dynamics(robot, far_away); }
}

TEST(Place, TurningTheWorldChangesNothing) {
  KINETREE_FOR_EACH(robot, law_cases()) { expect_same_dynamics(robot, elsewhere); }
}

TEST(Place, JacobiansAreAsAccurateFarAway) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    const Model other = moved(robot.model, far_away);
    Evaluator here(robot.model), there(other);
    const auto last = static_cast<LinkId>(robot.model.size() - 1);
    const Vector3 point(0.1, -0.2, 0.3);
    const Matrix J = here.jacobian(robot.state.q, last, point);
    EXPECT_TRUE(close(there.jacobian(robot.state.q, last, point), J, 1e-12));
  }
}

/// A cart that rolls in a plane, or a gantry of two slides, with an arm and a second branch on it.
Model on_slides(bool planar) {
  Model model;
  Link link;
  link.inertia = {2, {0.1, 0.2, 0.05}, Vector3(0.5, 0.6, 0.7).asDiagonal()};
  const auto add = [&](JointType type, const Vector3& axis, std::optional<LinkId> parent) {
    link.name = "link" + std::to_string(model.size());
    link.joint.name.clear();
    link.joint.type = type;
    link.joint.axis = axis;
    link.joint.placement = {elsewhere.R, {0.2, -0.3, 0.4}};
    return model.add(link, parent);
  };
  LinkId base = add(planar ? JointType::planar : JointType::prismatic, {0.3, 0.1, 1}, std::nullopt);
  if (!planar) add(JointType::revolute, {1, 0, 0.2}, base);  // hangs from the first slide
  if (!planar) base = add(JointType::prismatic, {1, 0.2, 0}, base);
  const LinkId arm = add(JointType::revolute, {0.3, -0.5, 0.8}, base);
  add(JointType::helical, {0.1, 1, 0.3}, add(JointType::revolute, {1, 0.4, 0}, arm));
  add(JointType::prismatic, {0, 1, 0.5}, arm);
  return model;
}

TEST(Place, SlidingTenKilometresChangesNothing) {
  for (const bool planar : {false, true}) {
    const Model model = on_slides(planar);
    RandomState x = random_state(model, 1);
    Vector far = x.q;
    for (const JointSlot& slot : model.joints()) {
      const bool cart = slot.link == LinkId{0} || (!planar && slot.link == LinkId{2});
      for (int k = 0; cart && k < std::min(slot.nq, 2); ++k) far[slot.q_first + k] += 1e4;
    }
    for (Candidate& c : candidates(model, Quantity::mass_matrix)) {
      const Matrix M = c.evaluator.mass_matrix(x.q);
      EXPECT_TRUE(close(c.evaluator.mass_matrix(far), M, 1e-13)) << c.method.name;
    }
    for (Candidate& c : candidates(model, Quantity::inverse_dynamics)) {
      const Vector tau = c.evaluator.inverse_dynamics(x.q, x.v, x.a);
      EXPECT_TRUE(close(c.evaluator.inverse_dynamics(far, x.v, x.a), tau, 1e-12)) << c.method.name;
    }
    for (Candidate& c : candidates(model, Quantity::coriolis)) {
      const Matrix C = c.evaluator.coriolis(x.q, x.v);
      EXPECT_TRUE(close(c.evaluator.coriolis(far, x.v), C, 1e-12)) << c.method.name;
      const InverseDynamicsDerivatives d = c.evaluator.inverse_dynamics_derivatives(x.q, x.v, x.a);
      const InverseDynamicsDerivatives f = c.evaluator.inverse_dynamics_derivatives(far, x.v, x.a);
      EXPECT_TRUE(close(f.dq, d.dq, 1e-12)) << c.method.name;
      EXPECT_TRUE(close(f.dv, d.dv, 1e-12)) << c.method.name;
    }
    for (Candidate& c : candidates(model, Quantity::bias)) {
      const Vector h = c.evaluator.bias(x.q, x.v);
      EXPECT_TRUE(close(c.evaluator.bias(far, x.v), h, 1e-12)) << c.method.name;
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
