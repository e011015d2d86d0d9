// Structure of a draft: names, parents, order. What is wrong with single links is inspect's.
#include "model/assemble.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "model/inspect.hpp"

namespace kinetree {
namespace {

std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

}  // namespace

void ModelDraft::reorder(const std::vector<int>& order) {
  std::vector<int> place(links.size());  // where each link goes
  for (std::size_t i = 0; i < order.size(); ++i) place[at(order[i])] = static_cast<int>(i);
  for (int& parent : parents) parent = parent < 0 ? parent : place[at(parent)];
  for (std::size_t i = 0; i < links.size(); ++i) {
    while (place[i] != static_cast<int>(i)) {
      const std::size_t target = at(place[i]);
      std::swap(links[i], links[target]);
      std::swap(parents[i], parents[target]);
      std::swap(place[i], place[target]);
    }
  }
}

// A robot may have 100,000 links: they are moved into place, never copied.
class Assembler {
 public:
  Assembler(ModelDraft draft, Diagnostics& diagnostics)
      : draft_(std::move(draft)), found_(diagnostics) {}

  std::optional<Model> run() {
    for (const Link& link : draft_.links) link_faults(link, draft_.file, found_);
    check_gravity();
    check_names();
    check_parents();
    order_links();
    if (!found_.any(Diagnostic::error)) {
      name_joints();
      return build();
    }
    // Whoever mends the file wants to know the rest now, not after the next try.
    for (std::size_t i = 0; i < size(); ++i) {
      link_doubts(draft_.links[i], draft_.parents[i] < 0, draft_.file, found_);
    }
    return std::nullopt;
  }

 private:
  std::size_t size() const noexcept { return draft_.links.size(); }

  void complain(const Link& link, Location place, std::string rule, std::string message,
                std::string remedy) {
    found_.add({Diagnostic::error, std::move(rule), draft_.file, place, "link '" + link.name + "'",
                std::move(message), std::move(remedy)});
  }

  void check_gravity() {
    if (draft_.gravity.allFinite()) return;
    found_.add({Diagnostic::error,
                "not_finite",
                draft_.file,
                {},
                "gravity",
                "it is not three finite numbers",
                "write plain numbers"});
  }

  void check_names() {
    std::unordered_map<std::string_view, Location> links;
    links.reserve(size());
    joints_.reserve(size());
    for (const Link& link : draft_.links) {
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
      const auto [joint, fresh_joint] = joints_.emplace(link.joint.name, link.joint.where);
      if (!fresh_joint) {
        complain(link, link.joint.where, "duplicate_name",
                 "its joint's name '" + link.joint.name + "' was used at line " +
                     std::to_string(joint->second.line) + " already",
                 "names must be unique");
      }
    }
  }

  // A joint without a name takes its link's; where another joint has that one, it gets a suffix.
  void name_joints() {
    for (std::size_t i = 0; i < size(); ++i) {
      Joint& joint = draft_.links[i].joint;
      if (!joint.name.empty()) continue;
      const bool floating_root = joint.type == JointType::floating && draft_.parents[i] < 0;
      const bool base = floating_root && !joints_.contains("floating_base");
      joint.name = base ? "floating_base" : draft_.links[i].name;
      while (joints_.contains(joint.name)) joint.name += "_joint";
      joints_.emplace(joint.name, joint.where);
    }
  }

  void check_parents() {
    const int n = static_cast<int>(size());
    for (int i = 0; i < n; ++i) {
      int& parent = draft_.parents[at(i)];
      const Link& link = draft_.links[at(i)];
      if (parent != i && parent >= ModelDraft::world && parent < n) continue;
      if (parent == i) {
        complain(link, link.where, "cycle", "is its own parent",
                 "a root has the world as its parent");
      } else {
        complain(link, link.where, "unknown_link",
                 "its parent is number " + std::to_string(parent) + " of " + std::to_string(n) +
                     " links",
                 "count from 0; -1 is the world");
      }
      parent = ModelDraft::world;  // complained about once; the search for cycles goes on
    }
  }

  // As written, but a parent that comes later is pulled forward, with its own parents before it.
  void order_links() {
    enum Mark : char { untouched, open, placed };
    std::vector<Mark> mark(size(), untouched);
    std::vector<int> path;
    order_.reserve(size());
    for (int i = 0; i < static_cast<int>(size()); ++i) {
      int j = i;
      while (j >= 0 && mark[at(j)] == untouched) {
        mark[at(j)] = open;
        path.push_back(j);
        j = draft_.parents[at(j)];
      }
      if (j >= 0 && mark[at(j)] == open) report_cycle(j);
      for (; !path.empty(); path.pop_back()) {
        mark[at(path.back())] = placed;
        order_.push_back(path.back());
      }
    }
  }

  void report_cycle(int start) {
    std::string names;
    int j = start;
    for (int shown = 0; shown < 8; ++shown) {
      names += "'" + draft_.links[at(j)].name + "' < ";
      j = draft_.parents[at(j)];
      if (j == start) break;
    }
    const Link& link = draft_.links[at(start)];
    names += j == start ? "'" + link.name + "'" : "…";
    complain(link, link.where, "cycle", "is its own ancestor: " + names,
             "kinetree does trees: cut the loop at one joint");
  }

  std::optional<Model> build() {
    draft_.reorder(order_);
    Model model(std::move(draft_.links), std::move(draft_.parents));
    model.name = std::move(draft_.name);
    model.file = std::move(draft_.file);
    model.set_gravity(draft_.gravity);
    mimic_faults(model, found_);
    if (!found_.any(Diagnostic::error)) return model;
    for (Diagnostic& doubt : doubts(model)) found_.add(std::move(doubt));
    return std::nullopt;
  }

  ModelDraft draft_;
  Findings found_;
  std::unordered_map<std::string_view, Location> joints_;  // by name, while links stay in place
  std::vector<int> order_;
};

std::optional<Model> assemble(ModelDraft draft, Diagnostics& diagnostics) {
  return Assembler(std::move(draft), diagnostics).run();
}

}  // namespace kinetree
