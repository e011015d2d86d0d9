#include "symbolic/trace.hpp"

#include <fmt/format.h>

#include "evaluate/methods.hpp"
#include "kinetree/error.hpp"

namespace kinetree {

template <>
std::span<const Registered<Expr>> registry<Expr>() noexcept {
  return method_table<Expr>;
}

namespace {

Expr exact(double x) { return x; }

/// The tree's coordinates from the user's: mimicking joints follow others.
void spread(const std::vector<Coupled>& couplings, const std::vector<Expr>& from, bool offsets,
            View<Expr> into) {
  for (int k = 0; k < into.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (couplings.empty()) {
      into[k] = from[i];
      continue;
    }
    const Coupled& c = couplings[i];
    into[k] = Expr(c.multiplier) * from[static_cast<std::size_t>(c.source)];
    if (offsets) into[k] = into[k] + Expr(c.offset);
  }
}

}  // namespace

Trace::Trace(const Compiled& compiled, TreeData<Expr> tree, const TraceInputs& inputs)
    : compiled_(compiled), workspace_(compiled, exact) {
  workspace_.use_tree(std::move(tree));
  spread(compiled.q, inputs.q, true, workspace_.q());
  spread(compiled.v, inputs.v, false, workspace_.v());
  spread(compiled.v, inputs.a, false, workspace_.a());
  spread({}, inputs.tau, false, workspace_.tau());
}

std::vector<Expr> Trace::run(Quantity quantity, std::string_view name) {
  const Registered<Expr>& row = registered<Expr>(quantity, name);
  if (compiled_.coupled() && !row.method.mimic) {
    throw UsageError(
        fmt::format("{}={} does not take mimicking joints (--mimic off makes them independent)",
                    to_string(quantity), name));
  }
  refuse_tensor(row.method, compiled_.tree.nv());
  if (row.method.tensor) workspace_.reserve_tensor();
  const auto n = static_cast<std::size_t>(compiled_.nv);
  std::vector<Expr> result(is_matrix(quantity) ? n * n : n);
  workspace_.write_matrix_to(result.data());
  row.run(workspace_);
  if (!is_matrix(quantity)) {
    for (std::size_t k = 0; k < n; ++k) result[k] = workspace_.out()[static_cast<int>(k)];
  }
  return result;
}

}  // namespace kinetree
