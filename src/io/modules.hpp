// kinetree-modules/1: parts with connectors, and assemblies of them.
#pragma once
#include <optional>
#include <string>

#include "io/complaints.hpp"
#include "io/json.hpp"
#include "kinetree/modules.hpp"

namespace kinetree {

inline constexpr std::string_view modules_format = "kinetree-modules/1";

/// Which robot of a file is wanted.
struct Choice {
  std::optional<std::string> assembly;  ///< after the '#', if there is one
  bool is_part = false;                 ///< a part is one robot: files of modules are refused
};

/// The text of "format", or nothing.
std::string format_of(const json::Value& root);

/// What the file says; faults go to `complaints`.
ModuleLibrary read_modules(const json::Value& root, Complaints& complaints);

/// Puts every assembly together, and complains where a step cannot be done.
void try_assemblies(const ModuleLibrary& library, Complaints& complaints);

/// The robot that was chosen; nothing after a complaint.
std::optional<Model> read_assembly(const json::Value& root, const Choice& choice,
                                   Complaints& complaints);

/// The robot of a part's "model". Throws as load_model() does.
Model load_part(const std::string& file_or_name);

}  // namespace kinetree
