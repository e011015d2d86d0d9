// Joints and links put where articulated bodies are solved: included by articulated_solve.hpp.
#pragma once
#include "plan/articulated_solve.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// As own_entry() counts them.
inline void list_own(const spatial::Inertia<Pack>& body, const Pack& x, Pack* to) {
  const spatial::Sym3<Pack>& I = body.I;
  const spatial::Vec3<Pack>& h = body.h;
  const Pack o(0.0);
  const Pack own[] = {I.xx, I.xy,      I.xz, I.yy, I.yz, I.zz, h.x, h.y,
                      h.z,  body.mass, -h.x, -h.y, -h.z, o,    -x,  o};
  for (int k = 0; k < 2 * small_rows; ++k) to[k] = own[k];
}
/// The same body about a point r away from its own.
inline spatial::Inertia<Pack> moved(const spatial::Inertia<Pack>& b, const spatial::Vec3<Pack>& r) {
  const spatial::Vec3<Pack> mr = b.mass * r;
  return {b.mass, b.h + mr, b.I + parallel_axis(r, b.h + Pack(0.5) * mr)};
}

inline void ArticulatedSolve::take(int g, const LinkLanes& at, const spatial::Motion<Pack>& phi,
                                   const spatial::Inertia<Pack>& own,
                                   const spatial::Vec3<Pack>& place, const Pack& x) const {
  if (far_[g]) point_[g] = {place.x[0], place.y[0], place.z[0]};
  const spatial::Vec3<Single>& at_point = point_[g];
  const spatial::Vec3<Pack> point{at_point.x.value, at_point.y.value, at_point.z.value};
  const spatial::Vec3<Pack> linear = phi.linear + cross(phi.angular, point);
  const Pack o(0.0);
  Pack axis[small_rows] = {
      phi.angular.x, phi.angular.y, phi.angular.z, linear.x, linear.y, linear.z, o, o};
  Pack number[2 * small_rows];
  list_own(moved(own, place - point), x, number);
  ArticulatedJoint* const to = joint_ + at.row;
  for (int r = 0; r < small_rows; r += lanes) {
    transpose(axis + r);
    for (int k = 0; k < lanes; ++k) {
      if (k < at.count) axis[r + k].store(reinterpret_cast<double*>(&to[k].phi) + r);
    }
  }
  for (int r = 0; r < 2 * small_rows; r += lanes) {
    transpose(number + r);
    for (int k = 0; k < lanes; ++k) {
      if (k < at.count) number[r + k].store(to[k].own + r);
    }
  }
}
inline void ArticulatedSolve::take_root(const spatial::Inertia<Pack>& body) const {
  ArticulatedJoint root;
  Pack own[2 * small_rows];
  list_own(body, Pack(0.0), own);
  for (int k = 0; k < 2 * small_rows; ++k) root.own[k] = own[k][0];
  Articulated& A = carried_[0];
  A = {};
  add_own(A, root, Six());
  for (int c = 0; c < 6; ++c) {  // linear velocities come first
    Pack& part = A.column[c].part[c / lanes];
    part = part + only(one_lane(c % lanes), Pack(joint_[(c + 3) % 6].armature));
  }
}

inline void ArticulatedSolve::place(const PlanView& plan, Arena<Pack>& arena) {
  run_ = plan.joint_runs;
  floats_ = plan.floats;
  joint_ = arena.take<ArticulatedJoint>(plan.tree.nv() + 2).data();
  carried_ = arena.take<Articulated>(run_.size()).data();
  acceleration_ = arena.take<Rows>(run_.size()).data();
  far_ = arena.take<bool>(plan.groups.size());
  point_ = arena.take<spatial::Vec3<Single>>(plan.groups.size()).data();
  step_ = arena.take<Step>(2 * plan.groups.size()).data();
}
inline void ArticulatedSolve::fill(const PlanView& plan) {
  const int n = plan.tree.nv();
  for (int k = 0; k < n + 2; ++k) {  // two more, which are read
    joint_[k] = {};
    if (k < n) joint_[k].armature = plan.tree.armature[k];
  }
  for (int g = 0; g < plan.groups.size(); ++g) {
    far_[g] = false;
    point_[g] = {};
  }
  list_steps(plan);
}
/// Along joints in a row up to a leaf the common point goes with them, a register at a time: far
/// from it articulated inertias lose digits, as the square of the distance.
inline void ArticulatedSolve::list_steps(const PlanView& plan) {
  for (const JointRun* run = run_.data(); run != run_.data() + run_.size(); ++run) {
    int outer = -1, inner = -1;
    for (int g = 0; run->leaf && g < plan.groups.size(); ++g, inner = outer) {
      const LinkLanes& at = plan.groups[g];
      const int last = at.row + at.count - 1;
      if (last < run->first || at.row > run->last) continue;
      far_[g] = at.row > run->first && last <= run->last;
      outer = g;
      if (inner < 0 || (!far_[outer] && !far_[inner])) continue;
      step_[steps_] = {outer, inner, {}, {}, {}};
      joint_[at.row].step = step_ + steps_++;
    }
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
