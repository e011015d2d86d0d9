// Plugging, unplugging and moving: checks, then a new state, and the model brought in step.
//
// Each instance has one mount, so instances are a tree like links. A group that is plugged by a
// connector of an inner instance has the mounts on the way to its old top turned round, as
// append_instance() turns round the joints within a part.
#include "modules/editor.hpp"

#include <cmath>

#include "modules/names.hpp"
#include "modules/pose.hpp"

namespace kinetree {
namespace {

constexpr std::string_view ground = "ground";

void check_fit(const Connector& host, const Connector& own, const std::string& what) {
  const bool kinds = !host.kind.empty() && !own.kind.empty() && host.kind != own.kind;
  const bool genders = host.gender != Connector::neutral && host.gender == own.gender;
  if (kinds) {
    throw ModelError(what + " do not fit: their kinds are '" + host.kind + "' and '" + own.kind +
                     "'");
  }
  if (genders) {
    throw ModelError(what + " do not fit: both are " +
                     (host.gender == Connector::male ? "male" : "female"));
  }
  if (host.joint.type != JointType::fixed && own.joint.type != JointType::fixed) {
    throw ModelError(what + " both bring a joint (one of the two must be fixed)");
  }
}

}  // namespace

// ---- what is asked ------------------------------------------------------------------------------

/// Free, or about to be: the ends of the mount by which `top` hangs now.
void Assembly::Editor::check_free(const End& end, const std::string& top) const {
  if (end.instance.empty()) return;
  const auto used = a_.used_.find(end.text());
  if (used == a_.used_.end()) return;
  const auto& mount = at(top).mount;
  if (mount && (end.text() == joined(top, '.', mount->connector) ||
                end.text() == joined(mount->host, '.', mount->host_connector))) {
    return;
  }
  throw ModelError("connector '" + end.text() + "' is used by '" + used->second +
                   "' (unplug that first)");
}

Assembly::Mount Assembly::Editor::mount(const Plug& plug, const End& host, const End& own) const {
  const bool on_world = host.instance.empty();
  if (!std::isfinite(plug.turn)) throw ModelError("the turn is not a finite number");
  Mount result{.host = host.instance,
               .host_connector = on_world ? "" : host.connector->name,
               .connector = own.connector->name,
               .X_HC = facing(plug.turn),
               .joint = own.connector->joint};
  result.joint.axis = result.X_HC.R * own.connector->joint.axis;
  if (on_world) {
    result.at = plug.at;
  } else {
    check_fit(*host.connector, *own.connector,
              "connectors '" + host.text() + "' and '" + own.text() + "'");
    if (plug.at.p != Vector3::Zero() || plug.at.R != Matrix3::Identity()) {
      throw ModelError("a pose can be said on \"world\" only: connectors say where they are");
    }
    if (host.connector->joint.type != JointType::fixed) result.joint = host.connector->joint;
  }
  result.joint.name = own.text();
  return result;
}

/// New mounts from the instance that is plugged up to the old top.
std::vector<Assembly::Change> Assembly::Editor::turned(const std::string& top,
                                                       const std::string& entry,
                                                       Mount mount) const {
  std::vector<Change> changes;
  for (std::string name = entry;;) {
    const Instance& instance = at(name);
    changes.emplace_back(name, Instance{instance.part, std::move(mount)});
    if (name == top) return changes;
    const Mount& old = *instance.mount;
    if (joint_nv(old.joint.type) > 1) {
      throw ModelError("joint '" + old.joint.name + "' is " +
                       std::string(to_string(old.joint.type)) +
                       " and cannot be turned round (plug by a connector on its other side)");
    }
    mount = {.host = name,
             .host_connector = old.connector,
             .connector = old.host_connector,
             .X_HC = inverse(old.X_HC),
             .joint = old.joint,
             .reversed = !old.reversed};
    name = old.host;
  }
}

// ---- all of it ----------------------------------------------------------------------------------

std::vector<Assembly::Change> Assembly::Editor::swap_in(std::vector<Change> changes) {
  const auto ends = [](const std::string& name, const Mount& mount) {
    return std::pair(joined(name, '.', mount.connector),
                     mount.host.empty() ? "world" : joined(mount.host, '.', mount.host_connector));
  };
  for (const auto& [name, after] : changes) {
    const auto found = a_.instances_.find(name);
    if (found == a_.instances_.end() || !found->second.mount) continue;
    const auto [own, host] = ends(name, *found->second.mount);
    a_.used_.erase(own);
    a_.used_.erase(host);
  }
  for (auto& [name, state] : changes) {
    if (state && state->mount) {
      const auto [own, host] = ends(name, *state->mount);
      a_.used_[own] = host;
      if (host != "world") a_.used_[host] = own;
    }
    const auto found = a_.instances_.find(name);
    std::optional<Instance> before;
    if (found != a_.instances_.end()) before = std::move(found->second);
    if (state) {
      a_.instances_[name] = std::move(*state);
    } else if (found != a_.instances_.end()) {
      a_.instances_.erase(found);
    }
    state = std::move(before);
  }
  return changes;
}

void Assembly::Editor::edit(Reassembly& done, const std::string& went, Model came,
                            const std::string& host_link) {
  if (!went.empty()) {
    done.removed_ = std::make_shared<Model>();
    done.detached_ = a_.model_.detach(a_.model_.at(went), *done.removed_);
  }
  if (came.size() == 0) return;
  try {
    done.attached_ = a_.model_.attach(a_.model_.at(host_link), std::move(came));
  } catch (...) {
    if (done.detached_) a_.model_.undo(*done.detached_, done.removed_.get());
    throw;
  }
}

Reassembly Assembly::Editor::begin(std::vector<std::string> instances) const {
  Reassembly done;
  done.instances = std::move(instances);
  done.state_before_ = a_.revision_.state();
  return done;
}

void Assembly::Editor::finish(Reassembly& done) {
  a_.revision_.advance();
  done.state_after_ = a_.revision_.state();
}

void Assembly::Editor::check_tree(const std::string& top, const End& host, const End& own,
                                  Way way) const {
  if (own.connector == nullptr) throw ModelError("\"by\" names a connector, not the world");
  if (!hangs_on(own.instance, top)) {
    throw ModelError("'" + own.instance + "' does not hang together with '" + top + "'");
  }
  const bool inside = way == Way::fresh ? host.instance == top
                                        : !host.instance.empty() && hangs_on(host.instance, top);
  if (inside) {
    throw ModelError("'" + top + "' cannot be plugged on '" + host.text() +
                     "', which is part of it: kinetree does trees");
  }
}

Reassembly Assembly::Editor::put(const std::string& top, const Plug& plug, Way way) {
  const End host = end(plug.on, ""), own = end(plug.by, top);
  check_tree(top, host, own, way);
  check_free(host, top);
  check_free(own, top);
  std::vector<Change> changes = turned(top, own.instance, mount(plug, host, own));
  const std::string went = way == Way::moved && in_robot(top) ? top_link(top) : "";
  const bool comes = host.instance.empty() || in_robot(host.instance);
  const std::string host_link = host.instance.empty()
                                    ? std::string(ground)
                                    : joined(host.instance, '/', host.connector->body);
  Reassembly done = begin(way == Way::fresh ? std::vector{top} : carried(top));
  done.before_ = swap_in(std::move(changes));
  try {
    edit(done, went, comes ? branch(own.instance) : Model(), host_link);
  } catch (...) {
    swap_in(std::move(done.before_));
    throw;
  }
  finish(done);
  return done;
}

Reassembly Assembly::Editor::take(const std::string& top) {
  const Instance& instance = at(top);
  if (!instance.mount) throw ModelError("instance '" + top + "' is loose already");
  Reassembly done = begin(carried(top));
  edit(done, in_robot(top) ? top_link(top) : "", Model(), "");
  done.before_ = swap_in({{top, Instance{instance.part, std::nullopt}}});
  finish(done);
  return done;
}

Reassembly Assembly::Editor::forget(const std::string& top) {
  if (in_robot(top)) throw ModelError("instance '" + top + "' is plugged (unplug it first)");
  Reassembly done = begin(carried(top_of(top)));
  std::vector<Change> changes;
  for (const std::string& name : done.instances) changes.emplace_back(name, std::nullopt);
  done.before_ = swap_in(std::move(changes));
  finish(done);
  return done;
}

}  // namespace kinetree
