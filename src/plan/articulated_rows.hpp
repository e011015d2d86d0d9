// A symmetric matrix of six rows and columns, and forces as its seventh row, in registers: the
// algebra of plan/articulated_solve.hpp.
#pragma once
#include "plan/limb_lanes.hpp"
#include "plan/small_solve.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Angular rows, linear ones, that of forces, and one for nothing.
using Rows = SmallColumn;
constexpr int force_row = 6;
using Parts = std::make_integer_sequence<int, small_registers>;
using Six = std::make_integer_sequence<int, 6>;

/// What a body answers accelerations with, whose descendants are free to move.
struct Articulated {  // NOLINT(readability-identifier-naming): of what copies it
  Rows column[6];
};

template <int... p>
Rows plus(const Rows& a, const Rows& b, const Pack& times, std::integer_sequence<int, p...>) {
  return {{(a.part[p] + b.part[p] * times)...}};
}
template <int... p>
Rows plus(const Rows& a, const Rows& b, const Rows& each, std::integer_sequence<int, p...>) {
  return {{(a.part[p] + b.part[p] * each.part[p])...}};
}
template <int... p>
Rows plus(const Rows& a, const Rows& b, std::integer_sequence<int, p...>) {
  return {{(a.part[p] + b.part[p])...}};
}
template <int... p>
Rows times(const Rows& a, const Pack& b, std::integer_sequence<int, p...>) {
  return {{(a.part[p] * b)...}};
}
inline Rows plus(const Rows& a, const Rows& b, const Pack& times) {
  return plus(a, b, times, Parts());
}
/// Row r in all lanes.
template <int r>
Pack row(const Rows& a) {
  return spread<r % lanes>(a.part[r / lanes], Lanes());
}
inline Rows force_rows(double x) {
  Rows a = {};
  a.part[force_row / lanes] = only(one_lane(force_row % lanes), Pack(x));
  return a;
}
template <int by, int... k>
Pack swapped(const Pack& x, std::integer_sequence<int, k...> /*all*/) {
  return Pack(__builtin_shufflevector(x.value, x.value, (k ^ by)...));
}
/// The dot product in all lanes.
inline Pack dot(const Rows& a, const Rows& b) {
  Pack x = a.part[0] * b.part[0];
  for (int p = 1; p < small_registers; ++p) x = x + a.part[p] * b.part[p];
  if constexpr (lanes > 4) x = x + swapped<4>(x, Lanes());
  if constexpr (lanes > 2) x = x + swapped<2>(x, Lanes());
  return x + swapped<1>(x, Lanes());
}

/// Eight numbers in another order.
template <int... from>
Rows ordered(const double* x) {
#if KINETREE_LANES == 8
  const Pack all = Pack::load(x);
  return {{Pack(__builtin_shufflevector(all.value, all.value, from...))}};
#else
  const double in_order[] = {x[from]...};
  Rows a;
  for (int p = 0; p < small_registers; ++p) a.part[p] = Pack::load(in_order + p * lanes);
  return a;
#endif
}
inline const double* numbers(const Rows& a) { return reinterpret_cast<const double*>(&a); }

/// The common point moves by d as one goes inwards: f × d is added to torques, and linear
/// velocities on the way out lose as much by ω.
struct Step {        // NOLINT(readability-identifier-naming): of what copies it
  int outer, inner;  ///< registers of bodies that it is between
  double d[3];
  Rows in[2], out[2];  ///< factors of ( y z x ) and of ( z x y )

  void set(double x, double y, double z) {
    const double forward[] = {y, z, x}, backward[] = {z, x, y};
    d[0] = x;
    d[1] = y;
    d[2] = z;
    for (int k = 0; k < 3; ++k) {
      in[0].set(k, backward[k]);
      in[1].set(k, -forward[k]);
      out[0].set(k + 3, -backward[k]);
      out[1].set(k + 3, forward[k]);
    }
  }
  Rows force(const Rows& a) const {
    const double* const x = numbers(a);
    const Rows b = plus(a, ordered<4, 5, 3, 7, 7, 7, 7, 7>(x), in[0], Parts());
    return plus(b, ordered<5, 3, 4, 7, 7, 7, 7, 7>(x), in[1], Parts());
  }
  Rows motion(const Rows& a) const {
    const double* const x = numbers(a);
    const Rows b = plus(a, ordered<7, 7, 7, 1, 2, 0, 7, 7>(x), out[0], Parts());
    return plus(b, ordered<7, 7, 7, 2, 0, 1, 7, 7>(x), out[1], Parts());
  }
  template <int... c>
  void inertia(Articulated& A, Rows& U, std::integer_sequence<int, c...> /*6*/) const {
    Rows* const column = A.column;
    column[0] = plus(plus(column[0], column[4], Pack(d[2])), column[5], Pack(-d[1]));
    column[1] = plus(plus(column[1], column[5], Pack(d[0])), column[3], Pack(-d[2]));
    column[2] = plus(plus(column[2], column[3], Pack(d[1])), column[4], Pack(-d[0]));
    ((column[c] = force(column[c])), ...);
    U = force(U);
  }
};

/// What is known of a joint beforehand, and what its elimination leaves behind.
struct ArticulatedJoint {
  Rows phi;
  double own[2 * small_rows];  ///< inertia of its link as own_entry() counts, and - x
  Rows U;                      ///< - U / d, about the common point of the joint before
  double r[2];                 ///< that times Φ of the joint before, and of the one before that
  double inverse_d;            ///< - 1 / d
  double armature;
  const Step* step;  ///< where the common point is another one than that of the joint before
};

/// Where the numbers of a column are among: I (6), h (3), m, -h (3), 0.
template <int column>
constexpr int own_entry(int row) {
  constexpr signed char entry[6][6] = {{0, 1, 2, 13, 12, 7},   {1, 3, 4, 8, 13, 10},
                                       {2, 4, 5, 11, 6, 13},   {13, 8, 11, 9, 13, 13},
                                       {12, 13, 6, 13, 9, 13}, {7, 10, 13, 13, 13, 9}};
  return row < 6 ? entry[column][row] : 13;
}
constexpr int right_side = 14;  ///< comes after them

#if KINETREE_LANES == 8
using OwnParts = Lanes;
template <int column, int... k>
Rows own_column(const ArticulatedJoint& j, std::integer_sequence<int, k...> /*rows*/) {
  return {{Pack(__builtin_shufflevector(Pack::load(j.own).value, Pack::load(j.own + 8).value,
                                        own_entry<column>(k)...))}};
}
#else
using OwnParts = Parts;
template <int column, int p, int... k>
Pack own_part(const ArticulatedJoint& j, std::integer_sequence<int, k...> /*lanes*/) {
  return Pack(Pack::Register{j.own[own_entry<column>(p * lanes + k)]...});
}
template <int column, int... p>
Rows own_column(const ArticulatedJoint& j, std::integer_sequence<int, p...> /*parts*/) {
  return {{own_part<column, p>(j, Lanes())...}};
}
#endif
template <int... c>
void add_own(Articulated& A, const ArticulatedJoint& j, std::integer_sequence<int, c...> /*6*/) {
  ((A.column[c] = plus(A.column[c], own_column<c>(j, OwnParts()), Parts())), ...);
}

}  // namespace kinetree::KINETREE_SIMD_SET
