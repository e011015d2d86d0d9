// Counting: every kernel once more, compiled for the scalar that counts.
#include "kinetree/count.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "evaluate/coordinates.hpp"
#include "evaluate/methods.hpp"
#include "evaluate/rods.hpp"
#include "kernel/forward_dynamics/denoc_rods.hpp"
#include "kinetree/verify.hpp"
#include "scalar/op_count.hpp"

namespace kinetree {

template <>
std::span<const Registered<OpCount>> registry<OpCount>() noexcept {
  return method_table<OpCount>;
}

namespace {

Operations to_public(const OpCount::Tally& t) {
  return {t.multiplications, t.additions, t.divisions, t.square_roots, t.sincos};
}

/// Numbers do not matter to the count, but they should be possible ones.
void fill(Workspace<OpCount>& w, const Compiled& compiled, const RandomState& x) {
  const auto spread = [](const std::vector<Coupled>& couplings, const Vector& from,
                         View<OpCount> into) {
    const std::vector<double> numbers = tree_coordinates(couplings, from);
    std::transform(numbers.begin(), numbers.end(), into.data(), OpCount::variable);
  };
  spread(compiled.q, x.q, w.q());
  spread(compiled.v, x.v, w.v());
  spread(compiled.v, x.a, w.a());
  spread({}, x.tau, w.tau());
}

/// Only the tree matters: n revolute joints in a row.
Model make_chain(int n) {
  Model model;
  for (int i = 0; i < n; ++i) {
    Link link;
    link.name = fmt::format("link{}", i);
    link.joint.name = fmt::format("joint{}", i);
    link.joint.type = JointType::revolute;
    link.joint.axis = Vector3::UnitX();
    link.joint.placement.p = Vector3::UnitY();
    link.inertia = {1, Vector3::UnitZ(), Matrix3::Identity()};
    model.add(link, i > 0 ? std::optional(static_cast<LinkId>(i - 1)) : std::nullopt);
  }
  return model;
}

/// The cubic through the last four of the counts of n = 1, 2, …, from the first n it fits.
std::optional<Polynomial> fit(const std::vector<long>& counts) {
  const auto n = static_cast<long>(counts.size());
  const long b = n - 3;  // x = n - b
  const auto f = [&](long x) { return counts[static_cast<std::size_t>(b + x - 1)]; };
  const long d1 = f(1) - f(0), d2 = f(2) - 2 * f(1) + f(0), d3 = f(3) - 3 * f(2) + 3 * f(1) - f(0);
  // 6 f = 6 f0 + 6 d1 x + 3 d2 x(x-1) + d3 x(x-1)(x-2)
  const std::array<long, 4> in_x{6 * f(0), 6 * d1 - 3 * d2 + 2 * d3, 3 * d2 - 3 * d3, d3};
  Polynomial p;
  p.sixths = {in_x[0] - b * in_x[1] + b * b * in_x[2] - b * b * b * in_x[3],
              in_x[1] - 2 * b * in_x[2] + 3 * b * b * in_x[3], in_x[2] - 3 * b * in_x[3], in_x[3]};
  p.from = static_cast<int>(n) + 1;
  const auto fits = [&](int at) {
    return p(at) == static_cast<double>(counts[static_cast<std::size_t>(at - 1)]);
  };
  while (p.from > 1 && fits(p.from - 1)) --p.from;
  constexpr long points_beyond_the_four = 4;
  if (p.from > n - 3 - points_beyond_the_four) return std::nullopt;
  return p;
}

std::optional<CostFormula> fit(const std::vector<Operations>& counts) {
  std::vector<long> multiplications, additions;
  for (const Operations& c : counts) {
    multiplications.push_back(c.multiplications + c.divisions);
    additions.push_back(c.additions);
  }
  const auto m = fit(multiplications), a = fit(additions);
  if (!m || !a) return std::nullopt;
  return CostFormula{*m, *a};
}

}  // namespace

Operations operator+(const Operations& a, const Operations& b) noexcept {
  return {a.multiplications + b.multiplications, a.additions + b.additions,
          a.divisions + b.divisions, a.square_roots + b.square_roots, a.sines + b.sines};
}

double equivalent_additions(const Operations& operations) noexcept {
  return 1.1 * static_cast<double>(operations.multiplications + operations.divisions) +
         static_cast<double>(operations.additions);
}

MethodCost count_operations(const Model& model, const Method& method) {
  const Compiled compiled = compile(model, true);
  const Registered<OpCount>& row =
      registered<OpCount>(method.quantity, kernel_of(method, compiled.coupled()));
  if (compiled.coupled() && !row.method.mimic) {
    throw UsageError(
        fmt::format("{}={} does not take mimicking joints (--mimic off makes them "
                    "independent)",
                    to_string(method.quantity), method.name));
  }
  refuse_tensor(row.method, compiled.tree.nv());
  Workspace<OpCount> w(compiled, OpCount::variable, method.quantity == Quantity::forward_dynamics);
  if (row.method.tensor) w.reserve_tensor();
  std::vector<OpCount> matrix;
  if (is_matrix(method.quantity)) {
    matrix.resize(static_cast<std::size_t>(compiled.nv) * static_cast<std::size_t>(compiled.nv));
  }
  w.write_matrix_to(matrix.data());
  fill(w, compiled, random_state(model, 1));
  OpCount::reset();
  row.run(w);
  return {row.method, to_public(OpCount::tally()), to_public(OpCount::given_tally())};
}

std::optional<FittedCost> fit_chain(const Method& method) {
  std::vector<Operations> counted, given;
  for (int n = 1; n <= 12; ++n) {
    const MethodCost cost = count_operations(make_chain(n), method);
    counted.push_back(cost.counted);
    given.push_back(cost.given);
  }
  const auto a = fit(counted), b = fit(given);
  if (!a || !b) return std::nullopt;
  return FittedCost{*a, *b};
}

Operations count_rods(int n) {
  const auto size = static_cast<std::size_t>(n);
  const OpCount x = OpCount::variable(0.5);
  const kernel::RodLink<OpCount> link{{x, x, x}, x, x, x, x, x, x, x, x, x, x, x, x};
  const std::vector<kernel::RodLink<OpCount>> links(size, link);
  std::vector<kernel::PlaneTurn<OpCount>> theta(size, {x, x, x, x});
  std::vector<spatial::Vec3<OpCount>> psi1(size), psi2(size);
  std::vector<OpCount> phi(size, x), m_hat(size), phi_hat(size), acceleration(size);
  OpCount::reset();
  kernel::denoc_rods<OpCount>({links.data(), n}, {phi.data(), n},
                              {{theta.data(), n},
                               {psi1.data(), n},
                               {psi2.data(), n},
                               {m_hat.data(), n},
                               {phi_hat.data(), n}},
                              {acceleration.data(), n});
  return to_public(OpCount::tally());
}

std::optional<CostFormula> fit_rods() {
  std::vector<Operations> counts;
  for (int n = 1; n <= 12; ++n) counts.push_back(count_rods(n));
  return fit(counts);
}

std::vector<Curve> make_cost_curves(int largest_n) {
  constexpr std::array<std::string_view, 4> shown{"explicit", "momentum_dense", "momentum",
                                                  "pseudo_inertia"};
  std::vector<Curve> curves;
  for (const std::string_view name : shown) {
    const Method& method = find_method(Quantity::mass_matrix, name);
    // The printed rival of `momentum` is that of `momentum_dense`.
    const auto printed = name == "momentum" ? std::nullopt : printed_cost(method);
    Curve counted{fmt::format("{}, counted", name), {}},
        paper{fmt::format("{}, printed", name), {}};
    for (int n = 1; n <= largest_n; ++n) {
      counted.values.push_back(
          equivalent_additions(count_operations(make_chain(n), method).counted));
      if (!printed) continue;
      paper.values.push_back(1.1 * printed->printed->multiplications(n) +
                             printed->printed->additions(n));
    }
    curves.push_back(std::move(counted));
    if (printed) curves.push_back(std::move(paper));
  }
  return curves;
}

}  // namespace kinetree
