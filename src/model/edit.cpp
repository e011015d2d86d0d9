// Edits of a model that is being evaluated: checks first, then moves that cannot fail.
//
// Links, names and slots are moved, never copied, and the nodes of the two tables of names change
// owner: within reserved memory nothing is allocated. All that can throw stands before the first
// change, so an edit that throws has changed nothing.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

#include "kinetree/model.hpp"
#include "model/inspect.hpp"
#include "model/joint_parts.hpp"

namespace kinetree {
namespace {

template <class T>
void grow(std::vector<T>& v, std::size_t size) {
  if (v.capacity() < size) v.reserve(std::max(size, 2 * v.capacity()));
}

template <class Names>
void grow_names(Names& names, std::size_t size) {
  const auto load = static_cast<double>(names.max_load_factor());
  if (static_cast<double>(size) > load * static_cast<double>(names.bucket_count())) {
    names.reserve(std::max(size, 2 * names.size()));
  }
}

void check_empty(const Model& model, const char* what) {
  if (model.size() == 0) return;
  throw UsageError(std::string(what) +
                   ": what is taken out goes into a model without links, but '" + model.name +
                   "' has " + std::to_string(model.size()));
}

void check_pose(const Pose& X) {
  if (X.p.allFinite() && (X.R * X.R.transpose() - Matrix3::Identity()).norm() < 1e-6 &&
      X.R.determinant() > 0) {
    return;
  }
  throw ModelError("attach: the pose of the branch is no rotation and finite position");
}

}  // namespace

void Model::check_link(LinkId id, const char* what) const {
  if (index(id) < links_.size()) return;
  throw ModelError(std::string(what) + ": no link number " + std::to_string(index(id)) +
                   " in model '" + name + "' (it has " + std::to_string(links_.size()) +
                   "; was it detached before?)");
}

/// Whether the branch can be taken in, where the marked links from `first` on (size(): none) go.
void Model::check_branch(const Model& branch, int first) const {
  if (&branch == this) throw ModelError("a model cannot be attached to itself (copy it first)");
  if (branch.links_.empty()) {
    throw ModelError("attach: the branch '" + branch.name + "' has no links (was it moved from?)");
  }
  Diagnostics found = faults(branch);
  if (!found.empty()) throw ModelError("attach: " + to_string(found.front()));
  const auto stays = [&](const Names& names, const std::string& called) {
    const auto there = names.find(called);
    if (there == names.end()) return false;
    const int i = static_cast<int>(index(there->second));
    return i < first || marks_[static_cast<std::size_t>(i - first)] >= 0;
  };
  for (const Link& link : branch.links_) {
    const bool joint = stays(by_joint_, link.joint.name);
    if (!joint && !stays(by_name_, link.name)) continue;
    throw ModelError(std::string("attach: ") + (joint ? "joint '" : "link '") +
                     (joint ? link.joint.name : link.name) + "' is in '" + name +
                     "' already (rename it: names must be unique)");
  }
}

void Model::check_mimics_of_marked(int first) const {
  if (mimics_ == 0) return;
  const auto goes = [&](int i) {
    return i >= first && marks_[static_cast<std::size_t>(i - first)] < 0;
  };
  for (int i = 0; i < size(); ++i) {
    const Joint& joint = links_[static_cast<std::size_t>(i)].joint;
    const auto leader = joint.mimic ? find_joint(joint.mimic->joint) : std::nullopt;
    if (!leader || goes(i) == goes(static_cast<int>(index(*leader)))) continue;
    throw ModelError("detach: joint '" + joint.name + "' mimics '" + joint.mimic->joint +
                     "', and only one of them would go (release_mimics() makes them independent)");
  }
}

void Model::make_room(int links) {
  const std::size_t size = links_.size() + static_cast<std::size_t>(links);
  grow(links_, size);
  for (std::vector<int>* v : {&parents_, &marks_, &origins_}) grow(*v, size + 1);
  grow(joints_, size);
  grow_names(by_name_, size);
  grow_names(by_joint_, size);
}

void Model::reserve(int links, int velocities) {
  if (links < 0 || velocities < 0) throw UsageError("reserve: counts are zero or positive");
  make_room(links);
  link_capacity_ = std::max(link_capacity_, size() + links);
  nv_capacity_ = std::max(nv_capacity_, nv_ + velocities);
}

// ---- what was changed ---------------------------------------------------------------------------

void Model::changed(int from, int inertia) {
  const std::uint64_t before = revision_.state();
  revision_.advance();
  newest_ = (newest_ + 1) % Changes::most;
  changes_[static_cast<std::size_t>(newest_)] = {before, revision_.state(), from, inertia};
}

void Model::changed_back(const Edit& edit, int from, int inertia) {
  revision_.advance_to(edit.before_);
  newest_ = (newest_ + 1) % Changes::most;
  changes_[static_cast<std::size_t>(newest_)] = {edit.after_, edit.before_, from, inertia};
}

Changes Model::changes_since(std::uint64_t state) const noexcept {
  Changes since{.from = size()};
  std::uint64_t at = revision_.state();
  for (int back = 0; at != state; ++back) {
    const auto i = static_cast<std::size_t>((newest_ - back + Changes::most) % Changes::most);
    if (back == Changes::most || changes_[i].after != at) return {};  // all of it
    const Change& change = changes_[i];
    since.from = std::min(since.from, change.from);
    if (change.inertia >= 0) {
      since.inertias[static_cast<std::size_t>(since.inertia_count++)] = change.inertia;
    }
    at = change.before;
  }
  return since;
}

Edit Model::begin(Edit::Kind kind, LinkId link, int count) const {
  Edit edit;
  edit.kind_ = kind;
  edit.link = link;
  edit.count = count;
  edit.before_ = revision_.state();
  return edit;
}

// ---- the edits ----------------------------------------------------------------------------------

Edit Model::attach(LinkId parent, Model&& branch, const Pose& X_parent_branch) {
  check_link(parent, "attach");
  check_pose(X_parent_branch);
  check_branch(branch, size());
  make_room(branch.size());
  branch.make_room(0);  // a copy may have no more than it needs
  Edit edit = begin(Edit::Kind::attach, static_cast<LinkId>(links_.size()), branch.size());
  append_branch(static_cast<int>(index(parent)), branch, X_parent_branch);
  changed(static_cast<int>(index(edit.link)));
  edit.after_ = revision_.state();
  return edit;
}

Edit Model::attach(LinkId parent, const Model& branch, const Pose& X_parent_branch) {
  Model copy = branch;
  return attach(parent, std::move(copy), X_parent_branch);
}

Edit Model::detach(LinkId link, Model& removed) {
  check_link(link, "detach");
  check_empty(removed, "detach");
  make_room(0);
  const int first = static_cast<int>(index(link)), count = mark_subtree(first);
  check_mimics_of_marked(first);
  removed.make_room(count);
  Edit edit = begin(Edit::Kind::detach, link, count);
  move_marked(first, removed);
  edit.removed_ = removed.revision_.state();
  changed(first);
  edit.after_ = revision_.state();
  return edit;
}

Model Model::detach(LinkId link) {
  Model removed;
  removed.gravity_ = gravity_;
  detach(link, removed);
  removed.name = removed.links_.front().name;
  return removed;
}

Edit Model::replace(LinkId link, Model&& branch, Model& removed, const Pose& X_parent_branch) {
  check_link(link, "replace");
  check_empty(removed, "replace");
  check_pose(X_parent_branch);
  if (&branch == &removed) throw ModelError("replace: one model cannot give and take links");
  make_room(branch.size());
  const int first = static_cast<int>(index(link)), parent = parents_[index(link)];
  const int count = mark_subtree(first);
  check_branch(branch, first);
  check_mimics_of_marked(first);
  removed.make_room(count);
  branch.make_room(0);
  Edit edit = begin(Edit::Kind::replace, {}, branch.size());
  move_marked(first, removed);
  edit.removed_ = removed.revision_.state();
  edit.link = static_cast<LinkId>(links_.size());
  append_branch(parent, branch, X_parent_branch);
  changed(first);
  edit.after_ = revision_.state();
  return edit;
}

void Model::check_locking(LinkId id) const {
  check_link(id, "lock");
  const Joint& joint = links_[index(id)].joint;
  if (joint.type == JointType::fixed) {
    throw ModelError("lock: joint '" + joint.name + "' is " +
                     (joint.locked ? "locked already" : "fixed: it does not move"));
  }
  bool mimics = joint.mimic.has_value();
  for (std::size_t i = 0; i < links_.size() && mimics_ > 0; ++i) {
    const auto& mimic = links_[i].joint.mimic;
    mimics = mimics || (mimic && mimic->joint == joint.name);
  }
  if (!mimics) return;
  throw ModelError("lock: joint '" + joint.name +
                   "' mimics another or is mimicked (release_mimics() makes them independent)");
}

Edit Model::lock(LinkId link, const Eigen::Ref<const Vector>& q) {
  check_locking(link);
  Joint& joint = links_[index(link)].joint;
  const int nq = joint_nq(joint.type), nv = joint_nv(joint.type);
  if (q.size() != nq || !q.allFinite()) {
    throw UsageError("lock: joint '" + joint.name + "' takes " + std::to_string(nq) +
                     " finite coordinates");
  }
  const bool turns_freely = nq > nv;
  if (turns_freely && std::abs(q.tail<4>().norm() - 1) > 1e-6) {
    throw UsageError("lock: the quaternion of joint '" + joint.name + "' is not of unit length");
  }
  Diagnostics found;
  Findings findings(found);
  link_faults(links_[index(link)], file, findings);
  if (!found.empty()) throw ModelError("lock: " + to_string(found.front()));
  Edit edit = begin(Edit::Kind::lock, link, 1);
  const Pose there = to_public(to_spatial(joint.placement) * joint_displacement(joint, q.data()));
  fix(static_cast<int>(index(link)), there);
  changed(static_cast<int>(index(link)));
  edit.after_ = revision_.state();
  return edit;
}

Edit Model::unlock(LinkId link) {
  check_link(link, "unlock");
  Joint& joint = links_[index(link)].joint;
  if (!joint.locked) {
    throw ModelError("unlock: joint '" + joint.name + "' is not locked");
  }
  grow(joints_, joints_.size() + 1);
  Edit edit = begin(Edit::Kind::unlock, link, 1);
  edit.placement_ = joint.placement;
  release(static_cast<int>(index(link)));
  changed(static_cast<int>(index(link)));
  edit.after_ = revision_.state();
  return edit;
}

Edit Model::set_inertia(LinkId id, const MassProperties& inertia) {
  const std::string& called = link(id).name;
  if (!std::isfinite(inertia.mass) || inertia.mass < 0 || !inertia.com.allFinite() ||
      !inertia.inertia.allFinite()) {
    throw ModelError("link '" + called +
                     "': mass must be finite and not negative, com and inertia finite");
  }
  Edit edit = begin(Edit::Kind::inertia, id, 1);
  edit.inertia_ = links_[index(id)].inertia;
  links_[index(id)].inertia = inertia;
  changed(size(), static_cast<int>(index(id)));
  edit.after_ = revision_.state();
  return edit;
}

void Model::check_undo(const Edit& edit, const Model* branch, const Model* removed) const {
  if (edit.kind_ == Edit::Kind::none || edit.after_ != revision_.state()) {
    throw UsageError("undo: the model '" + name +
                     "' is not as this edit left it (undo later edits first, the last one first)");
  }
  const bool came = edit.kind_ == Edit::Kind::attach || edit.kind_ == Edit::Kind::replace;
  const bool went = edit.kind_ == Edit::Kind::detach || edit.kind_ == Edit::Kind::replace;
  if (came && branch != nullptr) check_empty(*branch, "undo");
  const Model* held = edit.kind_ == Edit::Kind::detach ? branch : removed;
  if (!went || (held != nullptr && held->revision_.state() == edit.removed_)) return;
  throw UsageError(
      "undo: what was taken out is not given back as it was (pass the model that detach or replace "
      "filled, unchanged)");
}

void Model::undo(const Edit& edit, Model* branch, Model* removed) {
  check_undo(edit, branch, removed);
  const int at = static_cast<int>(index(edit.link));
  switch (edit.kind_) {
    case Edit::Kind::none:
      return;
    case Edit::Kind::lock:
      grow(joints_, joints_.size() + 1);
      release(at);
      return changed_back(edit, at);
    case Edit::Kind::inertia:
      links_[index(edit.link)].inertia = edit.inertia_;
      return changed_back(edit, size(), at);
    case Edit::Kind::unlock:
      fix(at, edit.placement_);
      return changed_back(edit, at);
    case Edit::Kind::attach:
      take_out_tail(at, branch);
      return changed_back(edit, at);
    case Edit::Kind::detach:
      return give_back(edit, *branch);
    case Edit::Kind::replace:
      make_room(removed->size());
      take_out_tail(at, branch);
      return give_back(edit, *removed);
  }
}

}  // namespace kinetree
