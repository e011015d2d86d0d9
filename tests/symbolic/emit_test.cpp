// Text, LaTeX and JSON.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kinetree/derive.hpp"
#include "kinetree/io.hpp"

namespace kinetree::testing::emit_test {
namespace {

const Equations& arm() {
  static const Equations e = derive(load_model("planar3"), {"M", "g"});
  return e;
}

TEST(Emit, TextSaysHowWellItIsProved) {
  const std::string text = emit(arm(), EquationFormat::text);
  EXPECT_NE(text.find("M[1,3] = M[3,1] = I3zz + m3·l3I·(l3I"), std::string::npos);
  EXPECT_NE(text.find("  l3I = 0.12  centre of mass along x of L3\n"), std::string::npos);
  EXPECT_NE(text.find("proved in 4 random states: worst disagreement"), std::string::npos);
  for (const char c : emit(arm(), EquationFormat::ascii)) EXPECT_GE(c, 0);
}

TEST(Emit, LatexIsADocument) {
  const std::string text = emit(arm(), EquationFormat::latex);
  EXPECT_TRUE(text.starts_with("\\documentclass"));
  EXPECT_TRUE(text.ends_with("\\end{document}\n"));
  EXPECT_NE(text.find("$ M_{1,3} = M_{3,1} = I_{3zz} + m_{3} l_{3I}"), std::string::npos);
}

TEST(Emit, LatexEscapesNames) {
  Model arm = load_model("planar3");
  arm.name = "50%_of {it}";
  EXPECT_NE(emit(derive(arm, {"g"}), EquationFormat::latex).find("50\\%\\_of \\{it\\}"),
            std::string::npos);
}

TEST(Emit, JsonHasLettersElementsAndProof) {
  const auto json = nlohmann::json::parse(emit(arm(), EquationFormat::json));
  EXPECT_EQ(json["format"], "kinetree-equations/1");
  EXPECT_EQ(json["quantities"][0]["elements"].size(), 6U);
  const auto& element = json["quantities"][0]["elements"][5];
  EXPECT_EQ(element["expression"], "I3zz + m3*l3I**2");
  EXPECT_EQ(element["row"], 3);
  EXPECT_EQ(element["terms"], 2);
  EXPECT_LE(json["proof"]["worst"].get<double>(), json["proof"]["bound"].get<double>());
  EXPECT_EQ(json["parameters"][0]["name"], "m1");
  EXPECT_EQ(json["parameters"][0]["value"], 4);
  EXPECT_EQ(json["parameters"][0]["body"], "L1");
  EXPECT_EQ(json["coordinates"][0]["joint"], "L1");
}

}  // namespace
}  // namespace kinetree::testing::emit_test
