// Equations one can read: an element of M by letters, and with other numbers for them.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  const kinetree::Model arm = kinetree::load_model("pelican2");
  const kinetree::Equations equations = kinetree::derive(arm, {"M", "g"});
  std::cout << "M[1,2] = " << equations.text(0, 0, 1) << '\n';
  std::cout << "g[1] = " << equations.text(1, 0, 0) << '\n';

  kinetree::Vector q(2), v(2);
  q << 0.3, -0.5;
  v << 0, 0;
  std::cout << "M[1,2] is " << equations.evaluate(0, 0, 1, q, v) << ", with m2 = 3 it is "
            << equations.evaluate(0, 0, 1, q, v, {{"m2", 3}}) << '\n';
  std::cout << (equations.proof().worst < 1e-14 ? "proved\n" : "doubtful\n");

  kinetree::DeriveOptions lengths;
  lengths.symbolic = {"lengths"};
  std::cout << "M[2,2] = " << kinetree::derive(arm, {"M"}, lengths).text(0, 1, 1) << '\n';
}
