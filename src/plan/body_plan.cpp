#include "plan/body_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "model/joint_pose.hpp"

namespace kinetree {
namespace {

using Tree64 = TreeData<double>;

std::size_t body_index(int i) { return static_cast<std::size_t>(i); }

bool has_one_axis(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic;
}

AxisLink axis_link(const ScrewTree& screws, int i) {
  const Tree64& tree = screws.tree;
  const bool turns = tree.kind[body_index(i)] == JointKind::revolute;
  spatial::ScrewPose<double> pose = screws.pose[body_index(i)];
  if (turns) {  // where it starts from is part of the frame
    const double offset = screws.offset[body_index(tree.first_q[body_index(i)])];
    pose.joint.sine = std::sin(offset);
    pose.joint.cosine = std::cos(offset);
    pose.joint.advance(pose.quarters);
  }
  if (pose.form == spatial::ScrewPose<double>::Form::matrix) {
    pose.R = turn_z(tree.placement[body_index(i)].R, pose.joint.sine, pose.joint.cosine);
  }
  AxisLink link{whole(pose).R, {}, {}, turns ? 1.0 : 0.0};
  if (tree.parent[body_index(i)] >= 0 && tree.glides[body_index(i)] == 0) {
    link.p = tree.placement[body_index(i)].p;
    if (!turns) link.along = link.R.z;
  }
  return link;
}

/// The register and lane of every link.
struct LanePlace {
  int group = -1, lane = 0;
};

class Layout {
 public:
  Layout(const Tree64& tree, int lanes) : tree_(tree), lanes_(lanes), place_(tree.parent.size()) {}

  std::vector<LinkLanes> groups() {
    int i = 0;
    if (tree_.kind[0] == JointKind::floating) {
      for (int k = 0; k < 6; k += lanes_) {
        groups_.push_back({0, std::min(lanes_, 6 - k), 0, k, -1, 0, 1, 1, false});
      }
      place_[0] = {0, 0};
      i = 1;
    }
    while (i < tree_.size()) i += add_links(i);
    return std::move(groups_);
  }

 private:
  bool is_next(int i) const {  // within arrays as well
    return i < tree_.size() &&
           tree_.first_v[body_index(i)] == tree_.first_v[body_index(i - 1)] + 1 &&
           tree_.first_q[body_index(i)] == tree_.first_q[body_index(i - 1)] + 1;
  }
  int parent(int i) const { return tree_.parent[body_index(i)]; }
  /// From link i on, each on the one before it.
  int links_in_a_row(int i) const {
    int count = 1;
    while (is_next(i + count) && parent(i + count) == i + count - 1) ++count;
    return count;
  }
  /// From link i on: links in a row, and others on the same link, if they fit in as a whole.
  int add_links(int i) {
    const LanePlace before = parent(i) < 0 ? LanePlace{} : place_[body_index(parent(i))];
    if (before.group >= 0) groups_[body_index(before.group)].ends = false;
    LinkLanes group{i,
                    0,
                    tree_.first_q[body_index(i)],
                    tree_.first_v[body_index(i)],
                    before.group,
                    before.lane,
                    0,
                    0,
                    true};
    int more = std::min(lanes_, links_in_a_row(i));
    do {
      group.starts |= 1U << group.count;
      group.longest = std::max(group.longest, more);
      for (int k = group.count; k < group.count + more; ++k) {
        place_[body_index(i + k)] = {static_cast<int>(groups_.size()), k};
      }
      group.count += more;
      const int next = i + group.count;
      more = is_next(next) && parent(next) == parent(i) ? links_in_a_row(next) : lanes_;
    } while (group.count + more <= lanes_);
    groups_.push_back(group);
    return group.count;
  }

  const Tree64& tree_;
  int lanes_;
  std::vector<LanePlace> place_;
  std::vector<LinkLanes> groups_;
};

/// Lanes in a row with that lane.
unsigned in_a_row(const LinkLanes& group, int lane, int lanes) {
  const unsigned up_to = (2U << lane) - 1, later = group.starts & ~up_to;
  const unsigned first = std::bit_floor(group.starts & up_to);
  const unsigned next = later == 0 ? 1U << lanes : later & (0U - later);
  return next - first;
}

/// Lanes of every register that carry another one: those that its way inwards comes by.
std::vector<unsigned char> reaches(const std::vector<LinkLanes>& groups, bool floats, int lanes) {
  const std::size_t n = groups.size();
  std::vector<unsigned char> reach(n * n);
  const unsigned all = (1U << lanes) - 1;
  const auto set = [&](std::size_t a, std::size_t b, unsigned carry) {
    reach[a * n + b] = reach[b * n + a] = static_cast<unsigned char>(carry);
  };
  for (std::size_t g = 0; g < n; ++g) {
    for (int b = groups[g].before, lane = groups[g].before_lane; b >= 0;) {
      const LinkLanes& before = groups[body_index(b)];
      const bool root = floats && before.link == 0;
      for (std::size_t k = 0; root && k < n && groups[k].link == 0; ++k) set(k, g, all);
      if (root) break;
      set(body_index(b), g, in_a_row(before, lane, lanes) & ((2U << lane) - 1));
      lane = before.before_lane;
      b = before.before;
    }
    for (std::size_t k = 0; floats && groups[g].link == 0 && k < g; ++k) set(k, g, all);
  }
  return reach;
}

}  // namespace

BodyPlan find_bodies(const ScrewTree& screws, int lanes) {
  const Tree64& tree = screws.tree;
  if (tree.size() == 0) return {};
  const bool floats = tree.kind[0] == JointKind::floating;
  BodyPlan plan;
  plan.link.resize(tree.parent.size());
  for (int i = floats ? 1 : 0; i < tree.size(); ++i) {
    if (!has_one_axis(tree.kind[body_index(i)])) return {};
    plan.link[body_index(i)] = axis_link(screws, i);
  }
  plan.group = Layout(tree, lanes).groups();
  const auto row = [](const LinkLanes& a, const LinkLanes& b) { return a.row < b.row; };
  if (!std::is_sorted(plan.group.begin(), plan.group.end(), row)) return {};
  plan.reach = reaches(plan.group, floats, lanes);
  for (const LinkLanes& group : plan.group) {
    for (int lane = 0; lane < lanes; ++lane) {
      plan.in_a_row.push_back(static_cast<unsigned char>(in_a_row(group, lane, lanes)));
    }
  }
  return plan;
}

}  // namespace kinetree
