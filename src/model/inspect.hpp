// Faults of links and joints that can be seen without computing any dynamics.
#pragma once
#include "kinetree/model.hpp"
#include "model/findings.hpp"

namespace kinetree {

/// What makes a model impossible to evaluate: numbers that are not finite, negative masses, axes
/// without direction, rotations that do not rotate, mimics of nothing. All of level error.
Diagnostics faults(const Model& model);

/// The same of one link, wherever it hangs, and of all mimics.
void link_faults(const Link& link, const std::string& file, Findings& found);
void link_doubts(const Link& link, bool is_root, const std::string& file, Findings& found);
void mimic_faults(const Model& model, Findings& found);

/// What is physically wrong or suspicious about the links: inertia that no mass distribution has,
/// axes that had to be normalised, sizes that hint at wrong units. Warnings.
Diagnostics doubts(const Model& model);

}  // namespace kinetree
