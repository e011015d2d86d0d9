// What DART [lee2018] does beyond peer_module.hpp: its skeletons take bodies in and give them away.
#pragma once
#include "peer_module.hpp"

extern "C" {

struct KinetreeDart {
  const char* version;
  void* (*make)(const KinetreePeerLink* links, int count);
  void (*destroy)(void* robot);
  void (*attach)(void* robot, const KinetreePeerLink* link);
  void (*detach)(void* robot);  // what was attached last
  void (*compute)(void* robot, const double* q);
  int (*size)(void* robot);
  const double* (*mass_matrix)(void* robot);  // as compute() left it
};

/// The name under which the module gives it.
__attribute__((visibility("default"))) const KinetreeDart* kinetree_dart();
}
