// The evaluator: a model compiled for one choice of methods, with every buffer it needs.
//
// All memory is taken by the constructor and by sync(). Evaluating (in one thread, as it does
// unless Options::threads says otherwise) allocates nothing, locks nothing and never throws past
// its gate: the sizes, the revision and the finiteness of the inputs. One evaluator is used by one
// thread; any number of evaluators may share one const Model.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/model.hpp"

namespace kinetree {

using VectorIn = Eigen::Ref<const Vector>;

enum class Quantity { mass_matrix, gravity, bias, inverse_dynamics, forward_dynamics };
std::span<const Quantity> quantities() noexcept;
std::string_view to_string(Quantity quantity) noexcept;

/// One row of the registry.
struct Method {
  Quantity quantity;
  std::string_view name;       ///< what the user types
  std::string_view summary;    ///< one line
  std::string_view cost;       ///< in n bodies and depth d
  std::string_view reference;  ///< key in docs/references.bib
  bool mimic = true;           ///< valid for models with mimicking joints
  bool steep = false;          ///< costs more than O(n d): slow on robots of hundreds of joints
};
std::span<const Method> methods() noexcept;
/// The row of that name; throws UsageError with the nearest spelling.
const Method& find_method(Quantity quantity, std::string_view name);

/// Names from methods(); "auto" picks by size and shape.
struct Methods {
  std::string mass_matrix = "auto", gravity = "auto", bias = "auto";
  std::string inverse_dynamics = "auto", forward_dynamics = "auto";
  const std::string& operator[](Quantity quantity) const noexcept;
  std::string& operator[](Quantity quantity) noexcept;
};

/// What the equation of motion contains beside rigid bodies.
struct Include {
  bool armature = true;   ///< rotor inertias on the diagonal of M
  bool friction = false;  ///< damping and dry friction in inverse and forward dynamics
};

struct Options {
  Methods methods;
  Include include;
  /// For methods with independent elements (mass_matrix=explicit). 0, or more than there are, means
  /// all cores. The result does not depend on it. More than one is not for control loops: they
  /// wait.
  int threads = 1;
};

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

class Evaluator {
 public:
  explicit Evaluator(const Model& model, const Options& options = {});
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;
  ~Evaluator();

  void sync(const Model& model);  ///< after an edit of the model; allocates where sizes grew
  const Method& method(Quantity quantity) const noexcept;  ///< the one in use
  int nq() const noexcept;
  int nv() const noexcept;

  // A reference keeps its value until the same function is called again. Copy to keep it longer.
  // tau = M(q) a + C(q,v) v + g(q) (+ friction), always with full vectors and a full M. The inverse
  // and forward dynamics throw ModelError where a joint is massless; in a configuration where M is
  // singular by chance they are not finite, and singular_joints() says why.
  const Matrix& mass_matrix(const VectorIn& q);
  const Matrix& mass_matrix_inverse(const VectorIn& q);
  /// M(u, k) alone, counted from 0, in O(n): only the links it depends on are placed, and zeros of
  /// unrelated joints take no arithmetic. The same bits as mass_matrix=explicit gives;
  /// explain_element() tells how it comes about.
  double element(const VectorIn& q, int u, int k);
  const Vector& gravity(const VectorIn& q);                  ///< g(q) = ∂U/∂q
  const Vector& bias(const VectorIn& q, const VectorIn& v);  ///< h = C v + g
  const Vector& inverse_dynamics(const VectorIn& q, const VectorIn& v, const VectorIn& a);
  const Vector& forward_dynamics(const VectorIn& q, const VectorIn& v, const VectorIn& tau);

  double kinetic_energy(const VectorIn& q, const VectorIn& v);
  double potential_energy(const VectorIn& q);  ///< zero at the world origin; every link counts
  const Vector& momentum(const VectorIn& q, const VectorIn& v);  ///< generalised: M v
  SpatialVector centroidal_momentum(const VectorIn& q,
                                    const VectorIn& v);  ///< world axes, about com
  Vector3 center_of_mass(const VectorIn& q);             ///< of every link, world
  double total_mass() const noexcept;

  const std::vector<Pose>& poses(const VectorIn& q);  ///< of every link in the world, by LinkId

  /// 6×nv, rows: linear velocity of the point then angular velocity, along the world's axes. The
  /// point is fixed in the link and given in the link's frame.
  const Matrix& jacobian(const VectorIn& q, LinkId link, const Vector3& point = Vector3::Zero());
  /// The rest of the acceleration of that point: (linear, angular) = J a + J̇ v.
  SpatialVector jacobian_dot_v(const VectorIn& q, const VectorIn& v, LinkId link,
                               const Vector3& point = Vector3::Zero());

  /// Joints that nothing gives inertia, in any configuration: M is singular and forward dynamics
  /// refuses. Empty for a sound model, and where mimics couple more than 500 velocities, which
  /// would take long to search.
  const std::vector<std::string>& massless_joints() const noexcept;
  /// Joints at which M(q) loses rank in this configuration. Allocates: not for control loops.
  std::vector<std::string> singular_joints(const VectorIn& q);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kinetree
