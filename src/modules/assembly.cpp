// The public face of assemblies; what an edit does is in editor.cpp.
#include "kinetree/assembly.hpp"

#include <utility>

#include "modules/editor.hpp"
#include "modules/names.hpp"

namespace kinetree {

Assembly::Assembly(std::shared_ptr<const ModuleLibrary> library) : library_(std::move(library)) {
  // Models are attached to links, not to the world; and this one holds every part that stands
  // there.
  Link ground;
  ground.name = ground.joint.name = "ground";
  model_.name = library_->name;
  model_.file = library_->file;
  model_.set_gravity(library_->gravity);
  model_.add(std::move(ground));
}

Assembly::Assembly(ModuleLibrary library)
    : Assembly(std::make_shared<const ModuleLibrary>(std::move(library))) {}

Assembly::Assembly(ModuleLibrary library, std::string_view plan) : Assembly(std::move(library)) {
  const AssemblyPlan& wanted = library_->assembly(plan);
  model_.name = wanted.name;
  for (const Step& step : wanted.steps) {
    try {
      plug(step.part, step.as, step.plug);
    } catch (const ModelError& error) {
      throw ParseError(
          to_string(Diagnostic{Diagnostic::error, "assembly", library_->file, step.where,
                               "assembly '" + wanted.name + "'", error.what(), ""}));
    }
  }
}

Reassembly Assembly::plug(std::string_view part, std::string_view as, const Plug& plug) {
  const std::string name(as);
  check_word("instance", name);
  const Part& wanted = library_->part(part);
  if (instances_.contains(name)) {
    throw ModelError("instance '" + name + "' is there already (names must be unique)");
  }
  Editor editor(*this);
  if (plug.on.substr(0, plug.on.find('.')) != name) editor.end(plug.on, "");  // before it is there
  editor.swap_in({{name, Instance{&wanted, std::nullopt}}});
  try {
    Reassembly done = editor.put(name, plug, Editor::Way::fresh);
    done.before_.front().second.reset();  // before, there was no such instance
    return done;
  } catch (...) {
    editor.swap_in({{name, std::nullopt}});
    throw;
  }
}

Reassembly Assembly::plug(std::string_view instance, const Plug& plug) {
  Editor editor(*this);
  const std::string name(instance);
  if (editor.in_robot(name)) {
    throw ModelError("instance '" + name + "' is plugged already (move it, or unplug it first)");
  }
  // Its own connectors may be named without it, wherever in its group it hangs.
  Plug whole = plug;
  if (whole.by.find('.') == whole.by.npos && whole.by != "world") {
    whole.by = joined(name, '.', plug.by);
  }
  return editor.put(editor.top_of(name), whole, Editor::Way::loose);
}

Reassembly Assembly::unplug(std::string_view instance) {
  return Editor(*this).take(std::string(instance));
}

Reassembly Assembly::move(std::string_view instance, const Plug& plug) {
  Editor editor(*this);
  const std::string name(instance);
  if (!editor.at(name).mount) throw ModelError("instance '" + name + "' is loose (plug it)");
  return editor.put(name, plug, Editor::Way::moved);
}

Reassembly Assembly::discard(std::string_view instance) {
  return Editor(*this).forget(std::string(instance));
}

void Assembly::undo(const Reassembly& last) {
  if (last.before_.empty() || last.state_after_ != revision_.state()) {
    throw UsageError(
        "undo: the assembly is not as this edit left it (undo later edits first, the "
        "last one first)");
  }
  if (last.attached_) model_.undo(*last.attached_);
  if (last.detached_) {
    Model removed = *last.removed_;
    model_.undo(*last.detached_, &removed);
  }
  Editor(*this).swap_in(last.before_);
  revision_.advance_to(last.state_before_);
}

std::vector<Assembly::InstanceState> Assembly::instances() const {
  std::vector<InstanceState> list;
  for (const auto& [name, instance] : instances_) {
    const std::string& base = instance.part->model().link(LinkId{0}).name;
    InstanceState state{name, instance.part->name(), "", "", !model_.find(joined(name, '/', base))};
    if (instance.mount) {
      const Mount& mount = *instance.mount;
      state.on = mount.host.empty() ? "world" : joined(mount.host, '.', mount.host_connector);
      state.by = mount.connector;
    }
    list.push_back(std::move(state));
  }
  return list;
}

std::vector<Assembly::ConnectorState> Assembly::connectors() const {
  std::vector<ConnectorState> list;
  for (const auto& [name, instance] : instances_) {
    for (const Connector& connector : instance.part->connectors()) {
      const std::string text = joined(name, '.', connector.name);
      const auto used = used_.find(text);
      list.push_back({text, used == used_.end() ? "" : used->second});
    }
  }
  return list;
}

std::vector<std::string> Assembly::carried(std::string_view instance) const {
  const Tree tree(*this);
  tree.at(instance);  // throws where there is none
  return tree.carried(std::string(instance));
}

Assembly::Frame Assembly::frame(std::string_view connector) const {
  const Tree tree(*this);
  const Tree::End end = tree.end(std::string(connector), "");
  if (end.connector == nullptr) return {LinkId{0}, {}};
  if (!tree.in_robot(end.instance)) {
    throw ModelError("instance '" + end.instance + "' is loose: it has no place (plug it)");
  }
  return {model_.at(joined(end.instance, '/', end.connector->body)), end.connector->placement};
}

}  // namespace kinetree
