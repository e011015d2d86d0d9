// Kernels of the registry run on formulas: what comes out is what they compute, as nodes of a
// graph.
#pragma once
#include <string_view>
#include <vector>

#include "evaluate/workspace.hpp"
#include "kinetree/method.hpp"
#include "scalar/expr.hpp"

namespace kinetree {

/// The user's coordinates as symbols: q1, q1d, q1dd, tau1 and so on; q of floating and spherical
/// joints carry the names of their parts.
struct TraceInputs {
  std::vector<Expr> q, v, a, tau;
};

/// Formulas are shorter with the turn apart.
template <>
struct JointPoseOf<Expr> {
  using Type = spatial::TurnedPose<Expr>;
};

/// Runs registered methods on a tree of formulas. The graph must be in use (Graph::Use) while a
/// Trace lives, and the compiled model must outlive it.
class Trace {
 public:
  /// `tree` has the shape of compiled.tree, with formulas for its numbers.
  Trace(const Compiled& compiled, TreeData<Expr> tree, const TraceInputs& inputs);

  /// All entries of the result: a vector, or a matrix column by column. Throws UsageError where the
  /// method does not take the model.
  std::vector<Expr> run(Quantity quantity, std::string_view method);
  Workspace<Expr>& workspace() { return workspace_; }

 private:
  const Compiled& compiled_;
  Workspace<Expr> workspace_;
};

}  // namespace kinetree
