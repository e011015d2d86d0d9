// What the tests of readers share: small robots, temporary files, the text of an exception.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "io/complaints.hpp"
#include "kinetree/io.hpp"

namespace kinetree::testing {

inline std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// A file that lives as long as this.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view text, const std::string& extension = ".txt") {
    static int count = 0;
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->test_suite_name()) + "_" + test->name();
    std::replace(name.begin(), name.end(), '/', '_');
    path_ = std::filesystem::temp_directory_path() /
            ("kinetree_" + name + std::to_string(count++) + extension);
    std::ofstream(path_, std::ios::binary) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// The text of the `Exception` that `act` throws; a failed test where it throws none.
template <class Exception, class Act>
std::string message(const Act& act) {
  try {
    act();
  } catch (const Exception& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

/// "level rule" of every complaint about a text, for tests that care about which, not how.
inline std::vector<std::string> rules(const std::string& text) {
  const TemporaryFile file(text);
  std::vector<std::string> found;
  for (const Diagnostic& d : examine_model(file.path()).diagnostics) {
    constexpr const char* levels[] = {"note ", "warning ", "error "};
    found.push_back(levels[d.level] + d.rule);
  }
  return found;
}

/// A robot of one body in kinetree-model/1 with these members added.
inline std::string one_body(const std::string& members) {
  return R"({"format": "kinetree-model/1", "bodies": [
{"name": "arm", "parent": -1, "joint": "revolute", "axis": [0, 0, 1])" +
         members + "}]}";
}

/// A robot <robot><link name="base"/>…</robot>.
inline std::string urdf(const std::string& inside) {
  return "<robot name=\"r\">\n<link name=\"base\"/>\n" + inside + "\n</robot>\n";
}

/// The same with a link "arm" on a joint "j" of this type, with these children.
inline std::string urdf_joint(const std::string& children, const std::string& type = "revolute") {
  return urdf("<link name=\"arm\"/>\n<joint name=\"j\" type=\"" + type +
              "\">\n<parent link=\"base\"/><child link=\"arm\"/>\n" + children + "\n</joint>");
}

inline const Link& link(const Model& model, std::string_view name) {
  return model.link(model.at(name));
}

inline bool same_numbers(const Link& a, const Link& b) {
  const Joint &j = a.joint, &k = b.joint;
  return a.name == b.name && j.name == k.name && j.type == k.type && j.axis == k.axis &&
         j.placement.R == k.placement.R && j.placement.p == k.placement.p && j.pitch == k.pitch &&
         j.armature == k.armature && j.damping == k.damping && j.friction == k.friction &&
         j.limits.lower == k.limits.lower && j.limits.upper == k.limits.upper &&
         j.limits.velocity == k.limits.velocity && j.limits.effort == k.limits.effort &&
         j.mimic.has_value() == k.mimic.has_value() && a.inertia.mass == b.inertia.mass &&
         a.inertia.com == b.inertia.com && a.inertia.inertia == b.inertia.inertia &&
         a.visuals.size() == b.visuals.size();
}

}  // namespace kinetree::testing
