#include <gtest/gtest.h>

#include "run_fixture.hpp"

namespace kinetree {
namespace {

Plot plot(const std::string& what) { return run_plot(sample_info(), sample_samples(4), what); }

TEST(RunPlot, HasACurveAJoint) {
  for (const char* what : {"q", "v", "a", "tau", "error"}) {
    const Plot p = plot(what);
    ASSERT_EQ(p.series.size(), 2U) << what;
    EXPECT_EQ(p.series[0].label, "shoulder") << what;
    EXPECT_EQ(p.series[1].x.size(), 4U) << what;
    EXPECT_EQ(p.series[1].y.size(), 4U) << what;
    EXPECT_FALSE(p.y_label.empty()) << what;
  }
  EXPECT_EQ(plot("tau").series[0].y[1], 0.1 * 2);
  EXPECT_EQ(plot("error").series[1].y[0], -0.0 - 0.7);
}

TEST(RunPlot, HasThreeCurvesOfEnergyAndOneOfTheBalance) {
  const Plot energy = plot("energy");
  ASSERT_EQ(energy.series.size(), 3U);
  EXPECT_EQ(energy.series[2].y[0], energy.series[0].y[0] + energy.series[1].y[0]);
  EXPECT_EQ(plot("balance").series.size(), 1U);
}

TEST(RunPlot, ManyCurvesAreToldApart) {
  RunInfo info = sample_info(false);
  info.q_names.assign(9, "j");
  std::vector<Sample> samples = sample_samples(1, false);
  samples[0].q = Vector::Zero(9);
  const Plot p = run_plot(info, samples, "q");
  EXPECT_EQ(p.series[8].colour, p.series[1].colour);
  EXPECT_NE(p.series[8].dashed, p.series[1].dashed);
}

TEST(RunPlot, RefusesWhatIsNotThere) {
  EXPECT_THROW(plot("jerk"), UsageError);
  EXPECT_THROW(run_plot(sample_info(false), sample_samples(2, false), "error"), UsageError);
}

TEST(RunPlot, BecomesAPicture) {
  for (const char* what : {"q", "energy", "balance", "error"}) {
    std::ostringstream out;
    write_svg_plot(out, plot(what));
    EXPECT_TRUE(out.str().starts_with("<svg")) << what;
    EXPECT_EQ(out.str().find("<!--"), std::string::npos) << what;  // the model's name, escaped
  }
}

}  // namespace
}  // namespace kinetree
