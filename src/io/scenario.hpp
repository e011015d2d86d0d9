// The parts of kinetree-scenario/1 that have a file each.
#pragma once
#include <memory>

#include "io/scenario_node.hpp"
#include "kinetree/scenario.hpp"

namespace kinetree {

/// A model named in a scenario.
Model read_scenario_model(const Node& node, const std::string& scenario, Diagnostics* notes);

bool has_mimics(const Model& model);

LinkId read_body(const Node& node, const Model& model);

/// A joint that came with a branch and is driven: it is held where it came.
struct HeldJoint {
  std::string joint;
  double q = 0;
};

/// The edits of the robot that events ask for, read before everything that may speak of what comes.
class Attachments {
 public:
  /// Reads all "attach", "detach", "lock" and "unlock" of "events", and checks them against each
  /// other where their order is known.
  void read(Node& root, const Scenario& scenario, const std::string& file, Diagnostics* notes);

  bool empty() const noexcept { return edits_.empty(); }
  /// The edit of an event, by its path; null where it has none.
  std::shared_ptr<const RobotEdit> edit(const Node& event) const;
  bool has_link(const Node& name) const;  ///< whether anything that comes has it
  const std::vector<Model>& branches() const noexcept { return branches_; }
  const std::vector<HeldJoint>& held() const noexcept { return held_; }
  void need_driven(bool is_driven) const;  ///< fails at the first "actuated" where it cannot be

 private:
  struct Asked {
    Node event, value;
    std::optional<double> t;
    std::shared_ptr<const RobotEdit> edit;
  };
  std::optional<RobotEdit> read_edit(Node& event, const Model& robot, const std::string& file,
                                     Diagnostics* notes, std::optional<Node>& value);
  Attach read_attach(Node node, const std::string& file, Diagnostics* notes);
  void read_actuated(Node& node, const Attach& attach);
  void check_in_order(const Model& robot) const;
  void check_apart(const Model& robot) const;
  std::vector<Asked> edits_;
  std::vector<Model> branches_;
  std::vector<HeldJoint> held_;
  std::optional<Node> actuated_;
};

/// A controller for each robot that occurs; null where the one of the start goes on.
using ControllerRecipe =
    std::function<Controller(const Model& robot, const std::vector<HeldJoint>& held)>;

/// "controller", "desired" and "prescribed", after model and initial state.
ControllerRecipe read_control(Node& root, Scenario& scenario);

/// "forces", "limits" and "events".
void read_happenings(Node& root, Scenario& scenario, const Attachments& attachments);
void read_events(const Node& list, Scenario& scenario, const Attachments& attachments);
/// Refuses one more than ten thousand: all of them are looked at in every step.
void check_number(std::size_t before, const Node& node);

}  // namespace kinetree
