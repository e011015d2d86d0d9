// Many simulations at once: the robot moves from many states by fixed steps, several of them in one
// register, blocks of them on threads.
//
//   kinetree::Rollout rollout(model, {.method = kinetree::Rollout::rk4});
//   rollout.run(q, v, tau, {.step = 1e-3, .steps = 100}, {.q = q, .v = v, .failed = failed});
//
// Arrays are in blocks of lanes() states, as those of BatchEvaluator, which converts them. A block
// stays in the cache for all its steps. Steps are those of simulate() with the same method, to
// rounding; quaternions are multiplied and stay of length one. docs/batches.md.
#pragma once
#include <cstddef>
#include <memory>
#include <span>

#include "kinetree/batch.hpp"

namespace kinetree {

class Rollout {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;
  enum Method { semi_implicit_euler, rk4 };

  struct Options {
    Method method = semi_implicit_euler;
    Include include = {};
    int threads = 1;  ///< 0: all cores; the result does not depend on it
  };
  /// Throws ModelError where nothing gives a joint inertia.
  explicit Rollout(const Model& model, const Options& options);
  Rollout(Rollout&&) noexcept;
  Rollout& operator=(Rollout&&) noexcept;
  ~Rollout();

  int lanes() const noexcept;  ///< states a block
  int nq() const noexcept;
  int nv() const noexcept;
  int threads() const noexcept;

  struct Steps {
    double step = 1e-3;  ///< s
    int steps = 1;
    int every = 0;  ///< samples after so many steps each; 0: none
    int samples() const noexcept { return every > 0 ? steps / every : 0; }
  };
  struct Result {
    Out q, v;  ///< after the last step; may be where the states came from
    /// samples() · nq and samples() · nv numbers a state: one sample after the other.
    Out q_samples = {}, v_samples = {};
    /// One a state, of all blocks: after which step it was first not finite; 0: never. The others
    /// go on.
    std::span<int> failed = {};
  };
  /// `tau` is empty (no forces), has nv numbers a state (they stay), or steps · nv (held for a step
  /// each). Throws UsageError where sizes do not fit, a number is not finite or a quaternion not
  /// of length one; nothing is written then. With one thread nothing is allocated.
  void run(In q, In v, In tau, const Steps& steps, const Result& result);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kinetree
