// kinetree-modules/1. docs/formats/kinetree-modules.md has the keys.
//
// A part's bodies are read as kinetree-model/1 reads them. Whether parts, connectors and steps are
// possible is judged by the classes that plug them; this file says where the fault stands.
#include "io/modules.hpp"

#include <fmt/format.h>

#include "io/model_json.hpp"
#include "io/robots.hpp"
#include "io/rotation.hpp"
#include "kinetree/assembly.hpp"
#include "kinetree/io.hpp"

namespace kinetree {
namespace {

constexpr std::size_t most_tried = 10 * static_cast<std::size_t>(most_links);

Connector::Gender read_gender(Fields& connector) {
  const auto value = connector.find("gender");
  if (!value) return Connector::neutral;
  const std::string gender = connector.text("gender", "");
  if (gender == "male") return Connector::male;
  if (gender == "female") return Connector::female;
  if (value->is(json::Kind::text)) {
    connector.error(value->where(), "unknown_gender", "\"gender\" is " + in_quotes(gender),
                    "\"male\" or \"female\"; leave it out where any fits");
  }
  return Connector::neutral;
}

Connector read_connector(Fields& fields) {
  Connector connector;
  connector.name = read_name(fields, "name");
  fields.set_subject(fields.subject() + ", connector " + in_quotes(connector.name));
  connector.body = fields.find("body") ? read_name(fields, "body") : "";
  connector.placement = read_pose(fields);
  connector.kind = fields.find("kind") ? read_name(fields, "kind") : "";
  connector.gender = read_gender(fields);
  if (fields.find("joint")) connector.joint.type = read_joint_type(fields);
  connector.joint.axis = fields.vector("axis", Vector3::UnitZ());
  connector.joint.pitch = fields.number("pitch", 0);
  read_actuator(fields, connector.joint);
  fields.note_unknown({"note", "source"});
  return connector;
}

class ModulesReader {
 public:
  explicit ModulesReader(Complaints& complaints) : complaints_(complaints) {}

  ModuleLibrary read(const json::Value& root) {
    Fields file(root, complaints_, "");
    ModelDraft head = read_head(file);
    library_.name = file.find("name") ? head.name : library_.name;
    library_.file = complaints_.file();
    library_.gravity = head.gravity;
    each(file, "parts", [this](const json::Value& entry) { read_part(entry); });
    if (!file.find("parts")) {
      file.error(root.where(), "missing_key", "has no \"parts\"", "write \"parts\": [{…}, …]");
    }
    each(file, "assemblies", [this](const json::Value& entry) { read_plan(entry); });
    file.note_unknown({"format", "source", "note"});
    return std::move(library_);
  }

 private:
  template <class Act>
  void each(Fields& owner, std::string_view key, Act act) {
    const auto list = owner.array(key);
    if (!list) return;
    complaints_.expect_robot_of(list->size(), list->where());
    for (const json::Value entry : *list) {
      if (complaints_.exhausted()) return;
      act(entry);
    }
  }

  /// What the classes of the library refuse, with its place.
  template <class Act>
  void accepted(const std::string& subject, Location at, Act act) {
    try {
      act();
    } catch (const SyntaxError&) {
      throw;
    } catch (const Error& error) {
      complaints_.error(at, "modules", subject, error.what(), "");
    }
  }

  std::optional<Model> read_bodies_of(Fields& part, const json::Value& bodies) {
    ModelDraft draft;
    draft.file = complaints_.file();
    read_bodies(bodies, draft, complaints_);
    if (complaints_.exhausted()) return std::nullopt;
    Diagnostics found;
    auto model = assemble(std::move(draft), found);
    for (Diagnostic& d : found) {
      if (d.level != Diagnostic::error) continue;
      complaints_.error(d.at, d.rule, part.subject() + ", " + d.subject, d.message, d.remedy);
    }
    return model;
  }

  std::optional<Model> load_model_of(Fields& part, const json::Value& value) {
    const std::string name = part.text("model", "");
    if (name == "-" || name.empty() || !is_printable(name)) {
      part.error(value.where(), "bad_name", "\"model\" names no file and no built-in robot",
                 "a file beside this one, or a name that `kinetree robots` lists");
      return std::nullopt;
    }
    std::optional<Model> model;
    accepted(part.subject(), value.where(),
             [&] { model = without_places(load_part(model_file(complaints_.file(), name))); });
    return model;
  }

  /// Lines of another file would be taken for lines of this one.
  static Model without_places(const Model& model) {
    Model copy;
    for (int i = 0; i < model.size(); ++i) {
      Link link = model.link(static_cast<LinkId>(i));
      link.where = link.joint.where = {};
      copy.add(std::move(link), model.parent(static_cast<LinkId>(i)));
    }
    return copy;
  }

  void read_part(const json::Value& entry) {
    Fields fields(entry, complaints_, "a part");
    if (!entry.is(json::Kind::object)) return;
    const std::string name = read_name(fields, "name");
    fields.set_subject("part " + in_quotes(name));
    const auto bodies = fields.array("bodies"), model_name = fields.find("model");
    if (fields.find("bodies").has_value() == model_name.has_value()) {
      fields.error(entry.where(), "missing_key", "needs either \"bodies\" or \"model\"",
                   "write the bodies as in kinetree-model/1, or name a robot");
    }
    std::optional<Model> model;
    if (bodies && !model_name) model = read_bodies_of(fields, *bodies);
    if (model_name && !bodies) model = load_model_of(fields, *model_name);
    std::optional<Part> part;
    if (model) {
      links_ += static_cast<std::size_t>(model->size());
      complaints_.expect_robot_of(links_, entry.where());
      accepted("", entry.where(), [&] { part.emplace(name, std::move(*model)); });
    }
    each(fields, "connectors", [&](const json::Value& value) {
      Fields connector(value, complaints_, fields.subject());
      if (!value.is(json::Kind::object)) return;
      Connector read = read_connector(connector);
      if (part) accepted("", value.where(), [&] { part->add(std::move(read)); });
    });
    fields.note_unknown({"note", "source"});
    if (library_.parts.contains(name)) {
      fields.error(entry.where(), "duplicate_name", "the name is used twice",
                   "names must be unique");
    } else if (part) {
      library_.parts.emplace(name, std::move(*part));
    }
  }

  void read_plan(const json::Value& entry) {
    Fields fields(entry, complaints_, "an assembly");
    if (!entry.is(json::Kind::object)) return;
    AssemblyPlan plan{.name = read_name(fields, "name"), .steps = {}, .where = entry.where()};
    fields.set_subject("assembly " + in_quotes(plan.name));
    if (plan.name.empty() || plan.name.find('#') != plan.name.npos) {
      fields.error(entry.where(), "bad_name", "has no \"name\" that can follow a #", "name it");
    }
    for (const AssemblyPlan& other : library_.assemblies) {
      if (other.name != plan.name) continue;
      fields.error(entry.where(), "duplicate_name",
                   fmt::format("the name was used at line {} already", other.where.line),
                   "names must be unique");
    }
    each(fields, "steps", [&](const json::Value& value) {
      Fields step(value, complaints_,
                  fmt::format("{}, step {}", fields.subject(), plan.steps.size() + 1));
      if (value.is(json::Kind::object)) plan.steps.push_back(read_step(step));
    });
    if (!fields.find("steps")) {
      fields.error(entry.where(), "missing_key", "has no \"steps\"", "write \"steps\": [{…}, …]");
    }
    fields.note_unknown({"note", "source"});
    library_.assemblies.push_back(std::move(plan));
  }

  static std::string need(Fields& step, std::string_view key) {
    if (!step.find(key)) {
      step.error(step.where(), "missing_key", fmt::format("has no \"{}\"", key),
                 R"(write {"part": "arm", "as": "a1", "on": "base.flange", "by": "in"})");
    }
    return read_name(step, key);
  }

  static Step read_step(Fields& fields) {
    Step step{.part = need(fields, "part"),
              .as = need(fields, "as"),
              .plug = {.on = need(fields, "on"), .by = need(fields, "by")},
              .where = fields.where()};
    step.plug.turn = fields.number("turn", 0);
    step.plug.at = read_pose(fields);
    fields.note_unknown({"note", "source"});
    return step;
  }

  Complaints& complaints_;
  ModuleLibrary library_;
  std::size_t links_ = 0;
};

std::optional<Model> tried(const std::shared_ptr<const ModuleLibrary>& library,
                           const AssemblyPlan& plan, std::size_t& links, Complaints& complaints) {
  Assembly assembly(library);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    const std::string subject = fmt::format("assembly {}, step {}", in_quotes(plan.name), i + 1);
    try {
      const auto part = static_cast<std::size_t>(library->part(step.part).model().size());
      complaints.expect_robot_of(static_cast<std::size_t>(assembly.model().size()) + part,
                                 step.where);
      links += part;
      if (links > most_tried) complaints.expect_robot_of(links, step.where);
      assembly.plug(step.part, step.as, step.plug);
    } catch (const SyntaxError&) {
      throw;
    } catch (const Error& error) {
      complaints.error(step.where, "assembly", subject, error.what(), "");
      return std::nullopt;
    }
  }
  Model model = assembly.model();
  model.name = plan.name;
  return model;
}

}  // namespace

ModuleLibrary read_modules(const json::Value& root, Complaints& complaints) {
  if (format_of(root) != modules_format) {
    complaints.error(root.where(), "unknown_format", "", "this is no kinetree-modules/1",
                     "\"format\": \"kinetree-modules/1\"");
    return {};
  }
  return ModulesReader(complaints).read(root);
}

void try_assemblies(const ModuleLibrary& library, Complaints& complaints) {
  const auto shared = std::make_shared<const ModuleLibrary>(library);
  std::size_t links = 0;
  for (const AssemblyPlan& plan : library.assemblies) tried(shared, plan, links, complaints);
}

std::optional<Model> read_assembly(const json::Value& root, const Choice& choice,
                                   Complaints& complaints) {
  if (choice.is_part) {
    complaints.error(root.where(), "unknown_format", "", "a part cannot be made of modules",
                     "write its bodies, or name a file of kinetree-model/1 or URDF");
    return std::nullopt;
  }
  const auto library = std::make_shared<const ModuleLibrary>(read_modules(root, complaints));
  if (complaints.failed()) return std::nullopt;
  const AssemblyPlan* wanted = nullptr;
  try {
    wanted = &library->assembly(choice.assembly.value_or(""));
  } catch (const Error& error) {
    const auto plans = root.find("assemblies");
    complaints.error(plans ? plans->where() : root.where(), "unknown_assembly", "", error.what(),
                     "");
  }
  std::optional<Model> result;
  std::size_t links = 0;
  for (const AssemblyPlan& plan : library->assemblies) {
    auto model = tried(library, plan, links, complaints);
    if (&plan == wanted) result = std::move(model);
  }
  if (complaints.failed()) result.reset();
  return result;
}

}  // namespace kinetree
