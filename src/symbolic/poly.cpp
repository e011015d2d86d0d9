#include "symbolic/poly.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kinetree::symbolic {
namespace {

std::uint64_t key_of(std::uint32_t monomial, std::uint32_t harmonic) {
  return static_cast<std::uint64_t>(monomial) << 32 | harmonic;
}

template <class Range>
std::size_t hash_of(const Range& numbers) {
  std::uint64_t h = 1469598103934665603U;
  for (const auto& x : numbers) h = (h ^ static_cast<std::uint64_t>(x)) * 1099511628211U;
  return static_cast<std::size_t>(h ^ h >> 31);
}

std::size_t hash_of(const Powers& powers) {
  std::uint64_t h = 1469598103934665603U;
  for (const auto& [symbol, power] : powers) {
    const auto pair = static_cast<std::uint64_t>(symbol) << 32 | static_cast<std::uint32_t>(power);
    h = (h ^ pair) * 1099511628211U;
  }
  return static_cast<std::size_t>(h ^ h >> 31);
}

/// a + b, and exactly zero where rounding alone is left of them.
Number sum_of(const Number& a, const Number& b) {
  constexpr double rounding = 1e-14;
  Number sum = a + b;
  if (!sum.exact() && std::abs(sum.value()) < rounding * std::abs(a.value())) return {};
  return sum;
}

bool by_key(const Term& a, const Term& b) { return a.key < b.key; }

/// sin and cos of a number; exact at multiples of π/2, which files round to a few digits.
std::pair<Number, Number> sin_cos_of(double angle) {
  constexpr double quarter = std::numbers::pi / 2;
  const double turns = std::round(angle / quarter);
  if (std::abs(angle - turns * quarter) > 1e-12) return {std::sin(angle), std::cos(angle)};
  const int quadrant = static_cast<int>(std::fmod(turns, 4) + 4) % 4;
  const double s = quadrant == 1 ? 1 : quadrant == 3 ? -1 : 0;
  const double c = quadrant == 0 ? 1 : quadrant == 2 ? -1 : 0;
  return {s, c};
}

}  // namespace

Ring::Ring() : sum_(1), difference_(1) {
  monomial({});
  std::vector<std::int16_t> nothing(1);
  bool turned = false;
  wave_id(nothing, turned);
}

int Ring::add_symbol(const std::string& name) {
  names_.push_back(name);
  return symbol_count() - 1;
}

void Ring::make_quaternion(int x, int y, int z, int w) { quaternions_.push_back({x, y, z, w}); }

void Ring::add_angle(int symbol, const Number& unit) {
  if (wave_count_ > 1) throw std::logic_error("angles are known before they are used");
  angles_.push_back({symbol, unit});
  waves_.assign(width(), 0);
  known_waves_.clear();
  known_waves_.emplace(hash_of(waves_), 0);
  sum_.assign(width(), 0);
  difference_.assign(width(), 0);
}

std::uint32_t Ring::monomial(const Powers& powers) {
  const std::size_t hash = hash_of(powers);
  const auto [first, last] = known_monomials_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (monomials_[it->second] == powers) return it->second;
  }
  const auto id = static_cast<std::uint32_t>(monomials_.size());
  monomials_.push_back(powers);
  known_monomials_.emplace(hash, id);
  return id;
}

std::uint32_t Ring::wave_id(std::vector<std::int16_t>& k, bool& turned) {
  const auto leading = std::find_if(k.begin(), k.end(), [](auto x) { return x != 0; });
  turned = leading != k.end() && *leading < 0;
  if (turned) {
    for (auto& x : k) x = static_cast<std::int16_t>(-x);
  }
  const std::size_t hash = hash_of(k);
  const auto [first, last] = known_waves_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const auto known = wave(it->second);
    if (std::equal(known.begin(), known.end(), k.begin())) return it->second;
  }
  const std::uint32_t id = wave_count_++;
  waves_.insert(waves_.end(), k.begin(), k.end());
  known_waves_.emplace(hash, id);
  return id;
}

Ring::WaveProduct Ring::wave_product(std::uint32_t a, std::uint32_t b) {
  bool known = false;
  const std::uint64_t key = key_of(a, b);
  WaveProduct& product = wave_products_.find_or_add(key, known);
  if (known) return product;
  const auto x = wave(a), y = wave(b);
  for (std::size_t i = 0; i < width(); ++i) {
    sum_[i] = static_cast<std::int16_t>(x[i] + y[i]);
    difference_[i] = static_cast<std::int16_t>(x[i] - y[i]);
  }
  product.sum = wave_id(sum_, product.sum_turned);
  product.difference = wave_id(difference_, product.difference_turned);
  return product;
}

std::uint32_t Ring::monomial_product(std::uint32_t a, std::uint32_t b) {
  if (a == 0) return b;
  if (b == 0) return a;
  bool known = false;
  std::uint32_t& product = monomial_products_.find_or_add(key_of(a, b), known);
  if (known) return product;
  const Powers &x = monomials_[a], &y = monomials_[b];
  Powers both;
  both.reserve(x.size() + y.size());
  for (std::size_t i = 0, j = 0; i < x.size() || j < y.size();) {
    if (j == y.size() || (i < x.size() && x[i].first < y[j].first)) {
      both.push_back(x[i++]);
    } else if (i == x.size() || y[j].first < x[i].first) {
      both.push_back(y[j++]);
    } else {
      both.emplace_back(x[i].first, x[i].second + y[j].second);
      ++i, ++j;
    }
  }
  product = monomial(both);
  return product;
}

/// What stands for a monomial where w² = 1 - x² - y² - z²; empty where it stands for itself.
const std::vector<Ring::Reduced>& Ring::reduced(std::uint32_t monomial) {
  const auto known = reduced_.find(monomial);
  if (known != reduced_.end()) return known->second;
  std::vector<Reduced> result;
  const Powers powers = monomials_[monomial];
  for (const Quaternion& q : quaternions_) {
    const auto w = std::find_if(powers.begin(), powers.end(),
                                [&](const auto& p) { return p.first == q.w && p.second > 1; });
    if (w == powers.end()) continue;
    Powers rest = powers;
    auto& less = rest[static_cast<std::size_t>(w - powers.begin())];
    less.second -= 2;
    if (less.second == 0) rest.erase(rest.begin() + (w - powers.begin()));
    const std::uint32_t base = this->monomial(rest);
    for (const int square : {-1, q.x, q.y, q.z}) {
      const std::uint32_t part =
          square < 0 ? base : monomial_product(base, this->monomial({{square, 2}}));
      const Number sign = square < 0 ? 1.0 : -1.0;
      const std::vector<Reduced> further = reduced(part);
      if (further.empty()) result.push_back({part, sign});
      for (const Reduced& r : further) result.push_back({r.monomial, sign * r.coefficient});
    }
    break;
  }
  return reduced_[monomial] = std::move(result);
}

Poly Ring::constant(const Number& value) const {
  if (value.is(0)) return {};
  return {{0, value}};
}

Poly Ring::variable(int symbol) { return {{key_of(monomial({{symbol, 1}}), 0), 1.0}}; }

void Ring::sin_cos(const Poly& argument, Poly& sine, Poly& cosine) {
  std::vector<std::int16_t> k(width());
  double offset = 0;
  for (const Term& term : argument) {
    const Powers& powers = monomials_[term.monomial()];
    if (term.key == 0) {
      offset = term.coefficient.value();
      continue;
    }
    bool found = false;
    for (std::size_t i = 0; i < angles_.size() && !found; ++i) {
      if (powers.size() != 1 || powers[0] != std::pair(angles_[i].symbol, 1)) continue;
      const Number multiple = term.coefficient / angles_[i].unit;
      const double whole = std::round(multiple.value());
      found = multiple.value() == whole && std::abs(whole) < 10000;
      if (found) k[i] = static_cast<std::int16_t>(whole);
    }
    if (!found) throw std::logic_error("an angle that is no multiple of a coordinate");
  }
  bool turned = false;
  const std::uint32_t wave = wave_id(k, turned);
  const auto [s, c] = sin_cos_of(offset);
  Poly pure_sine = {{Harmonic{wave, true}.id(), turned ? -1.0 : 1.0}};
  const Poly pure_cosine = {{Harmonic{wave, false}.id(), 1.0}};
  if (wave == 0) pure_sine.clear();
  sine = add(scale(pure_sine, c), scale(pure_cosine, s));
  cosine = subtract(scale(pure_cosine, c), scale(pure_sine, s));
}

Poly Ring::scale(const Poly& a, const Number& factor) const {
  if (factor.is(0)) return {};
  Poly result = a;
  for (Term& term : result) term.coefficient = term.coefficient * factor;
  return result;
}

Poly Ring::merge(const Poly& a, const Poly& b, bool negative) {
  count(a.size() + b.size());
  Poly result;
  result.reserve(a.size() + b.size());
  auto x = a.begin();
  for (const Term& y : b) {
    while (x != a.end() && x->key < y.key) result.push_back(*x++);
    Term term{y.key, negative ? -y.coefficient : y.coefficient};
    if (x != a.end() && x->key == y.key) {
      term.coefficient = sum_of(x->coefficient, term.coefficient);
      ++x;
    }
    if (!term.coefficient.is(0)) result.push_back(term);
  }
  result.insert(result.end(), x, a.end());
  return result;
}

Poly Ring::add(const Poly& a, const Poly& b) { return merge(a, b, false); }
Poly Ring::subtract(const Poly& a, const Poly& b) { return merge(a, b, true); }

void Ring::count(std::size_t products) {
  done_ += static_cast<std::int64_t>(products);
  if (done_ > allowed_) throw TooLarge("the formula is too large");
}

void Ring::emit(std::uint32_t monomial, std::uint32_t harmonic, const Number& coefficient) {
  if (!quaternions_.empty()) {
    const std::vector<Reduced>& parts = reduced(monomial);
    for (const Reduced& part : parts) {
      made_.push_back({key_of(part.monomial, harmonic), part.coefficient * coefficient});
    }
    if (!parts.empty()) return;
  }
  made_.push_back({key_of(monomial, harmonic), coefficient});
}

void Ring::multiply_terms(const Term& a, const Term& b, std::uint32_t monomial) {
  const Harmonic x = a.harmonic(), y = b.harmonic();
  const Number both = a.coefficient * b.coefficient;
  if (x.wave == 0 || y.wave == 0) {
    return emit(monomial, (x.wave == 0 ? y : x).id(), both);
  }
  const WaveProduct waves = wave_product(x.wave, y.wave);
  const Number half = both * Number::fraction(1, 2), minus = -half;
  const bool sine = x.sine != y.sine;
  // Signs of the sum and of the difference, before either is turned.
  bool sum_minus = x.sine && y.sine, difference_minus = !x.sine && y.sine;
  if (sine) {
    sum_minus = sum_minus != waves.sum_turned;
    difference_minus = difference_minus != waves.difference_turned;
  }
  if (!(sine && waves.sum == 0)) {
    emit(monomial, Harmonic{waves.sum, sine}.id(), sum_minus ? minus : half);
  }
  if (!(sine && waves.difference == 0)) {
    emit(monomial, Harmonic{waves.difference, sine}.id(), difference_minus ? minus : half);
  }
}

Poly Ring::multiply(const Poly& a, const Poly& b) {
  count(a.size() * b.size());
  made_.clear();
  for (const Term& x : a) {
    std::uint32_t before = ~0U, product = 0;
    for (const Term& y : b) {
      if (y.monomial() != before) {
        before = y.monomial();
        product = monomial_product(x.monomial(), before);
      }
      multiply_terms(x, y, product);
    }
  }
  return collect();
}

Poly Ring::sum(std::span<const Poly> parts) {
  made_.clear();
  for (const Poly& part : parts) made_.insert(made_.end(), part.begin(), part.end());
  count(made_.size());
  return collect();
}

Poly Ring::collect() {
  std::sort(made_.begin(), made_.end(), by_key);
  Poly result;
  for (const Term& term : made_) {
    if (!result.empty() && result.back().key == term.key) {
      result.back().coefficient = sum_of(result.back().coefficient, term.coefficient);
    } else {
      if (!result.empty() && result.back().coefficient.is(0)) result.pop_back();
      result.push_back(term);
    }
  }
  if (!result.empty() && result.back().coefficient.is(0)) result.pop_back();
  return result;
}

Poly Ring::derivative(const Poly& a, int symbol) {
  count(a.size());
  made_.clear();
  for (const Term& term : a) {
    const Powers powers = monomials_[term.monomial()];
    const auto found = std::find_if(powers.begin(), powers.end(),
                                    [&](const auto& p) { return p.first == symbol; });
    if (found != powers.end()) {
      Powers less = powers;
      auto& power = less[static_cast<std::size_t>(found - powers.begin())];
      if (--power.second == 0) less.erase(less.begin() + (found - powers.begin()));
      emit(monomial(less), term.harmonic().id(),
           term.coefficient * Number(static_cast<double>(found->second)));
    }
    const Harmonic h = term.harmonic();
    for (std::size_t i = 0; i < angles_.size(); ++i) {
      const int k = wave(h.wave)[i];
      if (angles_[i].symbol != symbol || k == 0) continue;
      const Number rate = angles_[i].unit * Number(static_cast<double>(h.sine ? k : -k));
      const Number times = rate.is(1)    ? term.coefficient
                           : rate.is(-1) ? -term.coefficient
                                         : term.coefficient * rate;
      emit(term.monomial(), Harmonic{h.wave, !h.sine}.id(), times);
    }
  }
  return collect();
}

void Ring::drop_noise(Poly& a) const {
  constexpr double noise = 1e-15;
  for (auto first = a.begin(); first != a.end();) {
    const auto last = std::find_if(
        first, a.end(), [&](const Term& t) { return t.monomial() != first->monomial(); });
    double largest = 0;
    for (auto t = first; t != last; ++t) {
      largest = std::max(largest, std::abs(t->coefficient.value()));
    }
    for (auto t = first; t != last; ++t) {
      const bool small = std::abs(t->coefficient.value()) < noise * largest;
      if (small && !t->coefficient.exact()) t->coefficient = {};
    }
    first = last;
  }
  std::erase_if(a, [](const Term& t) { return t.coefficient.is(0); });
}

}  // namespace kinetree::symbolic
