// M and C of bodies that all fit one register.
//
// By diagonals, a register each: numbers of all bodies times those of the bodies so many lanes
// before. A column has a piece of each of them: diagonals on both sides of the first one lie in one
// register, in a cycle, and are columns when every lane has been turned by its number.
#pragma once
#include "plan/bodies.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Lane k gets what lane k - by has, the first ones what the last have.
template <int by, int... k>
Pack turned_up(const Pack& x, std::integer_sequence<int, k...> /*all*/) {
  return Pack(__builtin_shufflevector(x.value, x.value, ((k + lanes - by) % lanes)...));
}
/// Lane k gets what lane k + by of b has, the last ones what they have in a.
template <int by, int... k>
Pack shifted_into(const Pack& a, const Pack& b, std::integer_sequence<int, k...> /*all*/) {
  return Pack(__builtin_shufflevector(a.value, b.value, (k + by < lanes ? lanes + k + by : k)...));
}
/// Lanes whose number has that bit from b, the others from a.
template <int bit, int... k>
Pack mixed(const Pack& a, const Pack& b, std::integer_sequence<int, k...> /*all*/) {
  return Pack(__builtin_shufflevector(a.value, b.value, ((k & bit) != 0 ? lanes + k : k)...));
}

/// x[t], lane i: entry (i, i + t), counted in a cycle; to x[j]: entry (i, j).
template <int bit>
void turn_by_lane(Pack* x) {
  Pack before[lanes];
  for (int j = 0; j < lanes; ++j) before[j] = x[j];
  for (int j = 0; j < lanes; ++j) {
    x[j] = mixed<bit>(before[j], before[(j + lanes - bit) % lanes], Lanes());
  }
}
/// Of above[s], lane j: entry (j - s, j), and below[s], lane i: entry (i, i - s).
template <int... t>
void columns_of_diagonals(const Pack* above, const Pack* below, Pack* x,
                          std::integer_sequence<int, t...> /*lanes - 1*/) {
  x[0] = above[0];
  ((x[t + 1] = shifted_into<t + 1>(below[lanes - 1 - t], above[t + 1], Lanes())), ...);
  turn_by_lane<1>(x);
  if constexpr (lanes > 2) turn_by_lane<2>(x);
  if constexpr (lanes > 4) turn_by_lane<4>(x);
}
template <class T, int by>
T turned_up(const T& x, std::integral_constant<int, by> /*so far*/) {
  return map(x, [](const Pack& number) { return turned_up<by>(number, Lanes()); });
}

/// All columns of M, zeros beyond the last body. Needs sums.
template <int... s>
void columns_of_mass_matrix(const Bodies& b, Pack* M, std::integer_sequence<int, s...> /*all*/) {
  const BodyGroup& body = b.body[0];
  const auto product = [&body](auto by) { return dot(turned_up(body.phi, by), body.momentum); };
  Pack diagonal[lanes];
  ((diagonal[s] = s < b.count ? product(std::integral_constant<int, s>()) : Pack(0.0)), ...);
  diagonal[0] = diagonal[0] + Pack::load(b.armature);
  columns_of_diagonals(diagonal, diagonal, M, std::make_integer_sequence<int, lanes - 1>());
}
/// The same of what write_pair_products() writes.
template <int... s>
void columns_of_pair_products(const Bodies& b, Pack* C, std::integer_sequence<int, s...> /*all*/) {
  const BodyGroup& body = b.body[0];
  const auto product_above = [&body](auto by) { return dot(turned_up(body.phi, by), body.column); };
  const auto product_below = [&body](auto by) {
    return dot(turned_up(body.X, by), body.momentum) + dot(turned_up(body.Y.angular, by), body.row);
  };
  Pack above[lanes], below[lanes];
  ((above[s] = s < b.count ? product_above(std::integral_constant<int, s>()) : Pack(0.0)), ...);
  ((below[s] = 0 < s && s < b.count ? product_below(std::integral_constant<int, s>()) : Pack(0.0)),
   ...);
  columns_of_diagonals(above, below, C, std::make_integer_sequence<int, lanes - 1>());
}

/// Column c at to + c · stride.
inline void write_columns(const Pack* columns, int count, double* to, std::ptrdiff_t stride) {
  for (int c = 0; c < lanes; ++c) {
    if (c < count) columns[c].store(to + c * stride);
  }
}

/// a of M a = τ - h. Needs sums and forces.
inline void accelerate_one_register(const Bodies& b, const double* tau, double* a) {
  Pack column[lanes + 1];
  columns_of_mass_matrix(b, column, Lanes());
  column[lanes] = load_some(tau, b.count) - dot(b.body[0].phi, b.body[0].force);
  solve_in_registers(column, b.count, Lanes());
  store_some(column[lanes], a, b.count);
}

}  // namespace kinetree::KINETREE_SIMD_SET
