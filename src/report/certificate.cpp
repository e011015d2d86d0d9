// The certificate of a Coriolis matrix in words.
#include <fmt/format.h>

#include <algorithm>

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
  for (const CoriolisCertificate& c : certificates) {
    worst.method = c.method;
    const auto keep = [](double& kept, double other) { kept = std::max(kept, other); };
    keep(worst.skew, c.skew);
    keep(worst.power, c.power);
    keep(worst.force, c.force);
    keep(worst.skew_size, c.skew_size);
    keep(worst.power_size, c.power_size);
    keep(worst.force_size, c.force_size);
  }
  return worst;
}

}  // namespace kinetree
