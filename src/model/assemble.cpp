// Structure of a draft: names, parents, order. What is wrong with single links is inspect's.
#include "model/assemble.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "model/inspect.hpp"

namespace kinetree {
namespace {

class Assembler {
 public:
  Assembler(ModelDraft draft, Diagnostics& diagnostics)
      : draft_(std::move(draft)), diagnostics_(diagnostics) {}

  std::optional<Model> run() {
    check_names();
    check_parents();
    order_links();
    if (failed_) return std::nullopt;
    return build();
  }

 private:
  void complain(const Link& link, Location at, std::string rule, std::string message,
                std::string remedy) {
    failed_ = true;
    diagnostics_.push_back({Diagnostic::error, std::move(rule), draft_.file, at,
                            "link '" + link.name + "'", std::move(message), std::move(remedy)});
  }

  void check_names() {
    std::unordered_map<std::string, Location> links, joints;
    for (const LinkDraft& entry : draft_.links) {
      const Link& link = entry.link;
      if (link.name.empty()) {
        complain(link, link.where, "no_name", "has no name", "every link needs a name");
        continue;
      }
      const auto [first, fresh] = links.emplace(link.name, link.where);
      if (!fresh) {
        complain(link, link.where, "duplicate_name",
                 "the name was used at line " + std::to_string(first->second.line) + " already",
                 "names must be unique");
      }
      if (link.joint.name.empty()) continue;
      const auto [joint, fresh_joint] = joints.emplace(link.joint.name, link.joint.where);
      if (!fresh_joint) {
        complain(link, link.joint.where, "duplicate_name",
                 "its joint's name '" + link.joint.name + "' was used at line " +
                     std::to_string(joint->second.line) + " already",
                 "names must be unique");
      }
    }
    name_joints(joints);
  }

  // A joint without a name takes its link's; where another joint has that one, it gets a suffix.
  template <class Names>
  void name_joints(Names& taken) {
    for (LinkDraft& entry : draft_.links) {
      Joint& joint = entry.link.joint;
      const bool floating_root = joint.type == JointType::floating && entry.parent < 0;
      if (!joint.name.empty()) continue;
      const bool base = floating_root && !taken.contains("floating_base");
      joint.name = base ? "floating_base" : entry.link.name;
      while (!taken.emplace(joint.name, joint.where).second) joint.name += "_joint";
    }
  }

  void check_parents() {
    const int n = static_cast<int>(draft_.links.size());
    for (int i = 0; i < n; ++i) {
      LinkDraft& entry = draft_.links[static_cast<std::size_t>(i)];
      const bool own = entry.parent == i;
      if (!own && entry.parent >= LinkDraft::world && entry.parent < n) continue;
      if (own) {
        complain(entry.link, entry.link.where, "cycle", "is its own parent",
                 "a root has the world as its parent");
      } else {
        complain(entry.link, entry.link.where, "unknown_link",
                 "its parent is number " + std::to_string(entry.parent) + " of " +
                     std::to_string(n) + " links",
                 "count from 0; -1 is the world");
      }
      entry.parent = LinkDraft::world;  // complained about once; the search for cycles goes on
    }
  }

  // As written, but a parent that comes later is pulled forward, with its own parents before it.
  void order_links() {
    enum Mark : char { untouched, open, placed };
    std::vector<Mark> mark(draft_.links.size(), untouched);
    std::vector<int> path;
    for (int i = 0; i < static_cast<int>(draft_.links.size()); ++i) {
      int j = i;
      while (j >= 0 && mark[static_cast<std::size_t>(j)] == untouched) {
        mark[static_cast<std::size_t>(j)] = open;
        path.push_back(j);
        j = draft_.links[static_cast<std::size_t>(j)].parent;
      }
      if (j >= 0 && mark[static_cast<std::size_t>(j)] == open) report_cycle(j);
      for (; !path.empty(); path.pop_back()) {
        mark[static_cast<std::size_t>(path.back())] = placed;
        order_.push_back(path.back());
      }
    }
  }

  void report_cycle(int start) {
    std::string names;
    int j = start;
    for (int shown = 0; shown < 8; ++shown) {
      const LinkDraft& entry = draft_.links[static_cast<std::size_t>(j)];
      names += "'" + entry.link.name + "' < ";
      j = entry.parent;
      if (j == start) break;
    }
    names += j == start ? "'" + draft_.links[static_cast<std::size_t>(start)].link.name + "'" : "…";
    const Link& link = draft_.links[static_cast<std::size_t>(start)].link;
    complain(link, link.where, "cycle", "is its own ancestor: " + names,
             "kinetree does trees: cut the loop at one joint");
  }

  std::optional<Model> build() {
    Model model;
    model.name = draft_.name;
    model.file = draft_.file;
    std::vector<LinkId> placed(draft_.links.size());
    for (const int i : order_) {
      LinkDraft& entry = draft_.links[static_cast<std::size_t>(i)];
      std::optional<LinkId> parent;
      if (entry.parent >= 0) parent = placed[static_cast<std::size_t>(entry.parent)];
      placed[static_cast<std::size_t>(i)] = model.add(std::move(entry.link), parent);
    }
    Diagnostics found = faults(model);
    if (draft_.gravity.allFinite()) {
      model.set_gravity(draft_.gravity);
    } else {
      found.push_back({Diagnostic::error,
                       "not_finite",
                       draft_.file,
                       {},
                       "gravity",
                       "it is not three finite numbers",
                       "write plain numbers"});
    }
    diagnostics_.insert(diagnostics_.end(), found.begin(), found.end());
    if (!found.empty()) return std::nullopt;
    return model;
  }

  ModelDraft draft_;
  Diagnostics& diagnostics_;
  std::vector<int> order_;
  bool failed_ = false;
};

}  // namespace

std::optional<Model> assemble(ModelDraft draft, Diagnostics& diagnostics) {
  return Assembler(std::move(draft), diagnostics).run();
}

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  // Edit distance, one row at a time; long names are not worth the time.
  constexpr std::size_t longest = 200;
  std::string best;
  std::size_t best_distance = name.size() / 3 + 2;
  if (name.size() > longest) return best;
  std::vector<std::size_t> row;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest) continue;
    row.resize(candidate.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= name.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t j = 1; j < row.size(); ++j) {
        const std::size_t substitute = diagonal + (name[i - 1] == candidate[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({substitute, row[j] + 1, row[j - 1] + 1});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace kinetree
