// The functions a scalar must have beside + - * /. Other scalars bring theirs along (found by ADL).
#pragma once
#include <cmath>

namespace kinetree::spatial {

inline void sin_cos(double angle, double& sine, double& cosine) noexcept {
  sine = std::sin(angle);
  cosine = std::cos(angle);
}
inline double sqrt(double x) noexcept { return std::sqrt(x); }

}  // namespace kinetree::spatial
