#include "symbolic/order.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

namespace kinetree::symbolic {
namespace {

/// Inertias before masses before lengths, as papers write them.
int rank_of(DerivedSymbol::Kind kind) {
  if (kind == DerivedSymbol::inertia || kind == DerivedSymbol::armature) return -1;
  return kind == DerivedSymbol::com ? DerivedSymbol::length : kind;
}

/// m2 before m10: digits by their number.
bool name_before(const std::string& a, const std::string& b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (digit(a[i]) && digit(b[j])) {
      std::size_t k = i, l = j;
      while (k < a.size() && digit(a[k])) ++k;
      while (l < b.size() && digit(b[l])) ++l;
      if (k - i != l - j) return k - i < l - j;
      const int order = a.compare(i, k - i, b, j, l - j);
      if (order != 0) return order < 0;
      i = k, j = l;
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    } else {
      ++i, ++j;
    }
  }
  return a.size() - i < b.size() - j;
}

}  // namespace

FactorOrder::FactorOrder(const Ring& ring, const std::vector<DerivedSymbol>& table,
                         const FormulaStore& store)
    : ring_(ring), table_(table), store_(store), rank_(table.size()) {
  std::vector<std::size_t> order(table.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int x = rank_of(table[a].kind), y = rank_of(table[b].kind);
    return x != y ? x < y : name_before(table[a].name, table[b].name);
  });
  for (std::size_t k = 0; k < order.size(); ++k) rank_[order[k]] = static_cast<int>(k);
}

FactorOrder::Class FactorOrder::class_of(const Factor& factor) const {
  if (factor.kind == Factor::sum) {  // of rates, or of anything else
    const auto inner = store_.factors(store_.products(factor.id).front());
    const bool rates =
        !inner.empty() && std::all_of(inner.begin(), inner.end(),
                                      [&](const Factor& f) { return class_of(f) == rate; });
    return rates ? rate : parameter;
  }
  if (factor.kind != Factor::symbol) return angle;
  const DerivedSymbol::Kind kind = table_[factor.id].kind;
  if (kind == DerivedSymbol::velocity) return rate;
  return kind <= DerivedSymbol::armature ? inertial : parameter;
}

bool FactorOrder::angle_before(std::uint32_t a, std::uint32_t b) const {
  const auto x = ring_.wave(a), y = ring_.wave(b);
  const auto speed = [](auto k) {
    return std::accumulate(k.begin(), k.end(), 0, [](int s, int n) { return s + std::abs(n); });
  };
  const int i = speed(x), j = speed(y);
  if (i != j) return i < j;
  return std::lexicographical_compare(y.begin(), y.end(), x.begin(), x.end());
}

bool FactorOrder::before(const Factor& a, const Factor& b) const {
  const Class x = class_of(a), y = class_of(b);
  if (x != y) return x < y;
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.kind == Factor::symbol) return rank_[a.id] < rank_[b.id];
  return a.kind == Factor::sum ? a.id < b.id : angle_before(a.id, b.id);
}

bool FactorOrder::before(const std::vector<Factor>& a, const std::vector<Factor>& b) const {
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k) {
    if (a[k].kind == b[k].kind && a[k].id == b[k].id) {
      if (a[k].power != b[k].power) return a[k].power > b[k].power;
      continue;
    }
    return before(a[k], b[k]);
  }
  return a.size() < b.size();
}

bool FactorOrder::before(const Piece& a, const Piece& b) const {
  const auto turns = [&](const Piece& piece) {
    return std::any_of(piece.factors.begin(), piece.factors.end(),
                       [](const Factor& f) { return f.kind != Factor::symbol; });
  };
  const bool x = turns(a), y = turns(b);
  return x != y ? y : before(a.factors, b.factors);
}

void FactorOrder::sort(std::vector<Factor>& factors) const {
  std::sort(factors.begin(), factors.end(),
            [&](const Factor& a, const Factor& b) { return before(a, b); });
}

}  // namespace kinetree::symbolic
