// URDF in.
#pragma once
#include "io/complaints.hpp"
#include "io/xml.hpp"
#include "model/assemble.hpp"

namespace kinetree {

/// Links in the order of the joints that move them, the root first; faults go to `complaints`. The
/// document is let go as soon as its elements are read: it is the largest thing in memory.
ModelDraft read_urdf(std::unique_ptr<xml::Document> document, Complaints& complaints);

}  // namespace kinetree
