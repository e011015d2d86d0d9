// The functions a scalar must have beside + - * /. Other scalars bring theirs along (found by ADL).
#pragma once
#include <cmath>

namespace kinetree::spatial {

inline void sin_cos(double angle, double& sine, double& cosine) noexcept {
  sine = std::sin(angle);
  cosine = std::cos(angle);
}
inline double sqrt(double x) noexcept { return std::sqrt(x); }

/// While the result of given(S) lives, what is computed is what papers take as given: positions,
/// axes, inertias along the world's axes. Only a scalar that counts operations cares.
struct NotCounted {};
inline NotCounted given(double /*any*/) noexcept { return {}; }

}  // namespace kinetree::spatial
