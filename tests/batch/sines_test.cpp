// Sines of every instruction set, seen through pendulums whose weight has a moment of just that.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "kinetree/batch.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

/// A kilogram one metre from an axis, in a field of one: g = cos q or, a quarter turn ahead, sin q.
Link pendulum(const char* name, const Vector3& com) {
  Link link;
  link.name = name;
  link.joint.type = JointType::continuous;
  link.joint.axis = Vector3::UnitZ();
  link.inertia = {1.0, com, Matrix3::Identity()};
  return link;
}

double ulps(double x, long double truth) {
  const double size = std::abs(static_cast<double>(truth));
  const double ulp = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::abs(static_cast<long double>(std::abs(x)) - std::abs(truth))) /
         ulp;
}

class Sines : public EverySet {};
INSTANTIATE_TEST_SUITE_P(Sets, Sines, ::testing::ValuesIn(available_simd()), name_of_set);

/// The largest error at any of the angles. 80 bits reduce them well enough up to 1e6.
double worst_error(const std::vector<double>& angles) {
  Model model;
  model.set_gravity({0, -1, 0});
  model.add(pendulum("along", Vector3::UnitX()));
  model.add(pendulum("across", Vector3::UnitY()));
  BatchEvaluator batch(model);
  std::vector<double> q;
  for (const double angle : angles) q.insert(q.end(), {angle, angle});
  const BatchBuffer blocked = batch.to_blocks(q, 2);
  BatchBuffer g(blocked.size());
  batch.gravity(blocked, g);
  std::vector<double> result(q.size());
  batch.from_blocks(g, 2, result);
  double worst = 0;
  for (std::size_t k = 0; k < angles.size(); ++k) {
    const auto x = static_cast<long double>(angles[k]);
    worst =
        std::max({worst, ulps(result[2 * k], std::cos(x)), ulps(result[2 * k + 1], std::sin(x))});
  }
  return worst;
}

TEST_P(Sines, AreWithinAnUlp) {
  std::mt19937_64 generator(7);
  std::vector<double> angles{0.0, -0.0, 1e-300, 1e6, -1e6};
  for (const double range : {1e-9, 0.8, 3.2, 100.0, 1e5, 9.9e5, 1e7, 1e300}) {
    std::uniform_real_distribution<double> angle(-range, range);
    for (int k = 0; k < 20000; ++k) angles.push_back(angle(generator));
  }
  EXPECT_LT(worst_error(angles), 1.0);
}

TEST_P(Sines, KeepTheirDigitsBesideMultiplesOfAQuarterTurn) {
  std::vector<double> angles;
  for (int k = 1; k < 636000; k += 7) {
    const auto x = static_cast<double>(k * 1.570796326794896619231321691639751442L);
    angles.insert(angles.end(), {x, -x, std::nextafter(x, 0.0), std::nextafter(x, 1e9)});
  }
  EXPECT_LT(worst_error(angles), 1.0);
}

}  // namespace
}  // namespace kinetree::testing
