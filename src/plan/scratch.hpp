// Memory of one thread that evaluates batches: one piece, aligned to cache lines, taken once.
#pragma once
#include <cmath>
#include <cstddef>

#include "kernel/forward_dynamics/aba.hpp"
#include "kernel/inverse_dynamics/derivatives.hpp"
#include "plan/packed_matrix.hpp"

namespace kinetree {

/// Hands out pieces of memory; without memory it only counts what would be needed. Of a scalar, as
/// everything here: its name tells instruction sets apart.
template <class S>
class Arena {
 public:
  explicit Arena(std::byte* memory) : memory_(memory) {}
  template <class T>
  View<T> take(int count) {
    static_assert(alignof(T) <= line);
    std::byte* const at = memory_ == nullptr ? nullptr : memory_ + used_;
    const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(count);
    used_ += (bytes + line - 1) / line * line;
    return {reinterpret_cast<T*>(at), count};
  }
  std::size_t used() const { return used_; }
  bool counts() const { return memory_ == nullptr; }

 private:
  static constexpr std::size_t line = 64;
  std::byte* memory_;
  std::size_t used_ = 0;
};

/// Everything that the kernels of one thread write, and the model's numbers as scalars.
template <class S>
struct Scratch {
  View<S> user_q, user_v;  ///< as given; the tree's are below
  View<S> sine, cosine;    ///< of the coordinates that are angles
  View<S> offset_sine, offset_cosine;
  View<S> q, v, a, tau, out, tree_out;
  View<spatial::ScrewPose<S>> X;
  View<kernel::LinkMotion<S>> motion;
  View<spatial::Force<S>> force, carried;  ///< per link; per velocity
  View<spatial::Inertia<S>> Ic, carried_inertia;
  View<spatial::Motion<S>> twist, c, phi, phi_dot, psi_dot, psi_ddot;
  View<spatial::ArticulatedInertia<S>> IA;
  View<kernel::Eliminated<S>> column;
  View<kernel::BodyCoriolis<S>> B;
  View<spatial::Pose<S>> X_common, placement;
  View<S> hinge_matrix, inverse_d;            ///< of rows of hinges, one after the other
  View<S> packed;                             ///< M, then its factor
  View<S> square[2];                          ///< packed, of both triangles
  View<S> matrix[2], tree_matrix[2], factor;  ///< whole
  PackedPattern<S> pattern;
  View<S> offset, pitch, armature, damping, friction;
  View<S> q_multiplier, q_offset, v_multiplier, v_offset;
  View<spatial::Inertia<S>> inertia;
  Tree<S> tree;

  static constexpr int whole_registers = 8;  ///< room after what is computed several at once
  /// Takes the memory; that of results only where they are not written straight to the user's.
  template <class Memory>
  void place(const PlanView& plan, Memory& arena, bool with_matrices);
  void fill(const PlanView& plan);

  kernel::Coupling<S> q_coupling(const PlanView& plan) const {
    return {plan.q.source, q_multiplier, q_offset};
  }
  kernel::Coupling<S> v_coupling(const PlanView& plan) const {
    return {plan.v.source, v_multiplier, v_offset};
  }
  /// As joint_pose.hpp asks for them.
  auto sines() const {
    return [this](int k, S& to_sine, S& to_cosine) {
      to_sine = sine[k];
      to_cosine = cosine[k];
    };
  }
  /// To the sine and cosine of a coordinate, its offset: added to the angle, it would take the last
  /// digits of a large one.
  void turn_by_offset(const PlanView& plan, int k) const {
    if (plan.offset[k] == 0) return;
    const S before = sine[k];
    sine[k] = offset_cosine[k] * before + offset_sine[k] * cosine[k];
    cosine[k] = offset_cosine[k] * cosine[k] - offset_sine[k] * before;
  }
  kernel::AbaWorkspace<S> aba() const { return {twist, c, IA, force, column}; }
  kernel::CoriolisWorkspace<S> coriolis() const { return {phi, phi_dot, twist, Ic, B}; }
  kernel::DerivativesWorkspace<S> derivatives() const {
    return {coriolis(), c, force, psi_dot, psi_ddot};
  }
};

// ---- implementation ----

template <class S>
template <class Memory>
void Scratch<S>::place(const PlanView& plan, Memory& arena, bool with_matrices) {
  const int links = plan.tree.size(), n = plan.tree.nv(), nq = plan.offset.size();
  const auto take = [&arena]<class... T>(int count, View<T>&... views) {
    ((views = arena.template take<T>(count)), ...);
  };
  // What every call touches comes first and lies together.
  take(nq + whole_registers, q, sine, cosine);
  q = {q.data(), nq};
  take(nq, offset, offset_sine, offset_cosine);
  take(n, v, a, tau, out, armature, tree_out);
  take(links, X);
  take(links, inertia);
  take(links, motion);
  take(links, force);
  take(links, Ic);
  take(links, twist, c);
  take(links, IA);
  take(n, column);
  take(links, B);
  take(n, carried);
  take(n, phi, phi_dot, psi_dot, psi_ddot);
  take(links, X_common, placement);
  take(links, pitch);
  take(n, damping, friction, inverse_d);
  take(plan.hinge_numbers, hinge_matrix);
  take(plan.nq, user_q);
  take(plan.nv, user_v);
  take(plan.q.source.size(), q_multiplier, q_offset);
  take(plan.v.source.size(), v_multiplier, v_offset);
  if (with_matrices) {
    take(plan.packed, packed);
    take(PackedSquare<S>::size(plan), square[0], square[1]);
    take(plan.nv * plan.nv, matrix[0]);
    take(plan.coupled() ? plan.nv * plan.nv : 0, factor);
    pattern.take(plan, arena);
    take(links, carried_inertia);
  } else {  // in whole registers: a factor of M, its inverse, and some columns
    const int whole = plan.nv + whole_registers;
    take(plan.coupled() ? plan.packed : 0, packed);
    if (plan.coupled()) pattern.take(plan, arena);
    take(whole * whole, factor, matrix[0]);
    take(3 * whole, matrix[1]);
  }
  take(plan.coupled() ? n * n : 0, tree_matrix[0], tree_matrix[1]);
}

template <class S>
void Scratch<S>::fill(const PlanView& plan) {
  const auto copy = [](View<const double> from, View<S> to) {
    for (int k = 0; k < from.size(); ++k) to[k] = S(from[k]);
  };
  const auto vec = [](const spatial::Vec3<double>& x) {
    return spatial::Vec3<S>{S(x.x), S(x.y), S(x.z)};
  };
  const auto mat = [&](const spatial::Mat3<double>& A) {
    return spatial::Mat3<S>{vec(A.x), vec(A.y), vec(A.z)};
  };
  const auto screw = [](const spatial::Screw<double>& x) {
    return spatial::Screw<S>{{S(x.sine), S(x.cosine)}, S(x.length)};
  };
  for (int k = 0; k < whole_registers; ++k) q.data()[q.size() + k] = S(0.0);
  if (pattern.place.size() > 0) pattern.fill(plan);
  for (View<S>& x : square) {
    if (x.size() > 0) x[plan.packed] = S(0.0);
  }
  copy(plan.offset, offset);
  for (int k = 0; k < offset.size(); ++k) {
    offset_sine[k] = S(std::sin(plan.offset[k]));
    offset_cosine[k] = S(std::cos(plan.offset[k]));
  }
  copy(plan.tree.pitch, pitch);
  copy(plan.tree.armature, armature);
  copy(plan.damping, damping);
  copy(plan.friction, friction);
  copy(plan.q.multiplier, q_multiplier);
  copy(plan.q.offset, q_offset);
  copy(plan.v.multiplier, v_multiplier);
  copy(plan.v.offset, v_offset);
  for (int i = 0; i < plan.tree.size(); ++i) {
    const spatial::ScrewPose<double>& x = plan.pose[i];
    X[i] = {static_cast<typename spatial::ScrewPose<S>::Form>(x.form),
            x.quarters,
            x.slides,
            x.twist_kind,
            x.branch_kind,
            screw(x.joint),
            screw(x.twist),
            screw(x.branch),
            vec(x.p),
            mat(x.R)};
    placement[i] = {mat(plan.tree.placement[i].R), vec(plan.tree.placement[i].p)};
    const spatial::Inertia<double>& b = plan.tree.inertia[i];
    inertia[i] = {
        S(b.mass), vec(b.h), {S(b.I.xx), S(b.I.xy), S(b.I.xz), S(b.I.yy), S(b.I.yz), S(b.I.zz)}};
  }
  const Tree<double>& t = plan.tree;
  tree = {t.parent, t.kind,   t.first_q, t.first_v,     pitch,   placement,
          inertia,  {},       armature,  t.previous,    t.owner, t.preorder,
          t.place,  t.extent, t.glides,  vec(t.gravity)};
}

}  // namespace kinetree
