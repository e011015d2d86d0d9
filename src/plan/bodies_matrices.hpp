// M, C and derivatives from bodies in lanes.
//
// An entry is a dot product of numbers of two bodies: one of them in all lanes, as many others as
// there are lanes. Columns are written one after the other, whole registers at a time: the last one
// of a column reaches into the next, which is written afterwards, and that of the last column
// beyond the matrix. So there must be room for more numbers (state_padding).
#pragma once
#include "plan/bodies_cycle.hpp"
#include "plan/limb_lanes.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Where columns are written from and to: what no number that is written can change.
struct ColumnWriter {
  const BodyGroup* body;
  const int* row;
  const unsigned char *reach, *in_a_row;
  int groups;

  explicit ColumnWriter(const Bodies& b)
      : body(b.body), row(b.row), reach(b.reach), in_a_row(b.in_a_row), groups(b.groups) {}

  /// Column `lane` of group `own`: above(body) has the rows up to that of its own body,
  /// below(body) those after it. Unrelated bodies have zeros. In a chain there are none.
  template <bool chain, class Above, class Below>
  void write(int own, int lane, double* out, Above above, Below below) const {
    const unsigned char* const reaches = reach + own * std::ptrdiff_t{groups};
    const auto to = [&](int g) { return out + (chain ? g * lanes : row[g]); };
    for (int g = 0; g < own; ++g) {
      Pack x(0.0);
      if (chain) {
        x = above(body[g]);
      } else if (const unsigned carry = reaches[g]; carry != 0) {
        x = only_lanes(carry, above(body[g]));
      }
      x.store(to(g));
    }
    Pack mixed = first_of(lane + 1, above(body[own]), below(body[own]));
    if (!chain) mixed = only_lanes(in_a_row[own * lanes + lane], mixed);
    mixed.store(to(own));
    for (int g = own + 1; g < groups; ++g) {
      (chain || (reaches[g] >> lane & 1) != 0 ? below(body[g]) : Pack(0.0)).store(to(g));
    }
  }
};

/// Calls f(group, lane, where its column is) for every column of a matrix.
template <class F>
void for_each_column(const Bodies& b, double* out, std::ptrdiff_t stride, F f) {
  for (int own = 0; own < b.groups; ++own) {
    const int columns = b.link[own].at.count;
    for (int lane = 0; lane < columns; ++lane, out += stride) f(own, lane, out);
  }
}

/// Column c at M + c · stride. Needs sums.
template <bool chain>
void write_mass_matrix_by_columns(const Bodies& b, double* M, std::ptrdiff_t stride) {
  const ColumnWriter writer(b);
  for_each_column(b, M, stride, [&writer](int own, int lane, double* out) {
    const spatial::Motion<Pack> phi = broadcast(writer.body[own].phi, lane);
    const spatial::Force<Pack> F = broadcast(writer.body[own].momentum, lane);
    writer.write<chain>(
        own, lane, out, [&](const BodyGroup& of) { return dot(of.phi, F); },
        [&](const BodyGroup& of) { return dot(phi, of.momentum); });
  });
}
/// Of links in a row: M is symmetric, and where registers are wide, to turn a block over takes less
/// than to compute another.
inline void write_mass_matrix_by_blocks(const Bodies& b, double* M, std::ptrdiff_t stride) {
  const int groups = b.groups, last = groups - 1;
  // A register must not reach into the next column, unless there is room between them.
  const int rows_at_end = stride >= groups * apart ? lanes : b.count - last * lanes;
  const BodyGroup* const body = b.body;
  const auto place = [=](int rows_of, int column) { return M + column * stride + rows_of * apart; };
  for (int own = 0; own < groups; ++own) {
    const BodyGroup& columns = body[own];
    const int first = own * lanes, count = own < last ? lanes : b.count - first;
    const int rows = own < last ? lanes : rows_at_end;
    for (int lane = 0; lane < count; ++lane) {
      const Pack above = dot(columns.phi, broadcast(columns.momentum, lane)),
                 below = dot(broadcast(columns.phi, lane), columns.momentum);
      store_some(first_of(lane + 1, above, below), place(own, first + lane), rows);
    }
    for (int g = own + 1; g < groups; ++g) {
      Pack block[lanes];
      const spatial::Force<Pack> momentum = body[g].momentum;
      for (int k = 0; k < lanes; ++k) block[k] = dot(broadcast(columns.phi, k), momentum);
      for (int k = 0; k < lanes; ++k) {
        store_some(block[k], place(g, first + k), g < last ? lanes : rows_at_end);
      }
      transpose(block);
      const int others = g < last ? lanes : b.count - g * lanes;
      for (int k = 0; k < others; ++k) block[k].store(place(own, g * lanes + k));
    }
  }
}
inline void write_mass_matrix(const Bodies& b, double* M, std::ptrdiff_t stride) {
  if (b.one_register()) {
    Pack columns[lanes];
    columns_of_mass_matrix(b, columns, Lanes());
    return write_columns(columns, b.count, M, stride);
  }
  if (b.chain && lanes == 8) {
    write_mass_matrix_by_blocks(b, M, stride);
  } else {
    b.chain ? write_mass_matrix_by_columns<true>(b, M, stride)
            : write_mass_matrix_by_columns<false>(b, M, stride);
  }
  if (!b.rotors) return;
  const double* const armature = b.armature;
  for (int c = 0; c < b.count; ++c) M[c * (stride + 1)] += armature[c];
}

/// out(i, j) = Φ_i · ( I X_j + B Y_j ) of the deeper of the two, as pair_products() of
/// coriolis/recursive.hpp has it. `column` of every body must hold I X + B Y and what else belongs
/// to rows above: nothing in the end that is felt by Φ_j itself. Needs sums.
template <bool chain>
void write_pair_products(const Bodies& b, double* C) {
  const ColumnWriter writer(b);
  for_each_column(b, C, b.count, [&writer](int own, int lane, double* out) {
    const spatial::Force<Pack> column = broadcast(writer.body[own].column, lane);
    const spatial::Motion<Pack> X = broadcast(writer.body[own].X, lane);
    const spatial::Vec3<Pack> Y = broadcast(writer.body[own].Y.angular, lane);
    writer.write<chain>(
        own, lane, out, [&](const BodyGroup& of) { return dot(of.phi, column); },
        [&](const BodyGroup& of) { return dot(X, of.momentum) + dot(Y, of.row); });
  });
}
inline void write_pair_products(const Bodies& b, double* C) {
  if (b.one_register()) {
    Pack columns[lanes];
    columns_of_pair_products(b, columns, Lanes());
    return write_columns(columns, b.count, C, b.count);
  }
  b.chain ? write_pair_products<true>(b, C) : write_pair_products<false>(b, C);
}

}  // namespace kinetree::KINETREE_SIMD_SET
