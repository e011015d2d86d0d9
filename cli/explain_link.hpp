// kinetree explain MODEL --link NAME
#pragma once
#include "kinetree/model.hpp"
#include "verb.hpp"

namespace kinetree::cli {

/// What the bodies of one link add to M, C and g, as text or as kinetree-link/1.
int explain_link(const Arguments& arguments, Console& console, const Model& model,
                 const std::string& name);

}  // namespace kinetree::cli
