// Batches on the registers of one instruction set. Compiled once for each set (src/CMakeLists.txt),
// so nothing here may have a name that the sets share: see scalar/pack.hpp.
#include "batch/kernels.hpp"

#include <cstdint>
#include <new>
#include <type_traits>

#include "batch/is_state.hpp"
#include "batch/products.hpp"
#include "batch/result_matrix.hpp"
#include "plan/tasks.hpp"
#include "scalar/pack.hpp"

namespace kinetree::KINETREE_SIMD_SET {
namespace {

using Square = PackedSquare<Pack>;

/// What comes first in the memory of a thread.
struct alignas(64) Head {
  Scratch<Pack> scratch;
};

class Block {
 public:
  Block(const PlanView& plan, std::byte* memory, const BatchArrays& arrays)
      : plan_(plan), w_(reinterpret_cast<Head*>(memory)->scratch), arrays_(arrays) {}

  void take(std::ptrdiff_t block) {
    load(arrays_.q, block, w_.user_q);
    Tasks<Pack>(plan_, w_).take_q();
    if (arrays_.v != nullptr) take_rate(arrays_.v, block, w_.v);
  }
  void take_a(std::ptrdiff_t block) { take_rate(arrays_.x, block, w_.a); }
  void take_tau(std::ptrdiff_t block) { load(arrays_.x, block, {w_.tau.data(), plan_.nv}); }
  void give_vector(std::ptrdiff_t block) {
    double* to = arrays_.out[0] + block * plan_.nv * lanes;
    for (int k = 0; k < plan_.nv; ++k, to += lanes) w_.out[k].store(to);
  }
  template <bool streams>
  ResultMatrix<streams> there(std::size_t which, std::ptrdiff_t block) const {
    const std::ptrdiff_t size = std::ptrdiff_t{plan_.nv} * plan_.nv * lanes;
    return {arrays_.out[which] + block * size, plan_.nv, w_.pattern.zeros};
  }
  /// Calls f with streamed matrices or others. Damping is added to what is there: read again.
  template <class F>
  void with_results(F f) const {
    if (arrays_.streams && plan_.damping.size() == 0) return f(std::true_type{});
    f(std::false_type{});
  }
  /// A whole matrix, column by column, from where its entries are.
  template <class Entry>
  void give_matrix(std::size_t which, std::ptrdiff_t block, Entry entry) {
    const int size = plan_.nv * plan_.nv;
    double* to = arrays_.out[which] + block * size * lanes;
    if (arrays_.streams) {
      for (int k = 0; k < size; ++k, to += lanes) stream(entry(k), to);
    } else {
      for (int k = 0; k < size; ++k, to += lanes) entry(k).store(to);
    }
  }
  /// Of one triangle, to both.
  void give_symmetric(std::ptrdiff_t block) {
    const unsigned* const place = w_.pattern.place.data();
    const auto* const from = reinterpret_cast<const std::byte*>(w_.square[0].data());
    const auto other =
        static_cast<unsigned>(sizeof(Pack)) * static_cast<unsigned>(plan_.packed + 1);
    give_matrix(0, block, [=](int k) {
      const unsigned below = place[k] - other;  // far away, of an entry that is below already
      return at(from + (below < place[k] ? below : place[k]));
    });
  }
  /// Where the user wants a packed matrix, if registers can be written there whole and stay in the
  /// caches.
  Pack* packed_there(std::ptrdiff_t block) const {
    double* const to = arrays_.out[0] + block * plan_.packed * lanes;
    const bool aligned = reinterpret_cast<std::uintptr_t>(to) % alignof(Pack) == 0;
    return aligned && !arrays_.streams ? reinterpret_cast<Pack*>(to) : nullptr;
  }
  void give_packed(const Pack* M, std::ptrdiff_t block) {
    double* to = arrays_.out[0] + block * plan_.packed * lanes;
    if (arrays_.streams) {
      for (int k = 0; k < plan_.packed; ++k, to += lanes) stream(M[k], to);
    } else {
      for (int k = 0; k < plan_.packed; ++k, to += lanes) M[k].store(to);
    }
  }
  Scratch<Pack>& scratch() { return w_; }

 private:
  void take_rate(const double* from, std::ptrdiff_t block, View<Pack> to) {
    if (!plan_.coupled()) return load(from, block, to);
    load(from, block, w_.user_v);
    Tasks<Pack>(plan_, w_).take_rate(to);
  }
  static const Pack& at(const std::byte* from) { return *reinterpret_cast<const Pack*>(from); }
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
  std::ptrdiff_t b = first;
  for (; b < last && is_state(plan, arrays, b); ++b) {
    block.take(b);
    take(block, b);
    run(block, Tasks<Pack>(plan, block.scratch()), b);
  }
  if (arrays.streams) end_streams();
  return b;
}

constexpr auto nothing_more = [](Block&, std::ptrdiff_t) {};
constexpr auto accelerations = [](Block& block, std::ptrdiff_t b) { block.take_a(b); };
constexpr auto given_forces = [](Block& block, std::ptrdiff_t b) { block.take_tau(b); };

std::ptrdiff_t mass_matrix(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                           std::ptrdiff_t first, std::ptrdiff_t last) {
  return for_blocks(plan, memory, arrays, first, last, nothing_more,
                    [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      // Rotors are added to what is there, which must not be streamed by then.
                      if (!arrays.streams) return tasks.mass_matrix(block.there<false>(0, b));
                      tasks.mass_matrix(PackedMatrix<Pack>(block.scratch().square[0].data(), plan));
                      block.give_symmetric(b);
                    });
}
std::ptrdiff_t packed_mass_matrix(const PlanView& plan, std::byte* memory,
                                  const BatchArrays& arrays, std::ptrdiff_t first,
                                  std::ptrdiff_t last) {
  return for_blocks(plan, memory, arrays, first, last, nothing_more,
                    [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      Pack* const there = block.packed_there(b);
                      if (there != nullptr) {
                        return tasks.mass_matrix(PackedMatrix<Pack>(there, plan));
                      }
                      Pack* const M = block.scratch().packed.data();
                      tasks.mass_matrix(PackedMatrix<Pack>(M, plan));
                      block.give_packed(M, b);
                    });
}

std::ptrdiff_t coriolis(const PlanView& plan, std::byte* memory, const BatchArrays& arrays,
                        std::ptrdiff_t first, std::ptrdiff_t last) {
  return for_blocks(
      plan, memory, arrays, first, last, nothing_more,
      [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
        block.with_results([&](auto streams) { tasks.coriolis(block.there<streams>(0, b)); });
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
  return for_blocks(plan, memory, arrays, first, last, accelerations,
                    [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      block.with_results([&](auto streams) {
                        tasks.inverse_derivatives(block.there<streams>(0, b),
                                                  block.there<streams>(1, b));
                      });
                    });
}
std::ptrdiff_t forward_derivatives(const PlanView& plan, std::byte* memory,
                                   const BatchArrays& arrays, std::ptrdiff_t first,
                                   std::ptrdiff_t last) {
  return for_blocks(plan, memory, arrays, first, last, given_forces,
                    [&](Block& block, Tasks<Pack> tasks, std::ptrdiff_t b) {
                      const Scratch<Pack>& w = block.scratch();
                      tasks.forward_derivatives(Square(w.square[0].data(), plan),
                                                Square(w.square[1].data(), plan),
                                                w.matrix[0].data());
                      arrays.streams ? give_products<true>(plan, w, arrays, b)
                                     : give_products<false>(plan, w, arrays, b);
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
      {mass_matrix, packed_mass_matrix, coriolis, gravity, bias, inverse_dynamics, forward_dynamics,
       inverse_derivatives, forward_derivatives}};
  return kernels;
}

}  // namespace kinetree::KINETREE_SIMD_SET
