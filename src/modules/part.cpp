// Parts and libraries of them: what can be plugged, and that it can.
#include <utility>

#include "kinetree/modules.hpp"
#include "model/inspect.hpp"
#include "modules/names.hpp"
#include "modules/pose.hpp"

namespace kinetree {
namespace {

constexpr LinkId only_root{0};

/// One root that does not move is the part's base; otherwise there is a body below the roots.
Model on_one_base(Model model) {
  int roots = 0;
  for (int i = 0; i < model.size(); ++i) roots += model.parent(static_cast<LinkId>(i)) ? 0 : 1;
  if (roots == 1 && model.link(only_root).joint.type == JointType::fixed) return model;
  Link mount;
  mount.name = mount.joint.name = "mount";
  Model stand;
  stand.name = model.name;
  stand.file = model.file;
  stand.add(std::move(mount));
  stand.attach(only_root, std::move(model));
  return stand;
}

void check_joint(const std::string& subject, const Connector& connector) {
  if (connector.joint.mimic) {
    throw ModelError(subject + ": the joint of a connector cannot mimic another");
  }
  Link probe;
  probe.name = connector.name;
  probe.joint = connector.joint;
  probe.joint.name = connector.name;
  probe.joint.placement = connector.placement;
  Diagnostics list;
  Findings found(list);
  link_faults(probe, "", found);
  if (list.empty()) return;
  Diagnostic first = list.front();
  first.at = {};
  first.subject = subject;
  throw ModelError(to_string(first));
}

}  // namespace

Part::Part(std::string name, Model model) : name_(std::move(name)) {
  check_word("part", name_);
  if (model.size() == 0) throw ModelError("part '" + name_ + "' has no bodies");
  const Diagnostics found = faults(model);
  if (!found.empty()) throw ModelError("part '" + name_ + "': " + to_string(found.front()));
  model_ = on_one_base(std::move(model));
}

void Part::add(Connector connector) {
  const std::string subject = "connector '" + connector.name + "' of part '" + name_ + "'";
  check_word("connector", connector.name);
  if (by_name_.contains(connector.name)) {
    throw ModelError(subject + " is there already (names must be unique)");
  }
  check_joint(subject, connector);
  if (connector.body.empty()) {
    const Link& base = model_.link(only_root);
    connector.body = base.name;
    connector.placement = composed(inverse(base.joint.placement), connector.placement);
  } else if (!model_.find(connector.body)) {
    std::vector<std::string> bodies;
    bodies.reserve(static_cast<std::size_t>(model_.size()));
    for (int i = 0; i < model_.size(); ++i) {
      bodies.push_back(model_.link(static_cast<LinkId>(i)).name);
    }
    throw ModelError(subject + ": " + unknown("body", connector.body, bodies));
  }
  by_name_.emplace(connector.name, connectors_.size());
  connectors_.push_back(std::move(connector));
}

const Connector* Part::find(std::string_view connector) const {
  const auto found = by_name_.find(std::string(connector));
  return found == by_name_.end() ? nullptr : &connectors_[found->second];
}

const Part& ModuleLibrary::part(std::string_view called) const {
  if (const auto found = parts.find(called); found != parts.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [key, part] : parts) names.push_back(key);
  throw ModelError(unknown("part", called, names));
}

const AssemblyPlan& ModuleLibrary::assembly(std::string_view called) const {
  std::vector<std::string> names;
  for (const AssemblyPlan& plan : assemblies) {
    if (plan.name == (called.empty() ? "default" : called)) return plan;
    names.push_back(plan.name);
  }
  if (!called.empty()) throw ModelError(unknown("assembly", called, names));
  if (assemblies.size() == 1) return assemblies.front();
  if (assemblies.empty()) {
    throw ModelError("has parts but no assembly (write \"assemblies\", or plug the parts in code)");
  }
  std::string choices;
  for (std::size_t i = 0; i < names.size() && i < 8; ++i) {
    choices += (i > 0 ? ", FILE#" : "FILE#") + names[i];
  }
  throw ModelError("has " + std::to_string(names.size()) +
                   " assemblies, and none is called 'default' (choose one: " + choices +
                   (names.size() > 8 ? ", …)" : ")"));
}

}  // namespace kinetree
