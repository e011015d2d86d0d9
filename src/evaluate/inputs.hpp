// The inputs of an evaluation: copied into the workspace or, for one evaluation, lent to a plan.
#pragma once
#include <algorithm>
#include <vector>

#include "spatial/view.hpp"

namespace kinetree {

template <class S>
struct InputVector {
  std::vector<S> own;
  const S* given = nullptr;  ///< where a plan reads it: here, or where the user has it

  View<S> view() { return {own.data(), static_cast<int>(own.size())}; }
  void keep() { given = own.data(); }
  /// The user may give what is about to be written over: then it is copied first.
  void keep_apart(const S* result, int size) {
    if (given == own.data()) return;
    if (given + own.size() <= result || result + size <= given) return;
    std::copy(given, given + own.size(), own.data());
    keep();
  }
};

template <class S>
struct Inputs {
  InputVector<S> q, v, a, tau;

  void keep() {
    q.keep();
    v.keep();
    a.keep();
    tau.keep();
  }
  void keep_apart(const S* result, int size) {
    q.keep_apart(result, size);
    v.keep_apart(result, size);
    a.keep_apart(result, size);
    tau.keep_apart(result, size);
  }
};

}  // namespace kinetree
