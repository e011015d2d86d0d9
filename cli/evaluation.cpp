#include "evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "numbers.hpp"
#include "values.hpp"

namespace kinetree::cli {
namespace {

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
    case Kind::triangular_factor:
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
    inputs[1].used |= request.info->has(uses_v);
    inputs[2].used |= request.info->has(uses_a);
    inputs[3].used |= request.info->has(uses_tau);
    inputs[4].used |= request.info->has(uses_w);
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
      append_numbers(field.values, state.*input.member);
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

/// A certificate that overflowed certifies nothing.
void refuse_non_finite(const CoriolisCertificate& c, std::size_t state) {
  if (std::isfinite(c.skew) && std::isfinite(c.power) && std::isfinite(c.force)) return;
  throw ModelError(
      fmt::format("the certificate of C is not finite in state {}: the numbers of the model or of "
                  "the state are too large (`kinetree check` may say which)",
                  state));
}

/// Points at which directions had to be damped, which a user must be told: in how many states, and
/// first where.
class DampingRemarks {
 public:
  void add(const Request& request, const OperationalSpace& x, std::size_t state) {
    if (x.damped == 0) return;
    const std::string point = request.name.substr(request.info->name.size());
    auto [entry, fresh] = points_.try_emplace(point, Entry{x.damped, x.mobility.size(), state, {}});
    entry->second.states.insert(state);
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> result;
    for (const auto& [point, entry] : points_) {
      const std::string where =
          entry.states.size() == 1
              ? fmt::format("in state {}", entry.first)
              : fmt::format("in {} states, the first is {}", entry.states.size(), entry.first);
      result.push_back(fmt::format("{}: {} of {} directions can hardly be moved and {} damped, {}",
                                   point, entry.damped, entry.directions,
                                   entry.damped == 1 ? "is" : "are", where));
    }
    return result;
  }

 private:
  struct Entry {
    int damped;
    Eigen::Index directions;
    std::size_t first;
    std::set<std::size_t> states;
  };
  std::map<std::string, Entry> points_;
};

/// What tau has and the regressor has no columns for.
void add_regressor_remarks(const Model& model, const Options& options, Result& result) {
  bool armature = false, friction = false;
  for (int i = 0; i < model.size(); ++i) {
    const Joint& joint = model.link(static_cast<LinkId>(i)).joint;
    armature |= joint.armature != 0;
    friction |= joint.damping != 0 || joint.friction != 0;
  }
  const auto remark = [&](bool there, bool included, bool columns, const char* what) {
    if (!there || included == columns) return;
    result.remarks.push_back(
        included ? fmt::format(
                       "regressor: {0} is in tau and has no column (--regressor {0}, or --{0} off)",
                       what)
                 : fmt::format("regressor: {0} has a column and is not in tau (--{0} on)", what));
  };
  remark(armature, options.include.armature, options.regressor.armature, "armature");
  remark(friction, options.include.friction, options.regressor.friction, "friction");
}

/// What was given of a motion, which the numbers do not show; the same for every request.
void add_hybrid_remark(const Model& model, const Request& request, Result& result) {
  const std::vector<std::string> names = v_names(model);
  std::vector<std::string> given, free;
  for (std::size_t k = 0; k < names.size(); ++k) {
    (request.prescribed[k] ? given : free).push_back(names[k]);
  }
  std::string remark = "hybrid: inputs are ";
  if (!given.empty()) remark += "a of " + listing(given);
  if (!given.empty() && !free.empty()) remark += " and ";
  if (!free.empty()) remark += "tau of " + listing(free);
  if (std::find(result.remarks.begin(), result.remarks.end(), remark) == result.remarks.end()) {
    result.remarks.push_back(remark);
  }
}

/// Names of methods, each quantity once.
void add_method(Result& result, const Evaluator& evaluator, Quantity quantity) {
  const std::pair<std::string, std::string> entry(to_string(quantity),
                                                  evaluator.method(quantity).name);
  if (std::find(result.methods.begin(), result.methods.end(), entry) == result.methods.end()) {
    result.methods.push_back(entry);
  }
}

/// Evaluates the requests in one state after the other.
class StateLoop {
 public:
  StateLoop(const Model& model, Evaluator& evaluator, const OperationalOptions& task,
            const std::vector<Request>& requests, Result& result)
      : model_(model), evaluator_(evaluator), task_(task), requests_(requests), result_(result) {}

  void run(const StateInput& x, std::size_t number) {
    const std::size_t inputs = result_.fields.size() - requests_.size();
    const Request* last_task = nullptr;
    std::optional<OperationalSpace> space;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      const Request& request = requests_[i];
      Field& field = result_.fields[inputs + i];
      if (request.info->has(of_task)) {
        // Several parts of one task are computed once.
        if (last_task == nullptr || last_task->link != request.link ||
            last_task->point != request.point) {
          space.emplace(evaluator_.operational_space(x.q, x.v, request.link, request.point, task_));
          last_task = &request;
        }
        append_task(field.values, *space, request.kind());
        damping_.add(request, *space, number);
      } else {
        append_value(field.values, model_, evaluator_, request, x);
      }
      refuse_non_finite(field, number);
      if (request.kind() != Kind::coriolis) continue;
      result_.coriolis.push_back(evaluator_.certify_coriolis(x.q, x.v));
      refuse_non_finite(result_.coriolis.back(), number);
    }
  }
  void finish() {
    for (const std::string& text : damping_.texts()) result_.remarks.push_back(text);
  }

 private:
  const Model& model_;
  Evaluator& evaluator_;
  const OperationalOptions& task_;
  const std::vector<Request>& requests_;
  Result& result_;
  DampingRemarks damping_;
};

}  // namespace

void refuse_massless(Evaluator& evaluator) {
  if (const auto& joints = evaluator.massless_joints(); !joints.empty()) {
    throw ModelError(
        fmt::format("M is singular, so accelerations are undefined: nothing gives "
                    "inertia to {} ({})",
                    joined(joints), remedy));
  }
}

void refuse_singular(Evaluator& evaluator, const Vector& q, const std::string& where) {
  refuse_massless(evaluator);
  if (const auto joints = evaluator.singular_joints(q); !joints.empty()) {
    throw ModelError(
        fmt::format("M is singular {}, so accelerations are undefined: it "
                    "loses rank at {} ({})",
                    where, joined(joints), remedy));
  }
}

Result evaluate(const Model& model, const Options& options, const OperationalOptions& task,
                const std::vector<Request>& requests, std::vector<StateInput> states) {
  Result result = make_result(model);
  result.states = static_cast<int>(states.size());
  result.included = options.include;
  result.task = task;
  complete_inputs(model, requests, states, result);

  Evaluator evaluator(model, options);
  bool divides = false;
  for (const Request& request : requests) {
    const QuantityInfo& info = *request.info;
    result.fields.push_back(make_field(request, model, evaluator, task.rows));
    result.fields.back().values.reserve(result.fields.back().size() * states.size());
    divides |= info.has(solves);
    if (info.has(of_task)) {
      result.tasks.emplace_back(request.name, request.point);
      add_method(result, evaluator, Quantity::forward_dynamics);
    } else if (info.has(of_point)) {
      result.points.emplace_back(request.name, request.point);
    }
    if (info.registry) add_method(result, evaluator, *info.registry);
    if (info.kind == Kind::regressor) add_regressor_remarks(model, options, result);
    if (info.has(hybrid)) add_hybrid_remark(model, request, result);
  }
  StateLoop loop(model, evaluator, task, requests, result);
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (divides) refuse_singular(evaluator, states[k].q, fmt::format("in state {}", k + 1));
    loop.run(states[k], k + 1);
  }
  loop.finish();
  return result;
}

}  // namespace kinetree::cli
