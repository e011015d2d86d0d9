// One link explained: what each body it is made of adds to M, C and g, by Laus et al.
//
// A link is what moves as one with a joint of its own: its structure, what is fixed to it, and what
// turns with it at a ratio, because its joint mimics another one: rotors behind a gear. So every
// body belongs to one link, and M, C and g are the sums over all links, each on its own movers.
#pragma once
#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// Principal axes of a body, and Ball's six principal screws of inertia, (2) to (7).
struct PrincipalInertia {
  Matrix3 axes = Matrix3::Identity();  ///< columns, right-handed, in the link's frame
  Vector3 moments = Vector3::Zero();   ///< about these axes
  Vector3 radii = Vector3::Zero();     ///< of gyration; infinite for moments without mass
  /// Rows (couple ; force), in the principal axes: (±a 0 0 ; 1 0 0), … For a body without mass they
  /// are couples, (±√I 0 0 ; 0 0 0), ….
  Matrix6 screws = Matrix6::Zero();
  /// M̄ (10), angular before linear: m/2 T SᵀS Tᵀ. It is diag(I, m 1) in the link's axes.
  Matrix6 generalised_mass = Matrix6::Zero();
};
PrincipalInertia principal_inertia(const MassProperties& body);

/// One body of a link. Matrices have a row or a column for each of the link's movers; screws have
/// the angular half first, as in the paper.
struct LinkBody {
  enum Role {
    structure,  ///< of the link itself
    fixed,      ///< a link fixed to it, or to a geared one
    geared      ///< on a joint of its own that mimics another one
  };
  LinkId link{};
  Role role = structure;
  double mass = 0;
  Vector3 centre = Vector3::Zero();        ///< in its own frame
  Vector3 world_centre = Vector3::Zero();  ///< in the world
  PrincipalInertia principal;
  Matrix6 T = Matrix6::Zero();  ///< T_0^C (22): from twists at the base to those of the centre
  Matrix base_jacobian;         ///< J⁰ (23), 6 × movers: at the base, along the world's axes
  Matrix centre_jacobian;       ///< J̄ (30): at the centre, along the world's axes
  Matrix jacobian;              ///< J (28): at the centre, in the axes of the body's frame
  Matrix M, C;                  ///< Jᵀ M̄ J (21), and what (35) gives for it
  Vector g;                     ///< (36)
};
std::string_view to_string(LinkBody::Role role) noexcept;

/// The base of T and J⁰ is a point on the robot: the origin of its root link or, where that stands
/// on slides, of the last of them.
struct LinkTerms {
  LinkId link{};            ///< that carries the one asked for, or is it
  bool moves = true;        ///< false: the link is the world, with what is fixed to it
  std::vector<int> movers;  ///< the index set: velocities that move a body, ascending; v_names()
  std::vector<LinkBody> bodies;
  Vector armature;  ///< of the joints of these bodies, on the diagonal of M
  Matrix M, C;      ///< sums over the bodies; M with armature
  Vector g;
  Vector share;  ///< M(k, k) beside that of the whole robot; one where nothing else moves with k
};

/// Throws what an evaluation would, and ModelError for a link that is not there. Allocates: not for
/// control loops.
LinkTerms explain_link(const Model& model, const VectorIn& q, const VectorIn& v, LinkId link,
                       const Include& include = {});

}  // namespace kinetree
