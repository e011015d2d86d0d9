// What is computed for one state, number by number, in the frames of the links: any tree.
#pragma once
#include "plan/dense_matrix.hpp"
#include "plan/lanes.hpp"
#include "plan/minus_product.hpp"
#include "plan/state_kernels.hpp"
#include "plan/tasks.hpp"
#include "scalar/single.hpp"

namespace kinetree::KINETREE_SIMD_SET {

using Screws = Scratch<Single>;

/// As plain numbers; of all of them, since g++ 12 takes the address of the first for that of one.
inline double* numbers(View<Single> x) { return reinterpret_cast<double*>(x.data()); }

class ScrewsTasks {
 public:
  ScrewsTasks(const PlanView& plan, Screws& scratch, const StateArrays& arrays)
      : plan_(plan), w_(scratch), x_(arrays), tasks_(plan, scratch) {
    copy(x_.q, w_.q);
    sines();
    for (int k = 0; k < w_.q.size(); ++k) w_.q[k] = w_.q[k] + w_.offset[k];
    if (x_.v != nullptr) copy(x_.v, w_.v);
  }

  void mass_matrix() {
    clear(x_.out[0], static_cast<std::ptrdiff_t>(plan_.nv) * plan_.nv);
    tasks_.mass_matrix(
        ClearedMatrix<Single>(reinterpret_cast<Single*>(x_.out[0]), plan_.nv, plan_.nv));
  }
  void coriolis() { tasks_.coriolis(matrix(0)); }
  void gravity() {
    tasks_.forces<kernel::Terms::gravity>();
    give();
  }
  void bias() {
    tasks_.forces<kernel::Terms::bias>();
    give();
  }
  void inverse_dynamics() {
    copy(x_.x, w_.a);
    tasks_.forces<kernel::Terms::all>();
    give();
  }
  void forward_dynamics() {
    copy(x_.x, w_.tau);
    tasks_.forward_dynamics();
    give();
  }
  void inverse_derivatives() {
    copy(x_.x, w_.a);
    tasks_.inverse_derivatives(matrix(0), matrix(1));
  }
  /// a(q, v, τ(q, v, a)) = a: those of inverse dynamics, solved for a.
  void forward_derivatives() {
    const int n = plan_.nv;
    const std::ptrdiff_t stride = columns_for_inverse(n);
    double *const M = numbers(w_.factor), *const inverse = numbers(w_.matrix[0]);
    copy(x_.x, w_.tau);
    tasks_.forward_dynamics();
    for (int k = 0; k < n; ++k) w_.a[k] = w_.out[k];
    tasks_.inverse_derivatives(matrix(0), matrix(1));
    tasks_.mass_matrix_of_derivatives(
        MatrixView<Single>{&w_.factor[0], static_cast<int>(stride), n});
    invert(plan_, M, inverse, numbers(w_.matrix[1]));
    copy_columns(inverse, stride, n, x_.out[2]);
    minus_products(plan_, inverse, x_.out[0], x_.out[1], M);
  }

 private:
  static void copy(const double* from, View<Single> to) {
    for (int k = 0; k < to.size(); ++k) to[k] = from[k];
  }
  void give() {
    for (int k = 0; k < plan_.nv; ++k) x_.out[0][k] = w_.out[k].value;
  }
  MatrixView<Single> matrix(std::size_t which) {
    return {reinterpret_cast<Single*>(x_.out[which]), plan_.nv, plan_.nv};
  }
  /// Of all coordinates from the first angle on, whatever they are.
  void sines() {
    if (plan_.angles.size() == 0) return;
    const double* const q = numbers(w_.q);
    double *const sine = numbers(w_.sine), *const cosine = numbers(w_.cosine);
    const int first = plan_.angles[0], registers = (w_.q.size() - first + lanes - 1) / lanes;
    const auto angle = [&](int k) { return Pack::load(q + first + k * apart); };
    sines_of(registers, angle, [&](int k, const Pack& s, const Pack& c) {
      s.store(sine + first + k * apart);
      c.store(cosine + first + k * apart);
    });
    for (int j = 0; j < plan_.angles.size(); ++j) w_.turn_by_offset(plan_, plan_.angles[j]);
  }

  const PlanView& plan_;
  Screws& w_;
  const StateArrays& x_;
  Tasks<Single> tasks_;
};

}  // namespace kinetree::KINETREE_SIMD_SET
