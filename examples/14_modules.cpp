// Modules: an arm of three on one stand becomes two arms while it is used, and one again.
#include <iostream>
#include <kinetree/kinetree.hpp>

namespace {

void show(const char* what, const kinetree::Assembly& robot, kinetree::Evaluator& eval,
          double angle) {
  eval.sync(robot.model());
  const auto& g = eval.gravity(kinetree::Vector::Constant(robot.model().nq(), angle));
  std::cout << what << ": nv " << robot.model().nv() << ", g = " << g.transpose() << " N m\n";
}

}  // namespace

int main() {
  const auto library = kinetree::load_modules("examples/modules.json");
  kinetree::Assembly robot(library, "one_arm");
  kinetree::Evaluator eval(robot.model());
  std::cout.precision(4);
  show("one arm  ", robot, eval, 0.3);

  // The outer two modules go over to the other stand, in one step that can be taken back.
  const auto moved = robot.move("m2", {.on = "right.flange", .by = "in"});
  show("two arms ", robot, eval, 0.3);
  const auto q = kinetree::Vector::Constant(3, 0.3);
  kinetree::Evaluator scratch(kinetree::load_model("examples/modules.json#two_arms"));
  const double difference = (eval.mass_matrix(q) - scratch.mass_matrix(q)).norm();
  std::cout << "as built from scratch: " << std::boolalpha << (difference < 1e-12) << '\n';

  // Or by their far end: the joints are turned round, their angles mean what they meant.
  robot.undo(moved);
  robot.move("m2", {.on = "world", .by = "m3.out", .at = {.p = {1, 0, 0}}});
  show("upside down", robot, eval, 0.3);
  for (const auto& [connector, other] : robot.connectors()) {
    if (other.empty()) std::cout << connector << " is free\n";
  }
}
