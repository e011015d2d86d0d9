// The evaluator: a model compiled for one choice of methods, with every buffer it needs.
//
// All memory is taken by the constructor and by sync(); with Model::reserve() beforehand, by the
// constructor alone. Of what is large, large robots take it at
// first use: C, Ṁ, derivatives and regressors from 513 velocities on, ∂M/∂q from 101 on. Evaluating
// (in one thread, as it does unless Options::threads says otherwise) allocates nothing, locks
// nothing and never throws past its gate: the sizes, the revision and the finiteness of the inputs.
// One evaluator is used by one thread; any number of evaluators may share one const Model.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "kinetree/method.hpp"
#include "kinetree/model.hpp"
#include "kinetree/terms.hpp"

namespace kinetree {

/// What the equation of motion contains beside rigid bodies.
struct Include {
  bool armature = true;   ///< rotor inertias on the diagonal of M
  bool friction = false;  ///< damping and dry friction in inverse and forward dynamics
};

struct GeneratedFunctions;
struct Options {
  Methods methods;
  Include include;
  /// For methods with independent elements (mass_matrix=explicit). 0, or more than there are, means
  /// all cores. The result does not depend on it. More than one is not for control loops: they
  /// wait.
  int threads = 1;
  RegressorColumns regressor = {};
  /// What the method "generated" runs: generated.hpp. It belongs to one model as it is, so sync()
  /// refuses edits.
  std::shared_ptr<const GeneratedFunctions> generated = nullptr;
};

class Evaluator {
 public:
  explicit Evaluator(const Model& model, const Options& options = {});
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;
  ~Evaluator();

  /// After edits of the model: places again what changed, in O(links edited + depth) for those at
  /// the end, and takes new memory only beyond what Model::reserve() asked for. Refused, as the
  /// constructor would, it leaves the evaluator as it was.
  void sync(const Model& model);
  const Method& method(Quantity quantity) const noexcept;  ///< the one in use
  std::string reason(Quantity quantity) const;             ///< why "auto" takes it; one line
  int nq() const noexcept;
  int nv() const noexcept;

  // Results are views of the evaluator's memory: they keep their values until the same function is
  // called again, or sync(). Copy them into a Matrix or Vector of yours to keep them longer.
  // tau = M(q) a + C(q,v) v + g(q) (+ friction), always with full vectors and a full M. What
  // divides by M throws ModelError where a joint is massless; in a configuration where M is
  // singular by chance it is not finite, and singular_joints() says why.
  MatrixMap mass_matrix(const VectorIn& q);
  MatrixMap mass_matrix_inverse(const VectorIn& q);
  /// X ← M⁻¹ X, any number of columns, the way forward dynamics is computed: O(n) each with aba.
  void solve_mass_matrix(const VectorIn& q, Eigen::Ref<Matrix> X);
  UdutFactors udut(const VectorIn& q);  ///< M = U D Uᵀ by DeNOC; not with mimicking joints
  /// M(u, k) alone, counted from 0, in O(n): only the links it depends on are placed, and zeros of
  /// unrelated joints take no arithmetic. The same bits as mass_matrix=explicit gives;
  /// explain_element() tells how it comes about.
  double element(const VectorIn& q, int u, int k);
  VectorMap gravity(const VectorIn& q);                  ///< g(q) = ∂U/∂q
  VectorMap bias(const VectorIn& q, const VectorIn& v);  ///< h = C v + g
  VectorMap inverse_dynamics(const VectorIn& q, const VectorIn& v, const VectorIn& a);
  VectorMap forward_dynamics(const VectorIn& q, const VectorIn& v, const VectorIn& tau);
  /// Where prescribed[k], a[k] is given and tau[k] computed; elsewhere tau[k] is given and a[k]
  /// computed, in O(n). What is not given is not read. Massless joints must be prescribed.
  HybridDynamics hybrid_dynamics(const VectorIn& q, const VectorIn& v,
                                 const std::vector<bool>& prescribed, const VectorIn& a,
                                 const VectorIn& tau);

  // ---- the Coriolis matrix; docs/coriolis.md says what it means for floating bases ----
  MatrixMap coriolis(const VectorIn& q, const VectorIn& v);  ///< h = C v + g, Ṁ - 2C skew
  CoriolisCertificate certify_coriolis(const VectorIn& q, const VectorIn& v);
  MatrixMap mass_matrix_rate(const VectorIn& q, const VectorIn& v);  ///< Ṁ = C + Cᵀ
  /// C(q, v) w and C(q, v)ᵀ w without C, in O(n): for passivity control and momentum observers.
  VectorMap coriolis_times(const VectorIn& q, const VectorIn& v, const VectorIn& w);
  VectorMap coriolis_transpose_times(const VectorIn& q, const VectorIn& v, const VectorIn& w);
  /// nv × nv²: columns k nv to (k + 1) nv - 1 are ∂M/∂q_k, the derivative along velocity k. Throws
  /// UsageError beyond 512 velocities; so do the symbols.
  MatrixMap mass_matrix_derivative(const VectorIn& q);
  /// Christoffel symbols of the first kind, laid out likewise: block k is C(q, e_k).
  MatrixMap christoffel_symbols(const VectorIn& q);

  // ---- derivatives and parameters; docs/derivatives.md ----
  InverseDynamicsDerivatives inverse_dynamics_derivatives(const VectorIn& q, const VectorIn& v,
                                                          const VectorIn& a);
  ForwardDynamicsDerivatives forward_dynamics_derivatives(const VectorIn& q, const VectorIn& v,
                                                          const VectorIn& tau);
  /// Y with τ = Y π, π and the names of its entries. Ten columns a link with a joint, and those
  /// that Options::regressor asks for; τ has armature and friction where Y has columns for them.
  MatrixMap regressor(const VectorIn& q, const VectorIn& v, const VectorIn& a);
  Vector regressor_parameters() const;
  std::vector<std::string> regressor_names() const;

  // ---- sums over links; docs/editing.md ----
  /// M, C and g of the robot by adding up what each link brings; not with mimicking joints.
  void sum_links(const VectorIn& q, const VectorIn& v, ProgressiveTerms& terms);
  /// The terms of a robot that was extended, from those it had before in the same state: adds what
  /// the links from `first` on bring. Only they and those that carry them are looked at.
  void add_links(const VectorIn& q, const VectorIn& v, LinkId first, ProgressiveTerms& terms);

  double kinetic_energy(const VectorIn& q, const VectorIn& v);
  double potential_energy(const VectorIn& q);  ///< zero at the world origin; every link counts
  VectorMap momentum(const VectorIn& q, const VectorIn& v);  ///< generalised: M v
  SpatialVector centroidal_momentum(const VectorIn& q,
                                    const VectorIn& v);  ///< world axes, about com
  Vector3 center_of_mass(const VectorIn& q);             ///< of every link, world
  double total_mass() const noexcept;

  const std::vector<Pose>& poses(const VectorIn& q);  ///< of every link in the world, by LinkId

  /// 6×nv, rows: linear velocity of the point then angular velocity, along the world's axes. The
  /// point is fixed in the link and given in the link's frame.
  MatrixMap jacobian(const VectorIn& q, LinkId link, const Vector3& point = Vector3::Zero());
  /// The rest of the acceleration of that point: (linear, angular) = J a + J̇ v.
  SpatialVector jacobian_dot_v(const VectorIn& q, const VectorIn& v, LinkId link,
                               const Vector3& point = Vector3::Zero());

  /// The derivative of that Jacobian by time.
  MatrixMap jacobian_rate(const VectorIn& q, const VectorIn& v, LinkId link,
                          const Vector3& point = Vector3::Zero());
  /// Inertia, Coriolis matrix and gravity at a point of a link; docs/operational_space.md.
  OperationalSpace operational_space(const VectorIn& q, const VectorIn& v, LinkId link,
                                     const Vector3& point = Vector3::Zero(),
                                     const OperationalOptions& options = {});

  /// Joints that nothing gives inertia, in any configuration: M is singular and forward dynamics
  /// refuses. Empty for a sound model, and where mimics couple more than 500 velocities, which
  /// would take long to search.
  const std::vector<std::string>& massless_joints();
  /// Joints at which M(q) loses rank in this configuration. Allocates: not for control loops.
  std::vector<std::string> singular_joints(const VectorIn& q);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kinetree
