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
    const bool apart = given + own.size() <= result || result + size <= given;
    if (given == own.data() || apart) return;
    std::copy(given, given + own.size(), own.data());
    keep();
  }
};

template <class S>
struct Inputs {
  InputVector<S> q, v, a, tau;

  void keep() {
    for (InputVector<S>* x : {&q, &v, &a, &tau}) x->keep();
  }
  void keep_apart(const S* result, int size) {
    for (InputVector<S>* x : {&q, &v, &a, &tau}) x->keep_apart(result, size);
  }
};

}  // namespace kinetree
