// Three ways to the same acceleration: by name, with the registry saying what there is.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model arm = kinetree::load_model("puma6");
  const kinetree::RandomState x = kinetree::random_state(arm, /*seed=*/1);

  kinetree::Evaluator automatic(arm);
  const kinetree::Vector expected = automatic.forward_dynamics(x.q, x.v, x.tau);
  std::cout << "auto picks " << automatic.method(kinetree::Quantity::forward_dynamics).name << '\n';

  for (const kinetree::Method& method : kinetree::methods()) {
    if (method.quantity != kinetree::Quantity::forward_dynamics) continue;
    kinetree::Options options;
    options.methods.forward_dynamics = method.name;
    kinetree::Evaluator eval(arm, options);
    const double off = (eval.forward_dynamics(x.q, x.v, x.tau) - expected).norm();
    std::cout << method.name << ": " << method.summary << ", " << method.cost << ", "
              << (off < 1e-10 * expected.norm() ? "agrees" : "differs") << '\n';
  }

  kinetree::Options wrong;
  wrong.methods.forward_dynamics = "abba";
  try {
    kinetree::Evaluator eval(arm, wrong);
  } catch (const kinetree::UsageError& error) {
    std::cout << "refused: " << error.what() << '\n';
  }
}
