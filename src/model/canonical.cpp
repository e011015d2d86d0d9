#include "model/canonical.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

namespace kinetree {
namespace {

using spatial::Inertia;
using spatial::Mat3;
using spatial::Vec3;
using JointPlace = spatial::Pose<double>;

constexpr double rounding = 4e-15;
/// Axes nearly parallel have the foot of their common normal far away: there the frame stays.
constexpr double least_sine = 1e-3;

JointPlace inverse(const JointPlace& X) {
  const Mat3<double> R = transpose(X.R);
  return {R, -(R * X.p)};
}

Mat3<double> about_z(double angle) {
  const double s = std::sin(angle), c = std::cos(angle);
  return {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
}

void snap(Mat3<double>& R) {
  for (Vec3<double>* v : {&R.x, &R.y, &R.z}) {
    for (double* x : {&v->x, &v->y, &v->z}) {
      if (std::abs(*x - std::round(*x)) < rounding) *x = std::round(*x) + 0.0;  // no -0
    }
  }
}

/// A multiple of a quarter turn, if that is what the angle is.
double snapped(double angle) {
  constexpr double quarter = std::numbers::pi / 2;
  const double turns = std::round(angle / quarter);
  return std::abs(angle - turns * quarter) < rounding ? turns * quarter : angle;
}

/// Where on its own axis a link has the foot of the common normal to the axis of X, and how far x
/// has to turn to lie along it.
struct Foot {
  double angle = 0, height = 0;
};
Foot foot_of(const JointPlace& X) {
  const Vec3<double>&z = X.R.z, &p = X.p;
  const double sine = std::hypot(z.x, z.y), apart = std::hypot(p.x, p.y);
  if (sine > least_sine) {
    // p + u z - h e_z is across both axes: two equations for u and h.
    const double height = (p.z - dot(p, z) * z.z) / (sine * sine);
    // Along e_z × z = (-z.y, z.x, 0), so that the twist is positive: quarters are all alike.
    return {snapped(std::atan2(z.x, -z.y)), height};
  }
  if (sine > rounding) return {};
  return {apart > rounding ? snapped(std::atan2(p.y, p.x)) : 0, p.z};
}

/// The child that carries most: its placement is the one to be made simple.
std::vector<int> heaviest_children(const TreeData<double>& tree) {
  const auto n = static_cast<std::size_t>(tree.size());
  std::vector<int> size(n, 1), child(n, -1);
  for (std::size_t i = n; i-- > 0;) {
    if (tree.parent[i] < 0) continue;
    const auto parent = static_cast<std::size_t>(tree.parent[i]);
    size[parent] += size[i];
    int& best = child[parent];
    if (best < 0 || size[i] >= size[static_cast<std::size_t>(best)]) best = static_cast<int>(i);
  }
  return child;
}

/// Describes link i in the frame F of it, which its joint leaves where it is or turns about z.
void change_frame(CanonicalTree& c, std::size_t i, const Foot& foot) {
  TreeData<double>& tree = c.tree;
  JointPlace F{about_z(foot.angle), {0, 0, foot.height}};
  snap(F.R);
  const JointPlace back = inverse(F);
  tree.inertia[i] = back * tree.inertia[i];
  tree.placement[i].p = tree.placement[i].p + foot.height * tree.placement[i].R.z;
  c.offset[static_cast<std::size_t>(tree.first_q[i])] = foot.angle;
  c.frame[i] = F;
  for (std::size_t k = i + 1; k < tree.parent.size(); ++k) {
    if (tree.parent[k] != static_cast<int>(i)) continue;
    tree.placement[k] = back * tree.placement[k];
    snap(tree.placement[k].R);
  }
}

/// A placement Rx(α) Rz(θ) of a revolute joint: θ becomes part of its angle.
void split_twist(CanonicalTree& c, std::size_t i) {
  Mat3<double>& R = c.tree.placement[i].R;
  if (std::abs(R.z.x) > rounding) return;
  double& offset = c.offset[static_cast<std::size_t>(c.tree.first_q[i])];
  offset = snapped(std::remainder(offset + std::atan2(-R.y.x, R.x.x), 2 * std::numbers::pi));
  R = {{1, 0, 0}, {0, R.z.z, -R.z.y}, {0, R.z.y, R.z.z}};
}

/// What of link i might as well belong to its parent.
Inertia<double> unfelt(JointKind kind, const Inertia<double>& link) {
  if (kind == JointKind::revolute) {
    return {link.mass, {0, 0, link.h.z}, {link.I.yy, 0, 0, link.I.yy, 0, 0}};
  }
  if (kind == JointKind::prismatic) return {0, {}, link.I};
  return {};
}

void regroup(TreeData<double>& tree) {
  for (std::size_t i = tree.parent.size(); i-- > 0;) {
    Inertia<double>& link = tree.inertia[i];
    const Inertia<double> moved = unfelt(tree.kind[i], link);
    link = {link.mass - moved.mass, link.h - moved.h, link.I - moved.I};
    if (tree.parent[i] < 0) continue;  // the world does not care
    Inertia<double>& parent = tree.inertia[static_cast<std::size_t>(tree.parent[i])];
    parent = parent + tree.placement[i] * moved;
  }
}

double largest(const Vec3<double>& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}
void chop(double scale, std::initializer_list<double*> numbers) {
  for (double* x : numbers) {
    if (std::abs(*x) < rounding * scale) *x = 0;
  }
}

double largest(const spatial::Sym3<double>& I) {
  return std::max({std::abs(I.xx), std::abs(I.yy), std::abs(I.zz)});
}

/// What is small enough to be a rounding error beside what it was computed from is one.
void chop(TreeData<double>& tree, const TreeData<double>& given) {
  double length = 0;
  for (const JointPlace& X : given.placement) length = std::max(length, largest(X.p));
  for (JointPlace& X : tree.placement) chop(length, {&X.p.x, &X.p.y, &X.p.z});
  for (std::size_t i = 0; i < tree.inertia.size(); ++i) {
    Inertia<double>& b = tree.inertia[i];
    const Inertia<double>& before = given.inertia[i];
    chop(std::max(largest(b.h), largest(before.h)), {&b.h.x, &b.h.y, &b.h.z});
    chop(std::max(largest(b.I), largest(before.I)),
         {&b.I.xx, &b.I.xy, &b.I.xz, &b.I.yy, &b.I.yz, &b.I.zz});
  }
}

}  // namespace

CanonicalTree canonical(const TreeData<double>& given) {
  const auto n = static_cast<std::size_t>(given.size());
  CanonicalTree c{given, std::vector<double>(static_cast<std::size_t>(given.nq)),
                  std::vector<JointPlace>(n)};
  for (JointPlace& X : c.tree.placement) snap(X.R);
  const std::vector<int> child = heaviest_children(given);
  for (std::size_t i = 0; i < n; ++i) {
    if (given.kind[i] != JointKind::revolute || child[i] < 0) continue;
    change_frame(c, i, foot_of(c.tree.placement[static_cast<std::size_t>(child[i])]));
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (given.kind[i] == JointKind::revolute) split_twist(c, i);
  }
  regroup(c.tree);
  chop(c.tree, given);
  c.tree.body.assign(n, {});
  return c;
}

}  // namespace kinetree
