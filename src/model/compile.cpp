// Compiling: fixed links merge into what carries them, one-degree axes become z, planar joints
// become two slides and a hinge, mimics become a map of coordinates.
#include "model/compile.hpp"

#include <cmath>

#include "model/inspect.hpp"

namespace kinetree {

namespace {

spatial::Sym3<double> about_center(const MassProperties& m) {
  return {m.inertia(0, 0), m.inertia(0, 1), m.inertia(0, 2),
          m.inertia(1, 1), m.inertia(1, 2), m.inertia(2, 2)};
}

}  // namespace

spatial::Body<double> placed_body(const spatial::Pose<double>& X, const MassProperties& m) {
  return {m.mass, X.p + X.R * to_spatial(m.com), rotate(X.R, about_center(m))};
}

namespace {

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

class Compiler {
 public:
  Compiler(const Model& model, bool with_armature) : model_(model), with_armature_(with_armature) {}

  Compiled run() {
    result_.nq = model_.nq();
    result_.nv = model_.nv();
    result_.tree.gravity = to_spatial(model_.gravity());
    find_slots();
    for (int i = 0; i < model_.size(); ++i) place(static_cast<LinkId>(i));
    order_subtrees();
    if (!has_mimics_) {
      result_.q.clear();
      result_.v.clear();
    }
    return std::move(result_);
  }

 private:
  void find_slots() {
    slot_of_link_.assign(static_cast<std::size_t>(model_.size()), -1);
    for (std::size_t s = 0; s < model_.joints().size(); ++s) {
      slot_of_link_[index(model_.joints()[s].link)] = static_cast<int>(s);
    }
  }

  void place(LinkId id) {
    const Link& link = model_.link(id);
    Frame frame;  // of the parent, then of the joint in what carries it
    if (const auto parent = model_.parent(id)) frame = result_.frames[index(*parent)];
    frame.X_link = frame.X_link * to_spatial(orthonormal(link.joint.placement));
    if (link.joint.type != JointType::fixed) frame = move(id, frame);
    result_.frames.push_back(frame);

    const spatial::Inertia<double> body = frame.X_link * about_origin(link.inertia);
    auto& carrier = frame.link < 0 ? result_.grounded
                                   : result_.tree.inertia[static_cast<std::size_t>(frame.link)];
    carrier = carrier + body;
    if (frame.link < 0) return;
    auto& welded = result_.tree.body[static_cast<std::size_t>(frame.link)];
    welded = weld(welded, placed_body(frame.X_link, link.inertia));
  }

  /// Depth first without recursion: each link starts where its parent's stretch has got to.
  void order_subtrees() {
    TreeData<double>& tree = result_.tree;
    const auto links = static_cast<std::size_t>(tree.size());
    tree.extent.assign(links, 1);
    tree.place.resize(links);
    tree.preorder.resize(links);
    for (std::size_t i = links; i-- > 0;) {
      if (tree.parent[i] >= 0)
        tree.extent[static_cast<std::size_t>(tree.parent[i])] += tree.extent[i];
    }
    std::vector<int> next(links);  // first free place below each link
    int next_root = 0;
    for (std::size_t i = 0; i < links; ++i) {
      int& free = tree.parent[i] < 0 ? next_root : next[static_cast<std::size_t>(tree.parent[i])];
      tree.place[i] = free;
      free += tree.extent[i];
      next[i] = tree.place[i] + 1;
      tree.preorder[static_cast<std::size_t>(tree.place[i])] = static_cast<int>(i);
    }
  }

  /// Adds the moving links of a joint; returns the frame of the model's link in the last of them.
  Frame move(LinkId id, Frame joint) {
    const JointParts parts = joint_parts(model_.link(id).joint);
    int done = 0;
    for (int k = 0; k < parts.count; ++k) {
      const JointPart& part = parts.part[static_cast<std::size_t>(k)];
      joint = {append(id, part, {joint.link, joint.X_link * part.placement}, done), {}};
      done += part.nv;
    }
    return {joint.link, parts.frame};
  }

  /// One link of the tree, for the coordinates of the model's joint from number `done` on.
  int append(LinkId id, const JointPart& part, const Frame& joint, int done) {
    TreeData<double>& tree = result_.tree;
    const Joint& data = model_.link(id).joint;
    const int nq = part.nq, nv = part.nv;
    couple(id, nq, nv, done);
    tree.first_q.push_back(tree.nq);
    tree.first_v.push_back(tree.nv());
    tree.nq += nq;
    int previous = joint.link < 0 ? -1 : last_v_[static_cast<std::size_t>(joint.link)];
    for (int k = 0; k < nv; ++k) {
      tree.previous.push_back(previous);
      tree.owner.push_back(tree.size());
      previous = tree.nv() - 1;
      tree.armature.push_back(with_armature_ ? data.armature : 0);
      result_.damping.push_back(data.damping);
      result_.friction.push_back(data.friction);
    }
    last_v_.push_back(previous);
    const bool glided = joint.link < 0 || tree.glides[static_cast<std::size_t>(joint.link)] != 0;
    tree.glides.push_back(part.kind == JointKind::prismatic && glided ? 1 : 0);
    tree.parent.push_back(joint.link);
    tree.kind.push_back(part.kind);
    tree.pitch.push_back(data.pitch);
    tree.placement.push_back(joint.X_link);
    tree.inertia.emplace_back();
    tree.body.emplace_back();
    return tree.size() - 1;
  }

  /// Where the coordinates of a new link come from: its own slot, or the end of a chain of mimics.
  void couple(LinkId id, int nq, int nv, int done) {
    Coupled link{0, 1, 0};
    LinkId source = id;
    while (const auto& mimic = model_.link(source).joint.mimic) {
      has_mimics_ = true;
      link.offset += link.multiplier * mimic->offset;
      link.multiplier *= mimic->multiplier;
      source = *model_.find_joint(mimic->joint);
    }
    const int slot_index = slot_of_link_[index(source)];
    const JointSlot& slot = model_.joints()[static_cast<std::size_t>(slot_index)];
    for (int k = 0; k < nq; ++k) {
      result_.q.push_back({slot.q_first + done + k, link.multiplier, link.offset});
    }
    for (int k = 0; k < nv; ++k) {
      result_.v.push_back({slot.v_first + done + k, link.multiplier, 0});
      result_.slot.push_back(slot_index);
    }
  }

  const Model& model_;
  bool with_armature_;
  bool has_mimics_ = false;
  Compiled result_;
  std::vector<int> slot_of_link_, last_v_;
};

}  // namespace

Compiled compile(const Model& model, bool with_armature) {
  const Diagnostics found = faults(model);
  if (!found.empty()) {
    std::string text = to_string(found.front());
    if (found.size() > 1) text += " (and " + std::to_string(found.size() - 1) + " more faults)";
    throw ModelError(text);
  }
  return Compiler(model, with_armature).run();
}

}  // namespace kinetree
