// M, C and derivatives from the bodies of a chain in lanes.
//
// An entry is a dot product of numbers of two bodies: one of them in all lanes, as many others as
// there are lanes. Columns are written one after the other, whole registers at a time: the last one
// of a column reaches into the next, which is written afterwards, and that of the last column
// beyond the matrix. So there must be room for more numbers (state_padding).
#pragma once
#include "plan/bodies.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// One lane of a vector, motion or force, in all lanes.
template <class T>
T broadcast(const T& group, int lane) {
  return map(group,
             [lane](const Pack& x) { return Pack(reinterpret_cast<const double*>(&x)[lane]); });
}

/// Column `lane` of group `own`: above(body) has the rows up to that of its own body, below(body)
/// those after it.
template <class Above, class Below>
void write_column(const Bodies& b, int own, int lane, double* out, Above above, Below below) {
  for (int g = 0; g < own; ++g) above(b.body[g]).store(out + g * apart);
  const Pack mixed = first_of(lane + 1, above(b.body[own]), below(b.body[own]));
  mixed.store(out + own * apart);
  for (int g = own + 1; g < b.groups; ++g) below(b.body[g]).store(out + g * apart);
}

/// Calls f(group, lane, where its column is) for every column of a matrix.
template <class F>
void for_each_column(const Bodies& b, double* out, std::ptrdiff_t stride, F f) {
  for (int own = 0; own < b.groups; ++own) {
    const int in_group = b.count - own * lanes < lanes ? b.count - own * lanes : lanes;
    for (int lane = 0; lane < in_group; ++lane, out += stride) f(own, lane, out);
  }
}

/// Column c at M + c · stride. Needs sums.
inline void write_mass_matrix(const Bodies& b, double* M, std::ptrdiff_t stride) {
  for_each_column(b, M, stride, [&](int own, int lane, double* out) {
    const spatial::Motion<Pack> phi = broadcast(b.body[own].phi, lane);
    const spatial::Force<Pack> F = broadcast(b.body[own].momentum, lane);
    write_column(
        b, own, lane, out, [&](const BodyGroup& row) { return dot(row.phi, F); },
        [&](const BodyGroup& row) { return dot(phi, row.momentum); });
  });
  if (!b.rotors) return;
  const double* const armature = b.armature;
  for (int c = 0; c < b.count; ++c) M[c * (stride + 1)] += armature[c];
}

/// out(i, j) = Φ_i · ( I X_j + B Y_j ) of the deeper of the two, as pair_products() of
/// coriolis/recursive.hpp has it. `column` of every body must hold I X + B Y and what else belongs
/// to rows above: nothing in the end that is felt by Φ_j itself. Needs sums.
inline void write_pair_products(const Bodies& b, double* C) {
  for_each_column(b, C, b.count, [&](int own, int lane, double* out) {
    const spatial::Force<Pack> column = broadcast(b.body[own].column, lane);
    const spatial::Motion<Pack> X = broadcast(b.body[own].X, lane);
    const spatial::Vec3<Pack> Y = broadcast(b.body[own].Y.angular, lane);
    write_column(
        b, own, lane, out, [&](const BodyGroup& row) { return dot(row.phi, column); },
        [&](const BodyGroup& row) { return dot(X, row.momentum) + dot(Y, row.row); });
  });
}

}  // namespace kinetree::KINETREE_SIMD_SET
