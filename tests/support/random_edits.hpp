// Models that change: branches to attach, random edits, and what a model is made of.
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kinetree/io.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {

/// A one-link model; its joint is called as the link.
inline Model payload(const std::string& name, JointType type = JointType::fixed, double mass = 2) {
  Link link;
  link.name = name;
  link.joint.type = type;
  link.joint.placement.p = {0.1, 0, 0.2};
  link.inertia = {mass, {0, 0, -0.1}, Vector3(0.02, 0.03, 0.04).asDiagonal()};
  Model model;
  model.name = name;
  model.add(link);
  return model;
}

/// Everything a model is, except its counter.
struct Content {
  explicit Content(const Model& model)
      : hash(model.hash()), text(to_json(model)), nq(model.nq()), nv(model.nv()) {
    for (const JointSlot& slot : model.joints()) {
      slots.insert(slots.end(), {static_cast<int>(index(slot.link)), slot.q_first, slot.v_first});
    }
    for (int i = 0; i < model.size(); ++i) {
      const Link& link = model.link(static_cast<LinkId>(i));
      places.push_back(model.find(link.name) == static_cast<LinkId>(i) &&
                       model.find_joint(link.joint.name) == static_cast<LinkId>(i));
    }
  }
  bool operator==(const Content&) const = default;
  std::uint64_t hash;
  std::string text;
  int nq, nv;
  std::vector<int> slots;
  std::vector<bool> places;
};

/// The same links added one by one.
inline Model rebuilt(const Model& model) {
  Model copy;
  copy.name = model.name;
  copy.set_gravity(model.gravity());
  for (int i = 0; i < model.size(); ++i) {
    copy.add(model.link(static_cast<LinkId>(i)), model.parent(static_cast<LinkId>(i)));
  }
  return copy;
}

/// Random edits, some of them undone, each followed by a comparison with a model from scratch.
class RandomEdits {
 public:
  explicit RandomEdits(unsigned seed) : random_(seed), model_(random_tree(seed, {.links = 12})) {}

  void step() {
    const auto kind = random_() % 6;
    if (model_.size() < 6 || (kind < 2 && model_.size() < 40)) return attach();
    if (kind < 2 || kind == 2) return detach();
    if (kind == 3) return set_inertia();
    if (kind == 4) return lock_or_unlock();
    undo_some();
  }
  void undo_all() {
    while (!done_.empty()) undo_one();
  }
  const Model& model() const { return model_; }

 private:
  struct Done {
    Edit edit;
    Content before;
    std::unique_ptr<Model> branch;
  };
  LinkId any() { return static_cast<LinkId>(random_() % static_cast<unsigned>(model_.size())); }
  void attach() {
    Content before(model_);
    Model branch = random_tree(random_(), {.links = 1 + static_cast<int>(random_() % 3)});
    Model named;
    for (int i = 0; i < branch.size(); ++i) {
      Link link = branch.link(static_cast<LinkId>(i));
      link.name = link.joint.name = "n" + std::to_string(++names_);
      named.add(link, branch.parent(static_cast<LinkId>(i)));
    }
    const Edit edit = model_.attach(any(), std::move(named));
    done_.push_back({edit, std::move(before), nullptr});
  }
  void detach() {
    Content before(model_);
    auto branch = std::make_unique<Model>();
    // Link 0 stays: there must be something left to attach to.
    const auto id = static_cast<LinkId>(1 + random_() % static_cast<unsigned>(model_.size() - 1));
    const Edit edit = model_.detach(id, *branch);
    done_.push_back({edit, std::move(before), std::move(branch)});
  }
  void set_inertia() {
    Content before(model_);
    const double mass = 1 + 0.01 * static_cast<double>(random_() % 100);
    done_.push_back({model_.set_inertia(any(), {mass, {0.1, 0, 0}, Matrix3::Identity()}),
                     std::move(before), nullptr});
  }
  void lock_or_unlock() {
    const LinkId id = any();
    const Joint& joint = model_.link(id).joint;
    Content before(model_);
    if (joint.locked) {
      done_.push_back({model_.unlock(id), std::move(before), nullptr});
    } else if (joint.type != JointType::fixed) {
      Vector q = Vector::Zero(joint_nq(joint.type));
      q[q.size() - 1] = 1;
      done_.push_back({model_.lock(id, q), std::move(before), nullptr});
    }
  }
  void undo_one() {
    Done& last = done_.back();
    model_.undo(last.edit, last.branch.get());
    ASSERT_EQ(Content(model_), last.before);
    done_.pop_back();
  }
  void undo_some() {
    for (auto k = random_() % 4; k > 0 && !done_.empty(); --k) undo_one();
  }
  std::mt19937 random_;
  Model model_;
  std::vector<Done> done_;
  int names_ = 0;
};

}  // namespace kinetree::testing
