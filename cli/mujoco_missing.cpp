// What stands in for mujoco_plant.cpp where MuJoCo is not installed.
#include "mujoco_plant.hpp"

namespace kinetree::cli {

std::unique_ptr<IndependentPlant> make_mujoco_plant(const Model& /*model*/) { return nullptr; }

}  // namespace kinetree::cli
