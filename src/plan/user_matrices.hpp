// With mimicking joints: from matrices over the tree's velocities to those over the user's.
#pragma once
#include "plan/scratch.hpp"

namespace kinetree {

template <class S>
class UserMatrices {
 public:
  UserMatrices(const PlanView& plan, const Scratch<S>& scratch) : plan_(plan), w_(scratch) {}

  MatrixView<S> tree(int which) const {
    return {w_.tree_matrix[which].data(), w_.tree.nv(), w_.tree.nv()};
  }
  template <class Out>
  void reduce(int which, const Out& to) const {
    const MatrixView<S> user = reduced(which);
    for (int l = 0; l < plan_.nv; ++l) {
      for (int k = 0; k < plan_.nv; ++k) to(k, l) = user(k, l);
    }
  }
  /// Of the first one.
  template <class Out>
  void reduce_symmetric(const Out& to) const {
    using kernel::set_symmetric;
    const MatrixView<S> user = reduced(0);
    for (int k = 0; k < plan_.nv; ++k) {
      for (int l = 0; l <= k; ++l) set_symmetric(to, k, l, user(k, l));
    }
  }

 private:
  MatrixView<S> reduced(int which) const {
    const MatrixView<S> user{w_.factor.data(), plan_.nv, plan_.nv};
    kernel::reduce_matrix<S>(w_.v_coupling(plan_), tree(which), user);
    return user;
  }

  const PlanView& plan_;
  const Scratch<S>& w_;
};

}  // namespace kinetree
