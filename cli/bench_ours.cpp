// Our own evaluations of one state: methods of the registry, and generated code.
#include <fmt/format.h>

#include <algorithm>

#include "bench_evaluations.hpp"
#include "kinetree/error.hpp"
#include "kinetree/simd.hpp"
#include "kinetree/version.hpp"

namespace kinetree::cli {
namespace {

template <class Result>
double first_and_last(const Result& x) {
  return x.data()[0] + x.data()[x.size() - 1];
}

/// What is timed: from q, v and the rest to the result. Returns a number of it.
double run_ours(Evaluator& evaluator, Measured measured, const RandomState& x) {
  switch (measured) {
    case Measured::mass_matrix:
      return first_and_last(evaluator.mass_matrix(x.q));
    case Measured::inverse_dynamics:
      return first_and_last(evaluator.inverse_dynamics(x.q, x.v, x.a));
    case Measured::forward_dynamics:
      return first_and_last(evaluator.forward_dynamics(x.q, x.v, x.tau));
    case Measured::coriolis:
      return first_and_last(evaluator.coriolis(x.q, x.v));
    case Measured::bias:
      return first_and_last(evaluator.bias(x.q, x.v));
    case Measured::gravity:
      return first_and_last(evaluator.gravity(x.q));
    case Measured::inverse_derivatives:
      return first_and_last(evaluator.inverse_dynamics_derivatives(x.q, x.v, x.a).dq);
    case Measured::forward_derivatives:
      return first_and_last(evaluator.forward_dynamics_derivatives(x.q, x.v, x.tau).dq);
  }
  return 0;
}

Matrix result_of_ours(Evaluator& evaluator, Measured measured, const RandomState& x) {
  if (const auto quantity = info_of(measured).registry) return evaluate(evaluator, *quantity, x);
  const Eigen::Index n = evaluator.nv();
  Matrix all(n, 3 * n);
  if (measured == Measured::inverse_derivatives) {
    const auto d = evaluator.inverse_dynamics_derivatives(x.q, x.v, x.a);
    all << d.dq, d.dv, d.da;
  } else {
    const auto d = evaluator.forward_dynamics_derivatives(x.q, x.v, x.tau);
    all << d.dq, d.dv, d.dtau;
  }
  return all;
}

class OurContestant : public Contestant {
 public:
  OurContestant(EvaluationCase& robot, const BenchPlan& plan,
                std::shared_ptr<const CompiledCode> code, std::vector<std::string>& notes)
      : case_(robot), plan_(plan), code_(std::move(code)), notes_(notes), states_(robot.states()) {}

  std::string library() const override { return "kinetree"; }
  std::string version() const override { return KINETREE_VERSION; }

  std::vector<Trial> trials() override {
    std::vector<Trial> all;
    for (const Measured measured : plan_.quantities) {
      const std::string refusal = case_.refusal(measured);
      if (!refusal.empty()) {
        note(info_of(measured).name, refusal);
        continue;
      }
      for (const std::string& name : names(measured)) add(measured, name, all);
    }
    return all;
  }

 private:
  void note(std::string_view what, std::string_view why) {
    notes_.push_back(fmt::format("kinetree: no {} of {}: {}", what, case_.model().name, why));
  }

  std::vector<std::string> names(Measured measured) const {
    const auto quantity = info_of(measured).registry;
    if (!quantity) return {"auto"};
    std::vector<std::string> result;
    for (const Method& method : plan_.methods) {
      if (method.quantity == *quantity) result.emplace_back(method.name);
    }
    if (!result.empty()) return result;
    if (code_ && plan_.generated) return {"auto", "generated"};
    return {"auto"};
  }

  void add(Measured measured, const std::string& name, std::vector<Trial>& all) {
    const auto quantity = info_of(measured).registry;
    Options options;
    if (quantity) options.methods[*quantity] = name;
    if (name == "generated" && code_) options.generated = code_->functions;
    try {
      evaluators_.push_back(std::make_unique<Evaluator>(case_.model(), options));
    } catch (const Error& error) {  // it has no such code, or does not take the robot
      note(fmt::format("{} by {}", info_of(measured).name, name), error.what());
      return;
    }
    Evaluator& evaluator = *evaluators_.back();
    all.push_back(trial(measured, evaluator));
    BenchRow& row = all.back().phases.front().row;
    if (in_lanes(evaluator.method(quantity.value_or(Quantity::inverse_dynamics)))) {
      row.simd = simd().name;
    }
    if (!quantity) {
      row.method = "analytic";
      return;
    }
    const Method& method = evaluator.method(*quantity);
    row.method = method.name;
    if (name == "generated") {
      row.mode = "generated";
      row.simd = "native";
      count_generated(*quantity, row);
    } else {
      const MethodCost cost = count_operations(case_.model(), method);
      row.operations = cost.counted + cost.given;
    }
  }

  static bool in_lanes(const Method& method) {
    return std::any_of(simd_methods().begin(), simd_methods().end(), [&](const Method& m) {
      return m.quantity == method.quantity && m.name == method.name;
    });
  }
  void count_generated(Quantity quantity, BenchRow& row) const {
    for (const GeneratedFunction& function : code_->code.functions) {
      if (function.name == to_string(quantity)) row.operations = function.operations;
    }
  }

  Trial trial(Measured measured, Evaluator& evaluator) {
    Phase phase;
    phase.row.library = library();
    phase.row.model = case_.model().name;
    phase.row.quantity = info_of(measured).name;
    phase.call = [this, &evaluator, measured](int k) {
      run_ours(evaluator, measured, states_[EvaluationCase::state(k)]);
    };
    phase.chained = [this, &evaluator, measured](int k, double link) {
      RandomState& x = states_[EvaluationCase::state(k)];
      x.q[0] += link;
      return run_ours(evaluator, measured, x);
    };
    phase.result = [this, &evaluator, measured](int k) {
      const RandomState& x = states_[EvaluationCase::state(k)];
      return case_.compared(measured, k, result_of_ours(evaluator, measured, x));
    };
    phase.expected = &case_.expected(measured);
    phase.bound = case_.bound(measured);
    phase.size = case_.size(measured);
    return {{phase}};
  }

  EvaluationCase& case_;
  BenchPlan plan_;
  std::shared_ptr<const CompiledCode> code_;
  std::vector<std::string>& notes_;
  std::vector<RandomState> states_;  // a call may depend on the one before through them
  std::vector<std::unique_ptr<Evaluator>> evaluators_;
};

/// The first method of the registry that is neither the oracle nor too slow.
const Method* second_method(const Model& model, const Method& oracle) {
  constexpr int small = 50;
  for (const Method& method : methods()) {
    const bool slow = (method.steep || method.tensor) && model.nv() > small;
    if (method.quantity == oracle.quantity && method.name != oracle.name && !slow &&
        (method.mimic || !model.has_mimics())) {
      return &method;
    }
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Contestant> make_our_contestant(EvaluationCase& robot, const BenchPlan& plan,
                                                std::shared_ptr<const CompiledCode> code,
                                                std::vector<std::string>& notes) {
  return std::make_unique<OurContestant>(robot, plan, std::move(code), notes);
}

std::vector<BenchCheck> check_oracles(EvaluationCase& robot,
                                      const std::vector<Measured>& quantities) {
  std::vector<BenchCheck> checks;
  for (const Measured measured : quantities) {
    const auto quantity = info_of(measured).registry;
    if (!quantity || !robot.refusal(measured).empty()) continue;
    const Method& oracle = robot.oracle(*quantity);
    const Method* const second = second_method(robot.model(), oracle);
    if (second == nullptr) continue;
    Options options;
    options.methods[*quantity] = second->name;
    Evaluator evaluator(robot.model(), options);
    Phase phase;
    phase.call = [](int) {};
    phase.result = [&](int k) {
      return evaluate(evaluator, *quantity, robot.states()[EvaluationCase::state(k)]);
    };
    phase.expected = &robot.expected(measured);
    phase.bound = robot.bound(measured);
    phase.size = robot.size(measured);
    BenchCheck check = check_trials({{{phase}}}).front();
    check.name = fmt::format("{}: {}, {} = {}", robot.model().name, info_of(measured).name,
                             oracle.name, second->name);
    checks.push_back(check);
  }
  return checks;
}

}  // namespace kinetree::cli
