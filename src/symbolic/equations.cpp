#include "symbolic/equations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kinetree/error.hpp"
#include "symbolic/print.hpp"

namespace kinetree {

Equations::Equations(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Equations::Equations(Equations&&) noexcept = default;
Equations& Equations::operator=(Equations&&) noexcept = default;
Equations::~Equations() = default;

const std::string& Equations::model() const noexcept { return impl_->model; }
const std::vector<DerivedQuantity>& Equations::quantities() const noexcept {
  return impl_->quantities;
}
std::optional<std::pair<int, int>> Equations::element() const noexcept { return impl_->element; }
const DerivationProof& Equations::proof() const noexcept { return impl_->proof; }

std::vector<DerivedSymbol> Equations::symbols() const {
  const std::vector<char> used = impl_->used();
  std::vector<DerivedSymbol> result;
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (used[k] == 0) continue;
    result.push_back(impl_->table[k]);
    result.back().rate_of = -1;  // a number of our own table
  }
  std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    const auto order = [](DerivedSymbol::Kind kind) {
      return std::max(kind, DerivedSymbol::com);  // parameters as they come, link by link
    };
    return order(a.kind) < order(b.kind);
  });
  return result;
}

long Equations::terms(int quantity, int row, int column) const {
  return impl_->entry(quantity, row, column).terms;
}

double Equations::evaluate(int quantity, int row, int column, const VectorIn& q, const VectorIn& v,
                           const std::vector<std::pair<std::string, double>>& parameters) const {
  std::vector<double> values = impl_->values(q, v);
  for (const auto& [name, value] : parameters) {
    const auto found = std::find_if(
        impl_->table.begin(), impl_->table.end(), [&, &wanted = name](const DerivedSymbol& symbol) {
          return symbol.name == wanted && symbol.kind < DerivedSymbol::coordinate;
        });
    if (found == impl_->table.end()) {
      throw UsageError(fmt::format("the formulas have no parameter '{}'", name));
    }
    values[static_cast<std::size_t>(found - impl_->table.begin())] = value;
  }
  symbolic::FormulaValues formulas(impl_->ring, impl_->store, std::move(values));
  return formulas.value(impl_->entry(quantity, row, column).sum);
}

std::string Equations::text(int quantity, int row, int column, bool ascii) const {
  symbolic::Printer printer(impl_->ring, impl_->table, impl_->store,
                            ascii ? symbolic::Notation::ascii : symbolic::Notation::text);
  return printer.text(impl_->entry(quantity, row, column).sum);
}

std::vector<double> Equations::Impl::values(const VectorIn& q, const VectorIn& v) const {
  if (q.size() != static_cast<Eigen::Index>(q_symbol.size()) ||
      v.size() != static_cast<Eigen::Index>(v_symbol.size())) {
    throw UsageError(fmt::format("q has {} and v {} numbers, not {} and {}", q_symbol.size(),
                                 v_symbol.size(), q.size(), v.size()));
  }
  std::vector<double> values;
  for (const DerivedSymbol& symbol : table) values.push_back(symbol.value);
  for (std::size_t k = 0; k < q_symbol.size(); ++k) {
    values[static_cast<std::size_t>(q_symbol[k])] = q[static_cast<Eigen::Index>(k)];
  }
  for (std::size_t k = 0; k < v_symbol.size(); ++k) {
    values[static_cast<std::size_t>(v_symbol[k])] = v[static_cast<Eigen::Index>(k)];
  }
  return values;
}

std::vector<char> Equations::Impl::used() const {
  std::vector<char> result(table.size(), 0), waves(ring.wave_count(), 0);
  for (const symbolic::Factor& factor : store.all_factors()) {
    if (factor.kind == symbolic::Factor::symbol) {
      result[factor.id] = 1;
    } else if (factor.kind != symbolic::Factor::sum) {
      waves[factor.id] = 1;
    }
  }
  for (std::uint32_t wave = 0; wave < waves.size(); ++wave) {
    if (waves[wave] == 0) continue;
    for (const auto& [coefficient, symbol] : symbolic::angle_terms(ring, wave)) {
      result[static_cast<std::size_t>(symbol)] = 1;
    }
  }
  return result;
}

std::string Equations::Impl::label(int quantity, int row, int column) const {
  const DerivedQuantity& q = quantities[static_cast<std::size_t>(quantity)];
  if (q.columns > 1 || q.name.starts_with("J:") || q.symmetric() || q.name == "C") {
    return fmt::format("{}[{},{}]", q.name, row + 1, column + 1);
  }
  return q.name == "T" || q.name == "U" ? q.name : fmt::format("{}[{}]", q.name, row + 1);
}

std::vector<Equations::Impl::Place> Equations::Impl::places(int quantity) const {
  const DerivedQuantity& q = quantities[static_cast<std::size_t>(quantity)];
  std::vector<Place> result;
  for (int row = 0; row < q.rows; ++row) {
    for (int column = 0; column < q.columns; ++column) {
      if (!entry(quantity, row, column).derived) continue;
      if (q.symmetric() && !element && row > column) continue;
      result.push_back({quantity, row, column});
    }
  }
  return result;
}

std::string emit(const Equations& equations, EquationFormat format) {
  switch (format) {
    case EquationFormat::text:
      return symbolic::emit_text(equations.impl(), false);
    case EquationFormat::ascii:
      return symbolic::emit_text(equations.impl(), true);
    case EquationFormat::latex:
      return symbolic::emit_latex(equations.impl());
    case EquationFormat::json:
      return symbolic::emit_json(equations.impl());
    default:
      return symbolic::emit_code(equations.impl(), format);
  }
}

}  // namespace kinetree
