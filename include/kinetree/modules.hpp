// Modules: parts with named connectors, and plans of what is plugged where. assembly.hpp plugs
// them.
//
// Two connectors that are plugged face each other: their origins coincide, their z axes (out of
// their parts) are opposed, their x axes agree but for a turn about z. docs/modules.md.
#pragma once
#include <map>
#include <unordered_map>

#include "kinetree/model.hpp"

namespace kinetree {

struct Connector {
  enum Gender { neutral, male, female };
  std::string name;
  std::string body;         ///< of the part; empty: the frame in which the part is written
  Pose placement;           ///< in the body, z out of the part
  std::string kind;         ///< different kinds do not fit; empty fits any
  Gender gender = neutral;  ///< two males do not fit, nor two females
  Joint joint;              ///< made when plugged; its axis is in the connector's frame
};

/// A robot that can be plugged by its connectors. A part that moves against the world it is written
/// in, or has several roots, stands on a massless body "mount" that is added.
class Part {
 public:
  Part(std::string name, Model model);  ///< throws ModelError
  void add(Connector connector);        ///< throws ModelError, changes nothing

  const std::string& name() const noexcept { return name_; }
  const Model& model() const noexcept { return model_; }
  const std::vector<Connector>& connectors() const noexcept { return connectors_; }
  const Connector* find(std::string_view connector) const;

 private:
  std::string name_;
  Model model_;  // one root, which does not move
  std::vector<Connector> connectors_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

/// Where a part goes.
struct Plug {
  std::string on;   ///< "instance.connector", or "world"
  std::string by;   ///< its own connector, or "instance.connector" of one that it carries
  double turn = 0;  ///< rad, about the z axis of the connector it goes on
  Pose at = {};     ///< on "world" only: the frame that serves as a connector there
};

struct Step {
  std::string part, as;  ///< which part, and the name of the instance
  Plug plug;
  Location where;
};

/// An assembly of a file: what is plugged, in this order.
struct AssemblyPlan {
  std::string name;
  std::vector<Step> steps;
  Location where;
};

struct ModuleLibrary {
  std::string name = "modules", file;
  Vector3 gravity{0, 0, -9.81};
  std::map<std::string, Part, std::less<>> parts;
  std::vector<AssemblyPlan> assemblies;
  const Part& part(std::string_view name) const;  ///< throws ModelError with the nearest spelling
  /// No name: the only one, or the one called "default". Throws ModelError.
  const AssemblyPlan& assembly(std::string_view name = {}) const;
};

/// Reads kinetree-modules/1, "-" for standard input. Every assembly in it has been tried. Throws
/// FileError or ParseError; lesser complaints go to `notes`.
ModuleLibrary load_modules(const std::string& file, Diagnostics* notes = nullptr);
ModuleLibrary parse_modules(std::string_view text, const std::string& name,
                            Diagnostics* notes = nullptr);

}  // namespace kinetree
