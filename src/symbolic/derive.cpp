// derive(): letters, polynomials, formulas, proof.
#include "kinetree/derive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kinetree/error.hpp"
#include "symbolic/collect.hpp"
#include "symbolic/equations.hpp"
#include "symbolic/mechanics.hpp"
#include "symbolic/print.hpp"

namespace kinetree {
namespace {

using symbolic::Mechanics;
using symbolic::Poly;
using symbolic::SymbolicModel;

constexpr std::int64_t first_try = 1'000'000;  // products of terms: a tenth of a second
constexpr std::size_t most_terms = 6'000'000;

DerivedQuantity read_quantity(const std::string& name, const Model& model) {
  const int n = model.nv();
  if (name == "M") return {name, n, n, false};
  if (name == "C" || name == "Mdot") return {name, n, n, true};
  if (name == "g") return {name, n, 1, false};
  if (name == "h") return {name, n, 1, true};
  if (name == "T") return {name, 1, 1, true};
  if (name == "U") return {name, 1, 1, false};
  if (name.starts_with("J:")) {
    model.at(name.substr(2));
    return {name, 6, n, false};
  }
  const std::string close = nearest(name, {"M", "C", "g", "h", "Mdot", "T", "U", "J:BODY"});
  throw UsageError(
      fmt::format("'{}' has no closed form here{}; M, C, g, h, Mdot, T, U and J:BODY do", name,
                  close.empty() ? "" : " (did you mean '" + close + "'?)"));
}

/// Links of Jacobians, in order and once each.
std::vector<LinkId> points_of(const std::vector<DerivedQuantity>& quantities, const Model& model) {
  std::vector<LinkId> links;
  for (const DerivedQuantity& quantity : quantities) {
    if (!quantity.name.starts_with("J:")) continue;
    links.push_back(model.at(quantity.name.substr(2)));
  }
  return links;
}

std::vector<Poly> entries_of(Mechanics& mechanics, const DerivedQuantity& quantity,
                             const SymbolicModel& letters, const std::vector<LinkId>& links,
                             const std::optional<LinkId>& link, Mechanics::Wanted wanted) {
  if (link) {
    const auto at =
        static_cast<std::size_t>(std::find(links.begin(), links.end(), *link) - links.begin());
    return mechanics.jacobian(*link, letters.points[at], wanted);
  }
  if (quantity.name == "M") return mechanics.mass_matrix(wanted);
  if (quantity.name == "C") return mechanics.coriolis(wanted);
  if (quantity.name == "Mdot") return mechanics.mass_matrix_rate(wanted);
  if (quantity.name == "g") return mechanics.gravity(wanted);
  if (quantity.name == "h") return mechanics.bias(wanted);
  if (quantity.name == "T") return {mechanics.kinetic_energy()};
  return {mechanics.potential_energy()};
}

void check_element(const DerivedQuantity& quantity, const std::pair<int, int>& element) {
  const auto [row, column] = element;
  if (row >= 0 && row < quantity.rows && column >= 0 && column < quantity.columns) return;
  throw UsageError(fmt::format("{} has {} rows and {} columns: there is no [{},{}]", quantity.name,
                               quantity.rows, quantity.columns, row + 1, column + 1));
}

[[noreturn]] void refuse_size(const Model& model, const std::vector<DerivedQuantity>& quantities,
                              double log_terms, const DeriveOptions& options) {
  std::string names;
  for (const DerivedQuantity& q : quantities) names += (names.empty() ? "" : ", ") + q.name;
  const auto& numeric = options.numeric;
  const bool numbers = std::find(numeric.begin(), numeric.end(), "all") != numeric.end();
  const std::string size = log_terms < 6 ? fmt::format("{:.0f}", std::pow(10, log_terms))
                                         : fmt::format("10^{:.0f}", log_terms);
  throw UsageError(fmt::format(
      "{} of '{}' is too long to be written down: one element of M would have about {} terms; ask "
      "for "
      "an element near a tip of the robot (--quantity M --element 'M[{},{}]'){}, or for code "
      "(kinetree generate)",
      names, model.name, size, std::max(1, model.nv() - 1), model.nv(),
      numbers || log_terms > 9 ? "" : ", for numbers instead of letters (--numeric all)"));
}

/// Pairs of velocities of which one carries the other, as M has entries that are not zero.
long pairs_of(const Model& model) {
  std::vector<long> depth(static_cast<std::size_t>(model.size()));
  for (const JointSlot& slot : model.joints()) depth[index(slot.link)] = slot.nv;
  long pairs = 0;
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const long own = depth[i];
    if (const auto parent = model.parent(static_cast<LinkId>(i))) depth[i] += depth[index(*parent)];
    pairs += own * depth[i];
  }
  return pairs;
}

void refuse_huge(const Model& model) {
  constexpr long most = 20000;  // a chain of two hundred: its operations alone take a second
  if (pairs_of(model) <= most) return;
  throw UsageError(
      fmt::format("'{}' is too large for closed forms: {} velocities; kinetree generate "
                  "makes code of it",
                  model.name, model.nv()));
}

/// All polynomials; refused with an estimate where they are too large.
std::vector<std::vector<Poly>> polynomials(const Model& model, SymbolicModel& letters,
                                           const Equations::Impl& equations,
                                           const DeriveOptions& options) {
  Mechanics mechanics(letters);
  const std::vector<LinkId> links = points_of(equations.quantities, model);
  // A whole robot is tried from its tips on: one that explodes does so at once.
  if (!options.element) {
    const double size = mechanics.log_size(first_try);
    if (size > std::log10(options.budget)) refuse_size(model, equations.quantities, size, options);
  }
  letters.ring.allow(static_cast<std::int64_t>(options.budget));
  std::vector<std::vector<Poly>> all;
  std::size_t terms = 0;
  try {
    for (std::size_t k = 0; k < equations.quantities.size(); ++k) {
      all.push_back(entries_of(mechanics, equations.quantities[k], letters, links,
                               equations.links[k], equations.element));
      for (const Poly& poly : all.back()) terms += poly.size();
      if (terms > most_terms) throw symbolic::TooLarge("too many terms");
    }
  } catch (const symbolic::TooLarge&) {
    const double size = mechanics.log_size(first_try);
    refuse_size(model, equations.quantities, size, options);
  }
  return all;
}

}  // namespace

Equations derive(const Model& model, const std::vector<std::string>& names,
                 const DeriveOptions& options) {
  if (model.nv() == 0) {
    throw ModelError(fmt::format("the model '{}' has no moving joint", model.name));
  }
  refuse_huge(model);
  auto result = std::make_unique<Equations::Impl>();
  result->model = model.name;
  result->element = options.element;
  for (const std::string& name : names) {
    result->quantities.push_back(read_quantity(name, model));
    result->links.emplace_back();
    if (name.starts_with("J:")) result->links.back() = model.at(name.substr(2));
    if (options.element) check_element(result->quantities.back(), *options.element);
  }
  SymbolicModel letters(model, options, points_of(result->quantities, model));
  std::vector<std::vector<Poly>> all = polynomials(model, letters, *result, options);
  result->ring = std::move(letters.ring);
  result->table = letters.table;
  result->q_symbol = letters.q_symbol;
  result->v_symbol = letters.v_symbol;
  symbolic::Collector collector(result->ring, result->table, result->store);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const int rows = result->quantities[k].rows;
    std::vector<Equations::Impl::Entry> entries(all[k].size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::pair<int, int> place{static_cast<int>(i) % rows, static_cast<int>(i) / rows};
      if (options.element && place != *options.element) continue;
      const bool mirrored = result->quantities[k].symmetric() && place.first > place.second;
      if (mirrored && !options.element) continue;
      entries[i].sum = collector.collect(result->ring, all[k][i], entries[i].terms);
      entries[i].derived = true;
      Poly().swap(all[k][i]);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto n = static_cast<std::size_t>(rows);
      if (!entries[i].derived && !options.element) entries[i] = entries[i % n * n + i / n];
    }
    result->entries.push_back(std::move(entries));
  }
  result->proof = symbolic::prove(model, *result, options.include);
  symbolic::refuse_disproved(result->proof);
  return Equations(std::move(result));
}

}  // namespace kinetree
