// Every buffer an evaluation needs, sized once, for any scalar.
//
// Inputs are q, v, a in the tree's coordinates and tau in the user's; outputs are `out` and
// `matrix` in the user's. Without mimicking joints both coordinates are the same, and so are the
// buffers. The matrix lives with the caller, so that nothing is copied.
#pragma once
#include <memory>
#include <vector>

#include "evaluate/coupling_data.hpp"
#include "evaluate/pool.hpp"
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

/// ∂M/∂q has n³ numbers: one gigabyte at this many velocities, and beyond it is refused.
inline constexpr int largest_tensor = 512;

/// Convert turns the model's numbers into scalars. Without `solves` there is no room for a factor
/// of M, which forward dynamics needs.
template <class S>
class Workspace {
 public:
  template <class Convert>
  Workspace(const Compiled& compiled, Convert to, bool solves = true)
      : tree_data_(convert<S>(compiled.tree, to)),
        q_coupling_(compiled.q, to),
        v_coupling_(compiled.v, to),
        nv_(compiled.nv),
        coupled_(compiled.coupled()),
        zero_(to(0.0)) {
    const auto links = static_cast<std::size_t>(tree_data_.size());
    const auto velocities = static_cast<std::size_t>(tree_data_.nv());
    const auto user = static_cast<std::size_t>(nv_);
    q_.resize(static_cast<std::size_t>(tree_data_.nq));
    for (auto* buffer : {&v_, &a_, &tree_out_}) buffer->resize(velocities);
    for (auto* buffer : {&tau_, &out_}) buffer->resize(user);
    for (auto* buffer : {&X_parent_, &X_world_}) buffer->resize(links);
    for (auto* buffer : {&twist_, &c_, &rate_}) buffer->resize(links);
    X_common_.resize(links);
    body_.resize(links);
    b_.resize(links);
    D_.resize(links);
    axis_.resize(velocities);
    for (auto* buffer : {&J_, &J_dot_, &psi_dot_, &psi_ddot_}) buffer->resize(velocities);
    for (auto* buffer : {&Ic_, &Ic_dot_}) buffer->resize(links);
    B_.resize(links);
    IJ_.resize(velocities);
    carried_.resize(velocities);
    U_.resize(velocities);
    motion_.resize(links);
    force_.resize(links);
    IA_.resize(links);
    column_.resize(velocities);
    denoc_column_.resize(velocities);
    // Matrices are cleared by whoever fills them; until then they take no memory.
    const std::size_t square = velocities * velocities;
    if (solves) factor_ = std::make_unique_for_overwrite<S[]>(user * user);
    if (coupled_) tree_M_ = std::make_unique_for_overwrite<S[]>(2 * square);
    tree_J_.resize(6 * velocities);
  }

  Tree<S> tree() const { return tree_data_.view(); }
  bool coupled() const noexcept { return coupled_; }
  int nv() const noexcept { return nv_; }
  kernel::Coupling<S> q_coupling() const { return q_coupling_.view(); }
  kernel::Coupling<S> v_coupling() const { return v_coupling_.view(); }

  // Inputs.
  View<S> q() { return of(q_); }
  View<S> v() { return of(v_); }
  View<S> a() { return of(a_); }
  View<S> tau() { return of(tau_); }
  // Outputs.
  View<S> out() { return of(out_); }
  View<S> tree_out() { return coupled_ ? of(tree_out_) : of(out_); }
  MatrixView<S> matrix() { return {matrix_data_, nv_, nv_}; }
  /// Where the next method that computes a matrix puts it: nv × nv, column-major, kept by the
  /// caller.
  void write_matrix_to(S* storage) { matrix_data_ = storage; }
  // Scratch.
  MatrixView<S> factor() { return {factor_.get(), nv_, nv_}; }
  /// Where kernels write a matrix: into the user's, unless mimics make the tree's a larger one.
  /// There is room for two at once.
  MatrixView<S> tree_M(MatrixView<S> M, int which = 0) {
    return coupled_ ? square(tree_M_.get(), which) : M;
  }
  MatrixView<S> tree_J() { return {tree_J_.data(), 6, tree_data_.nv()}; }
  View<spatial::Pose<S>> X_parent() { return of(X_parent_); }
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
    const auto n = static_cast<std::size_t>(tree_data_.nv());
    if (!squares_) squares_ = std::make_unique_for_overwrite<S[]>(2 * n * n);
    if (!tensor_) tensor_ = std::make_unique_for_overwrite<S[]>(n * n * n);
  }
  kernel::TensorView<S> dM() { return {tensor_.get(), tree_data_.nv()}; }
  kernel::TensorWorkspace<S> tensor() { return {of(J_), of(Ic_), dM(), square(squares_.get(), 0)}; }
  MatrixView<S> spare() { return square(squares_.get(), 1); }
  kernel::ProgressiveWorkspace<S> progressive() { return {of(twist_), of(J_), of(J_dot_)}; }
  kernel::DerivativesWorkspace<S> derivatives() {
    return {coriolis(), of(c_), of(force_), of(psi_dot_), of(psi_ddot_)};
  }
  View<spatial::Motion<S>> link_motion(int which) { return of(which == 0 ? c_ : rate_); }
  View<spatial::Vec3<S>> moment() { return of(b_); }
  const S& zero() const { return zero_; }  ///< a number, where a literal 0 would be structure
  kernel::AbaWorkspace<S> aba() { return {of(twist_), of(c_), of(IA_), of(force_), of(column_)}; }
  kernel::DenocWorkspace<S> denoc() {
    return {of(Ic_), of(IA_), of(force_), of(twist_), of(denoc_column_)};
  }

  /// Rows and the like that do not depend on each other: in turn, or in parallel with a pool.
  void use(Pool* pool) { pool_ = pool; }
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
    const int n = tree_data_.nv();
    return {storage + static_cast<std::ptrdiff_t>(which) * n * n, n, n};
  }
  TreeData<S> tree_data_;
  CouplingData<S> q_coupling_, v_coupling_;
  int nv_;
  bool coupled_;
  S zero_;
  Pool* pool_ = nullptr;
  S* matrix_data_ = nullptr;
  std::vector<S> q_, v_, a_, tau_, out_, tree_out_, tree_J_;
  std::unique_ptr<S[]> factor_, tree_M_, squares_, tensor_;
  std::vector<spatial::Pose<S>> X_parent_, X_world_, X_common_;
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

/// Poses of all joints: the first step of every method.
template <class S>
void joint_poses(Workspace<S>& w) noexcept {
  kernel::joint_poses<S>(w.tree(), w.q(), w.X_parent());
}

}  // namespace kinetree
