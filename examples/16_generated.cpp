// Code made for one robot: compiled and loaded here, and run as a method of the evaluator.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model arm = kinetree::load_model("puma6");
  const kinetree::CompiledCode code = kinetree::compile_generated(arm);
  for (const kinetree::GeneratedFunction& f : code.code.functions) {
    std::cout << f.name << " by " << f.method << ": " << f.operations.multiplications
              << " multiplications, " << f.operations.additions << " additions\n";
  }

  kinetree::Options options;
  options.generated = code.functions;
  options.methods.inverse_dynamics = "generated";
  kinetree::Evaluator fast(arm, options), plain(arm);
  const kinetree::RandomState x = kinetree::random_state(arm, 1);
  const kinetree::Vector tau = fast.inverse_dynamics(x.q, x.v, x.a);
  const double off = (tau - plain.inverse_dynamics(x.q, x.v, x.a)).cwiseAbs().maxCoeff();
  std::cout << (off < 1e-12 * tau.cwiseAbs().maxCoeff() ? "the same forces\n" : "others\n");
}
