// Every buffer an evaluation needs, sized once, for any scalar.
//
// Inputs are q, v, a in the tree's coordinates and tau in the user's; outputs are `out` and
// `matrix` in the user's. Without mimicking joints both coordinates are the same, and so are the
// buffers. The matrix lives with the caller, so that nothing is copied.
#pragma once
#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "evaluate/coupling_data.hpp"
#include "evaluate/inputs.hpp"
#include "evaluate/pool.hpp"
#include "evaluate/store.hpp"
#include "kernel/coriolis/christoffel.hpp"
#include "kernel/coriolis/progressive.hpp"
#include "kernel/forward_dynamics/aba.hpp"
#include "kernel/forward_dynamics/denoc.hpp"
#include "kernel/inverse_dynamics/derivatives.hpp"
#include "kernel/inverse_dynamics/gdahj.hpp"
#include "kernel/kinematics.hpp"
#include "kernel/mass_matrix/gdahj.hpp"
#include "kernel/mass_matrix/momentum.hpp"
#include "kernel/mass_matrix/pseudo_inertia.hpp"

namespace kinetree {

struct GeneratedFunctions;
class StatePlan;
/// ∂M/∂q has n³ numbers, here 8 MB: up to this many velocities there is room for it beforehand.
inline constexpr int largest_prepared_tensor = 100;

/// Convert turns the model's numbers into scalars; doubles stay where they are, with the compiled
/// model, which must outlive the workspace. Without `solves` there is no room for a factor of M,
/// which forward dynamics needs.
template <class S>
class Workspace {
 public:
  using JointPose = typename JointPoseOf<S>::Type;
  template <class Convert>
  Workspace(const Compiled& compiled, Convert to, bool solves = true)
      : compiled_(compiled), zero_(to(0.0)), solves_(solves) {
    follow(to);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() = default;

  /// Sizes of the compiled model as it is now, within its capacity without new memory.
  template <class Convert>
  void follow(Convert to) {
    if constexpr (!std::is_same_v<S, double>) converted_ = convert<S>(compiled_.tree, to);
    q_coupling_.assign(compiled_.q, to);
    v_coupling_.assign(compiled_.v, to);
    const auto links = static_cast<std::size_t>(compiled_.tree.size());
    const auto velocities = static_cast<std::size_t>(compiled_.tree.nv());
    const auto user = static_cast<std::size_t>(nv());
    const auto most = std::max(velocities, static_cast<std::size_t>(compiled_.nv_capacity));
    const auto fit = [most](std::size_t size, auto&... buffers) {
      (buffers.reserve(most), ...);
      (buffers.resize(size), ...);
    };
    inputs_.q.own.reserve(2 * most);  // quaternions have one coordinate more than velocities
    inputs_.q.own.resize(static_cast<std::size_t>(compiled_.tree.nq));
    fit(velocities, inputs_.v.own, inputs_.a.own, tree_out_, axis_, J_, J_dot_, psi_dot_, psi_ddot_,
        IJ_, carried_, U_, column_, denoc_column_);
    fit(user, inputs_.tau.own, out_);
    fit(links, X_parent_, X_world_, X_common_, twist_, c_, rate_, body_, b_, D_, Ic_, Ic_dot_, B_,
        motion_, force_, IA_, path_);
    // Matrices are cleared by whoever fills them; until then they take no memory.
    if (solves_) factor_.reserve(most * most);
    if (coupled()) tree_M_.reserve(2 * velocities * velocities);
    tree_J_.reserve(6 * most);
    tree_J_.resize(6 * velocities);
  }

  /// Another tree of the same shape: the model's numbers by another name.
  void use_tree(TreeData<S> tree) { converted_ = std::move(tree); }
  Tree<S> tree() const {
    if constexpr (std::is_same_v<S, double>) return compiled_.tree.view();
    if constexpr (!std::is_same_v<S, double>) return converted_.view();
  }
  bool coupled() const noexcept { return compiled_.coupled(); }
  int nv() const noexcept { return compiled_.nv; }
  kernel::Coupling<S> q_coupling() const { return q_coupling_.view(); }
  kernel::Coupling<S> v_coupling() const { return v_coupling_.view(); }

  Inputs<S>& inputs() { return inputs_; }
  View<S> q() { return inputs_.q.view(); }
  View<S> v() { return inputs_.v.view(); }
  View<S> a() { return inputs_.a.view(); }
  View<S> tau() { return inputs_.tau.view(); }
  // Outputs.
  View<S> out() { return vector_data_ == nullptr ? of(out_) : View<S>(vector_data_, nv()); }
  View<S> tree_out() { return coupled() ? of(tree_out_) : out(); }
  MatrixView<S> matrix() { return {matrix_data_, nv(), nv()}; }
  /// Where methods that compute a vector put it, the caller's; null: into a buffer here.
  void write_vector_to(S* storage) { vector_data_ = storage; }
  /// Where the next method that computes a matrix puts it, by columns; kept: nobody else does so.
  void write_matrix_to(S* x, bool kept = false) { matrix_data_ = x, matrix_kept_ = kept; }
  bool keeps_matrix() const { return matrix_kept_ && !coupled(); }
  MatrixView<S> factor() { return {factor_.get(), nv(), nv()}; }
  /// Where kernels write a matrix: into the user's, or, larger because of mimics, one of two here.
  MatrixView<S> tree_M(MatrixView<S> M, int which = 0) {
    return coupled() ? square(tree_M_.get(), which) : M;
  }
  MatrixView<S> tree_J() { return {tree_J_.data(), 6, tree_nv()}; }
  View<JointPose> X_parent() { return of(X_parent_); }
  View<spatial::Pose<S>> X_world() { return of(X_world_); }
  View<spatial::Motion<S>> twist() { return of(twist_); }
  View<kernel::LinkMotion<S>> motion() { return of(motion_); }
  View<spatial::Force<S>> force() { return of(force_); }
  View<spatial::Inertia<S>> Ic() { return of(Ic_); }
  kernel::Geometry<S> geometry() { return {of(X_common_), of(body_), of(axis_)}; }
  kernel::MomentumWorkspace<S> momentum() { return {of(J_), of(IJ_)}; }
  View<kernel::Mat4<S>> pose_rates() { return of(U_); }
  kernel::GdahjWorkspace<S> gdahj() { return {of(Ic_), of(b_), of(D_), of(J_), of(carried_)}; }
  kernel::InjectionWorkspace<S> injection() { return {of(rate_), of(c_), of(force_)}; }
  kernel::CoriolisWorkspace<S> coriolis() {
    return {of(J_), of(J_dot_), of(twist_), of(Ic_), of(B_)};
  }
  kernel::RateWorkspace<S> rate() { return {of(J_), of(J_dot_), of(twist_), of(Ic_), of(Ic_dot_)}; }
  /// Takes the memory of ∂M/∂q, once. Only those who ask for it do: it is large.
  void reserve_tensor() {
    int n = tree_nv();
    // Room for what may come only where that is not large either.
    if (compiled_.nv_capacity <= largest_prepared_tensor) n = std::max(n, compiled_.nv_capacity);
    const auto most = static_cast<std::size_t>(n);
    squares_.reserve(2 * most * most);
    tensor_.reserve(most * most * most);
  }
  kernel::TensorView<S> dM() { return {tensor_.get(), tree_nv()}; }
  kernel::TensorWorkspace<S> tensor() { return {of(J_), of(Ic_), dM(), square(squares_.get(), 0)}; }
  MatrixView<S> spare() { return square(squares_.get(), 1); }
  kernel::ProgressiveWorkspace<S> progressive() { return {of(twist_), of(J_), of(J_dot_)}; }
  kernel::DerivativesWorkspace<S> derivatives() {
    return {coriolis(), of(c_), of(force_), of(psi_dot_), of(psi_ddot_)};
  }
  View<spatial::Motion<S>> link_motion(int which) { return of(which == 0 ? c_ : rate_); }
  View<spatial::Vec3<S>> moment() { return of(b_); }
  View<int> path() { return of(path_); }   ///< some links of the tree
  const S& zero() const { return zero_; }  ///< a number, where a literal 0 would be structure
  kernel::AbaWorkspace<S> aba() { return {of(twist_), of(c_), of(IA_), of(force_), of(column_)}; }
  kernel::DenocWorkspace<S> denoc() {
    return {of(Ic_), of(IA_), of(force_), of(twist_), of(denoc_column_)};
  }

  /// Made for this robot, and doubles.
  void use(const GeneratedFunctions* code, const StatePlan* plan) { made_ = {code, plan}; }
  const GeneratedFunctions* generated() const { return made_.first; }
  const StatePlan* planned() const { return made_.second; }
  void use(Pool* pool) { pool_ = pool; }
  /// Rows and the like that do not depend on each other: in turn, or in parallel with a pool.
  template <class F>
  void for_each(int count, F f) {
    if (pool_ != nullptr) return pool_->for_each(count, f);
    for (int i = 0; i < count; ++i) f(i);
  }

 private:
  template <class T>
  static View<T> of(std::vector<T>& v) {
    return {v.data(), static_cast<int>(v.size())};
  }
  MatrixView<S> square(S* storage, int which) {
    const int n = tree_nv();
    return {storage + static_cast<std::ptrdiff_t>(which) * n * n, n, n};
  }
  int tree_nv() const noexcept { return compiled_.tree.nv(); }
  const Compiled& compiled_;
  TreeData<S> converted_;  // none where S is double
  CouplingData<S> q_coupling_, v_coupling_;
  S zero_;
  bool solves_, matrix_kept_ = false;
  Pool* pool_ = nullptr;
  std::pair<const GeneratedFunctions*, const StatePlan*> made_{};
  S *matrix_data_ = nullptr, *vector_data_ = nullptr;
  Inputs<S> inputs_;
  std::vector<S> out_, tree_out_, tree_J_;
  Store<S> factor_, tree_M_, squares_, tensor_;
  std::vector<int> path_;
  std::vector<JointPose> X_parent_;
  std::vector<spatial::Pose<S>> X_world_, X_common_;
  std::vector<spatial::Motion<S>> twist_, c_, rate_, J_, J_dot_, psi_dot_, psi_ddot_;
  std::vector<spatial::Body<S>> body_;
  std::vector<kernel::JointAxis<S>> axis_;
  std::vector<spatial::Vec3<S>> IJ_, b_;
  std::vector<spatial::Mat3<S>> D_;
  std::vector<kernel::Mat4<S>> U_;
  std::vector<kernel::LinkMotion<S>> motion_;
  std::vector<spatial::Force<S>> force_, carried_;
  std::vector<spatial::Inertia<S>> Ic_, Ic_dot_;
  std::vector<kernel::BodyCoriolis<S>> B_;
  std::vector<spatial::ArticulatedInertia<S>> IA_;
  std::vector<kernel::Eliminated<S>> column_;
  std::vector<kernel::DenocColumn<S>> denoc_column_;
};

}  // namespace kinetree
