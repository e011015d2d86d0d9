#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "kinetree/report.hpp"

namespace kinetree::certificate_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

CoriolisCertificate certificate(double skew, double power, double force) {
  CoriolisCertificate c;
  c.method = "recursive";
  c.skew = skew, c.power = power, c.force = force;
  c.skew_size = c.power_size = c.force_size = 2;
  return c;
}

TEST(Certificate, SaysWhichMatrixItIsAndHowFarOff) {
  const std::string text = to_string(certificate(1e-16, 0, 2.5e-15));
  EXPECT_NE(text.find("Christoffel"), std::string::npos);
  EXPECT_NE(text.find("by recursive"), std::string::npos);
  EXPECT_NE(text.find("max|Ṁ-C-Cᵀ| = 1.0e-16"), std::string::npos);
  EXPECT_NE(text.find("|vᵀ(Ṁ-2C)v| = 0.0e+00"), std::string::npos);
  EXPECT_NE(text.find("max|Cv-(h-g)| = 2.5e-15"), std::string::npos);
}

TEST(Certificate, WorstTakesEachFromItsWorstState) {
  CoriolisCertificate large = certificate(4, 2, 6);
  large.power_size = 0.1;  // small, but large beside its size
  const CoriolisCertificate worst = worst_of({certificate(1, 5, 3), large});
  EXPECT_EQ(worst.skew, 4);
  EXPECT_EQ(worst.relative_power(), 20);
  EXPECT_EQ(worst.force, 6);
  EXPECT_EQ(worst.method, "recursive");
  EXPECT_EQ(worst.relative_skew(), 2);
  EXPECT_TRUE(std::isnan(worst_of({certificate(nan, 0, 0), certificate(1, 0, 0)}).skew));
  EXPECT_TRUE(std::isnan(worst_of({certificate(1, 0, 0), certificate(nan, 0, 0)}).skew));
}

Result with_tensor() {
  Result result;
  result.states = 1;
  result.fields = {{"dM", Field::tensor, 2, 2, {"a", "b"}, {1, 2, 3, 4, 5, 6, 7, 8}, 2},
                   {"regressor", Field::matrix, 1, 2, {"a"}, {9, 10}, 1, {"a.m", "a.mcx"}}};
  result.coriolis = {certificate(1e-16, 2e-16, 3e-16)};
  result.remarks = {"something is damped"};
  return result;
}

TEST(Tensors, AreListsOfMatricesInJson) {
  std::ostringstream out;
  write_json(out, with_tensor());
  EXPECT_NE(out.str().find(R"("dM": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]])"), std::string::npos);
  EXPECT_NE(out.str().find(R"("columns": {"regressor": ["a.m", "a.mcx"]})"), std::string::npos);
  EXPECT_NE(out.str().find(R"("factorisation": "christoffel")"), std::string::npos);
  EXPECT_NE(out.str().find(R"("remarks": ["something is damped"])"), std::string::npos);
}

TEST(Tensors, HaveThreeIndicesInCsv) {
  std::ostringstream out;
  write_csv(out, with_tensor());
  EXPECT_NE(out.str().find(R"("dM[0,0,0]","dM[0,0,1]","dM[0,1,0]","dM[0,1,1]","dM[1,0,0]")"),
            std::string::npos);
}

TEST(Tensors, AreMatricesWithAHeadEachInText) {
  std::ostringstream out;
  write_text(out, with_tensor());
  EXPECT_NE(out.str().find("dM[0], a\n"), std::string::npos);
  EXPECT_NE(out.str().find("dM[1], b\n"), std::string::npos);
  EXPECT_NE(out.str().find("a.mcx"), std::string::npos);
  EXPECT_NE(out.str().find("remark: something is damped\n"), std::string::npos);
  EXPECT_NE(out.str().find("C: Christoffel"), std::string::npos);
}

TEST(Tensors, HaveFourDimensionsInNpz) {
  std::ostringstream out;
  write_npz(out, with_tensor());
  EXPECT_NE(out.str().find("(1,2,2,2,)"), std::string::npos);
}

}  // namespace
}  // namespace kinetree::certificate_test
