#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "result_fixture.hpp"

namespace kinetree {
namespace {

TEST(JsonQuote, EscapesWhatJsonCannotHold) {
  EXPECT_EQ(json_quote("plain"), "\"plain\"");
  EXPECT_EQ(json_quote("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json_quote("line\nfeed\x1b"), R"("line\u000afeed\u001b")");
  EXPECT_EQ(json_quote("%n%s"), "\"%n%s\"");
  EXPECT_EQ(json_quote("löschen ✓ 🤖"), "\"löschen ✓ 🤖\"");
}

TEST(JsonQuote, ReplacesWhatIsNotUtf8) {
  const std::string replacement = "\"\xEF\xBF\xBD\"";
  EXPECT_EQ(json_quote("\xFF"), replacement);
  EXPECT_EQ(json_quote("\xC3"), replacement);                               // cut short
  EXPECT_EQ(json_quote("\xC0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");        // longer than needed
  EXPECT_EQ(nlohmann::json::parse(json_quote("\xED\xA0\x80")).size(), 1U);  // a surrogate
}

TEST(JsonNumber, ReadsBackToTheLastBit) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const auto value = std::bit_cast<double>(random());
    const std::string text = json_number(value);
    if (!std::isfinite(value)) {
      EXPECT_EQ(text, "null");
      continue;
    }
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << text;
  }
}

TEST(JsonNumber, IsShort) {
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(json_number(-9.81), "-9.81");
  EXPECT_EQ(json_number(3), "3");
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
}

TEST(WriteJson, DescribesItself) {
  const auto json = nlohmann::json::parse(written(write_json, sample_result()));
  EXPECT_EQ(json["format"], "kinetree-result/1");
  EXPECT_EQ(json["model"], "two\"link%n");
  EXPECT_EQ(json["revision"], 7);
  EXPECT_EQ(json["joints"][1], "ellbögen");
  EXPECT_EQ(json["dofs"], nlohmann::json({1, 1}));
  EXPECT_EQ(json["gravity"], nlohmann::json({0, 0, -9.81}));
  EXPECT_EQ(json["method"]["mass_matrix"], "crba");
  EXPECT_EQ(json["included"]["armature"], true);
  EXPECT_EQ(json["included"]["friction"], false);
  EXPECT_EQ(json["assumed"][0], "v is zero (not given)");
  EXPECT_EQ(json["jacobian"]["point"]["J:hand"][2], 0.5);
  EXPECT_TRUE(json.contains("units"));
  EXPECT_TRUE(json.contains("conventions"));
  EXPECT_TRUE(json.contains("kinetree"));
}

TEST(WriteJson, HasOneObjectAState) {
  const auto json = nlohmann::json::parse(written(write_json, sample_result()));
  ASSERT_EQ(json["states"].size(), 2U);
  const auto& state = json["states"][1];
  EXPECT_EQ(state["q"], nlohmann::json({1e-300, 3}));
  EXPECT_EQ(state["T"], 1.0 / 3);
  EXPECT_EQ(state["M"][0], nlohmann::json({1, 0.1}));
  EXPECT_EQ(state["centroidal_momentum"]["angular"], nlohmann::json({10, 11, 12}));
  EXPECT_EQ(state["poses"][0]["body"], "hand, left");
  EXPECT_EQ(state["poses"][0]["rotation"].size(), 9U);
  EXPECT_EQ(state["poses"][0]["com"][2], -2);
}

TEST(WriteJson, HasNoStatesWhereThereAreNone) {
  Result result = sample_result();
  result.states = 0;
  for (Field& field : result.fields) field.values.clear();
  EXPECT_TRUE(nlohmann::json::parse(written(write_json, result))["states"].empty());
}

}  // namespace
}  // namespace kinetree
