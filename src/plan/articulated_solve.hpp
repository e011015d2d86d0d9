// M⁻¹ times one column by articulated bodies about a common point, where nothing is moved from link
// to link: a joint takes a product of two vectors out of one symmetric matrix, in registers.
//
// kernel/forward_dynamics/aba.hpp without velocities: M a = x, where x is τ - h. Forces are a
// seventh row: with U = ( IA Φ ; Φ · p - x ) all that is left of a joint is IA ← IA - U Uᵀ / d, and
// its acceleration is - U · ( α ; 1 ) / d. What takes long is a sum along a register. So U of the
// next joint is computed before its turn and corrected by one number, r = - U · Φ_next / d; so is
// its acceleration on the way out.
#pragma once
#include "plan/articulated_rows.hpp"
#include "plan/scratch.hpp"

namespace kinetree::KINETREE_SIMD_SET {

class ArticulatedSolve {
 public:
  void place(const PlanView& plan, Arena<Pack>& arena);
  void fill(const PlanView& plan);

  /// Joints of a register: axes, inertias of their links about points of their own, where those
  /// are, and what M⁻¹ is multiplied by.
  void take(int g, const LinkLanes& at, const spatial::Motion<Pack>& phi,
            const spatial::Inertia<Pack>& own, const spatial::Vec3<Pack>& place,
            const Pack& x) const;
  /// What the root that floats has itself, in all lanes.
  void take_root(const spatial::Inertia<Pack>& body) const;
  /// x is what has not been taken: that of the root, linear numbers first.
  void solve(const double* x, double* a) const;
  /// What solve() left behind of a joint of register g, U about the common point of all.
  ArticulatedJoint solved(int k, int g) const;

 private:
  void eliminate(const JointRun& run, int which) const;
  void accelerate(const JointRun& run, int which, double* a) const;
  void solve_root(const double* x, double* a) const;
  void list_steps(const PlanView& plan);

  View<const JointRun> run_;
  bool floats_ = false;
  ArticulatedJoint* joint_ = nullptr;
  Articulated* carried_ = nullptr;  ///< per run: by its last link
  Rows* acceleration_ = nullptr;    ///< per run: of its last link
  View<bool> far_;  ///< per register: has a common point of its own, its first link's
  spatial::Vec3<Single>* point_ = nullptr;
  Step* step_ = nullptr;
  int steps_ = 0;
};

/// ( A Φ ; Φ · p - x )
inline Rows times_phi(const Articulated& A, const ArticulatedJoint& j) {
  const double* const phi = reinterpret_cast<const double*>(&j.phi);
  Rows U = plus(force_rows(j.own[right_side]), A.column[0], Pack(phi[0]));
  Rows V = times(A.column[3], Pack(phi[3]), Parts());
  U = plus(U, A.column[1], Pack(phi[1]));
  V = plus(V, A.column[4], Pack(phi[4]));
  U = plus(U, A.column[2], Pack(phi[2]));
  V = plus(V, A.column[5], Pack(phi[5]));
  return plus(U, V, Parts());
}
template <int... c>
void downdate(Articulated& A, const Rows& U, const Rows& share,
              std::integer_sequence<int, c...> /*6*/) {
  ((A.column[c] = plus(A.column[c], share, row<c>(U))), ...);
}

/// U and V, those of a joint and of the next one, wait for what is known of the joints before: s is
/// U · Φ_next, and e what d of the next one is without the joint.
inline void ArticulatedSolve::eliminate(const JointRun& run, int which) const {
  Articulated A = {};
  if (!run.leaf) A = carried_[which];
  ArticulatedJoint *j = joint_ + run.last, *const first = joint_ + run.first;
  const auto starts = [&A](const ArticulatedJoint& joint) {
    add_own(A, joint, Six());
    return times_phi(A, joint);
  };
  const auto leaves = [](ArticulatedJoint& joint, const Rows& U, const Pack& inverse) {
    joint.U = times(U, inverse, Parts());
    joint.inverse_d = inverse[0];
  };
  Rows U = starts(*j), V = {};
  Pack d = dot(j->phi, U) + Pack(j->armature), s(0.0), e(0.0);
  if (j > first) {
    if (j->step != nullptr) j->step->inertia(A, U, Six());
    V = starts(j[-1]);
    s = dot(j[-1].phi, U);
    e = dot(j[-1].phi, V) + Pack(j[-1].armature);
  }
  for (; j > first; --j) {
    const Pack inverse = Pack(-1.0) / d, r = s * inverse;
    leaves(*j, U, inverse);
    j->r[0] = r[0];
    d = e + s * r;
    if (j == first + 1) {
      downdate(A, U, times(U, inverse, Parts()), Six());
      U = plus(V, U, r);
      continue;
    }
    if (j[-1].step != nullptr) {
      j[-1].step->inertia(A, U, Six());
      V = j[-1].step->force(V);
    }
    const ArticulatedJoint& after_next = j[-2];
    const Rows W = starts(after_next);
    const Pack t = dot(after_next.phi, U), share = t * inverse;
    j->r[1] = share[0];
    s = dot(after_next.phi, V) + t * r;
    e = dot(after_next.phi, W) + Pack(after_next.armature) + t * share;
    downdate(A, U, times(U, inverse, Parts()), Six());
    const Rows next = plus(V, U, r);
    V = plus(W, U, share);
    U = next;
  }
  const Pack inverse = Pack(-1.0) / d;
  leaves(*j, U, inverse);
  if (run.parent < 0) return;
  downdate(A, U, j->U, Six());
  Articulated& parent = carried_[run.parent];
  for (int c = 0; c < 6; ++c) {
    parent.column[c] = run.before ? plus(parent.column[c], A.column[c], Parts()) : A.column[c];
  }
}

/// The next acceleration waits for that of this joint, the one after it for two.
inline void ArticulatedSolve::accelerate(const JointRun& run, int which, double* a) const {
  Rows alpha = run.parent < 0 ? force_rows(1.0) : acceleration_[run.parent];
  const ArticulatedJoint* j = joint_ + run.first;
  Pack rate = dot(j->U, alpha), next = dot(j[1].U, alpha);
  for (int k = run.first; k < run.last; ++k, ++j) {
    const Step* const step = j[1].step;
    const Pack after_next = dot(j[2].U, step == nullptr ? alpha : step->motion(alpha));
    a[k] = rate[0];
    alpha = plus(alpha, j->phi, rate);
    if (step != nullptr) alpha = step->motion(alpha);
    const Pack a_next = next + Pack(j[1].r[0]) * rate;
    next = after_next + Pack(j[2].r[1]) * rate;
    rate = a_next;
  }
  a[run.last] = rate[0];
  if (!run.leaf) acceleration_[which] = plus(alpha, j->phi, rate);
}

/// Φ is the identity, linear velocities first.
inline void ArticulatedSolve::solve_root(const double* x, double* a) const {
  Rows column[7];
  for (int c = 0; c < 6; ++c) {
    column[c] = carried_[0].column[c];
    reinterpret_cast<double*>(column + 6)[c] =
        x[(c + 3) % 6] - number(carried_[0].column[c], force_row);
  }
  solve_small(column, 6, 7);
  for (int c = 0; c < 6; ++c) a[(c + 3) % 6] = number(column[6], c);
  const Rows rest = force_rows(1.0);
  for (int p = 0; p < small_registers; ++p) {
    const int rows = 6 - p * lanes;
    acceleration_[0].part[p] =
        rest.part[p] + only(first_lanes(rows < 0 ? 0 : rows), column[6].part[p]);
  }
}

inline void ArticulatedSolve::solve(const double* x, double* a) const {
  for (int i = 0; i < steps_; ++i) {
    const spatial::Vec3<Single>&from = point_[step_[i].outer], &to = point_[step_[i].inner];
    step_[i].set(to.x.value - from.x.value, to.y.value - from.y.value, to.z.value - from.z.value);
  }
  const int root = floats_ ? 1 : 0;
  for (int k = run_.size() - 1; k >= root; --k) eliminate(run_[k], k);
  if (floats_) solve_root(x, a);
  for (int k = root; k < run_.size(); ++k) accelerate(run_[k], k, a);
}

inline ArticulatedJoint ArticulatedSolve::solved(int k, int g) const {
  ArticulatedJoint j = joint_[k];
  const double* const U = numbers(joint_[k].U);
  const spatial::Vec3<Single>& point = point_[j.step == nullptr ? g : j.step->inner];
  const spatial::Vec3<Single> moment = cross(point, spatial::Vec3<Single>{U[3], U[4], U[5]});
  j.U.set(0, U[0] + moment.x.value);
  j.U.set(1, U[1] + moment.y.value);
  j.U.set(2, U[2] + moment.z.value);
  return j;
}

}  // namespace kinetree::KINETREE_SIMD_SET

#include "plan/articulated_fill.hpp"
