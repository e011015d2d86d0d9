// The certificate of a Coriolis matrix in words.
#include <fmt/format.h>

#include <cmath>

#include "kinetree/report.hpp"

namespace kinetree {

std::string to_string(const CoriolisCertificate& c) {
  return fmt::format(
      "Christoffel factorisation (Ṁ = C + Cᵀ, h = C v + g) by {}: max|Ṁ-C-Cᵀ| = {:.1e}, "
      "|vᵀ(Ṁ-2C)v| = {:.1e}, max|Cv-(h-g)| = {:.1e}",
      c.method, c.skew, c.power, c.force);
}

CoriolisCertificate worst_of(const std::vector<CoriolisCertificate>& certificates) {
  CoriolisCertificate worst;
  // The residual and the size of the state in which they are worst; NaN is worse than anything.
  const auto keep = [](double& residual, double& size, double other, double other_size) {
    const double before = residual == 0 ? 0 : residual / size;
    const double after = other == 0 ? 0 : other / other_size;
    if (std::isnan(before) || after <= before) return;
    residual = other;
    size = other_size;
  };
  for (const CoriolisCertificate& c : certificates) {
    worst.method = c.method;
    keep(worst.skew, worst.skew_size, c.skew, c.skew_size);
    keep(worst.power, worst.power_size, c.power, c.power_size);
    keep(worst.force, worst.force_size, c.force, c.force_size);
  }
  return worst;
}

}  // namespace kinetree
