// What stands in for mujoco_plant.cpp and bench_mujoco.cpp where MuJoCo is not installed.
#include "bench_edits.hpp"
#include "mujoco_plant.hpp"

namespace kinetree::cli {

std::unique_ptr<IndependentPlant> make_mujoco_plant(const Model& /*model*/) { return nullptr; }
std::unique_ptr<Contestant> make_mujoco_contestant(const EditCase& /*edits*/) { return nullptr; }

}  // namespace kinetree::cli
