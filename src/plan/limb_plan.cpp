#include "plan/limb_plan.hpp"

#include <algorithm>

namespace kinetree {
namespace {

using Limb = std::vector<int>;  // from the trunk outwards

std::size_t unsigned_of(int i) { return static_cast<std::size_t>(i); }

/// Every leaf with the hinges before it, the longest first.
std::vector<Limb> list_limbs(const TreeData<double>& tree) {
  std::vector<int> children(tree.parent.size());
  for (const int parent : tree.parent) {
    if (parent >= 0) ++children[unsigned_of(parent)];
  }
  std::vector<Limb> limbs;
  for (int leaf = 0; leaf < tree.size(); ++leaf) {
    if (children[unsigned_of(leaf)] > 0) continue;
    Limb limb;
    for (int i = leaf; i >= 0 && tree.kind[unsigned_of(i)] == JointKind::revolute;
         i = tree.parent[unsigned_of(i)]) {
      if (i != leaf && children[unsigned_of(i)] > 1) break;
      limb.push_back(i);
    }
    std::reverse(limb.begin(), limb.end());
    if (!limb.empty()) limbs.push_back(std::move(limb));
  }
  std::stable_sort(limbs.begin(), limbs.end(),
                   [](const Limb& a, const Limb& b) { return a.size() > b.size(); });
  return limbs;
}

void finish_part(PartPlan& part) {
  const TreeData<double>& tree = part.screws.tree;
  for (int i = 0; i < tree.size(); ++i) {
    const JointKind kind = tree.kind[unsigned_of(i)];
    if (kind == JointKind::revolute || kind == JointKind::helical) {
      part.angles.push_back(tree.first_q[unsigned_of(i)]);
    }
  }
  const auto viewed = []<class T>(const std::vector<T>& x) {
    return View<const T>(x.data(), static_cast<int>(x.size()));
  };
  part.view.tree = tree.view();
  part.view.pose = viewed(part.screws.pose);
  part.view.offset = viewed(part.screws.offset);
  part.view.angles = viewed(part.angles);
}

/// A body that moves as it likes with a chain of hinges on it; numbers are put into lanes later.
std::unique_ptr<PartPlan> limb_part(int levels) {
  auto part = std::make_unique<PartPlan>();
  TreeData<double>& tree = part->screws.tree;
  for (int i = 0; i <= levels; ++i) {
    tree.parent.push_back(i - 1);
    tree.kind.push_back(i == 0 ? JointKind::floating : JointKind::revolute);
    tree.first_q.push_back(i == 0 ? 0 : 6 + i);
    tree.first_v.push_back(i == 0 ? 0 : 5 + i);
    tree.glides.push_back(0);
    tree.pitch.push_back(0);
    tree.placement.emplace_back();
    tree.inertia.emplace_back();
  }
  for (int k = 0; k < 6 + levels; ++k) {
    tree.previous.push_back(k - 1);
    tree.owner.push_back(k < 6 ? 0 : k - 5);
    tree.armature.push_back(0);
  }
  tree.nq = 7 + levels;
  part->screws.pose.resize(tree.parent.size());
  part->screws.offset.resize(unsigned_of(tree.nq));
  finish_part(*part);
  return part;
}

/// The links that are no limbs, with the places of coordinates and velocities that they had.
std::unique_ptr<PartPlan> trunk_part(const ScrewTree& all, const std::vector<int>& trunk) {
  auto part = std::make_unique<PartPlan>();
  TreeData<double>& tree = part->screws.tree;
  std::vector<int> number(all.tree.parent.size(), -1);
  for (const int i : trunk) {
    number[unsigned_of(i)] = static_cast<int>(tree.parent.size());
    const int parent = all.tree.parent[unsigned_of(i)];
    tree.parent.push_back(parent < 0 ? -1 : number[unsigned_of(parent)]);
    tree.kind.push_back(all.tree.kind[unsigned_of(i)]);
    tree.first_q.push_back(all.tree.first_q[unsigned_of(i)]);
    tree.first_v.push_back(all.tree.first_v[unsigned_of(i)]);
    tree.glides.push_back(all.tree.glides[unsigned_of(i)]);
    tree.pitch.push_back(all.tree.pitch[unsigned_of(i)]);
    tree.placement.push_back(all.tree.placement[unsigned_of(i)]);
    tree.inertia.push_back(all.tree.inertia[unsigned_of(i)]);
    part->screws.pose.push_back(all.pose[unsigned_of(i)]);
  }
  tree.previous = all.tree.previous;
  tree.owner = all.tree.owner;
  tree.armature = all.tree.armature;
  tree.gravity = all.tree.gravity;
  tree.nq = all.tree.nq;
  part->screws.offset = all.offset;
  finish_part(*part);
  return part;
}

}  // namespace

HingeRows find_hinges(const TreeData<double>& tree) {
  HingeRows result;
  std::vector<bool> in_a_row(tree.parent.size());
  for (const Limb& limb : list_limbs(tree)) {
    std::size_t first = limb.size() - 1;  // of those that are one after the other up to the end
    while (first > 0 && limb[first - 1] == limb[first] - 1) --first;
    for (std::size_t l = first; l < limb.size(); ++l) in_a_row[unsigned_of(limb[l])] = true;
    const std::size_t link = unsigned_of(limb[first]);
    result.rows.push_back({limb[first], tree.first_v[link], static_cast<int>(limb.size() - first),
                           tree.parent[link]});
  }
  for (int i = 0; i < tree.size(); ++i) {
    if (!in_a_row[unsigned_of(i)]) result.others.push_back(i);
  }
  return result;
}

Limbs find_limbs(const ScrewTree& screws, int lanes) {
  const TreeData<double>& tree = screws.tree;
  const std::vector<Limb> limbs = list_limbs(tree);
  const std::size_t full = unsigned_of(lanes), few = 2;
  Limbs result;
  std::vector<bool> packed(tree.parent.size());
  for (std::size_t first = 0; first + few <= limbs.size(); first += full) {
    const int levels = static_cast<int>(limbs[first].size());
    result.packs.push_back({.levels = levels});
    for (int level = 0; level <= levels; ++level) {  // the first one has the anchors
      for (std::size_t lane = first; lane < first + full; ++lane) {
        const bool there = lane < limbs.size() && unsigned_of(level) <= limbs[lane].size();
        int link = -1;
        if (there)
          link = level == 0 ? tree.parent[unsigned_of(limbs[lane][0])]
                            : limbs[lane][unsigned_of(level) - 1];
        result.links.push_back(link);
        if (level > 0 && link >= 0) packed[unsigned_of(link)] = true;
      }
    }
  }
  std::vector<int> number(tree.parent.size(), -1);
  for (int i = 0; i < tree.size(); ++i) {
    if (packed[unsigned_of(i)]) continue;
    number[unsigned_of(i)] = static_cast<int>(result.trunk.size());
    result.trunk.push_back(i);
  }
  if (result.packs.empty() || 2 * result.trunk.size() > tree.parent.size()) return {};
  int* from = result.links.data();
  for (LimbPack& pack : result.packs) {
    for (int lane = 0; lane < lanes; ++lane) {  // by their number in the trunk
      if (from[lane] >= 0) from[lane] = number[unsigned_of(from[lane])];
    }
    pack.anchor = from;
    pack.link = from + lanes;
    from += std::ptrdiff_t{lanes} * (pack.levels + 1);
    pack.part = &result.parts.emplace_back(limb_part(pack.levels))->view;
  }
  result.parts.push_back(trunk_part(screws, result.trunk));
  return result;
}

}  // namespace kinetree
