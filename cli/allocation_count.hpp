// How often the program asked for memory: every malloc is counted, whoever calls it (operator new,
// Eigen, another library).
#pragma once

namespace kinetree::cli {

/// False under sanitizers, which bring their own malloc, and without glibc.
bool allocations_are_counted() noexcept;

/// Requests of this thread so far. Counting costs an addition.
long allocation_count() noexcept;

}  // namespace kinetree::cli
