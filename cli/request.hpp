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
  bias,
  gravity,
  inverse_dynamics,
  forward_dynamics,
  kinetic_energy,
  potential_energy,
  poses,
  center_of_mass,
  momentum,
  centroidal_momentum,
  jacobian,
  jacobian_dot_v,
};

/// One row of the table of quantities: how it is called and which inputs it depends on beside q.
struct QuantityInfo {
  std::string_view name;  ///< "M"; "J:" where a body follows
  Kind kind;
  std::string_view summary;
  std::optional<Quantity> registry;  ///< whose method computes it
  bool uses_v = false, uses_a = false, uses_tau = false;
};
std::span<const QuantityInfo> quantity_infos() noexcept;

/// One quantity asked for. `point` is that of a Jacobian, in the frame of `link`.
struct Request {
  std::string name;  ///< as the user spelled it, the key of the result
  const QuantityInfo* info = nullptr;
  LinkId link{};
  Vector3 point = Vector3::Zero();
  Kind kind() const noexcept { return info->kind; }
};

/// "M,h,J:hand@com" → requests, each once. Throws UsageError with the nearest spelling.
std::vector<Request> read_requests(const std::string& list, const Model& model);

}  // namespace kinetree::cli
