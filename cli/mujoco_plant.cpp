#include "mujoco_plant.hpp"

#include <fmt/format.h>

#include "kinetree/error.hpp"
#include "mujoco_model.hpp"

namespace kinetree::cli {
namespace {

/// While it lives, MuJoCo asks this controller for forces. There is one callback for all.
class ControlScope {
 public:
  explicit ControlScope(const Controller& controller) {
    current = &controller;
    mjcb_control = [](const mjModel* m, mjData* d) {
      const Eigen::Index nq = m->nq, nv = m->nv;
      const State x{d->time, Eigen::Map<const Vector>(d->qpos, nq),
                    Eigen::Map<const Vector>(d->qvel, nv)};
      Vector tau = Vector::Zero(nv);
      (*current)(x, tau);
      Eigen::Map<Vector>(d->qfrc_applied, nv) = tau;
    };
  }
  ControlScope(const ControlScope&) = delete;
  ControlScope& operator=(const ControlScope&) = delete;
  ~ControlScope() { mjcb_control = nullptr; }

 private:
  static inline const Controller* current = nullptr;
};

class MujocoPlant : public IndependentPlant {
 public:
  explicit MujocoPlant(const Model& model)
      : model_(MjcfFile(mjcf_text(model)).compile()), data_(make_mujoco_data(*model_)) {}

  std::string name() const override { return fmt::format("MuJoCo {}", mj_versionString()); }

  Vector accelerations(const State& x, const Vector& tau) override {
    place(x);
    of(data_->qfrc_applied) = tau;
    mj_forward(model_.get(), data_.get());
    return of(data_->qacc);
  }

  Matrix mass_matrix(const Vector& q) override {
    place({0, q, Vector::Zero(model_->nv)});
    mj_forward(model_.get(), data_.get());
    Matrix M(model_->nv, model_->nv);  // symmetric: rows and columns are the same
    mj_fullM(model_.get(), M.data(), data_->qM);
    return M;
  }

  Vector bias(const Vector& q, const Vector& v) override {
    place({0, q, v});
    mj_forward(model_.get(), data_.get());
    return of(data_->qfrc_bias);
  }

  void step(State& x, const Controller& controller, double dt) override {
    const ControlScope scope(controller);
    model_->opt.timestep = dt;
    place(x);
    mj_step(model_.get(), data_.get());
    x = {data_->time, Eigen::Map<const Vector>(data_->qpos, model_->nq), of(data_->qvel)};
  }

 private:
  void place(const State& x) {
    data_->time = x.t;
    Eigen::Map<Vector>(data_->qpos, model_->nq) = x.q;
    of(data_->qvel) = x.v;
  }
  Eigen::Map<Vector> of(mjtNum* numbers_of_velocities) const {
    return {numbers_of_velocities, model_->nv};
  }

  MujocoModel model_;
  MujocoData data_;
};

}  // namespace

std::unique_ptr<IndependentPlant> make_mujoco_plant(const Model& model) {
  return std::make_unique<MujocoPlant>(model);
}

}  // namespace kinetree::cli
