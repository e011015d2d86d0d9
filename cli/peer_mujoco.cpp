// MuJoCo [todorov2012] evaluating one state by the functions of its pipeline that this takes.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "bench_peers.hpp"
#include "mujoco_model.hpp"

namespace kinetree::cli {
namespace {

/// It turns inertias to principal axes by itself, to nine digits; we do so to sixteen.
struct PrincipalInertia {
  explicit PrincipalInertia(const KinetreePeerLink& link) {
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(Matrix3(link.inertia));
    Matrix3 axes = solver.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) *= -1;
    turn = Eigen::Quaterniond(axes);
    moments = solver.eigenvalues();
  }
  Eigen::Quaterniond turn;
  Vector3 moments;
};

/// rpy of URDF: turns about the fixed axes x, y and z, in this order.
std::string origin(const double* p, const Matrix3& R) {
  const Vector3 angles = R.eulerAngles(2, 1, 0);
  return fmt::format(R"(<origin xyz="{:.17g} {:.17g} {:.17g}" rpy="{:.17g} {:.17g} {:.17g}"/>)",
                     p[0], p[1], p[2], angles.z(), angles.y(), angles.x());
}

std::string_view joint_name(int joint) {
  return joint == peer_floating ? "floating" : joint == peer_prismatic ? "prismatic" : "continuous";
}

/// As URDF: its reader refuses MJCF of a hundred bodies one inside the other. Masses are set later:
/// its compiler refuses some that its algorithms take.
std::string model_text(const PeerModel& model) {
  std::string text = R"(<robot name="robot"><mujoco><compiler inertiafromgeom="false" )"
                     R"(fusestatic="false" strippath="false"/></mujoco><link name="world"/>)";
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const KinetreePeerLink& link = model.links[i];
    text += fmt::format(
        R"(<link name="body{}"><inertial>{}<mass value="1"/><inertia ixx="1" iyy="1" izz="1" )"
        R"(ixy="0" ixz="0" iyz="0"/></inertial></link>)",
        i, origin(link.com, PrincipalInertia(link).turn.toRotationMatrix()));
    text += fmt::format(
        R"(<joint name="joint{}" type="{}"><parent link="{}"/><child link="body{}"/>{})"
        R"(<axis xyz="0 0 1"/></joint>)",
        i, joint_name(link.joint), link.parent < 0 ? "world" : fmt::format("body{}", link.parent),
        i, origin(link.p, Matrix3(link.R)));
  }
  return text + "</robot>";
}

class MujocoRobot : public PeerRobot {
 public:
  MujocoRobot(const PeerModel& model, int states)
      : model_(MjcfFile(model_text(model)).compile()),
        data_(make_mujoco_data(*model_)),
        has_armature_(model.has_armature()),
        states_(static_cast<std::size_t>(states)),
        out_(model.nv) {
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      model_->body_mass[i + 1] = model.links[i].mass;
      Eigen::Map<Vector3>(model_->body_inertia + 3 * (i + 1)) =
          PrincipalInertia(model.links[i]).moments;
    }
    const int first = model.floats() ? 1 : 0;  // a floating base has six velocities, no armature
    for (int i = first; i < static_cast<int>(model.links.size()); ++i) {
      model_->dof_armature[i + 5 * first] = model.links[static_cast<std::size_t>(i)].armature;
    }
    Eigen::Map<Vector3>(model_->opt.gravity) = model.gravity;
    mj_setConst(model_.get(), data_.get());
  }

  std::string version() const override { return mj_versionString(); }
  int base() const override { return peer_base_wxyz_world; }
  void store(int k, const RandomState& x) override { states_[static_cast<std::size_t>(k)] = x; }
  double* q(int k) override { return states_[static_cast<std::size_t>(k)].q.data(); }

  std::string method(Measured measured) const override {
    switch (measured) {
      case Measured::mass_matrix:
        return "mj_crb, sparse";
      case Measured::forward_dynamics:
        return "mj_crb+mj_factorM+mj_rne+mj_solveM";
      case Measured::coriolis:
        return "";
      default:
        return "mj_rne";
    }
  }

  double run(Measured measured, int k) override {
    const RandomState& x = states_[static_cast<std::size_t>(k)];
    mjModel* const m = model_.get();
    mjData* const d = data_.get();
    Eigen::Map<Vector>(d->qpos, m->nq) = x.q;
    mj_kinematics(m, d);
    mj_comPos(m, d);
    if (measured == Measured::mass_matrix) {
      mj_crb(m, d);
      return d->qM[0] + d->qM[m->nM - 1];
    }
    if (measured == Measured::gravity) {
      Eigen::Map<Vector>(d->qvel, m->nv).setZero();
    } else {
      Eigen::Map<Vector>(d->qvel, m->nv) = x.v;
    }
    mj_comVel(m, d);
    if (measured == Measured::inverse_dynamics) {
      inverse(x);
    } else {
      mj_rne(m, d, 0, out_.data());
    }
    if (measured == Measured::forward_dynamics) forward(x);
    return out_[0] + out_[out_.size() - 1];
  }

  void result(Measured measured, double* out) override {
    if (measured == Measured::mass_matrix) {
      mj_fullM(model_.get(), out, data_->qM);  // symmetric: rows and columns are the same
    } else {
      Eigen::Map<Vector>(out, out_.size()) = out_;
    }
  }

 private:
  void inverse(const RandomState& x) {
    Eigen::Map<Vector> qacc(data_->qacc, model_->nv);
    qacc = x.a;
    mj_rne(model_.get(), data_.get(), 1, out_.data());
    if (!has_armature_) return;
    out_ += Eigen::Map<const Vector>(model_->dof_armature, model_->nv).cwiseProduct(qacc);
  }

  /// From the bias that is in out_.
  void forward(const RandomState& x) {
    mj_crb(model_.get(), data_.get());
    mj_factorM(model_.get(), data_.get());
    Eigen::Map<Vector> rest(data_->qfrc_smooth, model_->nv);
    rest = x.tau - out_;
    mj_solveM(model_.get(), data_.get(), out_.data(), rest.data(), 1);
  }

  MujocoModel model_;
  MujocoData data_;
  bool has_armature_;
  std::vector<RandomState> states_;
  Vector out_;
};

}  // namespace

bool mujoco_is_built_in() noexcept { return true; }

std::unique_ptr<PeerRobot> make_mujoco_robot(const PeerModel& model, int states) {
  return std::make_unique<MujocoRobot>(model, states);
}

}  // namespace kinetree::cli
