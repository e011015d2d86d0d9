// Packs as kernels see them. Compiled for any processor: what the wider sets do is tested through
// the batches, lane by lane the same text.
#define KINETREE_SIMD_SET pack_test
#define KINETREE_LANES 2
#include "scalar/pack.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace kinetree::pack_test {
namespace {

double ulps(double x, long double truth) {
  const double size = std::abs(static_cast<double>(truth));
  const double ulp = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::abs(static_cast<long double>(x) - truth)) / ulp;
}

/// The larger error of sine and cosine. 80 bits reduce the angle well enough up to 1e6.
double error_of(double x) {
  Pack sine, cosine;
  sin_cos(Pack(x), sine, cosine);
  EXPECT_EQ(sine[0], sine[1]);
  return std::max(ulps(sine[0], std::sin(static_cast<long double>(x))),
                  ulps(cosine[1], std::cos(static_cast<long double>(x))));
}

TEST(Pack, SinesAndCosinesAreWithinAnUlp) {
  std::mt19937_64 generator(7);
  double worst = 0;
  for (const double range : {1e-9, 0.8, 3.2, 100.0, 1e5, 9.9e5, 1e7, 1e300}) {
    std::uniform_real_distribution<double> angle(-range, range);
    for (int k = 0; k < 20000; ++k) worst = std::max(worst, error_of(angle(generator)));
  }
  EXPECT_LT(worst, 1.0);
}

TEST(Pack, SinesAndCosinesKeepTheirDigitsBesideMultiplesOfAQuarterTurn) {
  double worst = 0;
  for (int k = 1; k < 600000; k += 7) {
    const auto x = static_cast<double>(k * 1.570796326794896619231321691639751442L);
    for (const double near : {x, -x, std::nextafter(x, 0.0), std::nextafter(x, 1e9)}) {
      worst = std::max(worst, error_of(near));
    }
  }
  EXPECT_LT(worst, 1.0);
}

TEST(Pack, AnglesThatAreNoneGiveNoNumber) {
  for (const double x : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    Pack sine, cosine;
    sin_cos(Pack(x), sine, cosine);
    EXPECT_TRUE(std::isnan(sine[0]) && std::isnan(cosine[1])) << x;
  }
}

TEST(Pack, CalculatesInEveryLane) {
  const double a[] = {3, -2}, b[] = {0.5, 4};
  const Pack x = Pack::load(a), y = Pack::load(b);
  double out[2];
  (x * y - x / y + -y).store(out);
  EXPECT_EQ(out[0], 3 * 0.5 - 3 / 0.5 - 0.5);
  EXPECT_EQ(out[1], -2 * 4.0 + 2 / 4.0 - 4);
  const double c[] = {-7, 0};
  EXPECT_EQ(sign(Pack::load(c))[0], -1);
  EXPECT_EQ(sign(Pack::load(c))[1], 0);
  EXPECT_EQ(sign(x)[0], 1);
}

TEST(Pack, FindsTheLaneThatIsNotFinite) {
  const double c[] = {0, std::nan("")};
  EXPECT_TRUE(all_zero(Pack(0.0)));
  EXPECT_FALSE(all_zero(Pack::load(c)));
  EXPECT_TRUE(any_beyond(Pack::load(c), 1));
  EXPECT_FALSE(any_beyond(Pack(-1.0), 1));
}

}  // namespace
}  // namespace kinetree::pack_test
