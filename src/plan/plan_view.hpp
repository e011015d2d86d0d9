// What kernels for many states are given of a model: views of plain arrays.
#pragma once
#include "kernel/coupling.hpp"
#include "model/tree.hpp"
#include "spatial/screw_pose.hpp"

namespace kinetree {

/// Which way a quantity is computed: what is fastest depends on how many joints are in a row.
enum class Frames : unsigned char { links, common };

/// A link whose joint has one axis, after the link it hangs on: X = fixed · Z(turn, slide).
struct AxisLink {
  spatial::Mat3<double> R = spatial::identity3<double>();  ///< its z is the joint's axis
  spatial::Vec3<double> p;      ///< zero where the common point is the link's own
  spatial::Vec3<double> along;  ///< of a slide: how p changes with q
  double turns = 1;             ///< 0 where it slides
};
/// Links in the lanes of a register: one after the other in the tree and in its arrays. Or, with
/// link 0, velocities of a root that floats.
struct LinkLanes {
  int link, count;          ///< the first one; lanes in use
  int q, row;               ///< its coordinate and its velocity
  int before, before_lane;  ///< where the link is that it hangs on; -1: the world
  unsigned starts;          ///< bits of lanes that hang there, all others on the lane before them
  int longest;              ///< links in a row among them
  bool ends;                ///< no other register hangs on this one
};

/// Rows of a matrix, one after the other.
struct RowRun {
  int first, last;
};

/// Joints in a row of one axis each, of which only the last one carries others; or the root that
/// floats. In the order of velocities.
struct JointRun {
  int first, last;  ///< velocities
  int parent;       ///< run that it hangs on the last one of, -1: the world
  bool leaf;        ///< nothing hangs on it
  bool before;      ///< from the last one on, runs on the same parent come before it
};

/// Limbs side by side: in lane w of level l is link[l · lanes + w] of the tree, or none (-1) where
/// a limb is shorter. `anchor` has the links that they hang on, as the trunk counts them; -1: the
/// world. `part` is an anchor with a limb on it, without numbers.
struct PlanView;
struct LimbPack {
  int levels = 0;
  const int* link = nullptr;
  const int* anchor = nullptr;
  const PlanView* part = nullptr;
};

/// Hinges in a row that nothing else hangs on, one after the other in the tree's arrays.
struct HingeRow {
  int link, velocity, count;  ///< the first ones
  int anchor;                 ///< -1: the world
};

struct PlanView {
  Tree<double> tree;
  View<const spatial::ScrewPose<double>> pose;  ///< per link
  View<const double> offset;                    ///< per coordinate of the tree
  View<const int> angles;  ///< coordinates of the tree that turn about one axis
  View<const int> plain;   ///< coordinates that are used as they are, not by their sines alone
  View<const int> turned;  ///< angles that do not start from zero
  kernel::Coupling<double> q, v;         ///< empty without mimicking joints
  View<const double> damping, friction;  ///< per velocity of the tree; empty: not asked for
  View<const int> quaternion;            ///< where each of them starts in the user's q
  View<const int> row, level;   ///< packed M: entry (k, l), l on the way of k, at row[k] + level[l]
  View<const int> dense_chain;  ///< k - 1: every velocity after the one before it
  View<const AxisLink> axis_link;  ///< one for every link, where bodies lie in lanes; or empty
  View<const LinkLanes> groups;    ///< in the order of their velocities
  /// [a · groups + b]: bits of lanes of the one that carry the other, which comes after it.
  View<const unsigned char> reach;
  View<const unsigned char> in_a_row;  ///< [group · lanes + lane]: bits of lanes in a row with it
  View<const JointRun> joint_runs;     ///< where bodies lie in lanes
  View<const int> last;                ///< per velocity: the last one that it moves
  View<const RowRun> runs;             ///< of two columns of M: rows that are not zero by structure
  View<const int> first_run;           ///< per two columns; and where the last ones end
  View<const HingeRow> hinges;         ///< for blocks of states
  View<const int> others;              ///< all links that are not in them
  View<const LimbPack> limbs;  ///< chains of hinges that end a tree, a register full of them each
  const PlanView* trunk = nullptr;  ///< all other links of it, where there are limbs
  int nq = 0, nv = 0, packed = 0;
  bool chain = false;       ///< every link on the one before it
  bool floats = false;      ///< the first one does
  bool short_rows = false;  ///< hinges are few in a row: accelerations by their M
  int hinge_numbers = 0;    ///< of those
  Frames mass_matrix = Frames::links, coriolis = Frames::links;

  bool coupled() const noexcept { return v.source.size() > 0; }
};

}  // namespace kinetree
