// Counts what is allocated: every malloc of this program.
#pragma once

namespace kinetree::testing {

long allocations() noexcept;

template <class F>
long allocated_by(F f) {
  const long before = allocations();
  f();
  return allocations() - before;
}

}  // namespace kinetree::testing
