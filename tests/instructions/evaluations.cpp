// Evaluations to be counted instruction by instruction: tools/check_instructions.py runs this under
// callgrind, which looks at kinetree_measured() alone.
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "kinetree/kinetree.hpp"

namespace {

using namespace kinetree;

constexpr int repeats = 20;
constexpr std::size_t blocks = 4;

using Calls = std::map<std::string, std::function<void()>>;

Calls one_state(Evaluator& e, const RandomState& x) {
  return {{"M", [&] { e.mass_matrix(x.q); }},
          {"tau", [&] { e.inverse_dynamics(x.q, x.v, x.a); }},
          {"a", [&] { e.forward_dynamics(x.q, x.v, x.tau); }},
          {"C", [&] { e.coriolis(x.q, x.v); }},
          {"dtau", [&] { e.inverse_dynamics_derivatives(x.q, x.v, x.a); }}};
}

struct Batch {
  Batch(const Model& model, const RandomState& x)
      : evaluator(model),
        q(blocked(x.q)),
        v(blocked(x.v)),
        a(blocked(x.a)),
        tau(blocked(x.tau)),
        vector(v.size()),
        matrix(v.size() * static_cast<std::size_t>(model.nv())) {}

  BatchBuffer blocked(const Vector& x) {
    std::vector<double> plain;
    for (std::size_t k = 0; k < blocks * static_cast<std::size_t>(evaluator.lanes()); ++k) {
      plain.insert(plain.end(), x.begin(), x.end());
    }
    return evaluator.to_blocks(plain, static_cast<int>(x.size()));
  }
  Calls calls() {
    return {{"M", [this] { evaluator.mass_matrix(q, matrix); }},
            {"tau", [this] { evaluator.inverse_dynamics(q, v, a, vector); }},
            {"a", [this] { evaluator.forward_dynamics(q, v, tau, vector); }},
            {"C", [this] { evaluator.coriolis(q, v, matrix); }}};
  }

  BatchEvaluator evaluator;
  BatchBuffer q, v, a, tau, vector, matrix;
};

}  // namespace

extern "C" [[gnu::noinline]] void kinetree_measured(const std::function<void()>& call) {
  for (int k = 0; k < repeats; ++k) call();
}

/// ROBOT one|batch QUANTITY. Prints how many evaluations were made where they are counted.
int main(int count, char** arguments) {
  if (count != 4) return 2;
  const Model model = load_model(arguments[1]);
  const RandomState x = random_state(model, 7);
  Evaluator evaluator(model);
  Batch batch(model, x);
  const bool many = std::string(arguments[2]) == "batch";
  const Calls calls = many ? batch.calls() : one_state(evaluator, x);
  const std::function<void()>& call = calls.at(arguments[3]);
  call();  // the first one looks for massless joints
  kinetree_measured(call);
  std::printf("%d\n",
              many ? repeats * static_cast<int>(blocks) * batch.evaluator.lanes() : repeats);
  return 0;
}
