// M of a tree with its limbs in lanes, and how it gets from lanes to its place.
//
// Blocks of limbs come first and the trunk comes last, for the sake of what registers reach into
// (limbs_places.hpp).
#pragma once
#include "plan/limbs_tasks.hpp"

namespace kinetree::KINETREE_SIMD_SET {

inline void LimbsTasks::mass_matrix() {
  pose_limbs();
  pose_trunk();
  for (int i = 0; i < t_.tree.size(); ++i) s_.own[i] = t_.inertia[i];
  write_zeros();
  find_movers();
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    add_lanes<spatial::Inertia>(limb_matrix<true>(limb), limb.anchor.data(), s_.own);
    find_rows_above(limb);
    write_blocks(limb);
  }
  for (int g = 0; g < s_.group.size(); ++g) {
    const LimbGroup& limb = s_.group[g];
    write_rows(limb, limb.rows_above.data(), limb.row_count);
  }
  for (int k = 0; k < s_.runs; ++k) mirror(s_.run[k]);
  Tree<Single> trunk = t_.tree;
  trunk.inertia = s_.own;
  const ClearedMatrix<Single> M(reinterpret_cast<Single*>(x_.out[0]), plan_.nv, plan_.nv);
  kernel::crba<Single>(trunk, t_.X, t_.Ic, M);
  for (int i = 0; i < t_.tree.size(); ++i) {
    for_each_column(t_.tree, i, [&](int k, auto) { M(k, k) = M(k, k) + t_.armature[k]; });
  }
}

/// M of the hinges into `block`, and into `felt` what anchors feel of each at unit acceleration, or
/// what the first links do. Result: the limbs as one body each, as their anchors see them. All
/// forces take a step inwards together: for one state, code of their own (hinges.hpp) is too much.
template <bool by_links>
spatial::Inertia<Pack> LimbsTasks::limb_matrix(const LimbGroup& limb) {
  const Hinges<Pack> r = limb.hinges();
  const int last = r.count - 1;
  spatial::Inertia<Pack> body = r.inertia[last];
  for (int l = last;; --l) {
    const spatial::ScrewPose<Pack>& X = r.X[l];
    r.felt[l] = body * kinetree::Column<Axis::angular_z>{};
    for (int k = l; k <= last; ++k) {
      const spatial::Force<Pack> F = r.felt[k];
      r.M[k * r.width + l] = r.M[l * r.width + k] = F.angular.z;
      if (!by_links || l > 0) r.felt[k] = X * F;
    }
    Pack& diagonal = r.M[l * r.width + l];
    diagonal = diagonal + r.armature[l];
    body = X * body;
    if (l == 0) return body;
    body = body + r.inertia[l - 1];
  }
}

/// The last register of a run reaches into what is written afterwards. What is zero by structure
/// stays so in a matrix that only we write to.
inline void LimbsTasks::write_zeros() {
  double* const M = x_.out[0];
  if (x_.kept && M == s_.cleared) return;
  s_.cleared = x_.kept ? M : nullptr;
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

/// From lanes to the columns of M. What does not change is in local variables: the compiler cannot
/// know that M is not where the plan is.
inline void LimbsTasks::write_rows(const LimbGroup& limb, const LimbRows* rows, int count) const {
  const Pack* const block = limb.block.data();
  double* const M = x_.out[0];
  for (const LimbRows* const end = rows + count; rows != end; ++rows) {
    Pack part[lanes];
    for (int k = 0; k < lanes; ++k) part[k] = block[rows->from + k];
    transpose(part);
    if (rows->count == lanes) {
      for (int lane = 0; lane < lanes; ++lane) part[lane].store(M + rows->to[lane]);
    } else {
      for (int lane = 0; lane < lanes; ++lane) {
        store_some(part[lane], M + rows->to[lane], rows->count);
      }
    }
  }
}

/// What the hinges of each limb have with each other.
inline void LimbsTasks::write_blocks(const LimbGroup& limb) const {
  write_rows(limb, limb.blocks.data(), limb.block_count);
  const double* const block = reinterpret_cast<const double*>(limb.block.data());
  const int* const cleared = limb.cleared.data();
  const LimbEntry* const scattered = limb.scattered.data();
  double* const M = x_.out[0];
  for (int k = 0; k < limb.cleared_count; ++k) M[cleared[k]] = 0;
  for (int k = 0; k < limb.scattered_count; ++k) M[scattered[k].to] = block[scattered[k].from];
}

/// Rows of M of the velocities that limbs hang on: forces on the root, or the parts of them that
/// a velocity can feel.
inline void LimbsTasks::find_rows_above(const LimbGroup& limb) {
  const int rows = s_.rows, floating = s_.floating ? 6 : 0;
  spatial::Motion<Pack>* const mover = limb.mover.data();
  for (int r = floating; r < rows; ++r) {
    const Pack& share = limb.moved[s_.mover[r]];
    const spatial::Motion<Single>& phi = t_.phi[s_.mover[r]];
    const auto lanes_of_it = [&share](const Single& x) { return share * Pack(x.value); };
    mover[r].angular = {lanes_of_it(phi.angular.x), lanes_of_it(phi.angular.y),
                        lanes_of_it(phi.angular.z)};
    mover[r].linear = {lanes_of_it(phi.linear.x), lanes_of_it(phi.linear.y),
                       lanes_of_it(phi.linear.z)};
  }
  const spatial::ScrewPose<Pack>& X = limb.w.X[1];
  spatial::Pose<Pack> in_root;
  if (!limb.on_roots) {
    in_root = lanes_of<spatial::Pose>(t_.X_common, limb.anchor.data(), limb.one_anchor) * whole(X);
  }
  const Pack floats = s_.floating ? limb.moved[0] : Pack(0.0);
  for (int l = 0; l < limb.levels(); ++l) {
    spatial::Force<Pack> F = limb.on_roots ? X * limb.felt[l] : in_root * limb.felt[l];
    Pack* const to = &limb.block[l * limb.width + limb.stride()];
    for (int r = floating; r < rows; ++r) to[r] = dot(mover[r], F);
    if (floating == 0) continue;
    if (!s_.all_float) F = map(F, [&floats](const Pack& x) { return floats * x; });
    to[0] = F.linear.x, to[1] = F.linear.y, to[2] = F.linear.z;
    to[3] = F.angular.x, to[4] = F.angular.y, to[5] = F.angular.z;
  }
}

/// Columns of these velocities from their rows.
inline void LimbsTasks::mirror(const MoverRun& run) const {
  const std::ptrdiff_t n = plan_.nv, after = run.first + run.count;
  double* const M = x_.out[0];
  if (n < after + lanes || run.count < lanes) {
    for (std::ptrdiff_t k = after; k < n; ++k) {
      for (std::ptrdiff_t c = run.first; c < after; ++c) M[c * n + k] = M[k * n + c];
    }
    return;
  }
  for (int r = 0; r < run.count; r += lanes) {
    const std::ptrdiff_t c = run.first + register_start(r, run.count);
    for (std::ptrdiff_t next = after; next < n; next += lanes) {
      const std::ptrdiff_t k = next + lanes > n ? n - lanes : next;
      Pack part[lanes];
      for (int j = 0; j < lanes; ++j) part[j] = Pack::load(M + (k + j) * n + c);
      transpose(part);
      for (int j = 0; j < lanes; ++j) part[j].store(M + (c + j) * n + k);
    }
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
