#include "evaluate/pool.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace kinetree {

struct Pool::Impl {
  tbb::task_arena arena;
};

// More threads than cores would only wait, and oneTBB would complain on stderr.
Pool::Pool(int threads) : impl_(std::make_unique<Impl>()) {
  const int cores = tbb::info::default_concurrency();
  impl_->arena.initialize(threads == 0 ? cores : std::min(threads, cores));
}
Pool::~Pool() = default;

void Pool::run(int count, void (*f)(void*, int), void* context) {
  impl_->arena.execute([&] {
    tbb::parallel_for(
        0, count, [&](int i) { f(context, i); }, tbb::auto_partitioner{});
  });
}

}  // namespace kinetree
