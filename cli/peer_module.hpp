// Another library behind a C interface, in a module of its own that is loaded when it is needed.
//
// Libraries are built for alignments of Eigen's types other than ours: no such type may cross this
// line, and the two sides must not share one inline function.
#pragma once

extern "C" {

enum KinetreePeerJoint { peer_fixed, peer_revolute, peer_prismatic, peer_floating };

/// What is computed, in the order of Measured (bench_case.hpp).
enum KinetreePeerQuantity {
  peer_mass_matrix,
  peer_inverse_dynamics,
  peer_forward_dynamics,
  peer_coriolis,
  peer_bias,
  peer_gravity,
  peer_quantities
};

/// How a library writes the pose and the velocity of a floating base. q: position and quaternion
/// unless said otherwise; v: linear, then angular velocity, in the body's axes unless said
/// otherwise.
enum KinetreePeerBase {
  peer_base_none,           // no floating base
  peer_base_xyzw,           // quaternion x y z w
  peer_base_wxyz_world,     // w x y z; linear velocity in the world's axes
  peer_base_w_last_world,   // x y z here, w behind all other coordinates; likewise
  peer_base_rotation_first  // rotation vector, then position; angular, then linear velocity
};

struct KinetreePeerLink {
  int parent;      // a link before it, or -1: the world
  int joint;       // KinetreePeerJoint
  double axis[3];  // in the joint frame
  double R[9];     // placement in the parent, column after column
  double p[3];
  double mass, com[3], inertia[9];  // about the centre of mass
  double armature;
};

/// States are numbered, so that a library keeps them in its own types: run() starts from there.
struct KinetreePeer {
  const char* version;
  int base;                              // KinetreePeerBase
  const char* methods[peer_quantities];  // what is called; null: the library has none
  void* (*make)(const KinetreePeerLink* links, int count, const double* gravity, int states);
  void (*destroy)(void* robot);
  void (*store)(void* robot, int state, const double* q, const double* v, const double* a,
                const double* tau);
  double* (*q)(void* robot, int state);                    // where run() reads it
  double (*run)(void* robot, int quantity, int state);     // returns a number of the result
  void (*result)(void* robot, int quantity, double* out);  // of the last run; matrices by columns
};

/// The name under which a module gives itself.
__attribute__((visibility("default"))) const KinetreePeer* kinetree_peer();
}
