// kinetree info: the tree, what q and v mean, and the masses.
#include <fmt/format.h>

#include "kinetree/report.hpp"
#include "kinetree/simd.hpp"
#include "load.hpp"
#include "table.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

LinkId link_id(int i) { return LinkId{static_cast<std::uint32_t>(i)}; }

std::string info_number(double value) { return fmt::format("{:.6g}", value); }

double total_mass(const Model& model) {
  double mass = 0;
  for (int i = 0; i < model.size(); ++i) mass += model.link(link_id(i)).inertia.mass;
  return mass;
}

/// The nearest ancestor that moves by itself; links between are rigidly one with it.
std::string merged_into(const Model& model, LinkId id) {
  std::optional<LinkId> parent = model.parent(id);
  while (parent && model.link(*parent).joint.type == JointType::fixed) {
    parent = model.parent(*parent);
  }
  return parent ? model.link(*parent).name : "world";
}

std::string described(const Joint& joint) {
  std::string text = fmt::format("{} '{}'", to_string(joint.type), joint.name);
  if (joint.mimic) {
    text += fmt::format(" = {} × '{}' + {}", info_number(joint.mimic->multiplier),
                        joint.mimic->joint, info_number(joint.mimic->offset));
  }
  return text;
}

/// Depth first, children in file order. No recursion: a chain may be as deep as it likes.
std::string drawing(const Model& model) {
  std::vector<std::vector<int>> children(static_cast<std::size_t>(model.size()) + 1);
  for (int i = 0; i < model.size(); ++i) {  // the world is the last entry
    const auto parent = model.parent(link_id(i));
    children[parent ? index(*parent) : children.size() - 1].push_back(i);
  }
  struct Branch {
    int link;
    std::size_t depth;
    bool last;
  };
  std::vector<Branch> waiting;
  const auto push_children = [&](const std::vector<int>& list, std::size_t depth) {
    for (std::size_t k = list.size(); k-- > 0;) {
      waiting.push_back({list[k], depth, k + 1 == list.size()});
    }
  };
  constexpr std::size_t deepest = 40;  // beyond that, depth is a number instead of a margin
  std::vector<bool> open(deepest);     // whether a later sibling follows at that depth
  std::string text = "world\n";
  push_children(children.back(), 0);
  while (!waiting.empty()) {
    const Branch branch = waiting.back();
    waiting.pop_back();
    for (std::size_t k = 0; k < std::min(branch.depth, deepest); ++k) {
      text += open[k] ? "│   " : "    ";
    }
    if (branch.depth >= deepest) text += fmt::format("⋯{} ", branch.depth);
    if (branch.depth < deepest) open[branch.depth] = !branch.last;
    const Link& link = model.link(link_id(branch.link));
    text += fmt::format("{} {}  ({})\n", branch.last ? "└──" : "├──", printable(link.name),
                        printable(described(link.joint)));
    push_children(children[static_cast<std::size_t>(branch.link)], branch.depth + 1);
  }
  return text;
}

const char* units(JointType type) {
  switch (type) {
    case JointType::prismatic:
      return "m";
    case JointType::floating:
      return "m, quaternion x y z w";
    case JointType::spherical:
      return "quaternion x y z w";
    case JointType::planar:
      return "m, m, rad";
    default:
      return "rad";
  }
}

std::string range(int first, int count) {
  return count == 1 ? std::to_string(first) : fmt::format("{}..{}", first, first + count - 1);
}

std::string described(const Limits& limits) {
  std::string text;
  if (limits.lower != -Limits::none || limits.upper != Limits::none) {
    text = fmt::format("[{}, {}]", info_number(limits.lower), info_number(limits.upper));
  }
  if (limits.velocity != Limits::none)
    text += fmt::format(" velocity {}", info_number(limits.velocity));
  if (limits.effort != Limits::none) text += fmt::format(" effort {}", info_number(limits.effort));
  return text;
}

std::string actuator(const Joint& joint) {
  std::string text;
  if (joint.armature != 0) text += fmt::format(" armature {}", info_number(joint.armature));
  if (joint.damping != 0) text += fmt::format(" damping {}", info_number(joint.damping));
  if (joint.friction != 0) text += fmt::format(" friction {}", info_number(joint.friction));
  return text.empty() ? text : text.substr(1);
}

void write_info_text(std::ostream& out, const Model& model) {
  const Vector3& gravity = model.gravity();
  out << fmt::format("{}: {} link{}, nq {}, nv {}, {} kg, gravity {} {} {} m/s², revision {}\n\n",
                     printable(model.name), model.size(), model.size() == 1 ? "" : "s", model.nq(),
                     model.nv(), info_number(total_mass(model)), info_number(gravity.x()),
                     info_number(gravity.y()), info_number(gravity.z()), model.revision());
  out << drawing(model) << '\n';
  Table table;
  table.add({"joint", "type", "q", "v", "units", "limits", "actuator"});
  for (const JointSlot& slot : model.joints()) {
    const Joint& joint = model.link(slot.link).joint;
    table.add({printable(joint.name), std::string(to_string(joint.type)),
               range(slot.q_first, slot.nq), range(slot.v_first, slot.nv), units(joint.type),
               described(joint.limits), actuator(joint)});
  }
  out << table.text();
  Table merged;
  for (int i = 0; i < model.size(); ++i) {
    const Link& link = model.link(link_id(i));
    if (link.joint.type != JointType::fixed) continue;
    merged.add({"  " + printable(link.name), "into " + printable(merged_into(model, link_id(i))),
                info_number(link.inertia.mass) + " kg"});
  }
  const std::string text = merged.text();
  if (!text.empty()) out << "\nfixed links, merged for evaluation:\n" << text;
}

std::string json_joint(const Model& model, const JointSlot& slot) {
  const Joint& joint = model.link(slot.link).joint;
  return fmt::format(
      "  {{\"name\": {}, \"link\": {}, \"type\": \"{}\", \"q\": {}, \"nq\": {}, \"v\": {}, "
      "\"nv\": {}, \"units\": {}, \"limits\": {{\"lower\": {}, \"upper\": {}, \"velocity\": {}, "
      "\"effort\": {}}}, \"armature\": {}, \"damping\": {}, \"friction\": {}}}",
      json_quote(joint.name), json_quote(model.link(slot.link).name), to_string(joint.type),
      slot.q_first, slot.nq, slot.v_first, slot.nv, json_quote(units(joint.type)),
      json_number(joint.limits.lower), json_number(joint.limits.upper),
      json_number(joint.limits.velocity), json_number(joint.limits.effort),
      json_number(joint.armature), json_number(joint.damping), json_number(joint.friction));
}

std::string json_link(const Model& model, LinkId id) {
  const Link& link = model.link(id);
  const auto parent = model.parent(id);
  std::string text = fmt::format(
      "  {{\"name\": {}, \"parent\": {}, \"joint\": {}, \"type\": \"{}\", \"mass\": {}",
      json_quote(link.name), parent ? json_quote(model.link(*parent).name) : "null",
      json_quote(link.joint.name), to_string(link.joint.type), json_number(link.inertia.mass));
  if (link.joint.type == JointType::fixed) {
    text += fmt::format(", \"merged_into\": {}", json_quote(merged_into(model, id)));
  }
  if (const auto& mimic = link.joint.mimic) {
    text += fmt::format(", \"mimic\": {{\"joint\": {}, \"multiplier\": {}, \"offset\": {}}}",
                        json_quote(mimic->joint), json_number(mimic->multiplier),
                        json_number(mimic->offset));
  }
  return text + '}';
}

void write_info_json(std::ostream& out, const Model& model) {
  const Vector3& gravity = model.gravity();
  out << fmt::format(
      "{{\"format\": \"kinetree-info/1\", \"model\": {}, \"revision\": {}, \"nq\": {}, \"nv\": {}, "
      "\"mass\": {}, \"gravity\": [{}, {}, {}],\n \"joints\": [",
      json_quote(model.name), model.revision(), model.nq(), model.nv(),
      json_number(total_mass(model)), json_number(gravity.x()), json_number(gravity.y()),
      json_number(gravity.z()));
  const char* separator = "\n";
  for (const JointSlot& slot : model.joints()) {
    out << separator << json_joint(model, slot);
    separator = ",\n";
  }
  out << "\n ],\n \"links\": [";
  separator = "\n";
  for (int i = 0; i < model.size(); ++i) {
    out << separator << json_link(model, link_id(i));
    separator = ",\n";
  }
  out << "\n ]\n}\n";
}

void write_simd_text(std::ostream& out) {
  const SimdSet& used = simd();
  Table table;
  table.add({"set", "lanes", "needs", ""});
  for (const SimdSet& set : simd_sets()) {
    table.add({std::string(set.name), std::to_string(set.lanes), std::string(set.needs),
               set.name == used.name ? "in use"
               : set.available       ? "available"
                                     : "not on this processor"});
  }
  out << table.text();
}

void write_simd_json(std::ostream& out) {
  out << fmt::format("{{\"format\": \"kinetree-simd/1\", \"in_use\": \"{}\", \"sets\": [",
                     simd().name);
  const char* separator = "";
  for (const SimdSet& set : simd_sets()) {
    out << separator
        << fmt::format("{{\"name\": \"{}\", \"lanes\": {}, \"available\": {}}}", set.name,
                       set.lanes, set.available);
    separator = ", ";
  }
  out << "]}\n";
}

int run_info(const Arguments& arguments, Console& console) {
  if (arguments.has("--simd")) {
    if (!arguments.operands.empty()) throw UsageError("--simd is about this machine: no MODEL");
    arguments.has("--json") ? write_simd_json(console.out()) : write_simd_text(console.out());
    return ok;
  }
  if (arguments.operands.empty()) {
    throw UsageError("info needs MODEL, or --simd: kinetree info MODEL (kinetree info -h)");
  }
  const Model model = load_model(arguments, console, arguments.operands.front());
  if (arguments.has("--json")) {
    write_info_json(console.out(), model);
  } else {
    write_info_text(console.out(), model);
  }
  return ok;
}

}  // namespace

Verb make_info_verb() {
  return {
      .name = "info",
      .operands = "[MODEL]",
      .purpose = "draw the tree, say what q and v mean, list masses and limits",
      .details =
          "The joints are listed in the order of q and v. `q` and `v` number the\n"
          "entries from zero. --simd lists the instruction sets that batches can use instead;\n"
          "KINETREE_SIMD=NAME in the environment takes another than the widest.",
      .options = with_model_options(
          {{"--simd", "", "instruction sets of this machine, and the one in use; no MODEL"},
           {"--json", "", "as JSON, kinetree-info/1"}}),
      .examples = {"kinetree info planar3", "kinetree info scara --json", "kinetree info --simd"},
      .run = run_info};
}

}  // namespace kinetree::cli
