// How far a Coriolis matrix is from what it promises.
#pragma once
#include <algorithm>
#include <cmath>

#include "kinetree/terms.hpp"

namespace kinetree {

inline double largest(const MatrixIn& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0; }

/// Keeps the larger one; what is not a number is larger than any.
inline void keep_larger(double& kept, double other) {
  if (std::isnan(other) || other > kept) kept = other;
}

/// Residuals and their sizes, without a matrix of their own: for control loops.
inline CoriolisCertificate certificate(const MatrixIn& M, const MatrixIn& Mdot, const MatrixIn& C,
                                       const VectorIn& h, const VectorIn& g, const VectorIn& v) {
  CoriolisCertificate result;
  for (Eigen::Index j = 0; j < v.size(); ++j) {
    double Cv = 0;
    for (Eigen::Index k = 0; k < v.size(); ++k) {
      keep_larger(result.skew, std::abs(Mdot(j, k) - C(j, k) - C(k, j)));
      result.power += v[j] * (Mdot(j, k) - 2 * C(j, k)) * v[k];
      Cv += C(j, k) * v[k];
    }
    keep_larger(result.force, std::abs(Cv - (h[j] - g[j])));
  }
  result.power = std::abs(result.power);
  const double speed = largest(v);
  result.skew_size = largest(C) + largest(M) * speed;
  result.power_size = result.skew_size * v.squaredNorm();
  result.force_size = result.skew_size * speed + largest(h) + largest(g);
  return result;
}

}  // namespace kinetree
