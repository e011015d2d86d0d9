// Truc et al., "A novel formulation of the Coriolis/centrifugal matrix by the Kronecker product",
// 2020: the experiment, and the parts of its reproduction.
#pragma once
#include <array>
#include <memory>

#include "kinetree/simulate.hpp"
#include "mujoco_plant.hpp"
#include "reproduction.hpp"

namespace kinetree::cli {

/// Section 5: three links follow 1 - cos(2πt), driven by τ = M a + C v + g of the desired motion
/// (72), with M, C and g as matrices and C by (52).
class DrivenArm {
 public:
  DrivenArm();

  const Model& model() const noexcept { return model_; }
  const Trajectory& trajectory() const noexcept { return desired_; }
  const Controller& torques() const noexcept { return torques_; }
  Reference desired(double t) const;
  Vector torque(double t) const;
  Evaluator& evaluator() const noexcept { return *evaluator_; }  ///< with coriolis=kronecker
  Run run(double tolerance, double seconds, const Plant& plant = {}) const;

 private:
  Model model_;
  std::shared_ptr<Evaluator> evaluator_;
  Trajectory desired_;
  Controller torques_;
};

/// Errors |q - q_d| of all joints against time.
struct Tracking {
  std::string label;
  std::vector<double> t, error;
  double up_to(double time) const;    ///< the largest
  double passes(double bound) const;  ///< when; infinity where never
};
Tracking tracking_of(std::string label, const Run& run);

void add_printed_parameters(Reproduction& to, const Model& model);  ///< (71)
void add_coriolis(Reproduction& to, const DrivenArm& arm);          ///< (52), (70)
void add_feedforward(Reproduction& to, const DrivenArm& arm);       ///< (72), Fig. 5
/// Fig. 6: with our own forward dynamics, and with another library as the plant, null if not built.
void add_responses(Reproduction& to, const DrivenArm& arm, IndependentPlant* other);

}  // namespace kinetree::cli
