#include <gtest/gtest.h>

#include <cstring>

#include "run_fixture.hpp"
#include "unzip.hpp"

namespace kinetree {
namespace {

/// The cells of a CSV line, quotes undone.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> list(1);
  bool quoted = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {  // without the line feed
    if (line[i] == '"' && quoted && line[i + 1] == '"') {
      list.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      list.emplace_back();
    } else {
      list.back() += line[i];
    }
  }
  return list;
}

TEST(RunCsv, HeaderAndRowsHaveTheSameColumns) {
  for (const bool tracks : {false, true}) {
    const auto head = cells(run_csv_head(sample_info(tracks)));
    EXPECT_EQ(head.size(), tracks ? 14U : 12U);
    EXPECT_EQ(head[0], "t");
    EXPECT_EQ(head[1], "q[shoulder]");
    EXPECT_EQ(head[4], "v[el,\"bow]");
    EXPECT_EQ(head[11], "balance");
    for (const Sample& s : sample_samples(3, tracks)) {
      EXPECT_EQ(cells(run_csv_row(sample_info(), s)).size(), head.size());
    }
  }
}

TEST(RunCsv, HasSeventeenDigits) {
  const Sample s = sample_samples(1)[0];
  const std::string row = run_csv_row(sample_info(), s);
  EXPECT_TRUE(row.starts_with("0,0.33333333333333331,-0,1234567.8901229999,")) << row;
  EXPECT_TRUE(row.ends_with("\n"));
  const auto read = cells(row);
  EXPECT_EQ(std::stod(read[5]), s.a[0]);
  EXPECT_EQ(std::stod(read[9]), s.T);
  EXPECT_EQ(std::stod(read[13]), s.q_desired[1]);
}

std::string npz(const RunInfo& info, const std::vector<Sample>& samples, const Run* finished) {
  std::ostringstream out;
  write_run_npz(out, info, samples, finished);
  return out.str();
}

TEST(RunNpz, HoldsTheColumnsOfTheTable) {
  const kinetree::Run run = sample_run();
  const auto samples = sample_samples(3);
  const auto members = testing::unzip(npz(sample_info(), samples, &run));
  EXPECT_EQ(testing::npy_values(members.at("t.npy"), "<f8", "(3,)").size(), 24U);
  for (const char* name : {"q.npy", "v.npy", "a.npy", "tau.npy", "q_desired.npy"}) {
    EXPECT_EQ(testing::npy_values(members.at(name), "<f8", "(3,2,)").size(), 48U) << name;
  }
  for (const char* name : {"T.npy", "U.npy", "balance.npy"}) {
    EXPECT_EQ(testing::npy_values(members.at(name), "<f8", "(3,)").size(), 24U) << name;
  }
  double last = 0;
  std::memcpy(&last, testing::npy_values(members.at("q_desired.npy"), "<f8", "(3,2,)").data() + 40,
              sizeof last);
  EXPECT_EQ(last, samples[2].q_desired[1]);
  EXPECT_TRUE(members.contains("joints.npy"));
}

TEST(RunNpz, AboutIsTheJsonWithoutSamples) {
  const auto members = testing::unzip(npz(sample_info(), sample_samples(2), nullptr));
  const std::string& about = members.at("about.npy");
  std::string text;  // every character of it is ASCII: one byte in four
  for (std::size_t i = about.find('\n') + 1; i < about.size(); i += 4) text += about[i];
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["stop"], "running");
  EXPECT_TRUE(json["samples"].empty());
}

TEST(RunNpz, MayBeEmptyAndIsTheSameBytesEveryTime) {
  const auto members = testing::unzip(npz(sample_info(false), {}, nullptr));
  EXPECT_EQ(testing::npy_values(members.at("q.npy"), "<f8", "(0,2,)").size(), 0U);
  EXPECT_FALSE(members.contains("q_desired.npy"));
  const kinetree::Run run = sample_run();
  EXPECT_EQ(npz(sample_info(), sample_samples(3), &run),
            npz(sample_info(), sample_samples(3), &run));
}

}  // namespace
}  // namespace kinetree
