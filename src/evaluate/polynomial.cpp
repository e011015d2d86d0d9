// Cubics with whole sixths: fitting counts exactly, and writing them as papers do.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "kinetree/count.hpp"

namespace kinetree {
namespace {

/// 13 → "13", 13/2 → "6.5", 7/3 → "7/3 "
std::string coefficient(long sixths) {
  if (sixths % 6 == 0) return fmt::format("{}", sixths / 6);
  if (sixths % 3 == 0) return fmt::format("{}.5", sixths / 6);
  const long common = std::gcd(sixths, 6L);
  return fmt::format("{}/{} ", sixths / common, 6 / common);
}

}  // namespace

double Polynomial::operator()(double n) const noexcept {
  double sum = 0;
  for (std::size_t k = sixths.size(); k-- > 0;) sum = sum * n + static_cast<double>(sixths[k]);
  return sum / 6;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) noexcept {
  Polynomial c{{}, std::max(a.from, b.from)};
  for (std::size_t k = 0; k < c.sixths.size(); ++k) c.sixths[k] = a.sixths[k] - b.sixths[k];
  return c;
}

bool operator==(const Polynomial& a, const Polynomial& b) noexcept { return a.sixths == b.sixths; }

std::string to_string(const Polynomial& polynomial) {
  constexpr std::array<std::string_view, 4> powers{"", "n", "n²", "n³"};
  std::string text;
  for (std::size_t k = powers.size(); k-- > 0;) {
    const long c = polynomial.sixths[k];
    if (c == 0) continue;
    text += text.empty() ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
    if (k == 0 || std::abs(c) != 6) text += coefficient(std::abs(c));
    text += powers[k];
  }
  while (text.ends_with(' ')) text.pop_back();
  return text.empty() ? "0" : text;
}

}  // namespace kinetree
