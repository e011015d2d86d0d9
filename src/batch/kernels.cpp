// Batches on the registers of one instruction set. Compiled once for each set (src/CMakeLists.txt),
// so nothing here may have a name that the sets share: see scalar/pack.hpp.
#include "batch/kernels.hpp"

#include <cstdint>
#include <new>

#include "batch/is_state.hpp"
#include "plan/tasks.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {
namespace {

using Matrix = MatrixView<Pack>;

/// What comes first in the memory of a thread.
struct alignas(64) Head {
  Scratch<Pack> scratch;
};

class Block {
 public:
  Block(const PlanView& plan, std::byte* memory, const BatchArrays& arrays)
      : plan_(plan), w_(reinterpret_cast<Head*>(memory)->scratch), arrays_(arrays) {}

  void take(std::ptrdiff_t block) {
    Tasks<Pack> tasks(plan_, w_);
    load(arrays_.q, block, w_.user_q);
    tasks.take_q();
    if (arrays_.v == nullptr) return;
    load(arrays_.v, block, w_.user_v);
    tasks.take_rate(w_.v);
  }
  void take_a(std::ptrdiff_t block) {
    load(arrays_.x, block, w_.user_v);
    Tasks<Pack>(plan_, w_).take_rate(w_.a);
  }
  void take_tau(std::ptrdiff_t block) { load(arrays_.x, block, {w_.tau.data(), plan_.nv}); }
  void give_vector(std::ptrdiff_t block) {
    double* to = arrays_.out[0] + block * plan_.nv * lanes;
    for (int k = 0; k < plan_.nv; ++k, to += lanes) w_.out[k].store(to);
  }
  /// Where result `which` of so many numbers goes: straight there, if it lies as registers do.
  Pack* result(int which, std::ptrdiff_t block, std::ptrdiff_t size) {
    double* const to = arrays_.out[static_cast<std::size_t>(which)] + block * size * lanes;
    const bool aligned = reinterpret_cast<std::uintptr_t>(to) % alignof(Pack) == 0;
    return aligned ? reinterpret_cast<Pack*>(to) : w_.matrix[which].data();
  }
  void give(int which, std::ptrdiff_t block, std::ptrdiff_t size) {
    double* const to = arrays_.out[static_cast<std::size_t>(which)] + block * size * lanes;
    const Pack* const from = w_.matrix[which].data();
    if (result(which, block, size) != from) return;
    for (std::ptrdiff_t k = 0; k < size; ++k) from[k].store(to + k * lanes);
  }
  Scratch<Pack>& scratch() { return w_; }

 private:
  static void load(const double* from, std::ptrdiff_t block, View<Pack> to) {
    from += block * to.size() * lanes;
    for (int k = 0; k < to.size(); ++k, from += lanes) to[k] = Pack::load(from);
  }
  const PlanView& plan_;
  Scratch<Pack>& w_;
  const BatchArrays& arrays_;
};

/// Takes what the task needs of each block, and runs it.
template <class Take, class Run>
std::ptrdiff_t for_blocks(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                          std::ptrdiff_t first, std::ptrdiff_t last, Take take, Run run) {
  Block block(plan, memory, arrays);
  for (std::ptrdiff_t b = first; b < last; ++b) {
    if (!is_state(plan, arrays, b)) return b;
    block.take(b);
    take(block, b);
    run(block, Tasks<Pack>(plan, block.scratch()), b);
  }
  return last;
}

constexpr auto nothing_more = [](Block&, std::ptrdiff_t) {};
constexpr auto accelerations = [](Block& block, std::ptrdiff_t b) { block.take_a(b); };
constexpr auto given_forces = [](Block& block, std::ptrdiff_t b) { block.take_tau(b); };

template <bool packed>
std::ptrdiff_t mass_matrix(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                           std::ptrdiff_t first, std::ptrdiff_t last) {
  const std::ptrdiff_t size = packed ? plan.packed : static_cast<std::ptrdiff_t>(plan.nv) * plan.nv;
  return for_blocks(plan, memory, arrays, first, last, nothing_more,
                    [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      Pack* const out = block.result(0, b, size);
                      if constexpr (packed) {
                        tasks.mass_matrix(PackedMatrix<Pack>(out, plan.row, plan.level));
                      } else {
                        tasks.mass_matrix(Matrix(out, plan.nv, plan.nv));
                      }
                      block.give(0, b, size);
                    });
}

std::ptrdiff_t coriolis(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                        std::ptrdiff_t first, std::ptrdiff_t last) {
  const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(plan.nv) * plan.nv;
  return for_blocks(plan, memory, arrays, first, last, nothing_more,
                    [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      tasks.coriolis(Matrix(block.result(0, b, size), plan.nv, plan.nv));
                      block.give(0, b, size);
                    });
}

template <kernel::Terms terms, class Take>
std::ptrdiff_t forces(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                      std::ptrdiff_t first, std::ptrdiff_t last, Take take) {
  return for_blocks(plan, memory, arrays, first, last, take,
                    [](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      tasks.template forces<terms>();
                      block.give_vector(b);
                    });
}
std::ptrdiff_t gravity(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                       std::ptrdiff_t first, std::ptrdiff_t last) {
  return forces<kernel::Terms::gravity>(plan, memory, arrays, first, last, nothing_more);
}
std::ptrdiff_t bias(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                    std::ptrdiff_t first, std::ptrdiff_t last) {
  return forces<kernel::Terms::bias>(plan, memory, arrays, first, last, nothing_more);
}
std::ptrdiff_t inverse_dynamics(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                                std::ptrdiff_t first, std::ptrdiff_t last) {
  return forces<kernel::Terms::all>(plan, memory, arrays, first, last, accelerations);
}
std::ptrdiff_t forward_dynamics(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                                std::ptrdiff_t first, std::ptrdiff_t last) {
  return for_blocks(plan, memory, arrays, first, last, given_forces,
                    [](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      tasks.forward_dynamics();
                      block.give_vector(b);
                    });
}

std::ptrdiff_t inverse_derivatives(const PlanView& plan, std::byte* memory,
                                   const BatchArrays& arrays, std::ptrdiff_t first,
                                   std::ptrdiff_t last) {
  const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(plan.nv) * plan.nv;
  return for_blocks(plan, memory, arrays, first, last, accelerations,
                    [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      tasks.inverse_derivatives(Matrix(block.result(0, b, size), plan.nv, plan.nv),
                                                Matrix(block.result(1, b, size), plan.nv, plan.nv));
                      for (int which = 0; which < 2; ++which) block.give(which, b, size);
                    });
}
std::ptrdiff_t forward_derivatives(const PlanView& plan, std::byte* memory,
                                   const BatchArrays& arrays, std::ptrdiff_t first,
                                   std::ptrdiff_t last) {
  const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(plan.nv) * plan.nv;
  return for_blocks(plan, memory, arrays, first, last, given_forces,
                    [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      tasks.forward_derivatives(Matrix(block.result(0, b, size), plan.nv, plan.nv),
                                                Matrix(block.result(1, b, size), plan.nv, plan.nv),
                                                Matrix(block.result(2, b, size), plan.nv, plan.nv));
                      for (int which = 0; which < 3; ++which) block.give(which, b, size);
                    });
}

std::size_t memory_of(const PlanView& plan) {
  Scratch<Pack> counted;
  Arena<Pack> arena(nullptr);
  counted.place(plan, arena, true);
  return sizeof(Head) + arena.used();
}
void prepare(const PlanView& plan, std::byte* memory) {
  Scratch<Pack>& scratch = (new (memory) Head)->scratch;
  Arena<Pack> arena(memory + sizeof(Head));
  scratch.place(plan, arena, true);
  scratch.fill(plan);
}

}  // namespace

const BatchKernels& batch_kernels() noexcept {
  static constexpr BatchKernels kernels{
      lanes,
      is_state,
      memory_of,
      prepare,
      {mass_matrix<false>, mass_matrix<true>, coriolis, gravity, bias, inverse_dynamics,
       forward_dynamics, inverse_derivatives, forward_derivatives}};
  return kernels;
}

}  // namespace kinetree::KINETREE_SIMD_SET
