#include "symbolic/library_code.hpp"

#include <algorithm>

#include "model/compile.hpp"
#include "symbolic/code_c.hpp"

namespace kinetree {
namespace {

/// The entries of M that are not zero by structure, in the order of BatchEvaluator::pattern().
Routine packed(const Compiled& compiled, const Routine& M) {
  Routine r = M;
  r.name = "packed_mass_matrix";
  r.matrix = false;
  r.outputs.clear();
  const std::vector<int>& previous = compiled.tree.previous;
  for (int k = 0; k < compiled.nv; ++k) {
    std::vector<Graph::Id> row;
    for (int l = k; l >= 0; l = previous[static_cast<std::size_t>(l)]) {
      const int entry = k * compiled.nv + l;
      row.push_back(M.outputs[static_cast<std::size_t>(entry)]);
    }
    r.outputs.insert(r.outputs.end(), row.rbegin(), row.rend());
  }
  return r;
}

/// What the batch evaluator asks for.
std::vector<Routine> batch_routines(const Compiled& compiled, const std::vector<Routine>& all) {
  std::vector<Routine> wanted;
  for (const Routine& r : all) {
    if (r.name != "factor") wanted.push_back(r);
    if (r.name == "mass_matrix") wanted.push_back(packed(compiled, r));
  }
  return wanted;
}

}  // namespace

LibraryCode generate_library(const Model& model, bool armature, int lanes) {
  GenerateOptions options;
  options.armature = armature;
  options.lanes = 0;
  options.vectors = 1;
  const auto robot = make_routines(model, options);
  Emission e{model, *robot, options, code_prefix(model, options), {}};
  LibraryCode made;
  made.code.prefix = e.prefix;
  made.code.notes = robot->notes;
  for (const Routine& r : robot->routines) {
    made.code.functions.push_back({r.name, r.method, r.cost});
  }
  made.code.files = emit_c(e);
  std::erase_if(made.code.files,
                [](const GeneratedFile& file) { return file.name.ends_with("_test.c"); });
  if (lanes == 0) return made;
  options.lanes = lanes;
  e.columns = true;
  made.batch = {emit_c_batch_library(e, batch_routines(compile(model, armature), robot->routines))};
  return made;
}

}  // namespace kinetree
