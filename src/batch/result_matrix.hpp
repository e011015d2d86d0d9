// Matrices where the user wants them: every entry is written once, and structural zeros apart.
#pragma once
#include "batch/stream.hpp"
#include "plan/packed_matrix.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// Of one block. While kernels compute the next entries, memory takes those that are there.
template <bool streams>
class ResultMatrix {
 public:
  ResultMatrix(double* data, int n, View<const int> zeros) : data_(data), n_(n), zeros_(zeros) {}

  /// Written like a number. Reading it waits for memory where it was streamed.
  class Entry {
   public:
    explicit Entry(double* at) : at_(at) {}
    void operator=(const Pack& x) const { give<streams>(x, at_); }  // NOLINT: as a reference
    operator Pack() const { return Pack::load(at_); }               // NOLINT: as a reference

   private:
    double* at_;
  };
  Entry operator()(int k, int l) const noexcept { return Entry(at(l * n_ + k)); }

  friend void set_pair(const ResultMatrix& M, int k, int l, const Pack& below,
                       const Pack& above) noexcept {
    set_below(M, k, l, below);
    set_above(M, k, l, above);
  }
  friend void set_below(const ResultMatrix& M, int k, int l, const Pack& value) noexcept {
    give<streams>(value, M.at(l * M.n_ + k));
  }
  friend void set_above(const ResultMatrix& M, int k, int l, const Pack& value) noexcept {
    give<streams>(value, M.at(k * M.n_ + l));
  }
  friend void set_symmetric(const ResultMatrix& M, int k, int l, const Pack& value) noexcept {
    set_pair(M, k, l, value, value);
  }
  friend void clear_unrelated(View<const int> /*previous*/, const ResultMatrix& M) noexcept {
    clear(M);
  }
  friend void clear(const ResultMatrix& M) noexcept {
    for (int z = 0; z < M.zeros_.size(); ++z) give<streams>(Pack(0.0), M.at(M.zeros_[z]));
  }

 private:
  double* at(int entry) const { return data_ + std::ptrdiff_t{entry} * lanes; }

  double* data_;
  int n_;
  View<const int> zeros_;
};

}  // namespace kinetree::KINETREE_SIMD_SET
