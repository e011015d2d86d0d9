// Our own evaluations of many states at once: blocks of them, on one thread and on all cores, by
// the kernels and by generated code.
#include <algorithm>

#include "bench_evaluations.hpp"
#include "kinetree/batch.hpp"
#include "kinetree/version.hpp"

namespace kinetree::cli {
namespace {

/// States in blocks, and room for the results of one quantity.
struct BatchCase {
  BatchCase(EvaluationCase& robot, const BatchOptions& options, int count, int numbers,
            bool derivatives)
      : batch(robot.model(), options), width(numbers) {
    std::vector<double> q, v, a, tau;
    const auto append = [](std::vector<double>& to, const Vector& x) {
      to.insert(to.end(), x.begin(), x.end());
    };
    for (int k = 0; k < count; ++k) {
      const RandomState& x = robot.states()[EvaluationCase::state(k)];
      append(q, x.q);
      append(v, x.v);
      append(a, x.a);
      append(tau, x.tau);
    }
    inputs = {batch.to_blocks(q, batch.nq()), batch.to_blocks(v, batch.nv()),
              batch.to_blocks(a, batch.nv()), batch.to_blocks(tau, batch.nv())};
    const std::size_t lanes = static_cast<std::size_t>(batch.lanes());
    const std::size_t size =
        batch.blocks(static_cast<std::size_t>(count)) * lanes * static_cast<std::size_t>(width);
    for (BatchBuffer& out : outputs) {
      out = BatchBuffer(&out == outputs.data() || derivatives ? size : 0);
    }
  }
  /// Number k of a state that was evaluated.
  double number(std::size_t which, std::size_t state, int k) const {
    const auto lanes = static_cast<std::size_t>(batch.lanes());
    const auto block = state / lanes * static_cast<std::size_t>(width);
    return outputs[which][(block + static_cast<std::size_t>(k)) * lanes + state % lanes];
  }

  BatchEvaluator batch;
  int width;
  std::array<BatchBuffer, 4> inputs;
  std::array<BatchBuffer, 3> outputs;
};

void run_batch(BatchCase& c, Measured measured, bool packed) {
  const auto& [q, v, a, tau] = c.inputs;
  auto& [first, second, third] = c.outputs;
  switch (measured) {
    case Measured::mass_matrix:
      return packed ? c.batch.packed_mass_matrix(q, first) : c.batch.mass_matrix(q, first);
    case Measured::inverse_dynamics:
      return c.batch.inverse_dynamics(q, v, a, first);
    case Measured::forward_dynamics:
      return c.batch.forward_dynamics(q, v, tau, first);
    case Measured::coriolis:
      return c.batch.coriolis(q, v, first);
    case Measured::bias:
      return c.batch.bias(q, v, first);
    case Measured::gravity:
      return c.batch.gravity(q, first);
    case Measured::inverse_derivatives:
      return c.batch.inverse_dynamics_derivatives(q, v, a, first, second);
    case Measured::forward_derivatives:
      return c.batch.forward_dynamics_derivatives(q, v, tau, first, second, third);
  }
}

class BatchContestant : public Contestant {
 public:
  BatchContestant(EvaluationCase& robot, const BenchPlan& plan,
                  std::shared_ptr<const CompiledCode> code)
      : case_(robot), plan_(plan), code_(std::move(code)) {}
  std::string library() const override { return "kinetree"; }
  std::string version() const override { return KINETREE_VERSION; }

  std::vector<Trial> trials() override {
    std::vector<Trial> all;
    for (const Measured measured : plan_.quantities) {
      if (!case_.refusal(measured).empty()) continue;
      for (const bool generated : {false, true}) {
        if (generated && (!code_ || !info_of(measured).registry)) continue;
        for (const BatchSize& size : plan_.batches) {
          all.push_back(trial({measured, size, false, generated}));
          if (measured != Measured::mass_matrix) continue;
          all.push_back(trial({measured, size, true, generated}));
        }
      }
    }
    return all;
  }

 private:
  struct Wanted {
    Measured measured;
    BatchSize size;
    bool packed, generated;
  };

  int numbers(Measured measured, bool packed) const {
    const int n = case_.model().nv();
    if (packed) {
      return static_cast<int>(BatchEvaluator(case_.model()).pattern().size());
    }
    const bool matrix = measured == Measured::mass_matrix || measured == Measured::coriolis ||
                        measured == Measured::inverse_derivatives ||
                        measured == Measured::forward_derivatives;
    return matrix ? n * n : n;
  }

  Trial trial(const Wanted& wanted) {
    const auto& [measured, size, packed, generated] = wanted;
    // Results of large robots would not fit: fewer states of them.
    constexpr int most_numbers = 1 << 23;
    const bool derivatives =
        measured == Measured::inverse_derivatives || measured == Measured::forward_derivatives;
    const int width = numbers(measured, packed);
    const int states = std::max(EvaluationCase::count, std::min(size.states, most_numbers / width));
    BatchOptions options;
    options.threads = size.threads;
    if (generated) options.generated = code_->functions;
    cases_.push_back(std::make_unique<BatchCase>(case_, options, states, width, derivatives));
    BatchCase& c = *cases_.back();
    Phase phase;
    phase.row.library = library();
    phase.row.model = case_.model().name;
    phase.row.quantity = info_of(measured).name;
    phase.row.method = packed ? "packed" : "blocks";
    phase.row.mode = generated ? "generated_batch" : "batch";
    if (generated) phase.row.operations = operations(measured);
    phase.row.simd = c.batch.simd().name;
    phase.row.threads = c.batch.threads();
    phase.row.states = states;
    phase.call = [&c, wanted](int) { run_batch(c, wanted.measured, wanted.packed); };
    phase.result = [this, &c, wanted](int k) {
      return case_.compared(wanted.measured, k,
                            result(c, wanted.measured, wanted.packed, EvaluationCase::state(k)));
    };
    phase.expected = &case_.expected(measured);
    phase.bound = case_.bound(measured);
    phase.size = case_.size(measured);
    return {{phase}};
  }

  std::optional<Operations> operations(Measured measured) const {
    for (const GeneratedFunction& function : code_->code.functions) {
      if (function.name == to_string(*info_of(measured).registry)) return function.operations;
    }
    return {};
  }

  /// The result of one state, as the evaluator of one state would give it.
  Matrix result(const BatchCase& c, Measured measured, bool packed, std::size_t state) const {
    const int n = case_.model().nv();
    if (packed) {
      Matrix M = Matrix::Zero(n, n);
      for (int k = 0; k < c.width; ++k) {
        const auto [row, column] = c.batch.pattern()[static_cast<std::size_t>(k)];
        M(row, column) = M(column, row) = c.number(0, state, k);
      }
      return M;
    }
    const auto part = [&](std::size_t which) {
      Matrix x(n, c.width / n);
      for (int k = 0; k < c.width; ++k) x.data()[k] = c.number(which, state, k);
      return x;
    };
    if (measured != Measured::inverse_derivatives && measured != Measured::forward_derivatives) {
      return part(0);
    }
    Matrix all(n, 3 * n);
    if (measured == Measured::forward_derivatives) {
      all << part(0), part(1), part(2);
    } else {  // ∂τ/∂a is M, which batches give on its own
      all << part(0), part(1), case_.expected(measured)[state].rightCols(n);
    }
    return all;
  }

  EvaluationCase& case_;
  BenchPlan plan_;
  std::shared_ptr<const CompiledCode> code_;
  std::vector<std::unique_ptr<BatchCase>> cases_;
};

}  // namespace

std::unique_ptr<Contestant> make_batch_contestant(EvaluationCase& robot, const BenchPlan& plan,
                                                  std::shared_ptr<const CompiledCode> code) {
  return std::make_unique<BatchContestant>(robot, plan, std::move(code));
}

}  // namespace kinetree::cli
