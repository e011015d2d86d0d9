// MuJoCo's ways to M after a change of the robot. Its models do not change shape: a payload that
// was not foreseen means compiling again; one that was is a body whose mass is set.
#include <Eigen/Core>

#include "bench_edits.hpp"
#include "mujoco_model.hpp"

namespace kinetree::cli {
namespace {

constexpr double mujoco_agreement = 1e-8;  ///< it finds principal axes to about nine digits

/// A compiled robot with room for its M.
struct Robot {
  explicit Robot(const MjcfFile& file)
      : model(file.compile()), data(make_mujoco_data(*model)), M(model->nv, model->nv) {}
  MujocoModel model;
  MujocoData data;
  Matrix M;

  void compute_M(const Vector& q) {
    Eigen::Map<Vector>(data->qpos, model->nq) = q;
    mj_kinematics(model.get(), data.get());
    mj_comPos(model.get(), data.get());
    mj_crb(model.get(), data.get());
    mj_fullM(model.get(), M.data(), data->qM);  // symmetric: rows and columns are the same
  }

  void set_body(int body, double mass, const Vector3& inertia) {
    model->body_mass[body] = mass;
    Eigen::Map<Vector3>(model->body_inertia + std::ptrdiff_t{3} * body) = inertia;
    mj_setConst(model.get(), data.get());
  }
};

class MujocoContestant : public Contestant {
 public:
  explicit MujocoContestant(const EditCase& edits)
      : edits_(edits),
        file_(mjcf_text(edits.loaded)),
        still_(MjcfFile(mjcf_text(edits.robot))),
        prepared_(file_),
        payload_(edits.loaded.size()) {}

  std::string library() const override { return "mujoco"; }
  std::string version() const override { return mj_versionString(); }

  std::vector<Trial> trials() override {
    const MassProperties& payload = edits_.payload.inertia;
    const auto set = [this](double mass, const Vector3& inertia) {
      return [this, mass, inertia] { prepared_.set_body(payload_, mass, inertia); };
    };
    constexpr const char* foreseen = "prepared body, mj_setConst";
    return {{{phase(
                "M", "", still_, [] {}, edits_.M)}},
            {{phase("attach+M", foreseen, prepared_, set(payload.mass, payload.inertia.diagonal()),
                    edits_.M_loaded),
              phase("detach+M", foreseen, prepared_, set(0, Vector3::Zero()), edits_.M)}},
            {{rebuild()}}};
  }

 private:
  BenchRow row(const char* quantity, const char* way) const {
    BenchRow row;
    row.library = library();
    row.model = edits_.robot.name;
    row.quantity = quantity;
    row.method = "mj_crb";
    row.way = way;
    return row;
  }

  template <class Edit>
  Phase phase(const char* quantity, const char* way, Robot& robot, Edit edit,
              const std::vector<Matrix>& M) {
    return {.row = row(quantity, way),
            .call =
                [this, &robot, edit](int k) {
                  edit();
                  robot.compute_M(edits_.q[EditCase::configuration(k)]);
                },
            .result = [&robot](int) { return robot.M; },
            .expected = &M,
            .bound = mujoco_agreement};
  }

  Phase rebuild() {
    return {.row = row("rebuild+M", "mj_loadXML"),
            .call =
                [this](int k) {
                  rebuilt_.emplace(file_);
                  rebuilt_->compute_M(edits_.q[EditCase::configuration(k)]);
                },
            .result = [this](int) { return rebuilt_->M; },
            .expected = &edits_.M_loaded,
            .bound = mujoco_agreement};
  }

  const EditCase& edits_;
  MjcfFile file_;
  Robot still_, prepared_;
  std::optional<Robot> rebuilt_;
  int payload_;  // the body
};

}  // namespace

std::unique_ptr<Contestant> make_mujoco_contestant(const EditCase& edits) {
  return std::make_unique<MujocoContestant>(edits);
}

}  // namespace kinetree::cli
