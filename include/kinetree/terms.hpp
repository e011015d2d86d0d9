// What an evaluation returns where one vector or one matrix does not say it all. Matrices are views
// of the evaluator's memory, as its other results are.
#pragma once
#include <string_view>

#include "kinetree/link.hpp"

namespace kinetree {

/// A spatial quantity; the accessor names the part, so that no order has to be remembered.
class SpatialVector {
 public:
  SpatialVector() = default;
  SpatialVector(const Vector3& linear, const Vector3& angular)
      : linear_(linear), angular_(angular) {}
  const Vector3& linear() const noexcept { return linear_; }
  const Vector3& angular() const noexcept { return angular_; }

 private:
  Vector3 linear_ = Vector3::Zero(), angular_ = Vector3::Zero();
};

/// Which of the many matrices C this is, and how well it keeps its promises in one state. Every
/// method gives the same one: the only C without torsion for which Ṁ = C + Cᵀ.
struct CoriolisCertificate {
  static constexpr std::string_view factorisation = "christoffel";
  std::string_view method;  ///< that computed C
  double skew = 0;          ///< max |Ṁ - C - Cᵀ|
  double power = 0;         ///< |vᵀ (Ṁ - 2C) v|
  double force = 0;         ///< max |C v - (h - g)|
  /// What rounding is relative to: max |C| + max |M| max |v|, times |v|² for the power; for the
  /// force times max |v|, plus max |h| and max |g|.
  double skew_size = 0, power_size = 0, force_size = 0;

  double relative_skew() const noexcept { return skew == 0 ? 0 : skew / skew_size; }
  double relative_power() const noexcept { return power == 0 ? 0 : power / power_size; }
  double relative_force() const noexcept { return force == 0 ? 0 : force / force_size; }
};

/// Derivatives of τ = M a + C v + g (+ friction), nv × nv, column k by the k-th variable. By q the
/// displacement along each velocity is meant: the coordinate where it has one, the link's own axes
/// for spherical and floating joints. Dry friction is taken as constant.
struct InverseDynamicsDerivatives {
  MatrixMap dq, dv;
  MatrixMap da;  ///< M
};

/// Derivatives of the acceleration a(q, v, τ), likewise.
struct ForwardDynamicsDerivatives {
  MatrixMap dq, dv;
  MatrixMap dtau;  ///< M⁻¹
};

/// M = U D Uᵀ. Column k of U has entries only at the joints on the way from k to the root: there is
/// no fill-in. D(k) is the inertia that velocity k feels where everything below it is free to move.
struct UdutFactors {
  MatrixMap U;  ///< unit upper triangular
  VectorMap D;  ///< the diagonal
};

/// A motion of which accelerations and forces were given in part; docs/hybrid.md.
struct HybridDynamics {
  VectorMap a, tau;  ///< all of them, what was given as it was given
};

/// Columns of a regressor beside the ten inertial parameters of every link that has a joint.
struct RegressorColumns {
  bool friction = false;  ///< damping and dry friction of every degree of freedom
  bool armature = false;  ///< rotor inertia of every degree of freedom
};

/// Which rows a task has: velocity of the point, angular velocity of the link, or both.
enum class TaskRows { pose, position, orientation };

struct OperationalOptions {
  TaskRows rows = TaskRows::pose;
  /// A direction whose mobility (eigenvalue of J M⁻¹ Jᵀ) is below this share of the largest is
  /// damped: its inertia is not 1/s but s / (s² + λ²), which goes to zero where the task cannot
  /// move at all. λ² = (1 - (s/s₀)²) (s₀/2)² grows from zero at the limit s₀. Zero: no damping;
  /// then too, what is below 1e-12 of the largest is taken for a direction that cannot move.
  double singular_below = 1e-6;
  /// Metres that weigh as much as a radian when directions are compared.
  double length = 1;
};

/// F = Λ ẍ + μ + p: the robot as seen from a point of a link. m rows (linear before angular, world
/// axes), J as Evaluator::jacobian() gives it, ẍ = J a + J̇ v.
struct OperationalSpace {
  MatrixMap J, Jdot;  ///< m × nv
  MatrixMap inertia;  ///< Λ, m × m: (J M⁻¹ Jᵀ)⁻¹
  MatrixMap Jbar;     ///< nv × m: M⁻¹ Jᵀ Λ, the inverse of J of least kinetic energy
  MatrixMap C;  ///< m × m: J̄ᵀ C J̄ - Λ J̇ J̄; C ẋ = μ where v = J̄ ẋ, and Λ̇ = C + Cᵀ there
  VectorMap bias;      ///< μ = J̄ᵀ C v - Λ J̇ v, for any v
  VectorMap gravity;   ///< p = J̄ᵀ g
  VectorMap mobility;  ///< eigenvalues of J M⁻¹ Jᵀ, weighed by the length, smallest first
  int damped = 0;      ///< how many of them are below the limit: where they are, J J̄ is not 1
};

/// M, C and g as sums over links. Kept with room to grow: a link that comes adds to what is there.
struct ProgressiveTerms {
  int nv = 0;
  Matrix M_room, C_room;  ///< the first nv rows and columns are M and C
  Vector g_room;
  auto M() const { return M_room.topLeftCorner(nv, nv); }
  auto C() const { return C_room.topLeftCorner(nv, nv); }
  auto g() const { return g_room.head(nv); }
};

}  // namespace kinetree
