// A payload is taken and put down while the robot is being evaluated.
#include <iostream>
#include <kinetree/kinetree.hpp>

int main() {
  using namespace kinetree;
  Model arm = *robot("pelican2");
  Link crucible;  // hangs by a hinge that nobody drives
  crucible.name = "crucible";
  crucible.joint.type = JointType::revolute;
  crucible.joint.placement.p = {0.26, 0, 0};
  crucible.inertia = {1.5, {0.1, 0, 0}, 0.01 * Matrix3::Identity()};
  Model branch;
  branch.add(crucible);

  arm.reserve(1, 1);  // from here on nothing below asks for memory
  Evaluator eval(arm);
  const Vector q2 = Vector::Constant(2, 0.5), q3 = Vector::Constant(3, 0.5);
  const Vector rest = Vector::Zero(3);
  ProgressiveTerms terms;
  eval.sum_links(q2, rest.head(2), terms);
  std::cout << "alone:   nv = " << arm.nv() << ", M = " << eval.mass_matrix(q2)(0, 0) << " …\n";

  const Edit grip = arm.attach(arm.at("link2"), std::move(branch));
  eval.sync(arm);  // places the one new link
  eval.add_links(q3, rest, grip.link, terms);
  std::cout << "loaded:  nv = " << arm.nv() << ", M = " << eval.mass_matrix(q3)(0, 0)
            << " …, as a sum " << terms.M()(0, 0) << " …\n";

  arm.undo(grip, &branch);  // the model before, to the last bit; the branch is ours again
  eval.sync(arm);
  std::cout << "dropped: nv = " << arm.nv() << ", M = " << eval.mass_matrix(q2)(0, 0)
            << " …, and the branch has " << branch.size() << " link again\n";
}
