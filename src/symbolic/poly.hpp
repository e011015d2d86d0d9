// Canonical trigonometric polynomials: the form in which equal formulas are equal.
//
//     Σ  number · monomial of symbols · ( 1, cos(k·q) or sin(k·q) )
//
// k is a vector of integers whose first nonzero one is positive. Products of sines and cosines
// become multiple angles,
//
//     2 cos a cos b = cos(a-b) + cos(a+b),  2 sin a sin b = cos(a-b) - cos(a+b),
//     2 sin a cos b = sin(a+b) + sin(a-b),
//
// so sin² + cos² = 1 and all its consequences hold by themselves. Monomials and harmonics are kept
// once and numbered: a term is a 64-bit key and a number, and a polynomial a sorted list of terms.
#pragma once
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scalar/number.hpp"
#include "symbolic/id_map.hpp"

namespace kinetree::symbolic {

/// A product of symbols: pairs of a symbol and its power, by ascending symbols.
using Powers = std::vector<std::pair<int, int>>;

/// 1, cos(k·q) or sin(k·q): the number of k, and which function.
struct Harmonic {
  std::uint32_t wave = 0;  ///< 0: k = 0
  bool sine = false;

  std::uint32_t id() const noexcept { return 2 * wave + (sine ? 1U : 0U); }
};

struct Term {
  std::uint64_t key = 0;
  Number coefficient;

  std::uint32_t monomial() const noexcept { return static_cast<std::uint32_t>(key >> 32); }
  Harmonic harmonic() const noexcept {
    const auto id = static_cast<std::uint32_t>(key);
    return {id >> 1, (id & 1) != 0};
  }
};

/// Terms by ascending keys, none of them zero.
using Poly = std::vector<Term>;

/// More work than was allowed.
struct TooLarge : std::runtime_error {
  using runtime_error::runtime_error;
};

/// The monomials and harmonics there are, and what can be done with polynomials of them.
class Ring {
 public:
  Ring();
  int add_symbol(const std::string& name);
  int symbol_count() const noexcept { return static_cast<int>(names_.size()); }
  const std::string& name(int symbol) const { return names_[static_cast<std::size_t>(symbol)]; }

  /// Four symbols of a unit quaternion: w² is replaced by 1 - x² - y² - z².
  void make_quaternion(int x, int y, int z, int w);

  /// Harmonics count multiples of unit·symbol. Several angles of one symbol are independent.
  void add_angle(int symbol, const Number& unit);
  struct Angle {
    int symbol = 0;
    Number unit;
  };
  const std::vector<Angle>& angles() const noexcept { return angles_; }

  Poly constant(const Number& value) const;
  Poly variable(int symbol);
  /// sin and cos of Σ coefficient·symbol + offset. Throws std::logic_error where a coefficient is
  /// no multiple of an angle.
  void sin_cos(const Poly& argument, Poly& sine, Poly& cosine);

  Poly add(const Poly& a, const Poly& b);
  Poly subtract(const Poly& a, const Poly& b);
  Poly multiply(const Poly& a, const Poly& b);
  Poly sum(std::span<const Poly> parts);
  Poly scale(const Poly& a, const Number& factor) const;
  /// ∂/∂symbol, as it stands in monomials and in angles.
  Poly derivative(const Poly& a, int symbol);
  /// Without what rounding left of cancelled numbers: exact coefficients always stay.
  void drop_noise(Poly& a) const;

  const Powers& powers(std::uint32_t monomial) const { return monomials_[monomial]; }
  /// k of a harmonic, one integer for each angle.
  std::span<const std::int16_t> wave(std::uint32_t number) const {
    return {waves_.data() + number * width(), width()};
  }
  std::uint32_t wave_count() const noexcept { return wave_count_; }
  /// The number of k with its canonical sign; `turned` where that is the other one.
  std::uint32_t wave_id(std::vector<std::int16_t>& k, bool& turned);
  std::uint32_t monomial(const Powers& powers);

  /// Products of terms that may be made from now on; beyond, TooLarge is thrown.
  void allow(std::int64_t products) { allowed_ = done_ + products; }
  std::int64_t done() const noexcept { return done_; }

 private:
  struct WaveProduct {
    std::uint32_t sum = 0, difference = 0;
    bool sum_turned = false, difference_turned = false;  // by -1, to its canonical sign
  };
  struct Reduced {
    std::uint32_t monomial = 0;
    Number coefficient;
  };
  struct Quaternion {
    int x, y, z, w;
  };
  std::size_t width() const noexcept { return angles_.empty() ? 1 : angles_.size(); }
  WaveProduct wave_product(std::uint32_t a, std::uint32_t b);
  std::uint32_t monomial_product(std::uint32_t a, std::uint32_t b);
  const std::vector<Reduced>& reduced(std::uint32_t monomial);
  void emit(std::uint32_t monomial, std::uint32_t harmonic, const Number& coefficient);
  void multiply_terms(const Term& a, const Term& b, std::uint32_t monomial);
  Poly collect();
  Poly merge(const Poly& a, const Poly& b, bool negative);
  void count(std::size_t products);

  std::vector<std::string> names_;
  std::vector<Angle> angles_;
  std::vector<Powers> monomials_;
  std::unordered_multimap<std::size_t, std::uint32_t> known_monomials_;
  std::vector<std::int16_t> waves_;  // all k one after the other
  std::unordered_multimap<std::size_t, std::uint32_t> known_waves_;
  std::uint32_t wave_count_ = 0;
  IdMap<WaveProduct> wave_products_;
  IdMap<std::uint32_t> monomial_products_;
  std::vector<Quaternion> quaternions_;
  std::unordered_map<std::uint32_t, std::vector<Reduced>> reduced_;
  std::vector<Term> made_;  // of the product under way
  std::vector<std::int16_t> sum_, difference_;
  std::int64_t done_ = 0, allowed_ = INT64_MAX;
};

}  // namespace kinetree::symbolic
