#include "simulate/watch.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kinetree::testing {
namespace {

using simulation::Watch;

/// Time itself as the state, from 0 to 1.
void path(double share, State& x) { x.t = share; }

simulation::Watched event(std::function<double(double)> f,
                          Event::Direction direction = Event::both) {
  simulation::Watched watched;
  watched.event = {"e", [f = std::move(f)](const State& x) { return f(x.t); }, direction};
  return watched;
}

Watch watching(std::vector<simulation::Watched> events) {
  Watch watch;
  watch.events = std::move(events);
  watch.look(State{});
  return watch;
}

TEST(Watch, FindsTheRoot) {
  Watch watch = watching({event([](double t) { return std::exp(t) - 1.7; })});
  const auto crossing = watch.first(path);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->share, std::log(1.7), 1e-14);
}

TEST(Watch, TheFirstOfSeveral) {
  Watch watch =
      watching({event([](double t) { return t - 0.8; }), event([](double t) { return 0.3 - t; }),
                event([](double t) { return t - 0.5; })});
  const auto crossing = watch.first(path);
  ASSERT_TRUE(crossing);
  EXPECT_EQ(crossing->event, 1U);
  EXPECT_NEAR(crossing->share, 0.3, 1e-14);
}

TEST(Watch, OnlyInTheDirectionAskedFor) {
  const auto wave = [](double t) { return std::sin(6 * t) + 0.1; };  // down at 0.54, up past 1
  EXPECT_FALSE(watching({event(wave, Event::rising)}).first(path));
  EXPECT_NEAR(watching({event(wave, Event::falling)}).first(path)->share,
              (M_PI + std::asin(0.1)) / 6, 1e-13);
}

TEST(Watch, NotAgainUntilItComesBack) {
  Watch watch = watching({event([](double t) { return t - 0.5; })});
  ASSERT_TRUE(watch.first(path));
  State x;
  x.t = 0.5;
  EXPECT_EQ(watch.take_crossed(x, 0), std::vector<std::size_t>{0});
  EXPECT_FALSE(watch.first([](double share, State& s) { s.t = 0.5 + 0.5 * share; }));
}

TEST(Watch, ZeroIsNotYetACrossing) {
  EXPECT_FALSE(watching({event([](double t) { return t - 1; })}).first(path));
  EXPECT_FALSE(watching({event([](double t) { return std::max(0.0, 0.5 - t); })}).first(path));
}

TEST(Watch, AllThatCrossedHappen) {
  Watch watch =
      watching({event([](double t) { return t - 0.5; }), event([](double t) { return 0.5 - t; }),
                event([](double t) { return t - 0.5; }, Event::falling),
                event([](double t) { return t - 0.9; })});
  State x;
  x.t = 0.5 + 1e-16;
  x.t = std::nextafter(0.5, 1);
  const std::vector<std::size_t> expected{0, 1};
  EXPECT_EQ(watch.take_crossed(x, 0), expected);
}

// Down unnoticed and up again within one step: once, in the direction asked for.
TEST(Watch, AfterAnUnwantedCrossingTheWantedOne) {
  Watch watch = watching({event([](double t) { return std::abs(t - 0.55) - 0.1; }, Event::rising)});
  const auto crossing = watch.first(path);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->share, 0.65, 1e-14);
  State x;
  x.t = 0.65;
  watch.take_crossed(x, 0);
  EXPECT_FALSE(watch.first([](double share, State& s) { s.t = 0.65 + 0.35 * share; }));
}

TEST(Watch, ThereAndBackWithinOneStepIsSeen) {
  Watch watch = watching({event([](double t) { return (t - 0.45) * (t - 0.55); })});
  ASSERT_TRUE(watch.first(path));
}

}  // namespace
}  // namespace kinetree::testing
