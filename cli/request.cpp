#include "request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kinetree/report.hpp"
#include "nearest.hpp"
#include "numbers.hpp"

namespace kinetree::cli {
namespace {

constexpr unsigned task_space = solves | of_point | of_task;
constexpr unsigned in_part = hybrid | uses_v | uses_a | uses_tau;

constexpr std::array all_quantities{
    QuantityInfo{"M", Kind::mass_matrix, "mass matrix", Quantity::mass_matrix},
    QuantityInfo{"Minv", Kind::mass_matrix_inverse, "its inverse", {}, solves},
    QuantityInfo{"C", Kind::coriolis, "Coriolis matrix, with its certificate", Quantity::coriolis,
                 uses_v},
    QuantityInfo{"Mdot", Kind::mass_matrix_rate, "rate of M", {}, uses_v},
    QuantityInfo{"Ctv", Kind::coriolis_transpose_times, "transposed C times v", {}, uses_v},
    QuantityInfo{"Cw", Kind::coriolis_times, "C(q, v) times w", {}, uses_v | uses_w},
    QuantityInfo{"dM", Kind::mass_matrix_derivative, "M by every coordinate", {}},
    QuantityInfo{"christoffel", Kind::christoffel_symbols, "symbols of the first kind", {}},
    QuantityInfo{"h", Kind::bias, "C v + g", Quantity::bias, uses_v},
    QuantityInfo{"g", Kind::gravity, "forces that hold the robot still", Quantity::gravity},
    QuantityInfo{"tau", Kind::inverse_dynamics, "forces for q, v, a", Quantity::inverse_dynamics,
                 uses_v | uses_a},
    QuantityInfo{"a", Kind::forward_dynamics, "accelerations for q, v, tau",
                 Quantity::forward_dynamics, uses_v | uses_tau | solves},
    QuantityInfo{"udut_U", Kind::triangular_factor, "U of M = U D Uᵀ (udut: both)", {}, solves},
    QuantityInfo{"udut_D", Kind::diagonal_factor, "the diagonal D", {}, solves},
    QuantityInfo{"hybrid_a", Kind::hybrid_a, "accelerations, given in part", {}, in_part},
    QuantityInfo{"hybrid_tau", Kind::hybrid_tau, "forces, given in part", {}, in_part},
    QuantityInfo{"dtau_dq", Kind::inverse_by_q, "inverse dynamics by q", {}, uses_v | uses_a},
    QuantityInfo{"dtau_dv", Kind::inverse_by_v, "inverse dynamics by v", {}, uses_v | uses_a},
    QuantityInfo{"da_dq", Kind::forward_by_q, "forward dynamics by q", Quantity::forward_dynamics,
                 uses_v | uses_tau | solves},
    QuantityInfo{"da_dv", Kind::forward_by_v, "forward dynamics by v", Quantity::forward_dynamics,
                 uses_v | uses_tau | solves},
    QuantityInfo{"da_dtau", Kind::forward_by_tau, "forward dynamics by tau",
                 Quantity::forward_dynamics, solves},
    QuantityInfo{"regressor", Kind::regressor, "tau = regressor * parameters", {}, uses_v | uses_a},
    QuantityInfo{"parameters", Kind::parameters, "inertial parameters", {}},
    QuantityInfo{"T", Kind::kinetic_energy, "kinetic energy", {}, uses_v},
    QuantityInfo{"U", Kind::potential_energy, "potential energy", {}},
    QuantityInfo{"poses", Kind::poses, "every link in the world", {}},
    QuantityInfo{"com", Kind::center_of_mass, "centre of mass", {}},
    QuantityInfo{"momentum", Kind::momentum, "M v", {}, uses_v},
    QuantityInfo{"centroidal_momentum",
                 Kind::centroidal_momentum,
                 "linear and angular, about the centre of mass",
                 {},
                 uses_v},
    QuantityInfo{
        "J:", Kind::jacobian, "Jacobian of a body (@com, @x:y:z: of its point)", {}, of_point},
    QuantityInfo{
        "Jdotv:", Kind::jacobian_dot_v, "the rest of its acceleration", {}, of_point | uses_v},
    QuantityInfo{"Jdot:", Kind::jacobian_rate, "rate of the Jacobian", {}, of_point | uses_v},
    QuantityInfo{"Lambda:", Kind::task_inertia, "inertia of the point", Quantity::forward_dynamics,
                 task_space},
    QuantityInfo{"Jbar:", Kind::task_inverse, "inverse of J of least energy",
                 Quantity::forward_dynamics, task_space},
    QuantityInfo{"Cx:", Kind::task_coriolis, "Coriolis matrix of the point", Quantity::coriolis,
                 task_space | uses_v},
    QuantityInfo{"mu:", Kind::task_bias, "Coriolis force of the point", Quantity::forward_dynamics,
                 task_space | uses_v},
    QuantityInfo{"p:", Kind::task_gravity, "weight at the point", Quantity::gravity, task_space},
};

std::string quantity_listing() {
  std::string list;
  for (const QuantityInfo& info : all_quantities) {
    list += (list.empty() ? "" : ", ") + std::string(info.name);
    if (info.name.back() == ':') list += "BODY";
  }
  return list;
}

const QuantityInfo& find_quantity(const std::string& name) {
  const std::size_t colon = name.find(':');
  const std::string head = name.substr(0, colon == std::string::npos ? colon : colon + 1);
  std::vector<std::string> names{"udut"};
  for (const QuantityInfo& info : all_quantities) {
    if (info.name == head) return info;
    names.emplace_back(info.name);
  }
  throw UsageError(fmt::format("unknown quantity '{}'{}; there are: {}", name,
                               did_you_mean(head, names), quantity_listing()));
}

/// The link of that name; it was named on the command line, so not finding it is wrong usage.
LinkId find_link(const std::string& request, const std::string& link, const Model& model) {
  if (link.empty()) throw UsageError(fmt::format("'{}' needs the name of a body", request));
  try {
    return model.at(link);
  } catch (const ModelError& error) {
    throw UsageError(fmt::format("--quantity {}: {}", request, error.what()));
  }
}

Vector3 read_point(const std::string& request, std::string text, const MassProperties& inertia) {
  if (text == "com") return inertia.com;
  std::replace(text.begin(), text.end(), ':', ',');
  return read_vector("the point of " + request, text, {"x", "y", "z"}, Vector3::Zero());
}

Request read_request(const std::string& name, const Model& model) {
  Request request;
  request.name = name;
  request.info = &find_quantity(name);
  if (request.info->name.back() != ':') return request;
  const std::string body = name.substr(request.info->name.size());
  if (const auto link = model.find(body)) {  // a name may contain an @
    request.link = *link;
    return request;
  }
  const std::size_t at = body.rfind('@');
  request.link = find_link(name, body.substr(0, at), model);
  if (at != std::string::npos) {
    request.point = read_point(name, body.substr(at + 1), model.link(request.link).inertia);
  }
  return request;
}

/// Which velocities the names mean: those of a joint, or one of them.
std::vector<bool> read_prescribed(const std::string& list, const Model& model) {
  const std::vector<std::string> velocities = v_names(model);
  std::vector<std::string> names = velocities;
  std::vector<bool> prescribed(velocities.size());
  for (const JointSlot& slot : model.joints()) names.push_back(model.link(slot.link).joint.name);
  for (const std::string& name : split_list(list)) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw UsageError(fmt::format("--prescribed: there is no joint '{}'{}; there are: {}", name,
                                   did_you_mean(name, names), listing(velocities)));
    }
    for (const JointSlot& slot : model.joints()) {
      for (int i = slot.v_first; i < slot.v_first + slot.nv; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (name == velocities[k] || name == model.link(slot.link).joint.name) prescribed[k] = true;
      }
    }
  }
  return prescribed;
}

/// Names, with those that stand for several written out.
std::vector<std::string> quantity_names(const std::string& list) {
  std::vector<std::string> names;
  for (const std::string& name : split_list(list)) {
    if (name == "udut") {
      names.insert(names.end(), {"udut_U", "udut_D"});
    } else {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace

std::span<const QuantityInfo> quantity_infos() noexcept { return all_quantities; }

std::vector<Request> read_requests(const std::string& list, const Model& model,
                                   const std::optional<std::string>& prescribed) {
  std::vector<Request> requests;
  bool any = false;
  for (const std::string& name : quantity_names(list)) {
    const bool repeated = std::any_of(requests.begin(), requests.end(),
                                      [&](const Request& r) { return r.name == name; });
    if (repeated) continue;
    requests.push_back(read_request(name, model));
    if (!requests.back().info->has(hybrid)) continue;
    any = true;
    if (!prescribed) {
      throw UsageError(
          fmt::format("{} needs --prescribed JOINT,…: the joints whose accelerations are given (of "
                      "the others the forces are); there are: {}",
                      name, listing(v_names(model))));
    }
    requests.back().prescribed = read_prescribed(*prescribed, model);
  }
  if (prescribed && !any) {
    throw UsageError("--prescribed is for hybrid_a and hybrid_tau: ask for one of them");
  }
  if (requests.empty()) throw UsageError("--quantity is empty; there are: " + quantity_listing());
  return requests;
}

}  // namespace kinetree::cli
