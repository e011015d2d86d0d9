// How fast neighbouring motions part: eigenvalues of the linearised right-hand side.
#pragma once
#include <optional>

#include "simulate/system.hpp"

namespace kinetree::simulation {

/// Largest real part, in 1/s; nothing where it is not finite or the robot is too large for dense
/// eigenvalues.
std::optional<double> growth(System& system, const State& x);

}  // namespace kinetree::simulation
