// The editable model: names, slots in q and v, edits that count.
#include "kinetree/model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/assemble.hpp"

namespace kinetree {

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
  make_room(1);
  const auto id = static_cast<LinkId>(links_.size());
  by_name_.emplace(link.name, id);
  by_joint_.emplace(link.joint.name, id);
  links_.push_back(std::move(link));
  parents_.push_back(parent_index);
  append_slot(id);
  changed(static_cast<int>(index(id)));
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
  changed(size());
}

void Model::set_armature(LinkId id, double armature) {
  const std::string& called = link(id).joint.name;
  if (!std::isfinite(armature) || armature < 0) {
    throw ModelError("joint '" + called + "': armature must be finite, not negative");
  }
  links_[index(id)].joint.armature = armature;
  changed(static_cast<int>(index(id)));
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
  if (joint.mimic) ++mimics_;
  if (joint.type == JointType::fixed || joint.mimic) return;
  joints_.push_back({id, nq_, joint_nq(joint.type), nv_, joint_nv(joint.type)});
  nq_ += joint_nq(joint.type);
  nv_ += joint_nv(joint.type);
}

void Model::rebuild() {
  make_room(0);
  joints_.clear();
  by_name_.clear();
  by_joint_.clear();
  nq_ = nv_ = mimics_ = 0;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    by_name_.emplace(links_[i].name, id);
    by_joint_.emplace(links_[i].joint.name, id);
    append_slot(id);
  }
  changed(0);
}

namespace {

/// FNV-1a, 64 bits: the same on every machine that stores doubles as IEEE 754 does.
class Hash {
 public:
  void add(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ bytes[i]) * 0x100000001b3ULL;
  }
  void add(const std::string& text) {
    add(text.data(), text.size());
    add(static_cast<double>(text.size()));
  }
  void add(double x) { add(&x, sizeof x); }
  void add(const Pose& X) {
    add(X.R.data(), 9 * sizeof(double));
    add(X.p.data(), 3 * sizeof(double));
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

void add_joint(Hash& hash, const Joint& joint) {
  hash.add(joint.name);
  hash.add(static_cast<double>(joint.type));
  hash.add(joint.axis.data(), 3 * sizeof(double));
  hash.add(joint.placement);
  for (const double x :
       {joint.pitch, joint.armature, joint.damping, joint.friction, joint.limits.lower,
        joint.limits.upper, joint.limits.velocity, joint.limits.effort}) {
    hash.add(x);
  }
  hash.add(joint.mimic ? 1.0 : 0.0);
  if (joint.mimic) {
    hash.add(joint.mimic->joint);
    hash.add(joint.mimic->multiplier);
    hash.add(joint.mimic->offset);
  }
  hash.add(joint.locked ? 1.0 : 0.0);
  if (joint.locked) {
    hash.add(static_cast<double>(joint.locked->type));
    hash.add(joint.locked->placement);
  }
}

}  // namespace

std::uint64_t Model::hash() const noexcept {
  Hash hash;
  hash.add(name);
  hash.add(gravity_.data(), 3 * sizeof(double));
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    hash.add(link.name);
    hash.add(static_cast<double>(parents_[i]));
    add_joint(hash, link.joint);
    hash.add(link.inertia.mass);
    hash.add(link.inertia.com.data(), 3 * sizeof(double));
    hash.add(link.inertia.inertia.data(), 9 * sizeof(double));
    for (const Shape& shape : link.visuals) {
      hash.add(static_cast<double>(shape.kind));
      hash.add(shape.size.data(), 3 * sizeof(double));
      hash.add(shape.placement);
    }
  }
  return hash.value();
}

}  // namespace kinetree
