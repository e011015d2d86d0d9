#include "symbolic/routines.hpp"

#include <fmt/format.h>

#include "kinetree/evaluator.hpp"
#include "model/canonical.hpp"
#include "symbolic/regroup.hpp"

namespace kinetree {
namespace {

std::vector<Graph::Id> symbols(Graph& graph, std::string_view name, int count) {
  std::vector<Graph::Id> ids;
  ids.reserve(static_cast<std::size_t>(count));
  for (int k = 1; k <= count; ++k) ids.push_back(graph.symbol(fmt::format("{}{}", name, k)));
  return ids;
}
std::vector<Expr> expressions(const std::vector<Graph::Id>& ids) {
  std::vector<Expr> all;
  all.reserve(ids.size());
  for (const Graph::Id id : ids) all.push_back(Expr::node(id));
  return all;
}
std::vector<Graph::Id> ids_of(const std::vector<Expr>& expressions) {
  std::vector<Graph::Id> all;
  all.reserve(expressions.size());
  for (const Expr& x : expressions) all.push_back(x.id());
  return all;
}

spatial::Pose<Expr> to_expr(const spatial::Pose<double>& X) {
  const auto vec = [](const spatial::Vec3<double>& v) {
    return spatial::Vec3<Expr>{v.x, v.y, v.z};
  };
  return {{vec(X.R.x), vec(X.R.y), vec(X.R.z)}, vec(X.p)};
}

/// The unknown body of the payload, in the frame of its link.
spatial::Inertia<Expr> payload_inertia(const std::vector<Graph::Id>& p) {
  const std::vector<Expr> x = expressions(p);
  const spatial::Vec3<Expr> c{x[1], x[2], x[3]}, h = x[0] * c;
  return {x[0], h, spatial::Sym3<Expr>{x[4], x[5], x[6], x[7], x[8], x[9]} + point_inertia(c, h)};
}

void add_payload(const Model& model, const Compiled& compiled, const CanonicalTree& canonical,
                 const std::string& name, Routines& r, TreeData<Expr>& tree) {
  const auto link = model.find(name);
  if (!link) throw UsageError(fmt::format("payload: '{}' has no link '{}'", model.name, name));
  const Frame& frame = compiled.frames[index(*link)];
  if (frame.link < 0) throw UsageError(fmt::format("payload: link '{}' does not move", name));
  r.payload = symbols(r.graph, "payload", 10);
  const auto i = static_cast<std::size_t>(frame.link);
  const spatial::Pose<double>& F = canonical.frame[i];
  const spatial::Mat3<double> R = transpose(F.R);
  const spatial::Pose<double> back{R, -(R * F.p)};
  tree.inertia[i] = tree.inertia[i] + to_expr(back * frame.X_link) * payload_inertia(r.payload);
}

/// A function of the generated code and the methods it may be made with.
struct Wanted {
  const char *name, *result;
  Quantity quantity;
  std::vector<const char*> methods;
};
const std::vector<Wanted>& wanted() {
  static const std::vector<Wanted> all{
      {"mass_matrix", "M", Quantity::mass_matrix, {"crba"}},
      {"coriolis", "C", Quantity::coriolis, {"link_frames"}},
      {"gravity", "g", Quantity::gravity, {"rnea"}},
      {"bias", "h", Quantity::bias, {"rnea"}},
      {"inverse_dynamics", "tau", Quantity::inverse_dynamics, {"rnea"}},
      {"forward_dynamics", "a", Quantity::forward_dynamics, {"ltdl", "aba", "cholesky"}},
  };
  return all;
}

long total(const Operations& o) {
  return o.multiplications + o.additions + o.divisions + o.square_roots;
}

/// Regrouped as long as that makes them shorter.
void regroup_all(Graph& graph, Routine& r) {
  r.cost = Program(graph, r.outputs).cost();
  constexpr int most = 8;
  for (int round = 0; round < most; ++round) {
    std::vector<Graph::Id> outputs = regroup(graph, r.outputs);
    const Operations cost = Program(graph, outputs).cost();
    if (total(cost) >= total(r.cost)) return;
    r.outputs = std::move(outputs), r.cost = cost;
  }
}

/// By the method with fewest operations among those that take the model.
Routine make_routine(Graph& graph, Trace& trace, const Wanted& w, bool coupled) {
  Routine best{w.name, w.result, "", false, false, false, is_matrix(w.quantity), {}, {}};
  const bool forces = w.quantity == Quantity::inverse_dynamics;
  best.v = w.quantity != Quantity::mass_matrix && w.quantity != Quantity::gravity;
  best.a = forces;
  best.tau = w.quantity == Quantity::forward_dynamics;
  for (const char* method : w.methods) {
    if (coupled && !find_method(w.quantity, method).mimic) continue;
    Routine next = best;
    next.method = method;
    next.outputs = ids_of(trace.run(w.quantity, method));
    regroup_all(graph, next);
    if (best.outputs.empty() || total(next.cost) < total(best.cost)) best = std::move(next);
  }
  return best;
}

/// Matrices come column by column from kernels, and go row by row into most languages.
void transpose(std::vector<Graph::Id>& matrix, std::size_t n) {
  std::vector<Graph::Id> rows(matrix.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) rows[i * n + j] = matrix[j * n + i];
  }
  matrix = std::move(rows);
}

/// The factor that the last forward dynamics by ltdl or cholesky left: lower triangle, row by row.
Routine factor_routine(Graph& graph, Trace& trace, bool coupled) {
  const char* method = coupled ? "cholesky" : "ltdl";
  trace.run(Quantity::forward_dynamics, method);
  const MatrixView<Expr> factor = trace.workspace().factor();
  Routine r{"factor", "L", method, false, false, false, true, {}, {}};
  for (int i = 0; i < factor.rows(); ++i) {
    for (int j = 0; j < factor.rows(); ++j) {
      r.outputs.push_back(j <= i ? factor(i, j).id() : Graph::zero);
    }
  }
  regroup_all(graph, r);
  return r;
}

}  // namespace

std::unique_ptr<Routines> make_routines(const Model& model, const GenerateOptions& options) {
  const Compiled compiled = compile(model, options.armature);
  if (compiled.nv == 0) throw ModelError(fmt::format("'{}' has no moving joint", model.name));
  const CanonicalTree canonical = kinetree::canonical(compiled.tree);
  auto r = std::make_unique<Routines>();
  const Graph::Use use(r->graph);
  r->q = symbols(r->graph, "q", compiled.nq);
  r->v = symbols(r->graph, "v", compiled.nv);
  r->a = symbols(r->graph, "a", compiled.nv);
  r->tau = symbols(r->graph, "tau", compiled.nv);
  TreeData<Expr> tree = convert<Expr>(canonical.tree, [](double x) { return Expr(x); });
  if (!options.payload.empty()) {
    add_payload(model, compiled, canonical, options.payload, *r, tree);
  }
  Trace trace(compiled, std::move(tree),
              {expressions(r->q), expressions(r->v), expressions(r->a), expressions(r->tau)});
  for (int k = 0; k < trace.workspace().q().size(); ++k) {
    Expr& angle = trace.workspace().q()[k];
    angle = angle + Expr(canonical.offset[static_cast<std::size_t>(k)]);
  }
  const bool singular = !Evaluator(model).massless_joints().empty() && options.payload.empty();
  for (const Wanted& w : wanted()) {
    if (singular && w.quantity == Quantity::forward_dynamics) {
      r->notes.emplace_back("no forward dynamics: a joint moves nothing that has inertia");
      continue;
    }
    Routine routine = make_routine(r->graph, trace, w, compiled.coupled());
    if (routine.matrix) transpose(routine.outputs, r->v.size());
    r->routines.push_back(std::move(routine));
  }
  if (!singular) r->routines.push_back(factor_routine(r->graph, trace, compiled.coupled()));
  return r;
}

}  // namespace kinetree
