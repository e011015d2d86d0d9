// Links that move between models, within memory that is there: nothing here can fail.
//
// While an edit is under way, marks_ has for each link from the first one touched on its new place,
// or, minus one and the place in the branch, where it goes.
#include <utility>

#include "kinetree/model.hpp"

namespace kinetree {
namespace {

void move_by(const Pose& X, Pose& Y) { Y = {X.R * Y.R, X.R * Y.p + X.p}; }

}  // namespace

/// Marks the link and all it carries; returns how many go.
int Model::mark_subtree(int first) {
  marks_.resize(links_.size() - static_cast<std::size_t>(first));
  int stay = first, go = 0;
  for (int i = first; i < size(); ++i) {
    const int parent = parents_[static_cast<std::size_t>(i)];
    const bool goes =
        i == first || (parent >= first && marks_[static_cast<std::size_t>(parent - first)] < 0);
    marks_[static_cast<std::size_t>(i - first)] = goes ? -1 - go++ : stay++;
  }
  return go;
}

/// Slots of links from `first` on go; append_slots() brings them back.
void Model::drop_slots(int first) {
  while (!joints_.empty() && static_cast<int>(index(joints_.back().link)) >= first) {
    nq_ = joints_.back().q_first;
    nv_ = joints_.back().v_first;
    joints_.pop_back();
  }
  if (mimics_ == 0) return;
  for (auto i = static_cast<std::size_t>(first); i < links_.size(); ++i) {
    if (links_[i].joint.mimic) --mimics_;
  }
}

void Model::append_slots(int first) {
  for (int i = first; i < size(); ++i) append_slot(static_cast<LinkId>(i));
}

/// The nodes of the names change owner: no memory is asked for.
void Model::move_name(Model& from, const Link& link, LinkId id) {
  auto of_link = from.by_name_.extract(link.name);
  auto of_joint = from.by_joint_.extract(link.joint.name);
  of_link.mapped() = of_joint.mapped() = id;
  by_name_.insert(std::move(of_link));
  by_joint_.insert(std::move(of_joint));
}

void Model::rename_place(int i) {
  const Link& link = links_[static_cast<std::size_t>(i)];
  by_name_.find(link.name)->second = static_cast<LinkId>(i);
  by_joint_.find(link.joint.name)->second = static_cast<LinkId>(i);
}

/// The marked links into a model without links, the others up to their new places.
void Model::move_marked(int first, Model& into) {
  drop_slots(first);
  const auto mark = [&](int i) { return marks_[static_cast<std::size_t>(i - first)]; };
  into.origins_.clear();
  into.origins_.push_back(parents_[static_cast<std::size_t>(first)]);
  for (int i = first; i < size(); ++i) {
    Link& link = links_[static_cast<std::size_t>(i)];
    const int parent = parents_[static_cast<std::size_t>(i)], to = mark(i);
    if (to < 0) {
      const auto id = static_cast<LinkId>(into.links_.size());
      into.move_name(*this, link, id);
      into.links_.push_back(std::move(link));
      into.parents_.push_back(parent < first ? -1 : -1 - mark(parent));
      into.append_slot(id);
      into.origins_.push_back(i);
      continue;
    }
    parents_[static_cast<std::size_t>(to)] = parent < first ? parent : mark(parent);
    if (to == i) continue;
    links_[static_cast<std::size_t>(to)] = std::move(link);
    rename_place(to);
  }
  links_.erase(links_.end() - into.size(), links_.end());
  parents_.resize(links_.size());
  append_slots(first);
  into.changed(0);
}

/// Every link from `first` on into a model without links; into nothing where there is none.
void Model::take_out_tail(int first, Model* into) {
  if (into == nullptr) {
    Model gone;
    return take_out_tail(first, &gone);
  }
  const int count = size() - first;
  into->make_room(count);
  marks_.resize(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) marks_[static_cast<std::size_t>(k)] = -1 - k;
  move_marked(first, *into);
}

void Model::append_branch(int parent, Model& branch, const Pose& X) {
  const int first = size();
  // Multiplying by one would turn -0 into 0.
  const bool moved = X.p != Vector3::Zero() || X.R != Matrix3::Identity();
  branch.drop_slots(0);
  for (std::size_t k = 0; k < branch.links_.size(); ++k) {
    const auto id = static_cast<LinkId>(links_.size());
    move_name(branch, branch.links_[k], id);
    links_.push_back(std::move(branch.links_[k]));
    const int up = branch.parents_[k];
    parents_.push_back(up < 0 ? parent : first + up);
    Joint& joint = links_.back().joint;
    if (up < 0 && moved) move_by(X, joint.placement);
    if (up < 0 && moved && joint.locked) move_by(X, joint.locked->placement);
    append_slot(id);
  }
  branch.links_.clear();
  branch.parents_.clear();
  branch.changed(0);
}

/// The links of a branch that was detached, where they stood; from the last one to the first.
void Model::give_back(const Edit& edit, Model& branch) {
  const int count = branch.size(), before = size(), first = branch.origins_[1];
  make_room(count);
  drop_slots(first);
  branch.drop_slots(0);
  links_.resize(links_.size() + branch.links_.size());
  parents_.resize(links_.size());
  marks_.resize(static_cast<std::size_t>(before - first));
  const auto origin = [&](int k) { return branch.origins_[static_cast<std::size_t>(k) + 1]; };
  for (int i = before + count - 1, k = count - 1, from = before - 1; i >= first; --i) {
    const auto at = static_cast<std::size_t>(i);
    if (k >= 0 && origin(k) == i) {
      move_name(branch, branch.links_[static_cast<std::size_t>(k)], static_cast<LinkId>(i));
      links_[at] = std::move(branch.links_[static_cast<std::size_t>(k)]);
      const int up = branch.parents_[static_cast<std::size_t>(k--)];
      parents_[at] = up < 0 ? branch.origins_[0] : origin(up);
      continue;
    }
    marks_[static_cast<std::size_t>(from - first)] = i;
    if (i != from) links_[at] = std::move(links_[static_cast<std::size_t>(from)]);
    // A place before the insertion, and negative until every new place is known.
    parents_[at] = -2 - parents_[static_cast<std::size_t>(from--)];
    rename_place(i);
  }
  for (int i = first; i < size(); ++i) {
    int& parent = parents_[static_cast<std::size_t>(i)];
    if (parent >= 0) continue;
    const int was = -2 - parent;
    parent = was < first ? was : marks_[static_cast<std::size_t>(was - first)];
  }
  append_slots(first);
  branch.links_.clear();
  branch.parents_.clear();
  branch.changed(0);
  changed_back(edit, first);
}

/// A joint that stays where it is put.
void Model::fix(int i, const Pose& placement) {
  Joint& joint = links_[static_cast<std::size_t>(i)].joint;
  drop_slots(i);
  joint.locked = Unlocked{joint.type, joint.placement};
  joint.type = JointType::fixed;
  joint.placement = placement;
  append_slots(i);
}

/// A locked joint as it was before.
void Model::release(int i) {
  Joint& joint = links_[static_cast<std::size_t>(i)].joint;
  drop_slots(i);
  joint.type = joint.locked->type;
  joint.placement = joint.locked->placement;
  joint.locked.reset();
  append_slots(i);
}

}  // namespace kinetree
