#include "symbolic/print.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace kinetree::symbolic {
namespace {

const std::string& times(Notation notation) {
  static const std::array<std::string, 6> signs{"·", "*", " ", "*", "*", "*"};
  return signs[static_cast<std::size_t>(notation)];
}

std::string superscript(int power) {
  static const std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(power)) text += digits[static_cast<std::size_t>(c - '0')];
  return text;
}

bool is_greek(const std::string& word) {
  constexpr std::array<const char*, 24> letters{
      "alpha", "beta",  "gamma",  "delta", "epsilon", "zeta",  "eta",   "theta",
      "iota",  "kappa", "lambda", "mu",    "nu",      "xi",    "pi",    "rho",
      "sigma", "tau",   "phi",    "chi",   "psi",     "omega", "Omega", "Phi"};
  return std::find(letters.begin(), letters.end(), word) != letters.end();
}

}  // namespace

std::string latex_name(const DerivedSymbol& symbol, const std::vector<DerivedSymbol>& table) {
  const bool rate = symbol.rate_of >= 0;
  const std::string name =
      rate ? table[static_cast<std::size_t>(symbol.rate_of)].name : symbol.name;
  // Letters of the stem: one, or a Greek word; what follows is the index.
  std::size_t end = 0;
  while (end < name.size() && (name[end] < '0' || name[end] > '9') && name[end] != '_') ++end;
  std::string stem = name.substr(0, end), index = name.substr(end);
  if (is_greek(stem)) {
    stem = "\\" + stem;
  } else if (stem.size() > 1) {
    index = stem.substr(1) + index;
    stem.resize(1);
  }
  if (index.starts_with('_')) index.erase(0, 1);
  for (std::size_t at = 0; (at = index.find('_', at)) != std::string::npos; ++at) index[at] = ',';
  if (rate) stem = "\\dot{" + stem + "}";
  return index.empty() ? stem : fmt::format("{}_{{{}}}", stem, index);
}

Printer::Printer(const Ring& ring, const std::vector<DerivedSymbol>& table,
                 const FormulaStore& store, Notation notation)
    : ring_(ring), store_(store), notation_(notation) {
  for (const DerivedSymbol& symbol : table) {
    words_.push_back(notation == Notation::latex ? latex_name(symbol, table) : symbol.name);
    fractions_ = fractions_ || symbol.kind < DerivedSymbol::coordinate;
  }
  functions_.resize(2 * static_cast<std::size_t>(ring.wave_count()));
  spelled_.resize(functions_.size());
}

void Printer::spell(Factor::Kind function, std::uint32_t wave, const std::string& word) {
  const std::size_t at = 2 * static_cast<std::size_t>(wave) + (function == Factor::sine ? 1 : 0);
  functions_[at] = word;
  spelled_[at] = 1;
}

std::string Printer::number(const Number& value) const {
  std::string out;
  append_number(out, value);
  return out;
}

void Printer::append_number(std::string& out, const Number& value) const {
  const bool simple = value.exact() && value.denominator() != 1 && value.denominator() <= 16 &&
                      std::abs(value.numerator()) < 1000;
  if (simple && fractions_ && !is_code()) {
    const char* form = notation_ == Notation::latex ? "\\frac{{{}}}{{{}}}" : "{}/{}";
    out += fmt::format(fmt::runtime(form), value.numerator(), value.denominator());
    return;
  }
  const std::size_t start = out.size();
  std::array<char, 32> digits{};
  char* const end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), value.value());
  out.append(digits.data(), end);
  if (notation_ == Notation::c && out.find_first_of(".e", start) == std::string::npos) out += ".0";
  const std::size_t e = notation_ == Notation::latex ? out.find('e', start) : std::string::npos;
  if (e != std::string::npos) {
    const int exponent = std::stoi(out.substr(e + 1));
    out.resize(e);
    out += fmt::format(" \\cdot 10^{{{}}}", exponent);
  }
}

std::string Printer::angle(std::uint32_t wave) const {
  std::string out;
  for (const auto& [coefficient, symbol] : angle_terms(ring_, wave)) {
    const bool minus = coefficient.negative();
    if (out.empty()) {
      out += minus ? "-" : "";
    } else {
      out += minus ? " - " : " + ";
    }
    const Number size = minus ? -coefficient : coefficient;
    if (!size.is(1)) out += number(size) + times(notation_);
    out += this->symbol(symbol);
  }
  return out;
}

const std::string& Printer::function(const Factor& factor) {
  const bool sine = factor.kind == Factor::sine;
  std::string& word = functions_[2 * static_cast<std::size_t>(factor.id) + (sine ? 1 : 0)];
  if (word.empty()) {
    word = fmt::format("{}{}({})", notation_ == Notation::latex ? "\\" : "", sine ? "sin" : "cos",
                       angle(factor.id));
  }
  return word;
}

void Printer::append_power(std::string& out, const std::string& base, int power) const {
  if (is_code() && notation_ != Notation::python) {
    for (int k = 0; k < power; ++k) out += (k > 0 ? "*" : "") + base;
    return;
  }
  out += base;
  if (power == 1) return;
  switch (notation_) {
    case Notation::text:
      out += superscript(power);
      break;
    case Notation::latex:
      out += fmt::format("^{{{}}}", power);
      break;
    case Notation::ascii:
      out += fmt::format("^{}", power);
      break;
    default:
      out += fmt::format("**{}", power);
  }
}

void Printer::append_factor(std::string& out, const Factor& factor) {
  if (factor.kind == Factor::symbol) return append_power(out, words_[factor.id], factor.power);
  if (factor.kind == Factor::sum) {
    const bool repeated = is_code() && notation_ != Notation::python && factor.power > 1;
    for (int k = 0; k < (repeated ? factor.power : 1); ++k) {
      out += k > 0 ? "*(" : "(";
      append(out, factor.id);
      out += ')';
    }
    if (!repeated) append_power(out, "", factor.power);
    return;
  }
  const std::string& whole = function(factor);
  const bool sine = factor.kind == Factor::sine;
  const bool word = spelled_[2 * static_cast<std::size_t>(factor.id) + (sine ? 1 : 0)] != 0;
  const bool powered = notation_ == Notation::text || notation_ == Notation::latex;
  if (factor.power == 1 || word || !powered) return append_power(out, whole, factor.power);
  const std::size_t argument = whole.find('(');  // cos²(q1)
  append_power(out, whole.substr(0, argument), factor.power);
  out.append(whole, argument);
}

/// Without its sign.
void Printer::append_product(std::string& out, const Product& product) {
  const Number size = product.coefficient.negative() ? -product.coefficient : product.coefficient;
  bool first = true;
  if (!size.is(1) || product.count == 0) {
    append_number(out, size);
    first = false;
  }
  for (const Factor& factor : store_.factors(product)) {
    if (!first) out += times(notation_);
    append_factor(out, factor);
    first = false;
  }
}

void Printer::append(std::string& out, std::uint32_t sum) {
  bool first = true;
  for (const Product& product : store_.products(sum)) {
    const bool minus = product.coefficient.negative();
    if (first) {
      out += minus ? "-" : "";
    } else {
      out += minus ? " - " : " + ";
    }
    append_product(out, product);
    first = false;
  }
  if (first) out += notation_ == Notation::c ? "0.0" : "0";
}

std::string Printer::text(std::uint32_t sum) {
  std::string out;
  append(out, sum);
  return out;
}

}  // namespace kinetree::symbolic
