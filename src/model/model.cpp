// The editable model: names, slots in q and v, edits that count.
#include "kinetree/model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/assemble.hpp"

namespace kinetree {

Revision& Revision::operator=(const Revision& other) {
  if (this != &other) advance();
  return *this;
}

Revision& Revision::operator=(Revision&& other) noexcept {
  // Watchers of either counter must see a change: neither model is what they compiled.
  if (this == &other) return *this;
  if (count_) count_->fetch_add(1);
  if (other.count_) other.count_->fetch_add(1);
  if (!count_) count_ = std::move(other.count_);
  return *this;
}

void Revision::advance() {
  if (!count_) count_ = std::make_shared<Counter>(0);
  count_->fetch_add(1);
}

Model::Model(std::vector<Link> links, std::vector<int> parents)
    : links_(std::move(links)), parents_(std::move(parents)) {
  rebuild();
}

LinkId Model::add(Link link, std::optional<LinkId> parent) {
  if (link.name.empty()) throw ModelError("a link needs a name (set Link::name before add)");
  if (parent && index(*parent) >= links_.size()) {
    throw ModelError("link '" + link.name + "': its parent is not in the model (add it first)");
  }
  const int parent_index = parent ? static_cast<int>(index(*parent)) : -1;
  if (link.joint.name.empty()) {
    const bool floats = link.joint.type == JointType::floating && !parent;
    const bool base = floats && !by_joint_.contains("floating_base");
    link.joint.name = base ? "floating_base" : link.name;
  }
  if (by_name_.contains(link.name)) {
    throw ModelError("link '" + link.name + "' is there already (names must be unique)");
  }
  if (by_joint_.contains(link.joint.name)) {
    throw ModelError("joint '" + link.joint.name + "' is there already (names must be unique)");
  }
  const auto id = static_cast<LinkId>(links_.size());
  by_name_.emplace(link.name, id);
  by_joint_.emplace(link.joint.name, id);
  links_.push_back(std::move(link));
  parents_.push_back(parent_index);
  append_slot(id);
  revision_.advance();
  return id;
}

const Link& Model::link(LinkId id) const {
  if (index(id) < links_.size()) return links_[index(id)];
  throw ModelError("no link number " + std::to_string(index(id)) + " in model '" + name +
                   "' (it has " + std::to_string(links_.size()) + ")");
}

std::optional<LinkId> Model::parent(LinkId id) const {
  link(id);  // throws for a link that is not there
  const int parent = parents_[index(id)];
  if (parent < 0) return std::nullopt;
  return static_cast<LinkId>(parent);
}

std::optional<LinkId> Model::find(std::string_view link) const noexcept {
  const auto found = by_name_.find(link);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

std::optional<LinkId> Model::find_joint(std::string_view joint) const noexcept {
  const auto found = by_joint_.find(joint);
  if (found == by_joint_.end()) return std::nullopt;
  return found->second;
}

bool Model::is_floating_base(LinkId id) const {
  if (link(id).joint.type != JointType::floating) return false;
  for (int i = parents_[index(id)]; i >= 0; i = parents_[static_cast<std::size_t>(i)]) {
    if (links_[static_cast<std::size_t>(i)].joint.type != JointType::fixed) return false;
  }
  return true;
}

LinkId Model::at(std::string_view link) const {
  if (const auto id = find(link)) return *id;
  std::vector<std::string> names;
  for (const Link& known : links_) names.push_back(known.name);
  const std::string close = nearest(link, names);
  throw ModelError(
      "no link '" + std::string(link) + "' in model '" + name + "' (" +
      (close.empty() ? "kinetree info lists the links" : "did you mean '" + close + "'?") + ")");
}

Vector Model::neutral() const {
  Vector q = Vector::Zero(nq_);
  for (const JointSlot& slot : joints_) {
    // A quaternion is x y z w and stands last.
    if (slot.nq > slot.nv) q[slot.q_first + slot.nq - 1] = 1;
  }
  return q;
}

void Model::set_gravity(const Vector3& gravity) {
  if (!gravity.allFinite()) throw ModelError("gravity must be three finite numbers");
  gravity_ = gravity;
  revision_.advance();
}

void Model::set_inertia(LinkId id, const MassProperties& inertia) {
  const std::string& called = link(id).name;
  if (!std::isfinite(inertia.mass) || inertia.mass < 0 || !inertia.com.allFinite() ||
      !inertia.inertia.allFinite()) {
    throw ModelError("link '" + called +
                     "': mass must be finite and not negative, com and inertia finite");
  }
  links_[index(id)].inertia = inertia;
  revision_.advance();
}

void Model::set_armature(LinkId id, double armature) {
  const std::string& called = link(id).joint.name;
  if (!std::isfinite(armature) || armature < 0) {
    throw ModelError("joint '" + called + "': armature must be finite, not negative");
  }
  links_[index(id)].joint.armature = armature;
  revision_.advance();
}

void Model::set_base(Base base) {
  if (base == Base::as_given) return;
  if (base == Base::fixed) {
    std::vector<LinkId> bases;  // all first: on a base that was fixed, the next would float
    for (const JointSlot& slot : joints_) {
      if (is_floating_base(slot.link)) bases.push_back(slot.link);
    }
    for (const LinkId id : bases) links_[index(id)].joint.type = JointType::fixed;
    rebuild();
    return;
  }
  const bool floats = std::any_of(joints_.begin(), joints_.end(), [&](const JointSlot& slot) {
    return is_floating_base(slot.link);
  });
  const auto roots = std::count(parents_.begin(), parents_.end(), -1);
  const auto root =
      static_cast<std::size_t>(std::find(parents_.begin(), parents_.end(), -1) - parents_.begin());
  if (roots == 1 && floats) return;
  const bool loosen = roots == 1 && links_[root].joint.type == JointType::fixed;
  const auto taken = find_joint("floating_base");
  if (taken && !(loosen && index(*taken) == root)) {
    throw ModelError("a joint is called 'floating_base' already (rename it)");
  }
  if (loosen) {
    links_[root].joint.type = JointType::floating;
    links_[root].joint.name = "floating_base";
  } else {
    // Roots that move against the world: the world they stand on becomes the base.
    Link ground;
    ground.name = ground.joint.name = "floating_base";
    ground.joint.type = JointType::floating;
    if (find(ground.name)) throw ModelError("a link is called 'floating_base' already (rename it)");
    links_.insert(links_.begin(), std::move(ground));
    parents_.insert(parents_.begin(), -2);  // every index moves up by one, roots to the new base
    for (int& parent : parents_) ++parent;
  }
  rebuild();
}

void Model::release_mimics() {
  for (Link& link : links_) link.joint.mimic.reset();
  rebuild();
}

void Model::append_slot(LinkId id) {
  const Joint& joint = links_[index(id)].joint;
  if (joint.type == JointType::fixed || joint.mimic) return;
  joints_.push_back({id, nq_, joint_nq(joint.type), nv_, joint_nv(joint.type)});
  nq_ += joint_nq(joint.type);
  nv_ += joint_nv(joint.type);
}

void Model::rebuild() {
  joints_.clear();
  by_name_.clear();
  by_joint_.clear();
  nq_ = nv_ = 0;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    by_name_.emplace(links_[i].name, id);
    by_joint_.emplace(links_[i].joint.name, id);
    append_slot(id);
  }
  revision_.advance();
}

}  // namespace kinetree
