// A definition in the program goes before that of the C library, also for shared libraries. Not
// operator new: Eigen and MuJoCo do not call it, and it calls malloc.
#include "allocation_count.hpp"

#include <cerrno>
#include <cstdlib>

namespace {
constinit thread_local long allocations = 0;
}  // namespace

#if KINETREE_COUNTS_ALLOCATIONS && defined(__GLIBC__)
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names of glibc
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
// NOLINTEND(readability-identifier-naming)

void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const taken = aligned_alloc(alignment, size);
  if (taken == nullptr) return ENOMEM;
  *block = taken;
  return 0;
}
}

bool kinetree::cli::allocations_are_counted() noexcept { return true; }
#else
bool kinetree::cli::allocations_are_counted() noexcept { return false; }
#endif

long kinetree::cli::allocation_count() noexcept { return allocations; }
