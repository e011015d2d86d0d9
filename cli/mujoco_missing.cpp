// What stands in for mujoco_plant.cpp, bench_mujoco.cpp and peer_mujoco.cpp where MuJoCo is not
// installed.
#include "bench_edits.hpp"
#include "bench_peers.hpp"
#include "mujoco_plant.hpp"

namespace kinetree::cli {

std::unique_ptr<IndependentPlant> make_mujoco_plant(const Model& /*model*/) { return nullptr; }
std::unique_ptr<Contestant> make_mujoco_contestant(const EditCase& /*edits*/) { return nullptr; }
bool mujoco_is_built_in() noexcept { return false; }
std::unique_ptr<PeerRobot> make_mujoco_robot(const PeerModel& /*model*/, int /*states*/) {
  return nullptr;
}

}  // namespace kinetree::cli
