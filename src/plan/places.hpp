// Loops over a few steps whose code is repeated for each of them.
//
// Where every step branches in its own way, as along the joints of a robot, a processor that sees
// one piece of code for all of them guesses wrong; and what one step hands to the next would go
// through memory. The mass matrix of seven joints takes half the time so.
#pragma once

namespace kinetree {

constexpr int repeated = 8;  ///< so many places have code of their own; all others share a loop

/// A place that is known when the code is made, and one that is not.
template <int at>
struct Place {
  static constexpr int value = at;
};
struct LaterPlace {
  int value;
};

/// Calls f for 0 … count - 1.
template <int own, int at = 0, class F>
[[gnu::always_inline]] inline void from_first(int count, const F& f) {
  if constexpr (at < own) {
    if (at >= count) return;
    f(Place<at>{});
    from_first<own, at + 1>(count, f);
  } else {
    for (int i = at; i < count; ++i) f(LaterPlace{i});
  }
}
/// Calls f for count - 1 … 0.
template <int own, int at = 0, class F>
[[gnu::always_inline]] inline void from_last(int count, const F& f) {
  if constexpr (at < own) {
    if (at >= count) return;
    from_last<own, at + 1>(count, f);
    f(Place<at>{});
  } else {
    for (int i = count - 1; i >= at; --i) f(LaterPlace{i});
  }
}
/// Calls f for all before the place, the nearest first.
template <int at, class F>
[[gnu::always_inline]] inline void before_place(Place<at> /*place*/, const F& f) {
  if constexpr (at > 0) {
    f(Place<at - 1>{});
    before_place(Place<at - 1>{}, f);
  }
}
template <class F>
[[gnu::always_inline]] inline void before_place(LaterPlace place, const F& f) {
  while (place.value-- > 0) f(place);
}

}  // namespace kinetree
