// One state of a tree, several of its bodies in one register.
//
// About a common point nothing has to be moved from link to link: placing the links is a product
// after the other, everything else is either of one body alone, and so of all lanes at once, or a
// sum along the tree: outwards of motions, inwards of inertias and forces. Links in a row lie side
// by side, their sums are sums along lanes (plan/lanes.hpp); what hangs on a link takes its sum
// from that lane, and gives its own to it. The six velocities of a root that floats lie in lanes as
// well, with its own axes as the common ones. What is computed is that of kernel/common_point.hpp,
// mass_matrix/gdahj.hpp, coriolis/recursive.hpp and inverse_dynamics/derivatives.hpp.
#pragma once
#include "plan/articulated_solve.hpp"
#include "plan/columns.hpp"
#include "plan/lane_sums.hpp"
#include "plan/scratch.hpp"
#include "plan/small_solve.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// What does not move, of as many links as a register has lanes. Lanes beyond the last link have no
/// mass, and an axis that turns nothing. Of a root that floats, lane 0 has the mass.
struct LinkGroup {
  Pack offset, turns;
  spatial::Mat3<Pack> R;
  spatial::Vec3<Pack> p, along;
  spatial::Inertia<Pack> inertia;
  LinkLanes at;
  unsigned joined[3];  ///< bits of lanes in a row with the one 1, 2, 4 lanes before
};

/// What moves, of the same links.
struct BodyGroup {
  spatial::Motion<Pack> phi, phi_dot;
  spatial::Inertia<Pack> own;      ///< of one body
  spatial::Inertia<Pack> inertia;  ///< of it and all it carries
  spatial::Force<Pack> momentum;   ///< that times Φ
  spatial::Force<Pack> force;      ///< on one body, then on all it carries
  spatial::Motion<Pack> velocity, acceleration;
  kernel::BodyCoriolis<Pack> B;  ///< of one body, then of all it carries
  spatial::Motion<Pack> X, Y;    ///< what pair products multiply: bodies_matrices.hpp
  spatial::Force<Pack> column;
  spatial::Vec3<Pack> row;
  spatial::Inertia<Pack> turned;  ///< of one body, about a point of its own
  spatial::Vec3<Pack> place;      ///< that point
};

/// Which numbers of the bodies a task needs.
struct Need {
  bool motion = false;    ///< velocities, forces
  bool a = false;         ///< accelerations are given
  bool coriolis = false;  ///< Φ̇ and B
  bool sums = false;      ///< inertias of all that is carried, and their momenta
  bool placed = false;    ///< accelerations are other ones than in the sums before, all else stays
  bool turned = false;    ///< inertias about points of their own
};

struct Bodies {
  int count = 0, groups = 0;  ///< velocities; registers of them
  int floating = 0;           ///< so many of the registers are of a root that floats
  bool slides = false, rotors = false;
  bool chain = false;  ///< every link on the one before it, none floats
  LinkGroup* link = nullptr;
  BodyGroup* body = nullptr;
  Pack *q = nullptr, *v = nullptr, *a = nullptr;
  spatial::Pose<Pack>* local = nullptr;  ///< of joints; once placed, of links that carry others
  double* armature = nullptr;            ///< per velocity
  double* columns = nullptr;             ///< per link, as Columns are stored; not along lanes
  int* row = nullptr;                    ///< per group: of its first velocity
  unsigned char *reach = nullptr, *in_a_row = nullptr;  ///< PlanView
  SmallColumn* small = nullptr;                         ///< M, a and M⁻¹ of few bodies
  ArticulatedSolve articulated;                         ///< a of more of them
  spatial::Vec3<Pack>* base = nullptr;                  ///< acceleration of the world: -g

  void place(const PlanView& plan, Arena<Pack>& arena);
  void fill(const PlanView& plan);
  /// All links side by side, each on the one before it.
  bool one_register() const { return chain && groups == 1; }
  bool in_one_row(const LinkGroup& l) const { return one_register() || l.at.starts == 1; }
  bool on_world(const LinkGroup& l) const { return one_register() || l.at.before < 0; }

  /// Numbers of velocities to lanes, and back: registers are written whole, one after the other.
  void take(const double* from, Pack* to) const {
    for (int g = 0; g < groups; ++g) to[g] = load_some(from + link[g].at.row, link[g].at.count);
  }
  void give(const Pack& x, int g, double* to) const {
    const LinkLanes& at = link[g].at;
    store_some(x, to + at.row, at.row + lanes <= count ? lanes : at.count);
  }
  /// The six numbers that a root that floats has of these, as it moves by them.
  spatial::Motion<Pack> of_root(const double* x) const {
    return {{Pack(x[3]), Pack(x[4]), Pack(x[5])}, {Pack(x[0]), Pack(x[1]), Pack(x[2])}};
  }

  /// Poses of all joints.
  void place_links(const double* from) const;
  /// From the root on: where each body is about the common point, what it has by itself, and how it
  /// moves; at velocities and accelerations as they were given.
  template <Need need>
  void outwards(const double* rates, const double* accelerations) const;
  /// From the last body on: what each one carries.
  template <Need need>
  void inwards() const;

  /// What the link has that lane 0 of a group hangs on, in all lanes.
  template <class T>
  T before(const LinkGroup& l, T BodyGroup::*what, const T& world) const;
  /// The same for every lane.
  template <class T>
  T before_each(int g, T BodyGroup::*what, const T& world) const;

 private:
  template <Need need>
  spatial::Inertia<Pack> place_group(int g) const;
  void place_columns(int g) const;
  /// How poses are multiplied: what was measured to be faster.
  static constexpr bool along_lanes = lanes == 8;
  spatial::Pose<Pack> pose_along_lanes(int g) const;
  spatial::Pose<Pack> pose_by_columns(int g) const;
  spatial::Motion<Pack> axis(int g, const spatial::Pose<Pack>& X) const;
  template <class T>
  T sum_outwards(const LinkGroup& l, const T& x, T BodyGroup::*what) const;
  template <class T>
  void sum_inwards(int g, T BodyGroup::*what) const;
  template <class T>
  void sum_at_root(T BodyGroup::*what) const;
};

}  // namespace kinetree::KINETREE_SIMD_SET

#include "plan/bodies_sums.hpp"
