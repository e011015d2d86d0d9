// URDF in.
#pragma once
#include "io/complaints.hpp"
#include "io/xml.hpp"
#include "model/assemble.hpp"

namespace kinetree {

/// Links in the order of the joints that move them, the root first; faults go to `complaints`.
ModelDraft read_urdf(const xml::Element& robot, Complaints& complaints);

}  // namespace kinetree
