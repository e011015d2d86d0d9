// Compiling: fixed links merge into what carries them, one-degree axes become z, planar joints
// become two slides and a hinge, mimics become a map of coordinates.
#include "model/compile.hpp"

#include <algorithm>
#include <cmath>

#include "model/inspect.hpp"

namespace kinetree {
namespace {

spatial::Sym3<double> about_center(const MassProperties& m) {
  return {m.inertia(0, 0), m.inertia(0, 1), m.inertia(0, 2),
          m.inertia(1, 1), m.inertia(1, 2), m.inertia(2, 2)};
}

/// Files round rotations; one Newton step towards the nearest one leaves rounding only, and leaves
/// exact ones alone.
Pose orthonormal(const Pose& X) {
  return {0.5 * X.R * (3.0 * Matrix3::Identity() - X.R.transpose() * X.R), X.p};
}

spatial::Inertia<double> about_origin(const MassProperties& m) {
  const spatial::Pose<double> to_com{spatial::identity3<double>(), to_spatial(m.com)};
  return to_com * spatial::Inertia<double>{m.mass, {}, about_center(m)};
}

/// Two bodies welded together. Without mass any point is a centre.
spatial::Body<double> weld(const spatial::Body<double>& a, const spatial::Body<double>& b) {
  if (a.mass == 0 && b.mass == 0) return {0, {}, a.I + b.I};
  const double mass = a.mass + b.mass;
  const spatial::Vec3<double> apart = b.c - a.c;
  const spatial::Vec3<double> c = a.c + (b.mass / mass) * apart;
  return {mass, c, a.I + b.I + point_inertia(apart, (a.mass * b.mass / mass) * apart)};
}

/// The slot of a link that has one.
int slot_of(const Model& model, LinkId link) {
  const std::vector<JointSlot>& slots = model.joints();
  const auto found =
      std::lower_bound(slots.begin(), slots.end(), link,
                       [](const JointSlot& slot, LinkId id) { return slot.link < id; });
  return static_cast<int>(found - slots.begin());
}

}  // namespace

spatial::Body<double> placed_body(const spatial::Pose<double>& X, const MassProperties& m) {
  return {m.mass, X.p + X.R * to_spatial(m.com), rotate(X.R, about_center(m))};
}

void Compiled::reserve(const Model& model) {
  link_capacity = model.link_capacity();
  nv_capacity = model.velocity_capacity();
  // A planar joint has three links in the tree; no link of the tree is without a velocity.
  const auto links = static_cast<std::size_t>(link_capacity);
  const auto velocities = static_cast<std::size_t>(nv_capacity);
  tree.reserve(velocities, velocities);
  for (auto* x : {&damping, &friction, &rotor}) x->reserve(velocities);
  for (auto* x : {&slot, &level_, &deepest_}) x->reserve(velocities);
  for (auto* x : {&last_member_, &free_}) x->reserve(velocities + 1);
  frames.reserve(links);
  placed.reserve(links);
  slots.reserve(links);
  quaternions.reserve(links);
  names.reserve(links);
  joint_names.reserve(links);
}

void Compiled::follow(const Model& model, const Changes& changes) {
  // Mimics couple what stands far apart: with them, everything is compiled again.
  const bool again = model.has_mimics() || coupled();
  const int first = again ? 0 : std::min(changes.from, static_cast<int>(placed.size()));
  reserve(model);
  go_back(first);
  for (int k = 0; k < changes.inertia_count; ++k) {
    const int link = changes.inertias[static_cast<std::size_t>(k)];
    if (link < first) weigh_again(model, link);
  }
  nq = model.nq();
  nv = model.nv();
  tree.gravity = to_spatial(model.gravity());
  while (!slots.empty() && static_cast<int>(index(slots.back().link)) >= first) slots.pop_back();
  const auto kept = static_cast<int>(slots.size());
  while (!quaternions.empty() && quaternions.back() >= kept) quaternions.pop_back();
  slots.insert(slots.end(), model.joints().begin() + static_cast<std::ptrdiff_t>(slots.size()),
               model.joints().end());
  for (int k = kept; k < static_cast<int>(slots.size()); ++k) {
    const JointSlot& one = slots[static_cast<std::size_t>(k)];
    if (one.nq > one.nv) quaternions.push_back(k);
  }
  for (int i = first; i < model.size(); ++i) place(model, static_cast<LinkId>(i));
  ordered = false;
}

/// Forgets links from `first` on. Whoever carried them gets back what it had before they came, to
/// the last bit: the last one that came goes first.
void Compiled::go_back(int first) {
  for (int i = static_cast<int>(placed.size()) - 1; i >= first; --i) {
    const PlacedLink& link = placed[static_cast<std::size_t>(i)];
    const int carrier = frames[static_cast<std::size_t>(i)].link;
    last_member(carrier) = link.previous;
    if (link.previous >= 0) placed[static_cast<std::size_t>(link.previous)].next = -1;
    if (carrier < 0) {
      grounded = link.inertia_before;
    } else {
      tree.inertia[static_cast<std::size_t>(carrier)] = link.inertia_before;
      tree.body[static_cast<std::size_t>(carrier)] = link.body_before;
    }
  }
  const auto links = static_cast<std::size_t>(first);
  if (links < placed.size()) {
    tree.truncate(placed[links].tree_links);
    placed.resize(links);
    frames.resize(links);
    names.truncate(links);
    joint_names.truncate(links);
  }
  const auto velocities = static_cast<std::size_t>(tree.nv());
  for (auto* x : {&damping, &friction, &rotor}) x->resize(velocities);
  for (auto* x : {&slot, &level_, &deepest_}) x->resize(velocities);
  last_member_.resize(static_cast<std::size_t>(tree.size()) + 1, -1);
  if (first > 0) return;
  q.clear();
  v.clear();
}

void Compiled::place(const Model& model, LinkId id) {
  const Link& link = model.link(id);
  PlacedLink left;
  left.tree_links = tree.size();
  left.type = link.joint.type;
  Frame frame;  // of the parent, then of the joint in what carries it
  if (const auto parent = model.parent(id)) frame = frames[index(*parent)];
  frame.X_link = frame.X_link * to_spatial(orthonormal(link.joint.placement));
  if (link.joint.type != JointType::fixed) frame = move(model, id, frame);
  frames.push_back(frame);
  names.push_back(link.name);
  joint_names.push_back(link.joint.name);
  left.previous = last_member(frame.link);
  if (left.previous >= 0) {
    placed[static_cast<std::size_t>(left.previous)].next = static_cast<int>(index(id));
  }
  last_member(frame.link) = static_cast<int>(index(id));
  placed.push_back(left);
  weigh(link, static_cast<int>(index(id)));
}

/// Adds a link to what carries it.
void Compiled::weigh(const Link& link, int i) {
  PlacedLink& left = placed[static_cast<std::size_t>(i)];
  const Frame& frame = frames[static_cast<std::size_t>(i)];
  const spatial::Inertia<double> body = frame.X_link * about_origin(link.inertia);
  auto& carrier = frame.link < 0 ? grounded : tree.inertia[static_cast<std::size_t>(frame.link)];
  left.inertia_before = carrier;
  carrier = carrier + body;
  if (frame.link < 0) return;
  auto& welded = tree.body[static_cast<std::size_t>(frame.link)];
  left.body_before = welded;
  left.own = placed_body(frame.X_link, link.inertia);
  welded = weld(welded, left.own);
}

/// A link has another inertia: it and those that came to the same moving link after it, in order.
void Compiled::weigh_again(const Model& model, int link) {
  const PlacedLink& first = placed[static_cast<std::size_t>(link)];
  const int carrier = frames[static_cast<std::size_t>(link)].link;
  if (carrier < 0) {
    grounded = first.inertia_before;
  } else {
    tree.inertia[static_cast<std::size_t>(carrier)] = first.inertia_before;
    tree.body[static_cast<std::size_t>(carrier)] = first.body_before;
  }
  for (int i = link; i >= 0; i = placed[static_cast<std::size_t>(i)].next) {
    weigh(model.link(static_cast<LinkId>(i)), i);
  }
}

/// Depth first without recursion: each link starts where its parent's stretch has got to.
void Compiled::order_subtrees() {
  if (ordered) return;
  ordered = true;
  const auto links = static_cast<std::size_t>(tree.size());
  tree.extent.assign(links, 1);
  tree.place.resize(links);
  tree.preorder.resize(links);
  for (std::size_t i = links; i-- > 0;) {
    if (tree.parent[i] >= 0)
      tree.extent[static_cast<std::size_t>(tree.parent[i])] += tree.extent[i];
  }
  free_.resize(links);  // first free place below each link
  int next_root = 0;
  for (std::size_t i = 0; i < links; ++i) {
    int& free = tree.parent[i] < 0 ? next_root : free_[static_cast<std::size_t>(tree.parent[i])];
    tree.place[i] = free;
    free += tree.extent[i];
    free_[i] = tree.place[i] + 1;
    tree.preorder[static_cast<std::size_t>(tree.place[i])] = static_cast<int>(i);
  }
}

/// Adds the moving links of a joint; returns the frame of the model's link in the last of them.
Frame Compiled::move(const Model& model, LinkId id, Frame joint) {
  const JointParts parts = joint_parts(model.link(id).joint);
  int done = 0;
  for (int k = 0; k < parts.count; ++k) {
    const JointPart& part = parts.part[static_cast<std::size_t>(k)];
    joint = {append(model, id, part, {joint.link, joint.X_link * part.placement}, done), {}};
    done += part.nv;
  }
  return {joint.link, parts.frame};
}

/// One link of the tree, for the coordinates of the model's joint from number `done` on.
int Compiled::append(const Model& model, LinkId id, const JointPart& part, const Frame& joint,
                     int done) {
  const Joint& data = model.link(id).joint;
  const int parent = joint.link;
  couple(model, id, part, done);
  // The last velocity of the parent: those of the next link start behind it.
  int previous = -1;
  if (parent >= 0) {
    const auto next = static_cast<std::size_t>(parent) + 1;
    previous = (parent + 1 < tree.size() ? tree.first_v[next] : tree.nv()) - 1;
  }
  tree.first_q.push_back(tree.nq);
  tree.first_v.push_back(tree.nv());
  tree.nq += part.nq;
  for (int k = 0; k < part.nv; ++k) {
    level_.push_back(previous < 0 ? 1 : level_[static_cast<std::size_t>(previous)] + 1);
    deepest_.push_back(std::max(depth(), level_.back()));
    tree.previous.push_back(previous);
    tree.owner.push_back(tree.size());
    previous = tree.nv() - 1;
    tree.armature.push_back(with_armature ? data.armature : 0);
    rotor.push_back(data.armature);
    damping.push_back(data.damping);
    friction.push_back(data.friction);
  }
  const bool glided = parent < 0 || tree.glides[static_cast<std::size_t>(parent)] != 0;
  tree.glides.push_back(part.kind == JointKind::prismatic && glided ? 1 : 0);
  tree.parent.push_back(parent);
  tree.kind.push_back(part.kind);
  tree.pitch.push_back(data.pitch);
  tree.placement.push_back(joint.X_link);
  tree.inertia.emplace_back();
  tree.body.emplace_back();
  last_member_.push_back(-1);
  return tree.size() - 1;
}

/// Where the coordinates of a new link come from: its own slot, or the end of a chain of mimics.
void Compiled::couple(const Model& model, LinkId id, const JointPart& part, int done) {
  Coupled link{0, 1, 0};
  LinkId source = id;
  while (const auto& mimic = model.link(source).joint.mimic) {
    link.offset += link.multiplier * mimic->offset;
    link.multiplier *= mimic->multiplier;
    source = *model.find_joint(mimic->joint);
  }
  const int slot_index = slot_of(model, source);
  slot.insert(slot.end(), static_cast<std::size_t>(part.nv), slot_index);
  if (!model.has_mimics()) return;
  const JointSlot& own = model.joints()[static_cast<std::size_t>(slot_index)];
  for (int k = 0; k < part.nq; ++k) {
    q.push_back({own.q_first + done + k, link.multiplier, link.offset});
  }
  for (int k = 0; k < part.nv; ++k) v.push_back({own.v_first + done + k, link.multiplier, 0});
}

void refuse_faults(const Model& model, int first) {
  Diagnostics found;
  Findings findings(found);
  for (int i = first; i < model.size(); ++i) {
    link_faults(model.link(static_cast<LinkId>(i)), model.file, findings);
  }
  if (model.has_mimics()) mimic_faults(model, findings);
  if (found.empty()) return;
  std::string text = to_string(found.front());
  if (found.size() > 1) text += " (and " + std::to_string(found.size() - 1) + " more faults)";
  throw ModelError(text);
}

Compiled compile(const Model& model, bool with_armature) {
  refuse_faults(model);
  Compiled result;
  result.with_armature = with_armature;
  result.follow(model, {});
  result.order_subtrees();
  return result;
}

}  // namespace kinetree
