// MuJoCo [todorov2012] as a second opinion: another library's M, bias force, accelerations and
// integrator for one of our models. Optional at build time: KINETREE_MUJOCO.
//
// Its text shares nothing with ours: it composes inertias about the centre of mass of the whole
// tree and factors M as LᵀDL, after turning every inertia to principal axes.
#pragma once
#include <memory>
#include <string>

#include "kinetree/control.hpp"

namespace kinetree::cli {

/// Another library that moves the same robot.
class IndependentPlant {
 public:
  IndependentPlant() = default;
  IndependentPlant(const IndependentPlant&) = delete;
  IndependentPlant& operator=(const IndependentPlant&) = delete;
  virtual ~IndependentPlant() = default;

  virtual std::string name() const = 0;  ///< with its version
  virtual Vector accelerations(const State& x, const Vector& tau) = 0;
  virtual Matrix mass_matrix(const Vector& q) = 0;
  virtual Vector bias(const Vector& q, const Vector& v) = 0;
  /// One step of its own Runge–Kutta method of fourth order; the controller is asked in each stage.
  virtual void step(State& x, const Controller& controller, double dt) = 0;
};

/// Null where the tool was built without MuJoCo. Throws UsageError for what the translation does
/// not cover (joints of several degrees of freedom, mimics, massless links), Error for what MuJoCo
/// itself complains about. One at a time: MuJoCo's callbacks are global.
std::unique_ptr<IndependentPlant> make_mujoco_plant(const Model& model);

}  // namespace kinetree::cli
