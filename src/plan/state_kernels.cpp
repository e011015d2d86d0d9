// One state on the registers of one instruction set. Compiled once for each set (cmake/simd.cmake),
// so nothing here may have a name that the sets share: see scalar/pack.hpp.
#include "plan/state_kernels.hpp"

#include <new>

#include "plan/bodies_tasks.hpp"
#include "plan/limbs_dynamics.hpp"
#include "plan/screws_tasks.hpp"

namespace kinetree::KINETREE_SIMD_SET {
namespace {

/// What comes first in the memory.
struct alignas(64) StateHead {
  Screws screws;
  Bodies bodies;
  LimbsScratch limbs;
};

template <void (ScrewsTasks::*task)()>
void by_screws(const PlanView& plan, std::byte* memory, const StateArrays& arrays) noexcept {
  ScrewsTasks tasks(plan, reinterpret_cast<StateHead*>(memory)->screws, arrays);
  (tasks.*task)();
}
/// Bodies that all fit one register: numbers of this function stay in registers from step to step,
/// and loops over groups have one turn.
template <void (BodiesTasks::*task)()>
[[gnu::flatten]] void by_one_register(const PlanView& plan, StateHead& head,
                                      const StateArrays& arrays) noexcept {
  BodyGroup body;
  spatial::Pose<Pack> local;
  Pack v(0.0), a(0.0);
  Bodies one = head.bodies;
  one.groups = 1;
  one.floating = 0;
  one.chain = true;
  one.body = &body;
  one.local = &local;
  one.v = &v;
  one.a = &a;
  BodiesTasks tasks(plan, one, head.screws, arrays);
  (tasks.*task)();
}
template <void (BodiesTasks::*task)(), bool short_task = true>
void by_bodies(const PlanView& plan, std::byte* memory, const StateArrays& arrays) noexcept {
  StateHead& head = *reinterpret_cast<StateHead*>(memory);
  if constexpr (short_task) {
    if (head.bodies.one_register()) return by_one_register<task>(plan, head, arrays);
  }
  BodiesTasks tasks(plan, head.bodies, head.screws, arrays);
  (tasks.*task)();
}

template <void (LimbsTasks::*task)()>
void by_limbs(const PlanView& plan, std::byte* memory, const StateArrays& arrays) noexcept {
  LimbsTasks tasks(plan, reinterpret_cast<StateHead*>(memory)->limbs, arrays);
  (tasks.*task)();
}

std::size_t state_memory(const PlanView& plan) {
  StateHead counted;
  Arena<Pack> arena(nullptr);
  counted.bodies.place(plan, arena);
  counted.limbs.place(plan, arena);
  counted.screws.place(plan, arena, false);
  return sizeof(StateHead) + arena.used();
}
void prepare_state(const PlanView& plan, std::byte* memory) {
  StateHead& head = *new (memory) StateHead;
  Arena<Pack> arena(memory + sizeof(StateHead));
  head.bodies.place(plan, arena);
  head.limbs.place(plan, arena);
  head.screws.place(plan, arena, false);
  head.bodies.fill(plan);
  head.limbs.fill(plan);
  head.screws.fill(plan);
}

}  // namespace

const StateKernels& state_kernels() noexcept {
  using S = ScrewsTasks;
  using B = BodiesTasks;
  using L = LimbsTasks;
  static constexpr StateKernels kernels{
      state_memory,
      prepare_state,
      {{{by_screws<&S::mass_matrix>, by_screws<&S::coriolis>, by_screws<&S::gravity>,
         by_screws<&S::bias>, by_screws<&S::inverse_dynamics>, by_screws<&S::forward_dynamics>,
         by_screws<&S::inverse_derivatives>, by_screws<&S::forward_derivatives>},
        {by_bodies<&B::mass_matrix>, by_bodies<&B::coriolis>, by_bodies<&B::gravity>,
         by_bodies<&B::bias>, by_bodies<&B::inverse_dynamics>, by_bodies<&B::forward_dynamics>,
         by_bodies<&B::inverse_derivatives, false>, by_bodies<&B::forward_derivatives, false>},
        {by_limbs<&L::mass_matrix>, by_limbs<&L::coriolis>, by_limbs<&L::gravity>,
         by_limbs<&L::bias>, by_limbs<&L::inverse_dynamics>, by_limbs<&L::forward_dynamics>,
         nullptr, nullptr}}}};
  return kernels;
}

}  // namespace kinetree::KINETREE_SIMD_SET
