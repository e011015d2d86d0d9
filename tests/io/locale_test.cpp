// Reading and writing in a program whose locale has decimal commas.
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <locale>

#include "kinetree/run_report.hpp"
#include "support.hpp"

namespace kinetree::testing::locale_test {
namespace {

/// German numbers for C and C++, made by localedef where the system does not have them.
class CommaLocale : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto folder =
        std::filesystem::temp_directory_path() / ("kinetree_" + std::to_string(getpid()));
    const std::string place = (folder / "de_DE.UTF-8").string();
    std::filesystem::create_directories(folder);
    const std::string make = "localedef -i de_DE -f UTF-8 '" + place + "' >/dev/null 2>&1";
    // NOLINTNEXTLINE(cert-env33-c): the test's own words
    if (std::system(make.c_str()) >= 0) setenv("LOCPATH", folder.c_str(), 1);
    const bool there = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    unsetenv("LOCPATH");
    std::filesystem::remove_all(folder);
    if (!there) GTEST_SKIP() << "no German locale, and none could be made (package locales)";
    ASSERT_STREQ(std::localeconv()->decimal_point, ",");
    std::locale::global(std::locale(std::locale(), new Comma));
  }
  void TearDown() override {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
  }

 private:
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
};

constexpr double mass = 1234.5;

TEST_F(CommaLocale, ChangesNothingInModels) {
  const Model model = parse_model(one_body(R"(, "mass": 1234.5, "com": [0.25, 0, 0])"), "arm.json");
  EXPECT_EQ(link(model, "arm").inertia.mass, mass);
  const std::string json = to_json(model), xml = to_urdf(model);
  EXPECT_NE(json.find("\"mass\": 1234.5,"), std::string::npos) << json;
  EXPECT_NE(xml.find("<mass value=\"1234.5\""), std::string::npos) << xml;
  EXPECT_EQ(link(parse_model(xml, "arm.urdf"), "arm").inertia.com.x(), 0.25);
}

TEST_F(CommaLocale, ChangesNothingInResults) {
  Result result = make_result(*robot("pendulum"));
  result.states = 1;
  result.revision = 12345;
  Field energy;
  energy.name = "T";
  energy.values = {mass};
  result.fields.push_back(energy);
  for (const auto write : {write_json, write_csv, write_text}) {
    std::ostringstream here, elsewhere;
    elsewhere.imbue(std::locale::classic());
    write(here, result);
    write(elsewhere, result);
    EXPECT_EQ(here.str(), elsewhere.str());
    EXPECT_NE(here.str().find("1234.5"), std::string::npos) << here.str();
  }
}

TEST_F(CommaLocale, ChangesNothingInScenariosAndRuns) {
  const TemporaryFile file(R"({"format": "kinetree-scenario/1", "model": "pendulum",
    "duration": 0.25, "initial": {"q": 1234.5}, "events": [{"t": 0.125}]})",
                           ".json");
  const Scenario scenario = load_scenario(file.path());
  EXPECT_EQ(scenario.options.duration, 0.25);
  const RunInfo info = describe_run(scenario);
  const auto run = simulate(scenario.model, scenario.start, scenario.controller, scenario.options);
  const Sample& first = run.samples.front();
  EXPECT_NE(run_json_sample(first, true).find("\"q\": [1234.5]"), std::string::npos);
  EXPECT_NE(run_json_head(info).find("\"duration\": 0.25,"), std::string::npos);
  EXPECT_NE(run_json_tail(info, &run).find("{\"t\": 0.125, \"name\": \"t = 0.125\""),
            std::string::npos);
  EXPECT_TRUE(run_csv_row(info, first).starts_with("0,1234.5,"));
  std::ostringstream text;
  write_run_text(text, info, run);
  EXPECT_NE(text.str().find("0.25 s simulated"), std::string::npos) << text.str();
}

}  // namespace
}  // namespace kinetree::testing::locale_test
