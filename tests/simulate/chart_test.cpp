#include "simulate/chart.hpp"

#include <gtest/gtest.h>

#include "kinetree/verify.hpp"
#include "simulate/robots.hpp"
#include "support/close.hpp"

namespace kinetree::testing {
namespace {

// Moving along ξ̇ for a short time is moving along v from where ξ is.
TEST(Chart, RateIsThatOfTheConfiguration) {
  const Model model = satellite();
  simulation::Chart chart(model);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    const RandomState x = random_state(model, seed);
    chart.place(x.q);
    for (const double size : {0.0, 1e-5, 0.3, 1.2}) {
      const Vector xi = size * x.a;
      Vector rate(model.nv()), before(model.nq()), after(model.nq());
      chart.rate(xi, x.v, rate);
      const double h = 1e-5;
      chart.position(xi - h * rate, before);
      chart.position(xi + h * rate, after);
      Vector middle(model.nq());
      chart.position(xi, middle);
      const Vector expected = displace(model, middle, h * x.v) - displace(model, middle, -h * x.v);
      EXPECT_TRUE(close(after - before, expected, 1e-9, h)) << "ξ of size " << size;
    }
  }
}

TEST(Chart, QuaternionsStayOfUnitLength) {
  const Model model = satellite();
  simulation::Chart chart(model);
  const RandomState x = random_state(model, 3);
  Vector q = x.q, next(model.nq());
  for (int i = 0; i < 1000; ++i) {
    chart.place(q);
    chart.position(0.1 * x.v, next);
    q = next;
  }
  EXPECT_NEAR(q.segment<4>(3).norm(), 1, 1e-15);
  EXPECT_NEAR(q.segment<4>(7).norm(), 1, 1e-15);
}

TEST(Chart, WhatRoundingTakesStaysInTheCoordinates) {
  const Model model = slider();
  simulation::Chart chart(model);
  chart.place(one(1e6));
  Vector xi = one(0), q = one(0);
  const double step = 1e-11;  // below the spacing of doubles at a million
  for (int i = 0; i < 100000; ++i) {
    xi[0] += step;
    chart.position(xi, q);
    chart.move(q, xi);
  }
  EXPECT_NEAR(q[0] - 1e6, 1e-6, 2e-10);
}

TEST(Chart, ErrorsAreRelativeToPositionsAndToOneForRotations) {
  const Model model = satellite();
  simulation::Chart chart(model);
  Vector q = model.neutral();
  q[0] = -3;
  q[11] = 2;
  chart.place(q);
  Vector size = Vector::Zero(model.nv());
  Vector xi = Vector::Zero(model.nv());
  xi[9] = 0.5;
  chart.magnitude(xi, size);
  EXPECT_EQ(size[0], 3);
  EXPECT_EQ(size[3], 1);
  EXPECT_EQ(size[9], 2.5);
}

}  // namespace
}  // namespace kinetree::testing
