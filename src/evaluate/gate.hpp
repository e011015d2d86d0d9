// The evaluator's inside: the compiled model, its workspace, the chosen methods, and the gate that
// every call passes: O(n) checks of the inputs, then a copy into the tree's coordinates.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "evaluate/registry.hpp"
#include "kinetree/evaluator.hpp"
#include "plan/state_plan.hpp"

namespace kinetree {

struct Evaluator::Impl {
  Impl(const Model& model, const Options& wanted);
  void sync(const Model& model);
  Impl(const Impl&) = delete;  // results are bound into the workspace by address
  Impl& operator=(const Impl&) = delete;
  ~Impl() = default;

  // ---- the gate: throws UsageError, or takes the inputs: copies them, or lends them to a plan
  // ----
  void take_q(const VectorIn& q, bool lent = false);
  void take_v(const VectorIn& v, bool lent = false) { take_rate("v", v, w.inputs().v, lent); }
  void take_a(const VectorIn& x, bool lent = false) { take_rate("a", x, w.inputs().a, lent); }
  /// A velocity beside v, for C w: into the tree's a.
  void take_w(const VectorIn& x) { take_rate("w", x, w.inputs().a, false); }
  void take_tau(const VectorIn& tau_in, bool lent = false);
  /// Whether all of these are computed by plans from inputs that may be read where the user has
  /// them. Registers loaded from what was copied just before would wait for it.
  bool lends(Quantity quantity) const noexcept {
    return lent_to_plans[static_cast<std::size_t>(quantity)];
  }
  void take(const VectorIn& x, const kernel::Coupling<double>& G, View<double> to);  ///< unchecked
  /// Throws ModelError where M is singular in every configuration. The first time after an edit,
  /// it looks at the one taken: where M is regular there, nothing is massless.
  void refuse_massless(const char* what);
  void look_for_massless();
  void massless_now();
  /// Which velocities, and of what is given only what is read: a where prescribed, tau elsewhere.
  void take_hybrid(const std::vector<bool>& which, const VectorIn& a_in, const VectorIn& tau_in);
  void refuse_lost_inertia();  ///< throws ModelError where hybrid dynamics divided by zero
  void refuse_mimics(const char* what) const;  ///< throws UsageError where joints mimic
  void check_revision() const {
    if (watch && watch->load(std::memory_order_acquire) != revision) [[unlikely]]
      refuse_edited();
  }
  const Frame& frame(LinkId link, const Vector3& point) const;  ///< of a link, for a point of it
  void check_element(int u, int k) const;

  // ---- steps that several quantities share ----
  const Method& method(Quantity quantity) const noexcept {
    return chosen[static_cast<std::size_t>(quantity)]->method;
  }
  VectorResult run(Quantity quantity, Store<double>& result);
  MatrixResult run_matrix(Quantity quantity, Store<double>& result);
  VectorResult finish(Store<double>& result);  ///< from tree_out() to the user's coordinates
  /// M⁻¹ is applied the way forward dynamics is computed; needs joint poses.
  enum class Solver { aba, ltdl, denoc, cholesky } solver = Solver::cholesky;
  void factor_mass_matrix();
  void solve(View<double> x);  ///< x ← M⁻¹ x
  /// A result of that size. In robots of moderate size there has been room since construction.
  static MatrixResult sized(Store<double>& result, int rows, int columns);
  MatrixResult square(Store<double>& result) const {
    return sized(result, compiled.nv, compiled.nv);
  }
  VectorResult vector(Store<double>& result) const;
  void choose_methods();
  void prepare();
  void differentiate(const MatrixResult& dq, const MatrixResult& dv, double* da = nullptr);
  /// Whether that quantity is computed by a plan, and with it what is derived from it.
  bool planned(Quantity quantity) const noexcept {
    return by_plan[static_cast<std::size_t>(quantity)];
  }
  bool bodies_give_mass_matrix() const noexcept;  ///< with the derivatives
  void run_plan(StateTask task, const std::array<double*, 3>& results);
  MatrixResult rate_of_mass_matrix(Store<double>& result);  ///< Ṁ at the state taken
  VectorResult accelerate(Store<double>& result);           ///< forward dynamics at the state taken
  MatrixResult invert_mass_matrix(Store<double>& result);   ///< leaves what solve() needs
  VectorResult multiply_coriolis(Store<double>& result);    ///< C w, w in the tree's a
  /// Jacobian of a point and, where its velocities were taken, its rate. Poses the links.
  MatrixResult jacobian(const Frame& frame, const Vector3& point, Store<double>& result);
  MatrixResult jacobian_rate(const Frame& frame, const Vector3& point, Store<double>& result);
  SpatialVector drift(const Frame& frame, const Vector3& point);  ///< J̇ v
  VectorResult friction_loss();             ///< at the velocities taken, in the user's coordinates
  void place_carriers(int link, int call);  ///< a moving link and all that carry it, once a call
  void pose_links();
  void move_links();
  spatial::Vec3<double> first_moment();  ///< Σ m c of every link; needs pose_links()

  Options options;
  std::unique_ptr<Pool> pool;  ///< none: everything in the caller's thread
  Compiled compiled;
  bool reserved;                    ///< the model has room for edits
  std::unique_ptr<StatePlan> plan;  ///< none if no method is one: choose.hpp
  Workspace<double> w;
  std::shared_ptr<const Revision::Counter> watch;
  std::uint64_t revision, state;
  std::string name;  ///< of the model, for messages
  std::vector<std::string> massless;
  bool massless_known = false;
  std::vector<unsigned char> prescribed;  ///< per velocity, of hybrid dynamics
  std::array<const Registered<double>*, 6> chosen{};
  std::array<bool, 6> by_plan{}, lent_to_plans{};  ///< planned(), lends()
  std::vector<Pose> poses;
  std::vector<int> visited;  ///< per link of the tree: the call that placed it last
  int calls = 0;

  // Results: what one is made from and another function returns has a place of its own.
  using Result = Store<double>;
  Result M, inverse, J, C, Mdot, Jdot, dM, symbols, Y, U;
  Result g, h, tau, a, p, loss, Cw, Ctw, D, hybrid_a, hybrid_tau;
  Result dtau_dq, dtau_dv, dtau_da, da_dq, da_dv, da_dtau;
  Result space_J, space_Jdot, space_Jbar, solved;  ///< m × nv, the last two nv × m
  std::array<double, 90> space{};  ///< Λ and C of 6×6 each, μ, p and mobilities of 6 each
  struct Parts {
    Result M, C, Mdot, J, Jdot, h, g, a, Cv;
  } parts;

 private:
  /// Throws UsageError where the size is wrong, or a number not finite.
  void take_numbers(const char* what, const VectorIn& x, int expected, InputVector<double>& to,
                    bool lent) const;
  void check_quaternion(const VectorIn& q, int which) const;
  [[noreturn]] void refuse_edited() const;
  [[noreturn]] void refuse_size(const char* what, const VectorIn& x, int expected) const;
  static void refuse_numbers(const char* what, const VectorIn& x);
  void list_planned();
  void take_rate(const char* what, const VectorIn& x, InputVector<double>& to, bool lent);
};

}  // namespace kinetree
