// Momentum: the sum over links, and what changes it.
#include "laws/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

TEST(Momentum, LinearIsTheSumOverLinks) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    Evaluator e(robot.model);
    Vector3 sum = Vector3::Zero();
    double size = 0;
    for (int i = 0; i < robot.model.size(); ++i) {
      const auto id = static_cast<LinkId>(i);
      const MassProperties& body = robot.model.link(id).inertia;
      const Vector3 part =
          body.mass * e.jacobian(robot.state.q, id, body.com).topRows<3>() * robot.state.v;
      sum += part;
      size += part.norm();
    }
    EXPECT_TRUE(close(e.centroidal_momentum(robot.state.q, robot.state.v).linear(), sum,
                      rounding(robot.model.nv()), size));
  }
}

TEST(Momentum, LinearIsMassTimesVelocityOfTheCentreOfMass) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    Evaluator e(robot.model);
    const double step = 1e-5;
    const Vector3 before =
        e.center_of_mass(displace(robot.model, robot.state.q, -step * robot.state.v));
    const Vector3 after =
        e.center_of_mass(displace(robot.model, robot.state.q, step * robot.state.v));
    const Vector3 p = e.centroidal_momentum(robot.state.q, robot.state.v).linear();
    EXPECT_TRUE(
        close(p, e.total_mass() * (after - before) / (2 * step), 1e-7, p.norm() + e.total_mass()));
  }
}

// A robot on a floating base that nothing pushes: only its weight changes its momentum.
TEST(Momentum, OfAFreeRobotChangesByItsWeightOnly) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    Model model = random_tree(seed, {.links = 12, .multi_dof = false, .armature = false});
    model.set_base(Base::floating);
    MassProperties trunk;  // without it, base and root joint would move the same bodies: singular
    trunk.mass = 5;
    trunk.inertia.diagonal() << 0.2, 0.3, 0.4;
    model.set_inertia(model.at("floating_base"), trunk);
    Evaluator e(model);
    RandomState x = random_state(model, seed);
    x.tau.head<6>().setZero();
    const Vector a = e.forward_dynamics(x.q, x.v, x.tau);
    const double step = 1e-5;
    const auto at = [&](double t) {
      const Vector q = displace(model, x.q, t * x.v + 0.5 * t * t * a);
      return e.centroidal_momentum(q, x.v + t * a);
    };
    const SpatialVector before = at(-step), after = at(step);
    const Vector3 force = (after.linear() - before.linear()) / (2 * step);
    const Vector3 moment = (after.angular() - before.angular()) / (2 * step);
    const double size = e.total_mass() * (10 + a.norm());
    EXPECT_TRUE(close(force, e.total_mass() * model.gravity(), 1e-7, size));
    EXPECT_TRUE(close(moment, Vector3::Zero(), 1e-7, size));
  }
}

}  // namespace
}  // namespace kinetree::testing
