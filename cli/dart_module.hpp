// DART [lee2018] behind a C interface, in a module of its own that is loaded when it is needed.
//
// Debian builds DART for another alignment of Eigen's types than ours: no such type may cross this
// line, and the two must not share one inline function.
#pragma once

extern "C" {

struct KinetreeDartLink {
  int parent;      // -1: the world
  int slides;      // 1: prismatic
  int moves;       // 0: fixed
  double axis[3];  // in the joint frame
  double R[9];     // placement in the parent, column after column
  double p[3];
  double mass, com[3], inertia[9];
};

struct KinetreeDart {
  const char* version;
  void* (*make)(const KinetreeDartLink* links, int count);
  void (*destroy)(void* robot);
  void (*attach)(void* robot, const KinetreeDartLink* link);
  void (*detach)(void* robot);  // what was attached last
  void (*compute)(void* robot, const double* q);
  int (*size)(void* robot);
  const double* (*mass_matrix)(void* robot);  // as compute() left it
};

/// The name under which the module gives itself.
__attribute__((visibility("default"))) const KinetreeDart* kinetree_dart();
}
