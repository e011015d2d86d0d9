// Functions in four languages; tests/cli/derived_code.py compiles and runs them.
#include <gtest/gtest.h>

#include "kinetree/derive.hpp"
#include "kinetree/io.hpp"

namespace kinetree::testing {
namespace {

std::string code(EquationFormat format, const DeriveOptions& options = {}) {
  return emit(derive(load_model("pelican2"), {"M", "C"}, options), format);
}

void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\nis not in\n" << text;
  }
}

TEST(EmitCode, TakesEverySineOnce) {
  expect_lines(code(EquationFormat::c),
               {"double m1; /* mass of link1 */", "const double c_1 = cos(q[1]);",
                "void pelican2_C(const double *q, const double *v, const pelican2_parameters *p, "
                "double *out)",
                "out[1] = -p->m2*p->l1*p->l2I*s_1*(v[0] + v[1]);", "out[2] = out[1];"});
}

TEST(EmitCode, HasDefaultsOfTheModel) {
  expect_lines(code(EquationFormat::cpp), {"namespace pelican2 {", "double m1 = 6.5225;"});
  expect_lines(code(EquationFormat::python), {"def C(q, v, *, ", "m1=6.5225", "s_1 = sin(q[1])"});
  expect_lines(code(EquationFormat::matlab), {"function [M, C] = pelican2_equations(q, v, p)",
                                              "'m1', 6.5225", "c_1 = cos(q(2));"});
}

TEST(EmitCode, NeedsNoParametersWhereAllAreNumbers) {
  const std::string text = code(EquationFormat::c, {.symbolic = {}, .numeric = {"all"}});
  EXPECT_EQ(text.find("parameters"), std::string::npos);
  expect_lines(text, {"void pelican2_M(const double *q, double *out)"});
}

TEST(EmitCode, OneElementIsANumber) {
  DeriveOptions options;
  options.element = std::pair(0, 1);
  const Equations e = derive(load_model("pelican2"), {"M"}, options);
  expect_lines(emit(e, EquationFormat::c), {"double pelican2_M_1_2(const double *q, "});
  expect_lines(emit(e, EquationFormat::python), {"def M_1_2(q, *"});
}

TEST(EmitCode, AvoidsWordsOfTheLanguages) {
  DeriveOptions options;
  options.names = {{"m2", "lambda"}, {"l1", "double"}};
  const std::string text = code(EquationFormat::python, options);
  expect_lines(text, {"lambda_=2.0458", "double_=0.26"});
}

}  // namespace
}  // namespace kinetree::testing
