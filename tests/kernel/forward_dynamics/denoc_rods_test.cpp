#include "kernel/forward_dynamics/denoc_rods.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "kinetree/kinetree.hpp"
#include "support/close.hpp"

namespace kinetree::testing::denoc_rods_test {
namespace {

/// A bent rod as Mohan & Saha have it: b along z, a along x of the turned frame.
struct Rod {
  double a, b, alpha, mass, hub, payload;
};

std::vector<Rod> make_rods(int n) {
  std::vector<Rod> rods;
  for (int i = 0; i < n; ++i) {
    const double x = 0.37 * (i + 1);
    rods.push_back({0.2 + 0.1 * std::sin(x), 0.15 + 0.05 * std::cos(2 * x), 1.5 * std::sin(3 * x),
                    1 + 0.5 * std::cos(x), 0.01 * (i + 1), i % 2 ? 0.3 : 0.0});
  }
  return rods;
}

/// Mass and first two moments of everything a link is made of, by integrals along its rods.
MassProperties body_of(const Rod& r) {
  const Vector3 knee(0, 0, r.b), tip(r.a, 0, r.b);
  double mass = 0;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
  const auto add_rod = [&](double m, const Vector3& p, const Vector3& d) {
    mass += m;
    first += m * (p + d / 2);
    second += m * (p * p.transpose() + (p * d.transpose() + d * p.transpose()) / 2 +
                   d * d.transpose() / 3);
  };
  const double rho = r.mass / (r.a + r.b);
  add_rod(rho * r.b, Vector3::Zero(), knee);
  add_rod(rho * r.a, knee, tip - knee);
  add_rod(r.payload, tip, Vector3::Zero());
  const Vector3 com = first / mass;
  const Matrix3 about_com = second - mass * com * com.transpose();
  Matrix3 inertia = about_com.trace() * Matrix3::Identity() - about_com;
  inertia(2, 2) += r.hub;
  return {mass, com, inertia};
}

Model make_model(const std::vector<Rod>& rods) {
  Model model;
  Pose X;  // of a joint in the link before
  for (const Rod& r : rods) {
    Link link;
    link.name = "rod" + std::to_string(model.size());
    link.joint.type = JointType::revolute;
    link.joint.axis = Vector3::UnitZ();
    link.joint.placement = X;
    link.inertia = body_of(r);
    const auto parent = static_cast<LinkId>(model.size() - 1);
    model.add(link, model.size() > 0 ? std::optional(parent) : std::nullopt);
    X = {Eigen::AngleAxisd(r.alpha, Vector3::UnitX()).toRotationMatrix(), {r.a, 0, r.b}};
  }
  return model;
}

/// The constants of their step 3, with the payload in them.
kernel::RodLink<double> constants(const Rod& r) {
  const double rho = r.mass / (r.a + r.b), p = r.payload;
  kernel::RodLink<double> link;
  link.cos_alpha = std::cos(r.alpha), link.sin_alpha = std::sin(r.alpha);
  link.cs_alpha = link.cos_alpha * link.sin_alpha, link.ss_alpha = link.sin_alpha * link.sin_alpha;
  link.a = {r.a, r.b * link.sin_alpha, r.b * link.cos_alpha};
  link.mass = r.mass + p;
  link.C1 = -rho * r.b * (r.b / 2 + r.a) - p * r.b;
  link.C2 = -rho * r.a * r.a / 2 - p * r.a;
  link.C3 = rho * r.b * r.b * (r.b / 3 + r.a) + p * r.b * r.b;
  link.C4 = rho * r.a * r.a * r.a / 3 + p * r.a * r.a;
  link.C5 = rho * r.a * r.a * r.b / 2 + p * r.a * r.b;
  link.C34 = link.C3 + link.C4;
  link.hub = link.C4 + r.hub;
  return link;
}

Vector run(const std::vector<Rod>& rods, const Vector& q, const Vector& phi) {
  const int n = static_cast<int>(rods.size());
  std::vector<kernel::RodLink<double>> links;
  std::vector<kernel::PlaneTurn<double>> theta;
  for (int i = 0; i < n; ++i) {
    links.push_back(constants(rods[static_cast<std::size_t>(i)]));
    theta.push_back({std::cos(q[i]), std::sin(q[i]), 0, 0});
  }
  std::vector<spatial::Vec3<double>> psi1(rods.size()), psi2(rods.size());
  Vector m_hat(n), phi_hat(n), a(n);
  kernel::denoc_rods<double>({links.data(), n}, {phi.data(), n},
                             {{theta.data(), n},
                              {psi1.data(), n},
                              {psi2.data(), n},
                              {m_hat.data(), n},
                              {phi_hat.data(), n}},
                             {a.data(), n});
  return a;
}

class Rods : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Numbers, Rods, ::testing::Values(1, 2, 3, 4, 6, 10));

TEST_P(Rods, FallAsTheSameRobotInGeneralDoes) {
  const std::vector<Rod> rods = make_rods(GetParam());
  const Model model = make_model(rods);
  Evaluator e(model);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const RandomState x = random_state(model, seed);
    const Vector h = e.bias(x.q, x.v);
    const Vector expected = e.forward_dynamics(x.q, x.v, x.tau);
    EXPECT_TRUE(close(run(rods, x.q, x.tau - h), expected, 1e-11));
  }
}

}  // namespace
}  // namespace kinetree::testing::denoc_rods_test
