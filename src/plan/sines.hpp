// Sines and cosines of the coordinates that are angles, four at a time: one alone would wait for
// itself most of the time.
#pragma once
#include <cstddef>

#include "plan/pieces.hpp"
#include "plan/scratch.hpp"

namespace kinetree {

template <int count, class S>
void take_angles(const int* at, View<const S> from, const Scratch<S>& w) {
  S angle[std::size_t{count}], sine[std::size_t{count}], cosine[std::size_t{count}];
  for (int i = 0; i < count; ++i) angle[i] = from[at[i]];
  sin_cos(angle, sine, cosine);
  for (int i = 0; i < count; ++i) {
    w.sine[at[i]] = sine[i];
    w.cosine[at[i]] = cosine[i];
  }
}

template <class S>
void take_sines(const PlanView& plan, View<const S> from, const Scratch<S>& w) {
  const int* const angle = plan.angles.data();
  const int count = plan.angles.size();
  in_pieces<4>(count, [=, &w](auto piece, int first) {
    take_angles<piece.width, S>(angle + first, from, w);
  });
  const int *k = plan.turned.data(), *const end = k + plan.turned.size();
  for (; k != end; ++k) w.turn_by_offset(plan, *k);
}

}  // namespace kinetree
