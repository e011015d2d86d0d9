#include "plan/plan.hpp"

#include <algorithm>

namespace kinetree {
namespace {

/// Joints in a row from which on two dot products an entry beat moving forces from link to link.
/// Blocks of states take them for any C.
constexpr int deep_for_mass_matrix = 20, deep_for_coriolis = 9;
/// Hinges in a row up to which accelerations are solved for with their M.
constexpr int longest_solved = 9;

template <class T>
View<const T> viewed(const std::vector<T>& x) {
  return {x.data(), static_cast<int>(x.size())};
}

}  // namespace

void Plan::Coordinates::assign(const std::vector<Coupled>& couplings) {
  for (const Coupled& c : couplings) {
    source.push_back(c.source);
    multiplier.push_back(c.multiplier);
    offset.push_back(c.offset);
  }
}
kernel::Coupling<double> Plan::Coordinates::view() const {
  return {viewed(source), viewed(multiplier), viewed(offset)};
}

/// Rows of the lower triangle one after the other, structural zeros left out.
void Plan::number_entries(const std::vector<int>& previous) {
  for (const int before : previous) {
    level_.push_back(before < 0 ? 0 : level_[static_cast<std::size_t>(before)] + 1);
    row_.push_back(view_.packed);
    view_.packed += level_.back() + 1;
  }
}

/// What columns of M are not zero where: on the way of a velocity, and where it is on the way.
void Plan::list_runs(const View<const int>& previous) {
  const int n = previous.size();
  std::vector<std::vector<int>> rows(static_cast<std::size_t>((n + 1) / 2));
  for (int k = 0; k < n; ++k) {
    last_.push_back(k);
    for (int i = k; i >= 0; i = previous[i]) {
      last_[static_cast<std::size_t>(i)] = k;
      rows[static_cast<std::size_t>(i / 2)].push_back(k);
      rows[static_cast<std::size_t>(k / 2)].push_back(i);
    }
  }
  for (std::vector<int>& pair : rows) {
    std::sort(pair.begin(), pair.end());
    first_run_.push_back(static_cast<int>(runs_.size()));
    for (const int row : pair) {
      const bool first = static_cast<int>(runs_.size()) == first_run_.back();
      if (first || row > runs_.back().last + 1) runs_.push_back({row, row});
      runs_.back().last = row;
    }
  }
  first_run_.push_back(static_cast<int>(runs_.size()));
}

/// Where joints in a row end: at a leaf, where several hang on one, and at a root that floats.
void Plan::list_joint_runs(const View<const int>& previous) {
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  std::vector<int> children(at(previous.size())), run(at(previous.size()));
  for (int k = 0; k < previous.size(); ++k) {
    if (previous[k] >= 0) ++children[at(previous[k])];
  }
  constexpr int after_root = 6;
  for (int k = 0; k < previous.size(); ++k) {
    const int before = previous[k];
    const bool goes_on = before >= 0 && before == k - 1 && children[at(before)] == 1 &&
                         !(view_.floats && k == after_root);
    if (goes_on) {
      joint_runs_.back().last = k;
      joint_runs_.back().leaf = children[at(k)] == 0;
    } else {
      const int parent = before < 0 ? -1 : run[at(before)];
      joint_runs_.push_back({k, k, parent, children[at(k)] == 0, parent == 0 && view_.floats});
    }
    run[at(k)] = static_cast<int>(joint_runs_.size()) - 1;
  }
  std::vector<bool> taken(joint_runs_.size());
  for (auto of = joint_runs_.rbegin(); of != joint_runs_.rend(); ++of) {
    if (of->parent < 0) continue;
    of->before = of->before || taken[at(of->parent)];
    taken[at(of->parent)] = true;
  }
}

/// And how many numbers their matrices have.
bool Plan::rows_are_short() {
  int numbers = 0;
  for (const HingeRow& row : hinges_.rows) {
    if (row.count > longest_solved) return false;
    numbers += row.count * row.count;
  }
  view_.hinge_numbers = numbers;
  return true;
}

/// Which coordinates are angles, which of these start elsewhere, and which are used as they are.
void Plan::list_coordinates(int nq) {
  for (int i = 0; i < view_.tree.size(); ++i) {
    const JointKind kind = view_.tree.kind[i];
    if (kind == JointKind::revolute || kind == JointKind::helical) {
      angles_.push_back(view_.tree.first_q[i]);
    }
  }
  std::vector<bool> plain(static_cast<std::size_t>(nq), true);
  for (int i = 0; i < view_.tree.size(); ++i) {
    if (view_.tree.kind[i] == JointKind::revolute) {
      plain[static_cast<std::size_t>(view_.tree.first_q[i])] = false;
    }
  }
  for (int k = 0; k < nq; ++k) {
    if (plain[static_cast<std::size_t>(k)]) plain_.push_back(k);
  }
  for (const int k : angles_) {
    if (screws_.offset[static_cast<std::size_t>(k)] != 0) turned_.push_back(k);
  }
}

Plan::Plan(const Compiled& compiled, bool with_friction, int lanes)
    : screws_(screw_tree(compiled.tree)) {
  q_.assign(compiled.q);
  v_.assign(compiled.v);
  if (with_friction) {
    damping_ = compiled.damping;
    friction_ = compiled.friction;
  }
  for (const int which : compiled.quaternions) {
    const JointSlot& slot = compiled.slots[static_cast<std::size_t>(which)];
    quaternion_.push_back(slot.q_first + slot.nq - 4);
  }
  for (int k = 0; k < compiled.nv; ++k) dense_chain_.push_back(k - 1);
  view_.tree = screws_.tree.view();
  list_coordinates(compiled.tree.nq);
  number_entries(compiled.coupled() ? dense_chain_ : compiled.tree.previous);
  view_.pose = viewed(screws_.pose);
  view_.offset = viewed(screws_.offset);
  view_.angles = viewed(angles_);
  view_.plain = viewed(plain_);
  view_.turned = viewed(turned_);
  view_.q = q_.view();
  view_.v = v_.view();
  view_.damping = viewed(damping_);
  view_.friction = viewed(friction_);
  view_.quaternion = viewed(quaternion_);
  view_.row = viewed(row_);
  view_.level = viewed(level_);
  view_.dense_chain = viewed(dense_chain_);
  view_.floats = view_.tree.size() > 0 && view_.tree.kind[0] == JointKind::floating;
  view_.chain = true;
  for (int i = 0; i < view_.tree.size(); ++i) {
    view_.chain = view_.chain && view_.tree.parent[i] == i - 1;
  }
  view_.nq = compiled.nq;
  view_.nv = compiled.nv;
  if (lanes > 0 && !compiled.coupled()) {
    bodies_ = find_bodies(screws_, lanes);
    limbs_ = find_limbs(screws_, lanes);
    list_runs(view_.tree.previous);
    list_joint_runs(view_.tree.previous);
  }
  hinges_ = find_hinges(screws_.tree);
  view_.hinges = viewed(hinges_.rows);
  view_.others = viewed(hinges_.others);
  view_.axis_link = viewed(bodies_.link);
  view_.groups = viewed(bodies_.group);
  view_.reach = viewed(bodies_.reach);
  view_.in_a_row = viewed(bodies_.in_a_row);
  view_.joint_runs = viewed(joint_runs_);
  view_.last = viewed(last_);
  view_.runs = viewed(runs_);
  view_.first_run = viewed(first_run_);
  view_.limbs = viewed(limbs_.packs);
  if (!limbs_.parts.empty()) view_.trunk = &limbs_.parts.back()->view;
  if (compiled.depth() >= deep_for_mass_matrix) view_.mass_matrix = Frames::common;
  view_.short_rows = !compiled.coupled() && rows_are_short();
  if (lanes == 0 || compiled.depth() >= deep_for_coriolis) view_.coriolis = Frames::common;
}

}  // namespace kinetree
