// Jacobians: the velocity of a point, and with J̇ v its acceleration.
#include "laws/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing::jacobian_test {
namespace {

const Vector3 point(0.2, -0.1, 0.3);

Vector3 position(Evaluator& e, const Vector& q, LinkId id) {
  const Pose& X = e.poses(q)[index(id)];
  return X.p + X.R * point;
}

TEST(Jacobian, TimesVelocityIsTheVelocityOfThePoint) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    Evaluator e(robot.model);
    const Vector &q = robot.state.q, &v = robot.state.v;
    const double step = 1e-5;
    for (int i = 0; i < robot.model.size(); i += 1 + robot.model.size() / 5) {
      const auto id = static_cast<LinkId>(i);
      const Vector3 numeric = (position(e, displace(robot.model, q, step * v), id) -
                               position(e, displace(robot.model, q, -step * v), id)) /
                              (2 * step);
      const Vector velocity = e.jacobian(q, id, point) * v;
      EXPECT_TRUE(close(velocity.head<3>(), numeric, 1e-7, 1 + velocity.norm()));
    }
  }
}

TEST(Jacobian, WithItsRateGivesTheAccelerationOfThePoint) {
  KINETREE_FOR_EACH(robot, law_cases()) {
    Evaluator e(robot.model);
    const RandomState& x = robot.state;
    const double step = 1e-5;
    for (int i = 0; i < robot.model.size(); i += 1 + robot.model.size() / 5) {
      const auto id = static_cast<LinkId>(i);
      const auto velocity = [&](double t) -> Vector {
        const Vector q = displace(robot.model, x.q, t * x.v + 0.5 * t * t * x.a);
        return e.jacobian(q, id, point) * (x.v + t * x.a);
      };
      const Vector numeric = (velocity(step) - velocity(-step)) / (2 * step);
      const SpatialVector rest = e.jacobian_dot_v(x.q, x.v, id, point);
      Vector acceleration = e.jacobian(x.q, id, point) * x.a;
      acceleration.head<3>() += rest.linear();
      acceleration.tail<3>() += rest.angular();
      EXPECT_TRUE(close(acceleration, numeric, 1e-6, 1 + acceleration.norm()));
    }
  }
}

}  // namespace
}  // namespace kinetree::testing::jacobian_test
