#include <gtest/gtest.h>

#include "run_fixture.hpp"

namespace kinetree {
namespace {

std::string text(const RunInfo& info, const Run& run) {
  std::ostringstream out;
  write_run_text(out, info, run);
  return out.str();
}

TEST(RunText, SaysEverythingTheAuditFound) {
  const std::string found = text(sample_info(), sample_run());
  for (const char* part : {"2 s simulated; 'touch\"down' at 2 s",
                           "dopri5, rtol 1e-08, atol 1e-10",
                           "ltdl",
                           "pd",
                           "1234 taken, 5 rejected",
                           "3 J → 4 J",
                           "work of the torques   1 J",
                           "shoulder            1.5 J",
                           "work of friction      -0.125 J",
                           "work of forces        0.25 J",
                           "work of limits        -0.5 J",
                           "energy by events      0.75 J",
                           "1.00e-09 J at the end",
                           "drift of momentum     1.00e-12 N s",
                           "condition of M        10 at the start",
                           "1.000e-02 at most (shoulder at 1.25 s)",
                           "left 0.001            shoulder at 1 s",
                           "beyond its limit      el,\"bow at 0.5 s (upper)",
                           "shoulder first, at 1 s: neighbouring",
                           "limit el,\"bow at 0.5 s: bounce",
                           "a <b>remark</b>",
                           "of the audit"}) {
    EXPECT_NE(found.find(part), std::string::npos) << part << "\n" << found;
  }
}

TEST(RunText, LeavesOutWhatDidNotHappen) {
  kinetree::Run run;
  run.stop_text = "reached the end";
  run.audit.work = Vector::Zero(2);
  RunInfo info = sample_info(false);
  info.adaptive = false;
  info.integrator.method = "rk4";
  info.remarks.clear();
  const std::string found = text(info, run);
  EXPECT_NE(found.find("rk4, step 0.001 s"), std::string::npos) << found;
  for (const char* part : {"friction", "forces", "limit", "events", "momentum", "tracking",
                           "unstable", "note", "shoulder"}) {
    EXPECT_EQ(found.find(part), std::string::npos) << part << "\n" << found;
  }
}

TEST(RunText, ManyJointsAreSummedUp) {
  RunInfo info = sample_info(false);
  info.v_names.assign(30, "wheel");
  kinetree::Run run;
  run.audit.work = Vector::Ones(30);
  const std::string found = text(info, run);
  EXPECT_EQ(found.find("wheel"), std::string::npos);
  EXPECT_NE(found.find("30 J"), std::string::npos);
}

}  // namespace
}  // namespace kinetree
