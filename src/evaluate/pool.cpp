#include "evaluate/pool.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace kinetree {

struct Pool::Impl {
  tbb::task_arena arena;
};

Pool::Pool(int threads) : impl_(std::make_unique<Impl>()) { impl_->arena.initialize(threads); }
Pool::~Pool() = default;

void Pool::run(int count, void (*f)(void*, int), void* context) {
  impl_->arena.execute([&] {
    tbb::parallel_for(
        0, count, [&](int i) { f(context, i); }, tbb::auto_partitioner{});
  });
}

}  // namespace kinetree
