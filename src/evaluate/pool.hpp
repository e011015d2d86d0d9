// Independent pieces of work, several at once. The only file that knows about threads is pool.cpp.
#pragma once
#include <memory>

namespace kinetree {

/// As many as are wanted, at most the cores; 0: all of them. Throws UsageError below that.
int count_threads(int wanted);

class Pool {
 public:
  explicit Pool(int threads);  ///< of count_threads()
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool();

  /// Calls f(0), …, f(count - 1) in any order and returns when all are done. They share nothing, so
  /// that the result does not depend on who computes what. May allocate and wait.
  template <class F>
  void for_each(int count, F& f) {
    run(
        count, [](void* context, int i) { (*static_cast<F*>(context))(i); }, &f);
  }

 private:
  void run(int count, void (*f)(void*, int), void* context);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kinetree
