// The arrays behind a Tree: they grow and shrink at their end.
#pragma once
#include <vector>

#include "model/tree.hpp"

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

  /// Memory for so many links and velocities.
  void reserve(std::size_t links, std::size_t velocities) {
    for (auto* x : {&parent, &first_q, &first_v, &preorder, &place, &extent}) x->reserve(links);
    for (auto* x : {&previous, &owner}) x->reserve(velocities);
    kind.reserve(links);
    glides.reserve(links);
    pitch.reserve(links);
    placement.reserve(links);
    inertia.reserve(links);
    body.reserve(links);
    armature.reserve(velocities);
  }
  /// The first links, and theirs.
  void truncate(int links) {
    if (links == size()) return;
    const auto n = static_cast<std::size_t>(links);
    const auto velocities = static_cast<std::size_t>(first_v[n]);
    nq = first_q[n];
    for (auto* x : {&parent, &first_q, &first_v}) x->resize(n);
    for (auto* x : {&previous, &owner}) x->resize(velocities);
    kind.resize(n);
    glides.resize(n);
    pitch.resize(n);
    placement.resize(n);
    inertia.resize(n);
    body.resize(n);
    armature.resize(velocities);
  }
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
