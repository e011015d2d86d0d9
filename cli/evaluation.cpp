#include "evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kinetree::cli {
namespace {

void append(std::vector<double>& values, const Vector& vector) {
  values.insert(values.end(), vector.begin(), vector.end());
}

void append(std::vector<double>& values, const Vector3& vector) {
  values.insert(values.end(), vector.begin(), vector.end());
}

void append(std::vector<double>& values, const SpatialVector& vector) {
  append(values, vector.linear());
  append(values, vector.angular());
}

void append(std::vector<double>& values, const Matrix& matrix) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) values.push_back(matrix(i, j));
  }
}

/// n matrices side by side, one after the other.
void append_blocks(std::vector<double>& values, const Matrix& blocks) {
  const Eigen::Index n = blocks.rows();
  for (Eigen::Index k = 0; k < n; ++k) append(values, Matrix(blocks.middleCols(k * n, n)));
}

void append(std::vector<double>& values, const Matrix3& matrix) {
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) values.push_back(matrix(i, j));
  }
}

void append_poses(std::vector<double>& values, const Model& model, const std::vector<Pose>& poses) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pose& X = poses[i];
    const Vector3& com = model.link(LinkId{static_cast<std::uint32_t>(i)}).inertia.com;
    append(values, X.p);
    append(values, X.R);
    append(values, Vector3(X.R * com + X.p));
  }
}

/// Derivatives and the regressor.
void append_derivative(std::vector<double>& values, Evaluator& evaluator, const Request& request,
                       const StateInput& x) {
  switch (request.kind()) {
    case Kind::inverse_by_q:
      return append(values, evaluator.inverse_dynamics_derivatives(x.q, x.v, x.a).dq);
    case Kind::inverse_by_v:
      return append(values, evaluator.inverse_dynamics_derivatives(x.q, x.v, x.a).dv);
    case Kind::forward_by_q:
      return append(values, evaluator.forward_dynamics_derivatives(x.q, x.v, x.tau).dq);
    case Kind::forward_by_v:
      return append(values, evaluator.forward_dynamics_derivatives(x.q, x.v, x.tau).dv);
    case Kind::forward_by_tau:
      return append(values, evaluator.forward_dynamics_derivatives(x.q, x.v, x.tau).dtau);
    case Kind::regressor:
      return append(values, evaluator.regressor(x.q, x.v, x.a));
    case Kind::parameters:
      return append(values, evaluator.regressor_parameters());
    default:
      return;
  }
}

/// Energies, places and Jacobians; the rest are derivatives.
void append_motion(std::vector<double>& values, const Model& model, Evaluator& evaluator,
                   const Request& request, const StateInput& x) {
  switch (request.kind()) {
    case Kind::kinetic_energy:
      return values.push_back(evaluator.kinetic_energy(x.q, x.v));
    case Kind::potential_energy:
      return values.push_back(evaluator.potential_energy(x.q));
    case Kind::poses:
      return append_poses(values, model, evaluator.poses(x.q));
    case Kind::center_of_mass:
      return append(values, evaluator.center_of_mass(x.q));
    case Kind::momentum:
      return append(values, evaluator.momentum(x.q, x.v));
    case Kind::centroidal_momentum:
      return append(values, evaluator.centroidal_momentum(x.q, x.v));
    case Kind::jacobian:
      return append(values, evaluator.jacobian(x.q, request.link, request.point));
    case Kind::jacobian_dot_v:
      return append(values, evaluator.jacobian_dot_v(x.q, x.v, request.link, request.point));
    case Kind::jacobian_rate:
      return append(values, evaluator.jacobian_rate(x.q, x.v, request.link, request.point));
    default:
      return append_derivative(values, evaluator, request, x);
  }
}

/// The value of one request in one state, tasks excepted.
void append_value(std::vector<double>& values, const Model& model, Evaluator& evaluator,
                  const Request& request, const StateInput& x) {
  switch (request.kind()) {
    case Kind::mass_matrix:
      return append(values, evaluator.mass_matrix(x.q));
    case Kind::mass_matrix_inverse:
      return append(values, evaluator.mass_matrix_inverse(x.q));
    case Kind::coriolis:
      return append(values, evaluator.coriolis(x.q, x.v));
    case Kind::mass_matrix_rate:
      return append(values, evaluator.mass_matrix_rate(x.q, x.v));
    case Kind::coriolis_times:
      return append(values, evaluator.coriolis_times(x.q, x.v, x.w));
    case Kind::coriolis_transpose_times:
      return append(values, evaluator.coriolis_transpose_times(x.q, x.v, x.v));
    case Kind::mass_matrix_derivative:
      return append_blocks(values, evaluator.mass_matrix_derivative(x.q));
    case Kind::christoffel_symbols:
      return append_blocks(values, evaluator.christoffel_symbols(x.q));
    case Kind::bias:
      return append(values, evaluator.bias(x.q, x.v));
    case Kind::gravity:
      return append(values, evaluator.gravity(x.q));
    case Kind::inverse_dynamics:
      return append(values, evaluator.inverse_dynamics(x.q, x.v, x.a));
    case Kind::forward_dynamics:
      return append(values, evaluator.forward_dynamics(x.q, x.v, x.tau));
    default:
      return append_motion(values, model, evaluator, request, x);
  }
}

/// Appends a part of an operational space.
void append_task(std::vector<double>& values, const OperationalSpace& x, Kind kind) {
  if (kind == Kind::task_inertia) append(values, x.inertia);
  if (kind == Kind::task_inverse) append(values, x.Jbar);
  if (kind == Kind::task_coriolis) append(values, x.C);
  if (kind == Kind::task_bias) append(values, x.bias);
  if (kind == Kind::task_gravity) append(values, x.gravity);
}

std::vector<std::string> link_names(const Model& model) {
  std::vector<std::string> names(static_cast<std::size_t>(model.size()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = model.link(LinkId{static_cast<std::uint32_t>(i)}).name;
  }
  return names;
}

std::vector<std::string> spatial_axes() {
  return {"linear x", "linear y", "linear z", "angular x", "angular y", "angular z"};
}

/// The rows of a task among those of a Jacobian.
std::vector<std::string> task_axes(TaskRows rows) {
  std::vector<std::string> all = spatial_axes();
  if (rows == TaskRows::position) return {all.begin(), all.begin() + 3};
  if (rows == TaskRows::orientation) return {all.begin() + 3, all.end()};
  return all;
}

/// The empty field of a request.
Field make_field(const Request& request, const Model& model, const Evaluator& evaluator,
                 TaskRows task) {
  const auto field = [&](Field::Shape shape, int rows, int columns, std::vector<std::string> names,
                         int depth = 1, std::vector<std::string> column_names = {}) {
    return Field{request.name,     shape, rows,  columns,
                 std::move(names), {},    depth, std::move(column_names)};
  };
  const int n = model.nv(), m = task == TaskRows::pose ? 6 : 3;
  switch (request.kind()) {
    case Kind::mass_matrix:
    case Kind::mass_matrix_inverse:
    case Kind::coriolis:
    case Kind::mass_matrix_rate:
    case Kind::inverse_by_q:
    case Kind::inverse_by_v:
    case Kind::forward_by_q:
    case Kind::forward_by_v:
    case Kind::forward_by_tau:
      return field(Field::matrix, n, n, v_names(model));
    case Kind::mass_matrix_derivative:
    case Kind::christoffel_symbols:
      return field(Field::tensor, n, n, v_names(model), n);
    case Kind::regressor: {
      auto names = evaluator.regressor_names();
      const auto columns = static_cast<int>(names.size());
      return field(Field::matrix, n, columns, v_names(model), 1, std::move(names));
    }
    case Kind::parameters: {
      auto names = evaluator.regressor_names();
      const auto rows = static_cast<int>(names.size());
      return field(Field::vector, rows, 1, std::move(names));
    }
    case Kind::jacobian_rate:
      return field(Field::matrix, 6, n, spatial_axes());
    case Kind::task_inertia:
    case Kind::task_coriolis:
      return field(Field::matrix, m, m, task_axes(task));
    case Kind::task_inverse:
      return field(Field::matrix, n, m, v_names(model));
    case Kind::task_bias:
    case Kind::task_gravity:
      return field(Field::vector, m, 1, task_axes(task));
    case Kind::kinetic_energy:
    case Kind::potential_energy:
      return field(Field::scalar, 1, 1, {});
    case Kind::center_of_mass:
      return field(Field::vector, 3, 1, {"x", "y", "z"});
    case Kind::centroidal_momentum:
      return field(Field::spatial, 6, 1, spatial_axes());
    case Kind::jacobian:
      return field(Field::matrix, 6, model.nv(), spatial_axes());
    case Kind::jacobian_dot_v:
      return field(Field::vector, 6, 1, spatial_axes());
    case Kind::poses:
      return field(Field::poses, model.size(), 15, link_names(model));
    default:
      return field(Field::vector, model.nv(), 1, v_names(model));
  }
}

/// One input vector over all states: whether it matters, and how often it was left out.
struct Input {
  const char* name;
  Vector StateInput::*member;
  bool used = false;
  std::size_t missing = 0;
};

/// Completes every state with the neutral values of what was not given, and adds to the result the
/// inputs that were used or given and what had to be assumed.
void complete_inputs(const Model& model, const std::vector<Request>& requests,
                     std::vector<StateInput>& states, Result& result) {
  Input inputs[] = {{"q", &StateInput::q, true},
                    {"v", &StateInput::v},
                    {"a", &StateInput::a},
                    {"tau", &StateInput::tau},
                    {"w", &StateInput::w}};
  for (const Request& request : requests) {
    inputs[1].used |= request.info->uses_v;
    inputs[2].used |= request.info->uses_a;
    inputs[3].used |= request.info->uses_tau;
    inputs[4].used |= request.info->uses_w;
  }
  for (Input& input : inputs) {
    const bool is_q = input.member == &StateInput::q;
    const Vector neutral = is_q ? model.neutral() : Vector::Zero(model.nv());
    const auto names = is_q ? q_names(model) : v_names(model);
    const bool result_too = std::any_of(requests.begin(), requests.end(),
                                        [&](const Request& r) { return r.name == input.name; });
    Field field{input.name + std::string(result_too ? "_in" : ""),
                Field::vector,
                static_cast<int>(neutral.size()),
                1,
                names,
                {},
                1,
                {}};
    for (StateInput& state : states) {
      if ((state.*input.member).size() == 0 && neutral.size() > 0) {
        state.*input.member = neutral;
        ++input.missing;
      }
      append(field.values, state.*input.member);
    }
    const bool given = input.missing < states.size();
    if (input.used || given) result.fields.push_back(std::move(field));
    if (!input.used || input.missing == 0) continue;
    const char* zero = is_q && model.nq() != model.nv() ? "neutral" : "zero";
    const std::string where =
        given ? fmt::format(" in {} of {} states", input.missing, states.size()) : "";
    result.assumed.push_back(fmt::format("{} is {}{} (not given)", input.name, zero, where));
  }
}

std::string joined(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "'" : ", '") + name + '\'';
  return list;
}

constexpr std::string_view remedy =
    "give the links below them mass or inertia, or the joints armature; or lock them";

/// Forward dynamics divides by the inertia each joint feels: names the joints that feel none.
void refuse_singular(Evaluator& evaluator, const Vector& q, std::size_t state) {
  if (const auto& joints = evaluator.massless_joints(); !joints.empty()) {
    throw ModelError(
        fmt::format("M is singular, so accelerations are undefined: nothing gives "
                    "inertia to {} ({})",
                    joined(joints), remedy));
  }
  if (const auto joints = evaluator.singular_joints(q); !joints.empty()) {
    throw ModelError(
        fmt::format("M is singular in state {}, so accelerations are undefined: it "
                    "loses rank at {} ({})",
                    state, joined(joints), remedy));
  }
}

void refuse_non_finite(const Field& field, std::size_t state) {
  const auto first = field.values.end() - static_cast<std::ptrdiff_t>(field.size());
  if (std::all_of(first, field.values.end(), [](double value) { return std::isfinite(value); })) {
    return;
  }
  throw ModelError(
      fmt::format("{} is not finite in state {}: the numbers of the model or of the "
                  "state are too large (`kinetree check` may say which)",
                  field.name, state));
}

}  // namespace

namespace {

bool needs_inverse(Kind kind) {
  return kind == Kind::mass_matrix_inverse || is_task(kind) ||
         (kind >= Kind::forward_by_q && kind <= Kind::forward_by_tau) ||
         kind == Kind::forward_dynamics;
}

bool has_point(Kind kind) { return kind >= Kind::jacobian; }

/// A task near a singularity has directions that are damped, which a user must be told.
std::string damping_remark(const Request& request, const OperationalSpace& x, std::size_t state) {
  return fmt::format("{}: {} of {} directions can hardly be moved in state {} and {} damped",
                     request.name, x.damped, x.mobility.size(), state,
                     x.damped == 1 ? "is" : "are");
}

}  // namespace

Result evaluate(const Model& model, const Options& options, const OperationalOptions& task,
                const std::vector<Request>& requests, std::vector<StateInput> states) {
  Result result = make_result(model);
  result.states = static_cast<int>(states.size());
  result.included = options.include;
  complete_inputs(model, requests, states, result);

  Evaluator evaluator(model, options);
  bool solves = false;
  const std::size_t inputs = result.fields.size();
  for (const Request& request : requests) {
    result.fields.push_back(make_field(request, model, evaluator, task.rows));
    result.fields.back().values.reserve(result.fields.back().size() * states.size());
    solves |= needs_inverse(request.kind());
    if (has_point(request.kind())) result.points.emplace_back(request.name, request.point);
    if (const auto quantity = request.info->registry) {
      result.methods.emplace_back(to_string(*quantity), evaluator.method(*quantity).name);
    }
  }
  for (std::size_t k = 0; k < states.size(); ++k) {
    const StateInput& x = states[k];
    if (solves) refuse_singular(evaluator, x.q, k + 1);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Request& request = requests[i];
      Field& field = result.fields[inputs + i];
      if (is_task(request.kind())) {
        const auto& space =
            evaluator.operational_space(x.q, x.v, request.link, request.point, task);
        append_task(field.values, space, request.kind());
        if (space.damped > 0) result.remarks.push_back(damping_remark(request, space, k + 1));
      } else {
        append_value(field.values, model, evaluator, request, x);
      }
      refuse_non_finite(field, k + 1);
      if (request.kind() == Kind::coriolis) {
        result.coriolis.push_back(evaluator.certify_coriolis(x.q, x.v));
      }
    }
  }
  return result;
}

}  // namespace kinetree::cli
