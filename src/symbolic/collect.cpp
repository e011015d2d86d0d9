#include "symbolic/collect.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>

namespace kinetree::symbolic {
namespace {

constexpr std::size_t many = 1000;  // terms that nobody groups by eye

/// Exactly 1 where both are the same, rounded or not.
Number ratio(const Number& a, const Number& b) {
  if (a == b) return 1.0;
  return a == -b ? Number(-1.0) : a / b;
}

/// Rates as they stand in a row of terms: where two rows have the same, they share a bracket.
std::size_t hash_of(const std::vector<Piece>& rates) {
  std::size_t h = 0;
  const auto mix = [&](std::size_t x) { h = (h ^ x) * 1099511628211U; };
  for (const Piece& piece : rates) {
    mix(std::hash<double>()(piece.coefficient.value()));
    for (const Factor& factor : piece.factors) mix(factor.id);
  }
  return h;
}

/// The number that all are whole multiples of, where they are simple fractions of one denominator;
/// else 1.
Number common_number(const std::vector<Piece>& pieces) {
  std::int64_t numerator = 0;
  const std::int64_t denominator = pieces.front().coefficient.denominator();
  for (const Piece& piece : pieces) {
    const Number& c = piece.coefficient;
    if (!c.exact() || c.denominator() != denominator || denominator > 8) return 1.0;
    if (std::abs(c.numerator()) > 1000) return 1.0;
    numerator = std::gcd(numerator, c.numerator());
  }
  return Number::fraction(numerator, denominator);
}

/// The same product of a number and pieces, with whole numbers in the pieces where most of them
/// are simple fractions; else the number is 1.
void make_whole(Number& number, std::vector<Piece>& pieces) {
  for (Piece& piece : pieces) piece.coefficient = piece.coefficient * number;
  number = 1.0;
  std::int64_t numerator = 0, denominator = 1;
  std::size_t fractions = 0;
  for (const Piece& piece : pieces) {
    const Number& c = piece.coefficient;
    if (!c.exact() || c.denominator() > 8) return;
    numerator = std::gcd(numerator, c.numerator());
    denominator = std::lcm(denominator, c.denominator());
    if (c.denominator() > 1) ++fractions;
  }
  if (2 * fractions <= pieces.size() && denominator > 1) return;
  number = Number::fraction(numerator, denominator);
  for (Piece& piece : pieces) piece.coefficient = piece.coefficient / number;
}

}  // namespace

Collector::Collector(const Ring& ring, const std::vector<DerivedSymbol>& table, FormulaStore& store)
    : ring_(ring), store_(store), order_(ring, table, store) {
  tidy_ = std::any_of(table.begin(), table.end(), [](const DerivedSymbol& symbol) {
    return symbol.kind < DerivedSymbol::coordinate;
  });
}

std::uint32_t Collector::collect(Ring& ring, const Poly& poly, long& terms) {
  if (!tidy_ && poly.size() > many) {
    terms = static_cast<long>(poly.size());
    return list(poly);
  }
  std::vector<Piece> pieces = shorten(ring, poly);
  terms = static_cast<long>(pieces.size());
  for (Piece& piece : pieces) {
    order_.sort(piece.factors);
  }
  return store_.add_sum(make(std::move(pieces)));
}

/// Harmonics one after the other, in one bracket for each product of rates.
std::uint32_t Collector::list(const Poly& poly) {
  if (wave_rank_.size() != ring_.wave_count()) {
    std::vector<std::uint32_t> order(ring_.wave_count());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return order_.angle_before(a, b); });
    wave_rank_.resize(order.size());
    for (std::uint32_t k = 0; k < order.size(); ++k) wave_rank_[order[k]] = k;
  }
  std::vector<Product> groups;
  std::vector<std::pair<std::uint32_t, const Term*>> sorted;
  for (auto first = poly.begin(); first != poly.end();) {
    sorted.clear();
    auto term = first;
    for (; term != poly.end() && term->monomial() == first->monomial(); ++term) {
      const Harmonic h = term->harmonic();
      sorted.emplace_back(2 * wave_rank_[h.wave] + (h.sine ? 1 : 0), &*term);
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<Product> products;
    for (const auto& [rank, one] : sorted) {
      const Harmonic h = one->harmonic();
      const Factor factor{h.sine ? Factor::sine : Factor::cosine, 1, h.wave};
      products.push_back(store_.add_product(one->coefficient, {&factor, h.wave == 0 ? 0U : 1U}));
    }
    std::vector<Factor> factors;
    for (const auto& [symbol, power] : ring_.powers(first->monomial())) {
      factors.push_back(
          {Factor::symbol, static_cast<std::int16_t>(power), static_cast<std::uint32_t>(symbol)});
    }
    if (factors.empty()) {
      groups.insert(groups.begin(), products.begin(), products.end());
    } else {
      factors.insert(factors.begin(), {Factor::sum, 1, store_.add_sum(products)});
      groups.push_back(store_.add_product(1.0, factors));
    }
    first = term;
  }
  return store_.add_sum(groups);
}

std::vector<Factor> Collector::take(Piece& piece, FactorOrder::Class which) const {
  const auto is = [&](const Factor& f) { return order_.class_of(f) == which; };
  std::vector<Factor> taken;
  std::copy_if(piece.factors.begin(), piece.factors.end(), std::back_inserter(taken), is);
  std::erase_if(piece.factors, is);
  return taken;
}

Product Collector::finish(Piece piece) {
  order_.sort(piece.factors);
  return store_.add_product(piece.coefficient, piece.factors);
}

std::vector<Product> Collector::make(std::vector<Piece> pieces) {
  std::vector<Product> result;
  if (pieces.size() > 1 &&
      (take_common(pieces, result) || as_square(pieces, result) || by_mass(pieces, result) ||
       by_rates(pieces, result) || by_angles(pieces, result))) {
    return result;
  }
  std::sort(pieces.begin(), pieces.end(),
            [&](const Piece& a, const Piece& b) { return order_.before(a, b); });
  // What is added comes before what is subtracted, where a minus would stand first.
  const auto positive = std::find_if(pieces.begin(), pieces.end(), [](const Piece& piece) {
    return !piece.coefficient.negative();
  });
  if (positive != pieces.end()) std::rotate(pieces.begin(), positive, positive + 1);
  for (Piece& piece : pieces) result.push_back(finish(std::move(piece)));
  return result;
}

/// Factors of every piece with the least of their powers, the common number and the common sign.
Piece Collector::common_of(const std::vector<Piece>& pieces) const {
  const Number first = pieces.front().coefficient, size = first.negative() ? -first : first;
  const bool equal = std::all_of(pieces.begin(), pieces.end(), [&](const Piece& p) {
    return p.coefficient == size || p.coefficient == -size;
  });
  const Number number = equal ? size : tidy_ ? common_number(pieces) : Number(1.0);
  Piece common{number, pieces.front().factors};
  for (const Piece& piece : pieces) {
    for (Factor& factor : common.factors) {
      const auto found =
          std::find_if(piece.factors.begin(), piece.factors.end(),
                       [&](const Factor& f) { return f.kind == factor.kind && f.id == factor.id; });
      factor.power =
          found == piece.factors.end() ? std::int16_t{0} : std::min(factor.power, found->power);
    }
    std::erase_if(common.factors, [](const Factor& f) { return f.power == 0; });
  }
  if (std::all_of(pieces.begin(), pieces.end(),
                  [](const Piece& p) { return p.coefficient.negative(); })) {
    common.coefficient = -common.coefficient;
  }
  return common;
}

bool Collector::take_common(std::vector<Piece>& pieces, std::vector<Product>& result) {
  Piece common = common_of(pieces);
  if (common.factors.empty() && common.coefficient.is(1)) return false;
  // A sign alone stays with the terms.
  if (common.factors.empty() && common.coefficient.is(-1)) return false;
  for (Piece& piece : pieces) {
    piece.coefficient = ratio(piece.coefficient, common.coefficient);
    for (const Factor& factor : common.factors) {
      const auto found =
          std::find_if(piece.factors.begin(), piece.factors.end(),
                       [&](const Factor& f) { return f.kind == factor.kind && f.id == factor.id; });
      found->power = static_cast<std::int16_t>(found->power - factor.power);
    }
    std::erase_if(piece.factors, [](const Factor& f) { return f.power == 0; });
  }
  append(common, std::move(pieces));
  result.push_back(finish(std::move(common)));
  return true;
}

/// Times the sum of some pieces, without brackets where that is one product.
void Collector::append(Piece& whole, std::vector<Piece> pieces) {
  const bool negative = std::all_of(pieces.begin(), pieces.end(),
                                    [](const Piece& p) { return p.coefficient.negative(); });
  if (negative) {
    whole.coefficient = -whole.coefficient;
    for (Piece& piece : pieces) piece.coefficient = -piece.coefficient;
  }
  const std::vector<Product> inner = make(std::move(pieces));
  if (inner.size() > 1) return whole.factors.push_back({Factor::sum, 1, store_.add_sum(inner)});
  const auto factors = store_.factors(inner.front());
  whole.coefficient = whole.coefficient * inner.front().coefficient;
  whole.factors.insert(whole.factors.end(), factors.begin(), factors.end());
}

/// (a + b)² and (a + b + c)², where that is what the pieces are.
bool Collector::as_square(const std::vector<Piece>& pieces, std::vector<Product>& result) {
  if (pieces.size() != 3 && pieces.size() != 6) return false;
  std::vector<Piece> roots, mixed;
  for (const Piece& piece : pieces) {
    const auto root = exact_sqrt(piece.coefficient);
    const bool even = std::all_of(piece.factors.begin(), piece.factors.end(),
                                  [](const Factor& f) { return f.power % 2 == 0; });
    if (!root || !even) {
      mixed.push_back(piece);
      continue;
    }
    roots.push_back({*root, piece.factors});
    for (Factor& f : roots.back().factors) f.power = static_cast<std::int16_t>(f.power / 2);
  }
  if (roots.size() * (roots.size() - 1) / 2 != mixed.size() || mixed.empty()) return false;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    for (std::size_t j = i + 1; j < roots.size(); ++j) {
      const Piece expected = twice(roots[i], roots[j]);
      const auto found = std::find_if(mixed.begin(), mixed.end(), [&](const Piece& piece) {
        return piece.factors == expected.factors;
      });
      if (found == mixed.end()) return false;
      // The first root gives the others their sign.
      const bool minus = found->coefficient == -expected.coefficient;
      if (!minus && !(found->coefficient == expected.coefficient)) return false;
      if (minus && i > 0) return false;
      if (minus) roots[j].coefficient = -roots[j].coefficient;
    }
  }
  Piece whole{1.0, {}};
  whole.factors.push_back({Factor::sum, 2, store_.add_sum(make(std::move(roots)))});
  result.push_back(finish(std::move(whole)));
  return true;
}

/// 2 a b
Piece Collector::twice(const Piece& a, const Piece& b) const {
  Piece product{Number(2.0) * a.coefficient * b.coefficient, a.factors};
  for (const Factor& factor : b.factors) {
    const auto same =
        std::find_if(product.factors.begin(), product.factors.end(),
                     [&](const Factor& f) { return f.kind == factor.kind && f.id == factor.id; });
    if (same == product.factors.end()) {
      product.factors.push_back(factor);
    } else {
      same->power = static_cast<std::int16_t>(same->power + factor.power);
    }
  }
  order_.sort(product.factors);
  return product;
}

/// One bracket for each mass and each inertia, of which every term has one at most; and one for
/// several of them where they multiply the same.
bool Collector::by_mass(std::vector<Piece>& pieces, std::vector<Product>& result) {
  Rows rows(Less{order_});
  for (const Piece& piece : pieces) {
    Piece rest = piece;
    const std::vector<Factor> mass = take(rest, FactorOrder::inertial);
    rows[mass].push_back(std::move(rest));
  }
  if (rows.size() == 1 || rows.size() == pieces.size()) return false;
  std::vector<Piece> single;  // those with one term may share rates and angles
  std::vector<Product> brackets;
  for (RateGroup& group : proportional(rows)) {
    if (group.rates.size() > 1) {
      if (group.rest.size() == 1) make_whole(group.rest.front().coefficient, group.rates);
      brackets.push_back(finish(join(group)));
      continue;
    }
    for (Piece& piece : group.rest) {
      const std::vector<Factor>& rest = group.rates.front().factors;
      piece.factors.insert(piece.factors.end(), rest.begin(), rest.end());
      single.push_back(std::move(piece));
    }
  }
  if (!single.empty()) result = make(std::move(single));
  result.insert(result.end(), brackets.begin(), brackets.end());
  return true;
}

/// Terms that differ in their rates alone, and those whose rates are in the same proportion.
bool Collector::by_rates(std::vector<Piece>& pieces, std::vector<Product>& result) {
  Rows rows(Less{order_});
  bool any = false;
  for (const Piece& piece : pieces) {
    Piece rest = piece;
    const std::vector<Factor> rates = take(rest, FactorOrder::rate);
    any = any || !rates.empty();
    rows[rest.factors].push_back({piece.coefficient, rates});
  }
  if (!any || rows.size() == 1) return false;  // one row: nothing but rates
  std::vector<RateGroup> groups = proportional(rows);
  if (groups.size() == pieces.size()) return false;
  if (groups.size() == 1 && groups.front().rates.size() == 1) return false;
  std::sort(groups.begin(), groups.end(), [&](const RateGroup& a, const RateGroup& b) {
    return order_.before(a.rates.front().factors, b.rates.front().factors);
  });
  for (RateGroup& group : groups) result.push_back(finish(join(group)));
  return true;
}

/// Rows of terms by their first parts, joined where their second ones are in the same proportion.
std::vector<Collector::RateGroup> Collector::proportional(Rows& rows) const {
  std::vector<RateGroup> groups;
  std::unordered_multimap<std::size_t, std::size_t> known;
  for (auto& [rest, rates] : rows) {
    std::sort(rates.begin(), rates.end(),
              [&](const Piece& a, const Piece& b) { return order_.before(a.factors, b.factors); });
    const Number scale = rates.front().coefficient;
    for (Piece& r : rates) r.coefficient = ratio(r.coefficient, scale);
    const std::size_t hash = hash_of(rates);
    const auto [first, last] = known.equal_range(hash);
    const auto same = std::find_if(first, last, [&, &list = rates](const auto& entry) {
      const std::vector<Piece>& others = groups[entry.second].rates;
      return std::equal(others.begin(), others.end(), list.begin(), list.end(),
                        [](const Piece& a, const Piece& b) {
                          return a.coefficient == b.coefficient && a.factors == b.factors;
                        });
    });
    std::size_t at = groups.size();
    if (same == last) {
      known.emplace(hash, at);
      groups.push_back({rates, {}});
    } else {
      at = same->second;
    }
    groups[at].rest.push_back({scale, rest});
  }
  return groups;
}

/// (sum of the rest) · (sum of the rates), either of them without brackets where it is one term.
Piece Collector::join(RateGroup& group) {
  Piece whole{1.0, {}};
  append(whole, std::move(group.rest));
  append(whole, std::move(group.rates));
  return whole;
}

bool Collector::by_angles(std::vector<Piece>& pieces, std::vector<Product>& result) {
  Rows groups(Less{order_});
  for (const Piece& piece : pieces) {
    Piece rest = piece;
    const std::vector<Factor> angles = take(rest, FactorOrder::angle);
    groups[angles].push_back(piece);
  }
  if (groups.size() == 1 || groups.size() == pieces.size()) return false;
  std::vector<Piece> alone;
  for (auto& [angles, group] : groups) {
    if (!angles.empty() && group.size() > 1) continue;
    std::move(group.begin(), group.end(), std::back_inserter(alone));
    group.clear();
  }
  if (alone.size() == pieces.size()) return false;
  if (!alone.empty()) result = make(std::move(alone));
  for (auto& [angles, group] : groups) {
    if (group.empty()) continue;
    const std::vector<Product> made = make(std::move(group));
    result.insert(result.end(), made.begin(), made.end());
  }
  return true;
}

}  // namespace kinetree::symbolic
