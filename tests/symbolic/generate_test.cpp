// Generated code: compiled as users compile it, run, and believed only if it says so itself; and
// its test is believed only if it fails for wrong code.
#include "kinetree/generate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "kinetree/io.hpp"
#include "support/folder.hpp"
#include "support/random_tree.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing::generate_test {
namespace {

class Workshop {
 public:
  void write(const GeneratedCode& code) const {
    for (const GeneratedFile& file : code.files) {
      std::ofstream(folder_.path() / file.name) << file.text;
    }
  }
  /// Exit code of a shell command in the folder.
  int run(const std::string& command) const {
    const int status = std::system(
        fmt::format("cd '{}' && ( {} ) > log.txt 2>&1", folder_.path().string(), command).c_str());
    return WEXITSTATUS(status);
  }
  std::string log() const {
    std::ifstream file(folder_.path() / "log.txt");
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  Folder folder_;
};

constexpr const char* gcc =
    "gcc -std=c99 -O1 -Wall -Wextra -pedantic -Werror *.c -o test -lm && ./test";
// At -O1 gcc takes eight times as long for functions of thousands of lines.
constexpr const char* quick_gcc =
    "gcc -std=c99 -O0 -Wall -Wextra -pedantic -Werror *.c -o test -lm && ./test";

bool works(const char* command) {
  return std::system(fmt::format("{} > /dev/null 2>&1", command).c_str()) == 0;
}
bool has(const std::string& program) { return works(("command -v " + program).c_str()); }

GenerateOptions in(Language language) {
  GenerateOptions options;
  options.language = language;
  return options;
}

void expect_c(const Model& model, const GenerateOptions& options = {},
              const char* compile_and_run = gcc) {
  const Workshop folder;
  folder.write(generate(model, options));
  EXPECT_EQ(folder.run(compile_and_run), 0) << model.name << '\n' << folder.log().substr(0, 2000);
}

TEST(Generate, CPassesItsOwnTest) {
  for (const char* name : {"planar3", "rocker5", "puma6", "pelican3", "three_link"}) {
    expect_c(load_model(name));
  }
}

TEST(Generate, CTakesEveryJointType) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_c(random_tree(seed, {.links = 7}), {}, quick_gcc);
  }
  expect_c(random_tree(5, {.links = 7, .multi_dof = false, .mimics = true}));
}

TEST(Generate, CTakesAPayload) {
  GenerateOptions options;
  options.payload = "link3";
  expect_c(load_model("pelican3"), options);
}

TEST(Generate, CIsWhatClangTakes) {
  if (!has("clang-14")) GTEST_SKIP() << "no clang-14";
  const Workshop folder;
  folder.write(generate(load_model("puma6")));
  EXPECT_EQ(
      folder.run("clang-14 -std=c99 -O1 -Wall -Wextra -pedantic -Werror *.c -o test -lm && ./test"),
      0)
      << folder.log().substr(0, 2000);
}

/// Options for every instruction set that this machine has.
std::vector<std::string> machine_options() {
  std::vector<std::string> all{""};
#if defined(__x86_64__)
  for (const std::string& set : available_simd()) {
    if (set == "avx2") all.emplace_back("-march=x86-64-v3 -ffp-contract=fast");
    if (set == "avx512") all.emplace_back("-march=x86-64-v4 -ffp-contract=fast");
  }
#endif
  return all;
}

TEST(Generate, BatchesFillRegistersOfAnyWidth) {
  for (const int lanes : {3, 4, 12}) {
    GenerateOptions options;
    options.lanes = lanes;
    const Workshop folder;
    folder.write(generate(load_model("scara"), options));
    for (const std::string& machine : machine_options()) {
      EXPECT_EQ(folder.run(fmt::format("gcc {} {}", machine, gcc + 4)), 0)
          << lanes << ' ' << machine << '\n'
          << folder.log().substr(0, 2000);
    }
  }
}

// Beside multiples of π/2 a sine has no correct digit unless the angle was reduced with care.
constexpr const char* sine_check = R"(#include "pelican2.c"
#include <stdio.h>
static double worst = 0;
static void look(double x, double is, long double right)
{
  const double near = (double)right;
  const double ulp = fabs(nextafter(near, 2 * near) - near);
  const double off = (double)fabsl(is - right) / (ulp > 0 ? ulp : 1e-300);
  if (!(off < worst)) { worst = off; printf("%.17g: %.3f ulp\n", x, off); }
}
static void check(double x)
{
  pelican2_pack angle, sine, cosine;
  double *to = (double *)&angle;
  for (int w = 0; w < PELICAN2_WIDTH; ++w) { to[w] = w % 2 ? -x : x; }
  pelican2_sin_cos(1, &angle, &sine, &cosine);
  look(x, *(double *)&sine, sinl(x));
  look(x, *(double *)&cosine, cosl(x));
  look(-x, ((double *)&sine)[PELICAN2_WIDTH - 1], sinl(PELICAN2_WIDTH > 1 ? -x : x));
}
int main(void)
{
  unsigned long long seed = 1;
  for (int k = 0; k < 600000; k += 5) {
    const double multiple = k * 1.57079632679489661923;
    check(multiple);
    check(nextafter(multiple, 0));
    check(nextafter(multiple, 1e9));
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    const double unit = (double)(seed >> 11) * 0x1p-53;
    check(unit * 10);
    check(unit * 1e6);
    check(unit * 1e8);
  }
  return worst < 2 ? 0 : 1;
}
)";

TEST(Generate, SinesOfBatchesAreRightToTheLastDigit) {
  const Workshop folder;
  GeneratedCode code = generate(load_model("pelican2"));  // eight lanes: registers of any width
  code.files.push_back({"sines.c", sine_check});
  folder.write(code);
  for (const std::string& machine : machine_options()) {
    EXPECT_EQ(
        folder.run(fmt::format("gcc -std=c99 -O1 {} sines.c -o sines -lm && ./sines", machine)), 0)
        << machine << '\n'
        << folder.log();
  }
}

TEST(Generate, TheTestNoticesWrongCode) {
  const Workshop folder;
  GeneratedCode code = generate(load_model("planar3"));
  folder.write(code);
  // One sign somewhere in the source.
  std::string& text = code.files[1].text;
  const std::size_t sign = text.find(" + ", text.find("coriolis"));
  ASSERT_NE(sign, std::string::npos);
  text[sign + 1] = '-';
  folder.write(code);
  EXPECT_EQ(folder.run(gcc), 1) << folder.log().substr(0, 500);
}

TEST(Generate, CppPassesItsTest) {
  const Model model = load_model("puma6");
  const Workshop folder;
  folder.write(generate(model, in(Language::cpp)));
  EXPECT_EQ(
      folder.run("g++ -std=c++20 -O1 -Wall -Wextra -pedantic -Werror -Wconversion *.cpp -o test "
                 "&& ./test"),
      0)
      << folder.log().substr(0, 2000);
}

TEST(Generate, NumPyRunsIt) {
  if (!works("/usr/bin/python3 -c 'import numpy'")) GTEST_SKIP() << "no NumPy";
  const Workshop folder;
  folder.write(generate(load_model("puma6"), in(Language::python)));
  EXPECT_EQ(folder.run("/usr/bin/python3 puma6.py"), 0) << folder.log().substr(0, 2000);
}

TEST(Generate, OctaveRunsIt) {
  if (!has("octave-cli")) GTEST_SKIP() << "no octave-cli";
  const Workshop folder;
  folder.write(generate(load_model("puma6"), in(Language::matlab)));
  EXPECT_EQ(folder.run("octave-cli --eval \"puma6('test');\""), 0) << folder.log().substr(0, 2000);
}

TEST(Generate, IsTheSameTextEveryTime) {
  const auto first = generate(load_model("puma6")), second = generate(load_model("puma6"));
  ASSERT_EQ(first.files.size(), second.files.size());
  for (std::size_t k = 0; k < first.files.size(); ++k) {
    EXPECT_EQ(first.files[k].text, second.files[k].text);
  }
}

TEST(Generate, RefusesWhatMakesNoSense) {
  const Model model = load_model("planar3");
  GenerateOptions options;
  options.prefix = "3d";
  EXPECT_THROW(generate(model, options), UsageError);
  options = {};
  options.lanes = -1;
  EXPECT_THROW(generate(model, options), UsageError);
  options = {};
  options.payload = "nowhere";
  EXPECT_THROW(generate(model, options), UsageError);
  EXPECT_THROW(find_language("fortran"), UsageError);
}

long flops(const GeneratedCode& code, std::string_view name) {
  for (const GeneratedFunction& f : code.functions) {
    if (f.name != name) continue;
    const Operations& o = f.operations;
    return o.multiplications + o.additions + o.divisions + o.square_roots;
  }
  return -1;
}

/// Seven joints, twists of ±90°, offsets and inertias without symmetry: what such an arm may cost.
Model arm() {
  Model model;
  const double quarter = 1.5707963267948966;
  for (int i = 0; i < 7; ++i) {
    Link link;
    link.name = fmt::format("link{}", i + 1);
    link.joint.name = fmt::format("joint{}", i + 1);
    link.joint.type = JointType::revolute;
    link.joint.axis = Vector3::UnitZ();
    const double twist = i == 0 ? 0 : i % 2 == 1 ? -quarter : quarter;
    link.joint.placement.R << 1, 0, 0, 0, std::cos(twist), -std::sin(twist), 0, std::sin(twist),
        std::cos(twist);
    const double offset = i == 3 ? 0.0825 : i == 4 ? -0.0825 : i == 6 ? 0.088 : 0.0;
    link.joint.placement.p = {offset, i % 2 == 0 && i > 0 ? -0.3 : 0.0, i == 0 ? 0.333 : 0.0};
    link.inertia = {2.0 + 0.1 * i, {0.01, 0.02 + 0.003 * i, -0.03}, Matrix3::Identity() * 0.02};
    link.inertia.inertia(0, 1) = link.inertia.inertia(1, 0) = 0.001;
    link.inertia.inertia(0, 2) = link.inertia.inertia(2, 0) = -0.002;
    link.inertia.inertia(1, 2) = link.inertia.inertia(2, 1) = 0.003;
    link.inertia.inertia(2, 2) = 0.025;
    model.add(link, i > 0 ? std::optional(static_cast<LinkId>(i - 1)) : std::nullopt);
  }
  model.name = "arm7";
  return model;
}

TEST(Generate, TakesFewOperations) {
  const GeneratedCode code = generate(arm());
  EXPECT_LE(flops(code, "mass_matrix"), 400);
  EXPECT_LE(flops(code, "inverse_dynamics"), 700);
  EXPECT_LE(flops(code, "forward_dynamics"), 1300);
  EXPECT_LE(flops(code, "coriolis"), 1600);
}

}  // namespace
}  // namespace kinetree::testing::generate_test
