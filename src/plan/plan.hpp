// A model as kernels for many states want it, made once.
#pragma once
#include <vector>

#include "model/compile.hpp"
#include "model/screw_tree.hpp"
#include "plan/body_plan.hpp"
#include "plan/limb_plan.hpp"
#include "plan/plan_view.hpp"

namespace kinetree {

class Plan {
 public:
  /// With lanes, bodies and limbs are put side by side.
  Plan(const Compiled& compiled, bool with_friction, int lanes = 0);
  const PlanView& view() const noexcept { return view_; }
  Plan(const Plan&) = delete;  // the view points into it
  Plan& operator=(const Plan&) = delete;
  ~Plan() = default;

 private:
  struct Coordinates {
    std::vector<int> source;
    std::vector<double> multiplier, offset;
    void assign(const std::vector<Coupled>& couplings);
    kernel::Coupling<double> view() const;
  };
  ScrewTree screws_;
  Coordinates q_, v_;
  std::vector<double> damping_, friction_;
  std::vector<int> angles_, plain_, turned_, quaternion_, row_, level_, dense_chain_, last_,
      first_run_;
  std::vector<RowRun> runs_;
  std::vector<JointRun> joint_runs_;
  BodyPlan bodies_;
  Limbs limbs_;
  HingeRows hinges_;
  void list_coordinates(int nq);
  bool rows_are_short();
  void number_entries(const std::vector<int>& previous);
  void list_runs(const View<const int>& previous);
  void list_joint_runs(const View<const int>& previous);
  PlanView view_;
};

}  // namespace kinetree
