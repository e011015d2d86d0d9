// The doctor: faults and doubts of the links, and joints that nothing gives inertia.
#include "evaluate/singular.hpp"
#include "kinetree/verify.hpp"
#include "model/inspect.hpp"

namespace kinetree {

Diagnostics validate(const Model& model) {
  Diagnostics list = faults(model);
  const bool sound = list.empty();
  const Diagnostics suspicions = doubts(model);
  list.insert(list.end(), suspicions.begin(), suspicions.end());
  if (!sound) return list;  // what cannot be compiled cannot be searched for massless joints

  Findings found(list);
  for (const std::string& name : massless_joints(compile(model, true))) {
    const Joint& joint = model.link(*model.find_joint(name)).joint;
    found.add(
        {Diagnostic::warning, "massless_joint", model.file, joint.where, "joint '" + name + "'",
         "it moves, but nothing it carries resists that: M is singular and forward dynamics "
         "would divide by zero",
         "give the links it carries mass and inertia (a floating base: its own link), give the "
         "joint armature, or fix it"});
  }
  return list;
}

}  // namespace kinetree
