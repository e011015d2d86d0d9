// What is plugged where, and the links that follow from it.
#include "model/inspect.hpp"
#include "modules/branch.hpp"
#include "modules/editor.hpp"
#include "modules/names.hpp"
#include "modules/pose.hpp"

namespace kinetree {
namespace {

std::string instance_of(const std::string& connector) {
  return connector.substr(0, connector.find('.'));
}

}  // namespace

std::string Assembly::Tree::End::text() const {
  return instance.empty() ? "world" : joined(instance, '.', connector->name);
}

const Assembly::Instance& Assembly::Tree::at(std::string_view instance) const {
  if (const auto found = tree_.instances_.find(instance); found != tree_.instances_.end()) {
    return found->second;
  }
  std::vector<std::string> names;
  for (const auto& [name, known] : tree_.instances_) names.push_back(name);
  throw ModelError(unknown("instance", instance, names));
}

Assembly::Tree::End Assembly::Tree::end(const std::string& text,
                                        const std::string& instance) const {
  if (text == "world") return {};
  const std::size_t dot = text.find('.');
  if (dot == text.npos && instance.empty()) {
    throw ModelError("'" + text +
                     "' names no connector (write \"instance.connector\" or \"world\")");
  }
  End result{dot == text.npos ? instance : text.substr(0, dot)};
  const Part& part = *at(result.instance).part;
  const std::string connector = dot == text.npos ? text : text.substr(dot + 1);
  result.connector = part.find(connector);
  if (result.connector != nullptr) return result;
  std::vector<std::string> names;
  for (const Connector& known : part.connectors()) names.push_back(known.name);
  throw ModelError("instance '" + result.instance + "' is a '" + part.name() +
                   "': " + unknown("connector", connector, names));
}

bool Assembly::Tree::in_robot(const std::string& instance) const {
  const std::string& base = at(instance).part->model().link(LinkId{0}).name;
  return tree_.model_.find(joined(instance, '/', base)).has_value();
}

std::string Assembly::Tree::top_of(const std::string& instance) const {
  std::string top = instance;
  for (const Instance* i = &at(top); i->mount && !i->mount->host.empty(); i = &at(top)) {
    top = i->mount->host;
  }
  return top;
}

bool Assembly::Tree::hangs_on(const std::string& instance, const std::string& top) const {
  std::string name = instance;
  while (name != top) {
    const auto& mount = at(name).mount;
    if (!mount || mount->host.empty()) return false;
    name = mount->host;
  }
  return true;
}

std::vector<std::string> Assembly::Tree::children(const std::string& instance) const {
  std::vector<std::string> found;
  for (const Connector& connector : at(instance).part->connectors()) {
    const auto used = tree_.used_.find(joined(instance, '.', connector.name));
    if (used == tree_.used_.end() || used->second == "world") continue;
    std::string other = instance_of(used->second);
    const auto& mount = at(other).mount;
    if (mount && mount->host == instance && mount->host_connector == connector.name) {
      found.push_back(std::move(other));
    }
  }
  return found;
}

std::vector<std::string> Assembly::Tree::carried(const std::string& top) const {
  std::vector<std::string> list = {top};
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::string& child : children(list[i])) list.push_back(std::move(child));
  }
  return list;
}

std::string Assembly::Tree::top_link(const std::string& instance) const {
  const Instance& at_top = at(instance);
  if (at_top.mount->joint.type != JointType::fixed) return at_top.mount->joint.name;
  return joined(instance, '/', at_top.part->find(at_top.mount->connector)->body);
}

Model Assembly::Tree::branch(const std::string& top) const {
  Model links;
  for (const std::string& name : carried(top)) {
    const Instance& instance = at(name);
    const Mount& mount = *instance.mount;
    Hanging hanging{{}, mount.at, mount.X_HC, mount.joint, mount.connector};
    if (!mount.host.empty()) {
      const Connector& host = *at(mount.host).part->find(mount.host_connector);
      hanging.X_parent_J = host.placement;
      if (name != top) hanging.parent = links.at(joined(mount.host, '/', host.body));
    }
    if (mount.reversed) {
      hanging.X_parent_J = composed(hanging.X_parent_J, mount.X_HC);
      hanging.X_JC = {};
      hanging.joint.axis = -mount.joint.axis;
    }
    append_instance(links, *instance.part, name, hanging);
  }
  const Diagnostics found = faults(links);
  if (!found.empty()) throw ModelError(to_string(found.front()));
  return links;
}

}  // namespace kinetree
