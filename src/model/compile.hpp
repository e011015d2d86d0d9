// From the editable model to what kernels run on, and back to the user's names and coordinates.
#pragma once
#include <vector>

#include "kinetree/model.hpp"
#include "model/joint_parts.hpp"

namespace kinetree {

/// The arrays behind a Tree, of any scalar.
template <class S>
struct TreeData {
  std::vector<int> parent, first_q, first_v, previous, owner, preorder, place, extent;
  std::vector<JointKind> kind;
  std::vector<char> glides;
  std::vector<S> pitch, armature;
  std::vector<spatial::Pose<S>> placement;
  std::vector<spatial::Inertia<S>> inertia;
  std::vector<spatial::Body<S>> body;
  spatial::Vec3<S> gravity;
  int nq = 0;

  int size() const { return static_cast<int>(parent.size()); }
  int nv() const { return static_cast<int>(previous.size()); }
  Tree<S> view() const {
    const auto of = [](const auto& v) { return View(v.data(), static_cast<int>(v.size())); };
    return {of(parent),  of(kind),   of(first_q),  of(first_v),  of(pitch), of(placement),
            of(inertia), of(body),   of(armature), of(previous), of(owner), of(preorder),
            of(place),   of(extent), of(glides),   gravity};
  }
};

/// The same tree with its numbers turned into another scalar.
template <class T, class Convert>
TreeData<T> convert(const TreeData<double>& tree, Convert to);

/// A user's coordinate behind one of the tree: tree value = multiplier · user value + offset.
struct Coupled {
  int source = 0;
  double multiplier = 1, offset = 0;
};

/// Where a link of the model is in the tree: its pose in a moving link, or in the world (-1).
struct Frame {
  int link = -1;
  spatial::Pose<double> X_link;
};

struct Compiled {
  TreeData<double> tree;
  std::vector<double> damping, friction;  ///< per velocity of the tree
  std::vector<Frame> frames;              ///< per link of the model
  spatial::Inertia<double> grounded;      ///< what is welded to the world, about its origin
  std::vector<Coupled> q, v;              ///< per coordinate of the tree; empty without mimics
  std::vector<int> slot;                  ///< joint slot of the model behind each tree velocity
  int nq = 0, nv = 0;                     ///< sizes the user sees

  bool coupled() const { return !v.empty(); }
};

/// Throws ModelError with every fault that makes evaluation impossible.
Compiled compile(const Model& model, bool with_armature);

/// The body of a link, in the frame that X places the link in.
spatial::Body<double> placed_body(const spatial::Pose<double>& X, const MassProperties& m);

// ---- implementation ----

template <class T, class Convert>
TreeData<T> convert(const TreeData<double>& tree, Convert to) {
  const auto vec = [&](const spatial::Vec3<double>& a) {
    return spatial::Vec3<T>{to(a.x), to(a.y), to(a.z)};
  };
  const auto sym = [&](const spatial::Sym3<double>& A) {
    return spatial::Sym3<T>{to(A.xx), to(A.xy), to(A.xz), to(A.yy), to(A.yz), to(A.zz)};
  };
  TreeData<T> result;
  result.parent = tree.parent, result.kind = tree.kind, result.nq = tree.nq;
  result.glides = tree.glides;
  result.first_q = tree.first_q, result.first_v = tree.first_v;
  result.previous = tree.previous, result.owner = tree.owner;
  result.preorder = tree.preorder, result.place = tree.place, result.extent = tree.extent;
  result.gravity = vec(tree.gravity);
  for (const double x : tree.pitch) result.pitch.push_back(to(x));
  for (const double x : tree.armature) result.armature.push_back(to(x));
  for (const auto& X : tree.placement) {
    result.placement.push_back({{vec(X.R.x), vec(X.R.y), vec(X.R.z)}, vec(X.p)});
  }
  for (const auto& b : tree.inertia) {
    result.inertia.push_back({to(b.mass), vec(b.h), sym(b.I)});
  }
  for (const auto& b : tree.body) result.body.push_back({to(b.mass), vec(b.c), sym(b.I)});
  return result;
}

}  // namespace kinetree
