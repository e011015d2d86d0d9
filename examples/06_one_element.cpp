// One element of M on its own: its value, the case of Wang & Ju it is, and what each link adds.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model rocker = kinetree::load_model("rocker5");
  const kinetree::Vector q{{0.1, 0.2, 0.3, 0.4, 0.5}};
  kinetree::Evaluator eval(rocker);
  std::cout << "M(1, 0) = " << eval.element(q, 1, 0) << ", M(1, 3) = " << eval.element(q, 1, 3)
            << '\n';

  const kinetree::Element element = kinetree::explain_element(rocker, q, 1, 0);
  for (const kinetree::ElementTerm& term : element.terms) {
    std::cout << "case " << term.cases.front() << ": "
              << kinetree::case_condition(term.cases.front()) << '\n';
  }

  for (const char* name : {"crba", "explicit", "gdahj"}) {
    const kinetree::MethodCost cost =
        count_operations(rocker, find_method(kinetree::Quantity::mass_matrix, name));
    std::cout << name << ": " << cost.counted.multiplications << " multiplications, and "
              << cost.given.multiplications << " for what its paper takes as given\n";
  }
}
