// A body by its principal screws of inertia, and the three ways to the Jacobian of its centre.
//
//     M̄ = m/2 T Sᵀ S Tᵀ,  S = six rows (±a e_x ; e_x), (±b e_y ; e_y), (±c e_z ; e_z)   (2)-(8),
//     (10) T = diag(R, R) (11)
//
// a, b, c are radii of gyration, R has the principal axes. A row is Ball's screw in axis order: the
// couple, then the force along the same line, its pitch their quotient. An impulse on a principal
// screw sets the body twisting about the same screw: M̄ (e ; p e) = m p (p e ; e) for the pitch p.
// Given the frame X = (R, p) at the centre, the columns of J for the axes (z_k, o_k) are
//
//     T J⁰,   T = ( Rᵀ 0 ; -Rᵀ[p] Rᵀ ),   J⁰ = ( z_k ; o_k × z_k )                    (22)-(24)
//     ( Rᵀ z_k ; Rᵀ (z_k × (p - o_k)) )                      screws_at(), and (28) of the paper
//     T̄ J̄,   T̄ = diag(Rᵀ, Rᵀ),   J̄ = ( z_k ; z_k × (p - o_k) )                        (29)-(31)
//
// [laus2009]; its R_0^i is our Rᵀ. Ours: slides ( 0 ; z_k ), helices and joints with several axes;
// positions from a point on the robot (geometry.hpp). A body that has moments but no mass has
// infinite radii: its screws are couples (±√I e ; 0), and 1 stands for m.
#pragma once
#include <array>

#include "kernel/mass_matrix/progressive.hpp"

namespace kinetree::kernel {

/// A 6×6 matrix in blocks; of a twist or of a screw, the angular half is the upper one.
template <class S>
struct ScrewMatrix {
  spatial::Mat3<S> aa, al, la, ll;
};
template <class S>
spatial::Motion<S> operator*(const ScrewMatrix<S>& T, const spatial::Motion<S>& m) {
  return {T.aa * m.angular + T.al * m.linear, T.la * m.angular + T.ll * m.linear};
}
/// M̄ times a twist.
template <class S>
spatial::Force<S> momentum_of(const ScrewMatrix<S>& M, const spatial::Motion<S>& m) {
  return {M.aa * m.angular + M.al * m.linear, M.la * m.angular + M.ll * m.linear};
}

/// A body along its principal axes: Sᵀ S is to be multiplied by scale / 2.
template <class S>
struct PrincipalBody {
  S scale{0.0};               ///< the mass, or 1 where there is none
  spatial::Vec3<S> gyration;  ///< radii of gyration, or roots of the moments where there is no mass
  S push{1.0};                ///< 1, or 0 where there is no mass
  spatial::Mat3<S> R;         ///< columns: principal axes in the frame of the link
};

/// (2) to (7) in the principal axes: the rows of S.
template <class S>
std::array<spatial::Force<S>, 6> principal_screws(const PrincipalBody<S>& body) noexcept {
  const S zero(0.0), &a = body.gyration.x, &b = body.gyration.y, &c = body.gyration.z;
  const spatial::Vec3<S> x{body.push, zero, zero}, y{zero, body.push, zero},
      z{zero, zero, body.push};
  return {{{{a, zero, zero}, x},
           {{-a, zero, zero}, x},
           {{zero, b, zero}, y},
           {{zero, -b, zero}, y},
           {{zero, zero, c}, z},
           {{zero, zero, -c}, z}}};
}

/// A += s a bᵀ
template <class S>
void add_dyad(spatial::Mat3<S>& A, const S& s, const spatial::Vec3<S>& a,
              const spatial::Vec3<S>& b) noexcept {
  const spatial::Vec3<S> sa = s * a;
  A = A + spatial::Mat3<S>{b.x * sa, b.y * sa, b.z * sa};
}

/// (10): M̄ as the sum over the six screws, each turned by (11) and multiplied by itself.
template <class S>
ScrewMatrix<S> generalised_mass(const PrincipalBody<S>& body) noexcept {
  const S half = S(0.5) * body.scale;
  ScrewMatrix<S> M;
  for (const spatial::Force<S>& screw : principal_screws(body)) {
    const spatial::Vec3<S> couple = body.R * screw.angular, force = body.R * screw.linear;
    add_dyad(M.aa, half, couple, couple);
    add_dyad(M.al, half, couple, force);
    add_dyad(M.la, half, force, couple);
    add_dyad(M.ll, half, force, force);
  }
  return M;
}

/// (14), (22): twists at the origin of the base, in its axes, to twists in the frame X.
template <class S>
ScrewMatrix<S> screw_transform(const spatial::Pose<S>& X) noexcept {
  const spatial::Mat3<S> Rt = transpose(X.R);
  // -Rᵀ[p] = ([p]R)ᵀ, since [p] is skew.
  return {Rt, {}, transpose(cross(X.p, X.R)), Rt};
}
/// (29): twists at the same point, in the axes of the base, to those of R.
template <class S>
ScrewMatrix<S> turn_transform(const spatial::Mat3<S>& R) noexcept {
  return {transpose(R), {}, {}, transpose(R)};
}

/// A column of J⁰ (23): the twist at unit rate, at the origin of the base.
template <class S>
spatial::Motion<S> base_screw(const JointAxis<S>& axis) noexcept {
  const spatial::Motion<S> m = unit_motion(axis);
  return axis.way == Way::slide ? m
                                : spatial::Motion<S>{m.angular, m.linear + cross(axis.o, axis.z)};
}
/// A column of J̄ (30): the twist at the point c, in the axes of the base.
template <class S>
spatial::Motion<S> centre_screw(const JointAxis<S>& axis, const spatial::Vec3<S>& c) noexcept {
  return {angular(axis), linear_at(axis, c)};
}

/// (24)
template <class S>
void screws_by_transform(const Tree<S>& tree, const Geometry<S>& g, int i,
                         const spatial::Pose<S>& X, View<spatial::Motion<S>> J) noexcept {
  const ScrewMatrix<S> T = screw_transform(X);
  for_each_mover(tree, i, [&](int k) { J[k] = T * base_screw(g.axis[k]); });
}
/// (31)
template <class S>
void screws_by_turn(const Tree<S>& tree, const Geometry<S>& g, int i, const spatial::Pose<S>& X,
                    View<spatial::Motion<S>> J) noexcept {
  const ScrewMatrix<S> T = turn_transform(X.R);
  for_each_mover(tree, i, [&](int k) { J[k] = T * centre_screw(g.axis[k], X.p); });
}

}  // namespace kinetree::kernel
