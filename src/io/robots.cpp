// Built-in robots by name.
//
// A written robot goes through the same reader as a user's file, so it cannot rely on anything a
// user could not write. Names of grown robots end in ":N", the number of links.
#include "io/robots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "io/model_json.hpp"

namespace kinetree {
namespace {

struct GrownRobot {
  RobotInfo info;
  Model (*make)(int size);
};

constexpr std::array<GrownRobot, 3> grown{{
    {{"snake:N", "N cylinders bending sideways and up in turn", "generic"}, make_snake},
    {{"chain:N", "serial arm of N revolute joints without any symmetry", "generic"}, make_chain},
    {{"tree:N", "binary tree of N revolute joints without any symmetry", "generic"}, make_tree},
}};

Model read_written(const WrittenRobot& written) {
  const Source source(std::string(written.info.name), std::string(written.text));
  const json::Document document(source);
  const json::Value root = document.root();
  Diagnostics found;
  Complaints complaints(source, found);
  ModelDraft draft =
      root.find("rows") ? read_dh(root, complaints) : read_model_json(root, complaints);
  draft.name = source.name();
  // It has no file that a message could point into.
  draft.file.clear();
  for (Link& link : draft.links) link.where = link.joint.where = {};
  return assemble(std::move(draft), found).value();
}

int read_size(std::string_view name, std::string_view digits) {
  constexpr int largest = most_links / 2;  // written out, they are read again
  int size = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, failed] = std::from_chars(digits.data(), end, size);
  if (failed != std::errc() || stop != end || size < 1 || size > largest) {
    throw UsageError(fmt::format("{}: the size must be a whole number from 1 to {} (e.g. {}:20)",
                                 std::string(name), largest, name.substr(0, name.find(':'))));
  }
  return size;
}

}  // namespace

std::span<const RobotInfo> robots() noexcept {
  static const auto list = [] {
    std::array<RobotInfo, written_robot_count + grown.size()> all;
    auto next = all.begin();
    for (const WrittenRobot& r : written_robots()) *next++ = r.info;
    for (const GrownRobot& r : grown) *next++ = r.info;
    return all;
  }();
  return list;
}

std::optional<Model> robot(std::string_view name) {
  for (const WrittenRobot& written : written_robots()) {
    if (name == written.info.name) return read_written(written);
  }
  const std::size_t colon = std::min(name.find(':'), name.size());
  for (const GrownRobot& family : grown) {
    if (name.substr(0, colon) != family.info.name.substr(0, family.info.name.find(':'))) continue;
    const std::string_view digits = name.substr(std::min(colon + 1, name.size()));
    Model model = family.make(read_size(name, digits));
    model.name = name;
    return model;
  }
  return std::nullopt;
}

std::string model_file(const std::string& beside, const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path path = fs::path(beside).parent_path() / name;
  return !robot(name) && fs::is_regular_file(path, failed) ? path.string() : name;
}

}  // namespace kinetree
