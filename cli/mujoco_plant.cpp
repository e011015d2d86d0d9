#include "mujoco_plant.hpp"

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <array>
#include <cstring>

#include "kinetree/error.hpp"

namespace kinetree::cli {
namespace {

std::string numbers(std::initializer_list<double> values) {
  return fmt::format("{:.17g}", fmt::join(values, " "));
}
std::string numbers(const Vector3& v) { return numbers({v.x(), v.y(), v.z()}); }

bool is_diagonal(const Matrix3& I) { return I(0, 1) == 0 && I(0, 2) == 0 && I(1, 2) == 0; }

/// Principal axes that are given are taken as they are; others MuJoCo finds itself, to ten digits.
std::string inertial_element(const MassProperties& m) {
  const Matrix3& I = m.inertia;
  const std::string inertia =
      is_diagonal(I) ? fmt::format("diaginertia=\"{}\"", numbers({I(0, 0), I(1, 1), I(2, 2)}))
                     : fmt::format("fullinertia=\"{}\"",
                                   numbers({I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}));
  return fmt::format("<inertial pos=\"{}\" mass=\"{}\" {}/>", numbers(m.com), numbers({m.mass}),
                     inertia);
}

std::string joint_element(const Link& link) {
  const Joint& joint = link.joint;
  if (joint.type == JointType::fixed) return "";
  const bool turns = joint.type == JointType::revolute || joint.type == JointType::continuous;
  if ((!turns && joint.type != JointType::prismatic) || joint.mimic) {
    throw UsageError(
        fmt::format("link '{}': only independent joints that turn or slide are "
                    "translated for MuJoCo",
                    link.name));
  }
  return fmt::format("<joint type=\"{}\" axis=\"{}\" armature=\"{}\"/>", turns ? "hinge" : "slide",
                     numbers(joint.axis), numbers({joint.armature}));
}

/// Links of a chain, one inside the other: then our q is MuJoCo's.
std::string body_elements(const Model& model) {
  std::string text, ends;
  for (int i = 0; i < model.size(); ++i) {
    const auto id = static_cast<LinkId>(i);
    const Link& link = model.link(id);
    if (link.inertia.mass <= 0) {
      throw UsageError(fmt::format("link '{}' has no mass, which MuJoCo does not take", link.name));
    }
    const auto parent = model.parent(id);
    if ((parent ? static_cast<int>(index(*parent)) : -1) != i - 1) {
      throw UsageError("only chains are translated for MuJoCo");
    }
    const Matrix3& R = link.joint.placement.R;
    text += fmt::format("<body pos=\"{}\" xyaxes=\"{}\">{}{}", numbers(link.joint.placement.p),
                        numbers({R(0, 0), R(1, 0), R(2, 0), R(0, 1), R(1, 1), R(2, 1)}),
                        inertial_element(link.inertia), joint_element(link));
    ends += "</body>";
  }
  return text + ends;
}

/// Rigid bodies and gravity; no contacts, limits, friction or actuators.
std::string mjcf_text(const Model& model) {
  return fmt::format(
      "<mujoco><compiler angle=\"radian\" coordinate=\"local\" inertiafromgeom=\"false\"/>"
      "<option gravity=\"{}\" integrator=\"RK4\"><flag contact=\"disable\" constraint=\"disable\" "
      "warmstart=\"disable\"/></option><worldbody>{}</worldbody></mujoco>",
      numbers(model.gravity()), body_elements(model));
}

// MuJoCo's own answer to an error is to end the program, and to a warning to write a file. On
// x86-64 and arm64 its C code can be unwound.
[[noreturn]] void throw_error(const char* message) {
  throw Error(fmt::format("MuJoCo: {}", message));
}

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
  explicit MujocoPlant(const Model& model) {
    mju_user_error = throw_error;
    mju_user_warning = throw_error;
    load(mjcf_text(model));
    data_.reset(mj_makeData(model_.get()));
    if (!data_) throw Error("MuJoCo has no memory for its data");
  }

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
  void load(const std::string& text) {
    struct Close {
      void operator()(mjVFS* files) const {
        mj_deleteVFS(files);
        delete files;
      }
    };
    const std::unique_ptr<mjVFS, Close> files(new mjVFS);
    mj_defaultVFS(files.get());
    constexpr const char* file = "kinetree.xml";
    if (mj_makeEmptyFileVFS(files.get(), file, static_cast<int>(text.size())) != 0) {
      throw Error("MuJoCo has no memory for its model");
    }
    std::memcpy(files->filedata[mj_findFileVFS(files.get(), file)], text.data(), text.size());
    std::array<char, 1000> complaint{};
    model_.reset(mj_loadXML(file, files.get(), complaint.data(), complaint.size()));
    if (!model_) throw Error(fmt::format("MuJoCo refuses the model: {}", complaint.data()));
  }

  void place(const State& x) {
    data_->time = x.t;
    Eigen::Map<Vector>(data_->qpos, model_->nq) = x.q;
    of(data_->qvel) = x.v;
  }
  Eigen::Map<Vector> of(mjtNum* numbers_of_velocities) const {
    return {numbers_of_velocities, model_->nv};
  }

  struct Delete {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  std::unique_ptr<mjModel, Delete> model_;
  std::unique_ptr<mjData, Delete> data_;
};

}  // namespace

std::unique_ptr<IndependentPlant> make_mujoco_plant(const Model& model) {
  return std::make_unique<MujocoPlant>(model);
}

}  // namespace kinetree::cli
