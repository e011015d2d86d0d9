// M of a tree with its limbs in lanes, and how it gets from lanes to its place.
//
// Registers are written whole. What is behind the numbers of a limb, in the same register, is zero,
// and falls on velocities that the limb has nothing to do with or on the first rows of the next
// column, which the trunk writes later: so blocks of limbs come first and the trunk comes last.
#pragma once
#include "plan/limbs_tasks.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Six numbers by registers: where each starts so that the last one ends with the sixth.
constexpr int six_registers = (6 + lanes - 1) / lanes;
constexpr int six_start(int r) {
  return lanes > 6 ? 0 : r * lanes + lanes > 6 ? 6 - lanes : r * lanes;
}

inline void LimbsTasks::mass_matrix() {
  for (int i = 0; i < t_.tree.size(); ++i) s_.own[i] = t_.inertia[i];
  write_zeros();
  find_movers();
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    add_lanes<spatial::Inertia>(limb_matrix(limb), limb.anchor.data(), s_.own);
    write_blocks(limb);
  }
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    if (!limb.on_roots) {
      const spatial::Pose<Pack> X =
          lanes_of<spatial::Pose>(t_.X_common, limb.anchor.data(), limb.one_anchor);
      for (int l = 0; l < limb.levels(); ++l) limb.felt[l] = X * limb.felt[l];
    }
    if (limb.floating != 0) write_floating(limb);
  }
  if (s_.floating) mirror_floating();
  for (int g = 0; g < s_.group.size(); ++g) write_movers(s_.group[g]);
  Tree<Single> trunk = t_.tree;
  trunk.inertia = s_.own;
  const ClearedMatrix<Single> M(reinterpret_cast<Single*>(x_.out[0]), plan_.nv, plan_.nv);
  kernel::crba<Single>(trunk, t_.X, t_.Ic, M);
  for (int i = 0; i < t_.tree.size(); ++i) {
    for_each_column(t_.tree, i, [&](int k, auto) { M(k, k) = M(k, k) + t_.armature[k]; });
  }
}

/// The last register of a run reaches into what is written afterwards.
inline void LimbsTasks::write_zeros() {
  double* const M = x_.out[0];
  const RowRun *run = s_.zeros.data(), *const end = run + s_.zeros.size();
  for (; run != end; ++run) {
    for (int k = run->first; k <= run->last; k += lanes) Pack(0.0).store(M + k);
  }
}

/// The velocities that limbs hang on, as motions in the frame of the root.
inline void LimbsTasks::find_movers() {
  for (int a = 0; a < s_.above_count; ++a) {
    const int i = s_.above[a], parent = t_.tree.parent[i];
    spatial::Pose<Single>& X = t_.X_common[i];
    if (parent >= 0) X = t_.X_common[parent] * whole(t_.X[i]);
    for_each_column(t_.tree, i, [&](int k, auto column) {
      spatial::Motion<Single> m;
      add(m, column, Single(1.0));
      const spatial::Vec3<Single> angular = X.R * m.angular;
      t_.phi[k] = {angular, X.R * m.linear + cross(X.p, angular)};
    });
  }
}

/// What the hinges of each limb have with each other. What does not change is in local arrays: the
/// compiler cannot know that M is not where the plan is.
inline void LimbsTasks::write_blocks(const LimbGroup& limb) {
  const int levels = limb.levels(), n = plan_.nv, stride = limb.stride();
  const Pack* const block = limb.block.data();
  int length[lanes];
  double* to[lanes];
  for (int lane = 0; lane < lanes; ++lane) {
    length[lane] = limb.start[lane] >= 0 ? limb.length[lane] : 0;
    to[lane] = x_.out[0] + (length[lane] > 0 ? limb.start[lane] : 0);
  }
  for (int j = 0; j < levels; ++j) {
    for (int i = 0; i < levels; i += lanes) {
      Pack part[lanes];
      for (int k = 0; k < lanes; ++k) part[k] = block[j * stride + i + k];
      transpose(part);
      const int deeper = i > j ? i : j;
      const std::ptrdiff_t at = std::ptrdiff_t{j} * n + i;
      for (int lane = 0; lane < lanes; ++lane) {
        if (deeper < length[lane]) part[lane].store(to[lane] + at);
      }
    }
  }
  for (int lane = 0; lane < lanes; ++lane) {
    if (limb.start[lane] < 0) write_scattered(limb, lane);
  }
}
/// The same for a limb whose velocities are not in a row.
inline void LimbsTasks::write_scattered(const LimbGroup& limb, int lane) {
  const int* const row = &limb.row[lane * limb.velocities() + 6];
  for (int j = 0; j < limb.length[lane]; ++j) {
    for (int i = 0; i < limb.length[lane]; ++i) {
      x_.out[0][row[j] * plan_.nv + row[i]] = limb.block[j * limb.stride() + i][lane];
    }
  }
}

/// The first six rows of the limbs' columns: forces on the root.
inline void LimbsTasks::write_floating(const LimbGroup& limb) {
  const int levels = limb.levels(), n = plan_.nv;
  const spatial::Force<Pack>* const felt = limb.felt.data();
  const int* const velocity = limb.velocity.data();
  double* const M = x_.out[0];
  int length[lanes];
  for (int lane = 0; lane < lanes; ++lane) {
    length[lane] = (limb.floating >> lane & 1U) != 0 ? limb.length[lane] : 0;
  }
  for (int j = 0; j < levels; ++j) {
    const spatial::Force<Pack>& F = felt[j];
    const Pack zero(0.0);
    const Pack numbers[8]{F.linear.x,  F.linear.y,  F.linear.z, F.angular.x,
                          F.angular.y, F.angular.z, zero,       zero};
    for (int r = 0; r < six_registers; ++r) {
      Pack part[lanes];
      for (int k = 0; k < lanes; ++k) part[k] = numbers[six_start(r) + k];
      transpose(part);
      for (int lane = 0; lane < lanes; ++lane) {
        if (j >= length[lane]) continue;
        double* const to = M + std::ptrdiff_t{velocity[j * lanes + lane]} * n + six_start(r);
        if constexpr (lanes > 6) {
          store_some(part[lane], to, 6);
        } else {
          part[lane].store(to);
        }
      }
    }
  }
}

/// The first six columns, from the first six rows.
inline void LimbsTasks::mirror_floating() {
  const std::ptrdiff_t n = plan_.nv;
  double* const M = x_.out[0];
  if (n < 6 + lanes) {
    for (int k = 6; k < n; ++k) {
      for (int c = 0; c < 6; ++c) M[c * n + k] = M[k * n + c];
    }
    return;
  }
  for (std::ptrdiff_t next = 6; next < n; next += lanes) {
    const std::ptrdiff_t k = next + lanes > n ? n - lanes : next;
    for (int r = 0; r < six_registers; ++r) {
      const int c = six_start(r);
      Pack part[lanes];
      for (int j = 0; j < lanes; ++j) part[j] = Pack::load(M + (k + j) * n + c);
      transpose(part);
      for (int j = 0; j < lanes && c + j < 6; ++j) part[j].store(M + (c + j) * n + k);
    }
  }
}

/// Rows and columns of other velocities that limbs hang on.
inline void LimbsTasks::write_movers(const LimbGroup& limb) {
  double* const M = x_.out[0];
  for (int e = 0; e < limb.mover_count; ++e) {
    const LimbMover& mover = limb.movers[e];
    const int above = mover.velocity, one_of_all = 0;
    const spatial::Motion<Pack> phi =
        lanes_of<spatial::Motion>({&t_.phi[above], 1}, &one_of_all, true);
    for (int j = 0; j < limb.levels(); ++j) {
      const Pack entry = dot(phi, limb.felt[j]);
      for (int lane = 0; lane < lanes; ++lane) {
        if (j >= limb.length[lane] || (mover.lanes >> lane & 1U) == 0) continue;
        const int k = limb.velocity[j * lanes + lane];
        M[k * plan_.nv + above] = M[above * plan_.nv + k] = entry[lane];
      }
    }
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
