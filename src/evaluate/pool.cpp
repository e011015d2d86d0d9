#include "evaluate/pool.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include "kinetree/error.hpp"

namespace kinetree {

struct Pool::Impl {
  tbb::task_arena arena;
};

// More threads than cores would only wait, and oneTBB would complain on stderr.
int count_threads(int wanted) {
  if (wanted < 0) throw UsageError(fmt::format("{} threads: give 0 (all cores) or more", wanted));
  const int cores = tbb::info::default_concurrency();
  return wanted == 0 ? cores : std::min(wanted, cores);
}

Pool::Pool(int threads) : impl_(std::make_unique<Impl>()) {
  impl_->arena.initialize(count_threads(threads));
}
Pool::~Pool() = default;

void Pool::run(int count, void (*f)(void*, int), void* context) {
  impl_->arena.execute([&] {
    tbb::parallel_for(
        0, count, [&](int i) { f(context, i); }, tbb::auto_partitioner{});
  });
}

}  // namespace kinetree
