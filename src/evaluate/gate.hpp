// The evaluator's inside: the compiled model, its workspace, the chosen methods, and the gate that
// every call passes: O(n) checks of the inputs, then a copy into the tree's coordinates.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "evaluate/registry.hpp"
#include "kinetree/evaluator.hpp"

namespace kinetree {

struct Evaluator::Impl {
  Impl(const Model& model, const Options& wanted);
  Impl(const Impl&) = delete;  // results are bound into the workspace by address
  Impl& operator=(const Impl&) = delete;
  ~Impl() = default;

  // ---- the gate: throws UsageError, or takes the inputs ----
  void take_q(const VectorIn& q);
  void take_v(const VectorIn& v) { take_rate("v", v, w.v()); }
  void take_a(const VectorIn& a_in) { take_rate("a", a_in, w.a()); }
  /// A velocity beside v, for C w: into the tree's a.
  void take_w(const VectorIn& w_in) { take_rate("w", w_in, w.a()); }
  void take_tau(const VectorIn& tau_in);
  void take(const VectorIn& x, const kernel::Coupling<double>& G, View<double> to);  ///< unchecked
  void refuse_massless(const char* what) const;  ///< throws ModelError where M is singular
  /// Which velocities, and of what is given only what is read: a where prescribed, tau elsewhere.
  void take_hybrid(const std::vector<bool>& which, const VectorIn& a_in, const VectorIn& tau_in);
  void refuse_lost_inertia();  ///< throws ModelError where hybrid dynamics divided by zero
  void refuse_mimics(const char* what) const;  ///< throws UsageError where joints mimic
  void check_revision() const;
  const Frame& frame(LinkId link, const Vector3& point) const;  ///< of a link, for a point of it
  void check_element(int u, int k) const;

  // ---- steps that several quantities share ----
  const Method& method(Quantity quantity) const noexcept {
    return chosen[static_cast<std::size_t>(quantity)]->method;
  }
  const Vector& run(Quantity quantity, Vector& result);
  const Matrix& run(Quantity quantity, Matrix& result);
  const Vector& finish(Vector& result);  ///< from tree_out() to the user's coordinates
  /// M⁻¹ is applied the way forward dynamics is computed; needs joint poses.
  enum class Solver { aba, ltdl, denoc, cholesky } solver = Solver::cholesky;
  void factor_mass_matrix();
  void solve(View<double> x);  ///< x ← M⁻¹ x
  /// Gives a result its size. In robots of moderate size it has had it since construction.
  Matrix& sized(Matrix& result, int rows, int columns) const;
  void prepare();
  void differentiate(Matrix& dq, Matrix& dv);         ///< inverse dynamics, at the state taken
  const Matrix& rate_of_mass_matrix(Matrix& result);  ///< Ṁ at the state taken
  const Vector& accelerate(Vector& result);           ///< forward dynamics at the state taken
  const Matrix& invert_mass_matrix(Matrix& result);   ///< M⁻¹; leaves what solve() needs
  const Vector& multiply_coriolis(Vector& result);    ///< C w, w in the tree's a
  /// Jacobian of a point and, where its velocities were taken, its rate. Poses the links.
  const Matrix& jacobian(const Frame& frame, const Vector3& point, Matrix& result);
  const Matrix& jacobian_rate(const Frame& frame, const Vector3& point, Matrix& result);
  SpatialVector drift(const Frame& frame, const Vector3& point);  ///< J̇ v
  const Vector& friction_loss();  ///< at the velocities taken, in the user's coordinates
  void pose_links();
  void move_links();
  spatial::Vec3<double> first_moment();  ///< Σ m c of every link; needs pose_links()

  Options options;
  std::unique_ptr<Pool> pool;  ///< none: everything in the caller's thread
  Compiled compiled;
  Workspace<double> w;
  std::shared_ptr<const Revision::Counter> watch;
  std::uint64_t revision;
  Model model;  ///< a copy: names for messages, and questions that need the model itself
  std::vector<std::string> massless;
  std::vector<unsigned char> prescribed;  ///< per velocity, of hybrid dynamics
  int regressor_columns;
  std::array<const Registered<double>*, 6> chosen{};
  Matrix M, inverse, J, C, Mdot, Jdot, dM, symbols, Y;
  Vector g, h, tau, a, p, loss, Cw, Ctw;
  InverseDynamicsDerivatives inverse_derivatives;
  ForwardDynamicsDerivatives forward_derivatives;
  UdutFactors factors;
  HybridDynamics hybrid;
  std::array<OperationalSpace, 2> spaces;  ///< of three rows and of six
  Matrix solved;                           ///< nv × 6: M⁻¹ Jᵀ

  /// What one result is made from and another function returns: that one keeps its value.
  struct Parts {
    Matrix M, C, Mdot, J, Jdot;
    Vector h, g, a, Cv;
  } parts;
  std::vector<Pose> poses;

 private:
  int count_regressor_columns() const;
  void check(const char* name, const VectorIn& x, int expected) const;
  void take_rate(const char* name, const VectorIn& x, View<double> to);

  /// Position of a quaternion in q, for the check that it is one.
  struct QuaternionSlot {
    int first;
    std::string joint;
  };
  std::vector<QuaternionSlot> quaternions_;
};

}  // namespace kinetree
