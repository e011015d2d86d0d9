// Files in and out: kinetree-model/1, kinetree-dh/1, URDF, and the built-in robots.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/model.hpp"

namespace kinetree {

/// Reads a model from a file, "-" (standard input) or the name of a built-in robot. The format is
/// told from the content. Throws FileError, ParseError or ModelError; lesser complaints go to
/// `notes`. Reading never depends on the locale.
Model load_model(const std::string& file_or_name, Diagnostics* notes = nullptr);

/// The same from text already in memory; `name` is used in messages.
Model parse_model(std::string_view text, const std::string& name, Diagnostics* notes = nullptr);

/// Reads as much as can be read and lists every complaint about the text; validate() has those
/// about the robot. Empty model where an error-level complaint prevents one; `syntax_ok` is false
/// where the text is not even JSON or XML. Throws only FileError.
struct Examination {
  std::optional<Model> model;
  Diagnostics diagnostics;
  bool syntax_ok = true;
};
Examination examine_model(const std::string& file_or_name);

/// kinetree-model/1, exact to the last bit when read back.
std::string to_json(const Model& model);

/// URDF. Throws UsageError for what URDF cannot say: spherical and helical joints.
std::string to_urdf(const Model& model);

/// Writes by extension: .json or .urdf.
void save_model(const Model& model, const std::filesystem::path& file);

/// Inputs of one evaluation; w is the velocity in C(q, v) w. Empty vectors were not given and count
/// as zero.
struct StateInput {
  Vector q, v, a, tau, w;
};

/// Reads {"joints": […], "states": […]} (or a model file that carries states) from a file or "-",
/// and returns the vectors in the order of `model`: by name where the file has "joints".
std::vector<StateInput> load_states(const std::string& file, const Model& model);

struct RobotInfo {
  std::string_view name, summary, source;
};
std::span<const RobotInfo> robots() noexcept;

/// A built-in robot, e.g. "puma6" or "snake:20"; nothing if there is none of that name. Throws
/// UsageError where the name is right and the size is not ("chain:0").
std::optional<Model> robot(std::string_view name);

}  // namespace kinetree
