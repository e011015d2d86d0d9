// Assemblies: robots of plugged parts, put together and taken apart while they are used.
//
// An assembly knows which connector is plugged to which, and keeps a Model in step.
// docs/modules.md.
#pragma once
#include <map>
#include <memory>
#include <unordered_map>

#include "kinetree/modules.hpp"

namespace kinetree {

class Reassembly;

/// A robot of plugged instances, and the instances that lie beside it, loose. Links and joints are
/// called "instance/name". Every edit is all or nothing: what throws has changed nothing.
class Assembly {
 public:
  explicit Assembly(std::shared_ptr<const ModuleLibrary> library);
  explicit Assembly(ModuleLibrary library);
  Assembly(ModuleLibrary library, std::string_view plan);  ///< ParseError says which step is wrong

  /// The robot; its first link is "ground". Evaluators follow it by sync().
  const Model& model() const noexcept { return model_; }
  const ModuleLibrary& library() const noexcept { return *library_; }

  /// A new instance of a part. Throws ModelError: names, connectors that are used or do not fit.
  Reassembly plug(std::string_view part, std::string_view as, const Plug& plug);
  /// A loose instance and all that hangs together with it, by any free connector of them: joints on
  /// the way are turned round and their q keeps its meaning.
  Reassembly plug(std::string_view instance, const Plug& plug);
  /// The instance and all it carries become loose, still plugged to each other.
  Reassembly unplug(std::string_view instance);
  /// unplug() and plug() in one.
  Reassembly move(std::string_view instance, const Plug& plug);
  /// Forgets a loose instance and all that hangs together with it.
  Reassembly discard(std::string_view instance);
  /// Takes back the last of the above that was not taken back, bit for bit. Throws UsageError.
  void undo(const Reassembly& last);

  struct InstanceState {
    std::string name, part, on, by;  ///< on: empty where it is loose and carries the others
    bool loose = false;
  };
  struct ConnectorState {
    std::string name, other;  ///< "instance.connector"; what it is plugged to, empty: free
  };
  struct Frame {
    LinkId link{};
    Pose placement;
  };
  std::vector<InstanceState> instances() const;
  std::vector<ConnectorState> connectors() const;
  std::vector<std::string> carried(std::string_view instance) const;  ///< it first
  Frame frame(std::string_view connector) const;  ///< throws ModelError where it is loose

 private:
  friend class Reassembly;
  class Tree;
  class Editor;
  struct Mount {
    std::string host, host_connector;  // host empty: the world
    std::string connector;             // its own
    Pose at = {};                      // of the host's connector where that is the world
    Pose X_HC = {};                    // of its own connector in the host's, q = 0
    Joint joint;                       // axis in the connector of the first host
    bool reversed = false;             // it was that host
  };
  struct Instance {
    const Part* part = nullptr;
    std::optional<Mount> mount;  // nothing: loose
  };
  using Change = std::pair<std::string, std::optional<Instance>>;

  std::shared_ptr<const ModuleLibrary> library_;
  Model model_;
  std::map<std::string, Instance, std::less<>> instances_;
  std::unordered_map<std::string, std::string> used_;  // connector: the other one
  Revision revision_;
};

/// Given back by every edit of an assembly, to undo it.
class Reassembly {
 public:
  std::vector<std::string> instances;  ///< that came, went or moved; what was named first

 private:
  friend class Assembly;
  std::vector<Assembly::Change> before_;
  std::shared_ptr<Model> removed_;
  std::optional<Edit> detached_, attached_;
  std::uint64_t state_before_ = 0, state_after_ = 0;
};

}  // namespace kinetree
