// Local coordinates of a configuration: every step of an integrator starts from its own origin.
//
//     q = q0 ⊕ ξ:    coordinates with a velocity of their own add: q0 + ξ,  ξ̇ = v
//                    rotations: q0 exp(ξ), ξ̇ = ω + ½ ξ×ω + c ξ×(ξ×ω), c = (1 - θ/2 cot θ/2) / θ²
//                    positions of floating joints:  p0 + ξ,  ξ̇ = R v
//
// Any method for vectors then moves on the manifold [munthe_kaas1999]: quaternions stay of unit
// length because they are only ever multiplied, and orders are kept. ω and v are those of the
// link's own frame.
#pragma once
#include <Eigen/Geometry>

#include "kinetree/model.hpp"

namespace kinetree::simulation {

class Chart {
 public:
  explicit Chart(const Model& model) : q0_(model.neutral()), slots_(model.joints()) {}

  /// The origin is here from now on.
  void place(const Vector& q) { q0_ = q; }
  /// The origin moves to q, which is q0 ⊕ ξ rounded; ξ becomes what rounding left out. Summed up
  /// so, many small steps lose nothing.
  void move(const Vector& q, Vector& xi);
  const Vector& origin() const noexcept { return q0_; }

  void position(const Vector& xi, Vector& q) const;                     ///< q0 ⊕ ξ
  void rate(const Vector& xi, const Vector& v, Vector& xi_rate) const;  ///< ξ̇
  /// What errors of ξ are relative to: |q|, and 1 for rotations.
  void magnitude(const Vector& xi, Vector& size) const;

 private:
  Vector q0_;
  std::vector<JointSlot> slots_;
};

}  // namespace kinetree::simulation
