// What `--quantity` can ask for.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree::cli {

enum class Kind {
  mass_matrix,
  mass_matrix_inverse,
  coriolis,
  mass_matrix_rate,
  coriolis_times,
  coriolis_transpose_times,
  mass_matrix_derivative,
  christoffel_symbols,
  bias,
  gravity,
  inverse_dynamics,
  forward_dynamics,
  udut_U,
  udut_D,
  hybrid_a,
  hybrid_tau,
  inverse_by_q,
  inverse_by_v,
  forward_by_q,
  forward_by_v,
  forward_by_tau,
  regressor,
  parameters,
  kinetic_energy,
  potential_energy,
  poses,
  center_of_mass,
  momentum,
  centroidal_momentum,
  jacobian,
  jacobian_dot_v,
  jacobian_rate,
  task_inertia,
  task_inverse,
  task_coriolis,
  task_bias,
  task_gravity,
};

/// What a quantity depends on beside q, and what it is.
enum Trait : unsigned {
  uses_v = 1,
  uses_a = 2,
  uses_tau = 4,
  uses_w = 8,
  solves = 16,    ///< divides by M: a singular one has no answer
  of_point = 32,  ///< belongs to a point of a link
  of_task = 64,   ///< is a part of OperationalSpace
  hybrid = 128,   ///< reads a where it is prescribed, tau elsewhere
};

/// One row of the table of quantities.
struct QuantityInfo {
  std::string_view name;  ///< "M"; "J:" where a body follows
  Kind kind;
  std::string_view summary;
  std::optional<Quantity> registry;  ///< whose method computes it
  unsigned traits = 0;
  bool has(Trait trait) const noexcept { return (traits & trait) != 0; }
};
std::span<const QuantityInfo> quantity_infos() noexcept;

/// One quantity asked for. `point` is that of a Jacobian or a task, in the frame of `link`.
struct Request {
  std::string name;  ///< as the user spelled it, the key of the result
  const QuantityInfo* info = nullptr;
  LinkId link{};
  Vector3 point = Vector3::Zero();
  std::vector<bool> prescribed;  ///< per velocity, for hybrid dynamics
  Kind kind() const noexcept { return info->kind; }
};

/// "M,h,J:hand@com" → requests, each once; `prescribed` are names of joints or of velocities.
/// Throws UsageError with the nearest spelling.
std::vector<Request> read_requests(const std::string& list, const Model& model,
                                   const std::optional<std::string>& prescribed = {});

}  // namespace kinetree::cli
