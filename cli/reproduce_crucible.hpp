// Laus et al., section 3: the pelican arm takes up a crucible by a passive joint, carries it, and
// puts it down. The paper has the models; the experiment that they are meant for is ours.
#pragma once
#include "reproduction.hpp"

namespace kinetree::cli {

/// Adds items, checks, figures and data.
void reproduce_crucible(Reproduction& paper);

}  // namespace kinetree::cli
