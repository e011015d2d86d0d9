// Other libraries: our robots and states as theirs, and their results as ours.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench_case.hpp"
#include "peer_module.hpp"

namespace kinetree::cli {

/// A robot as others get it: what does not move is merged into what carries it, every axis is z,
/// and limbs come one after the other. That is the form libraries are fastest with.
struct PeerModel {
  std::vector<KinetreePeerLink> links;
  std::vector<int> q_first, v_first;  ///< of each link in our q and v
  Pose base;  ///< placement of the floating joint, where the first link floats
  Vector3 gravity;
  int nq = 0, nv = 0;

  bool floats() const noexcept { return links.front().joint == peer_floating; }
  bool is_chain() const noexcept;
  bool has_armature() const noexcept;
};
/// Throws UsageError for joints that are neither fixed, revolute, prismatic nor the floating base,
/// and for those that mimic others.
PeerModel make_peer_model(const Model& model);

/// States and results in the coordinates of a library; its velocities are T times ours.
class PeerCoordinates {
 public:
  PeerCoordinates(const PeerModel& model, int base) : model_(model), base_(base) {}
  RandomState state(const RandomState& ours) const;
  /// A result of theirs in that state as ours would be, M being ours. C is given as C v, because
  /// others may have another C that is right as well.
  Matrix result(Measured measured, const RandomState& ours, const Matrix& M,
                const Matrix& theirs) const;

 private:
  Matrix T(const RandomState& ours) const;
  Vector rate_of_T_times_v(const RandomState& ours) const;
  Vector q(const RandomState& ours) const;
  bool in_world() const noexcept {
    return base_ == peer_base_wxyz_world || base_ == peer_base_w_last_world;
  }
  PeerModel model_;
  int base_;
};

/// One robot in another library, with its states.
class PeerRobot {
 public:
  PeerRobot() = default;
  PeerRobot(const PeerRobot&) = delete;
  PeerRobot& operator=(const PeerRobot&) = delete;
  virtual ~PeerRobot() = default;
  virtual std::string version() const = 0;
  virtual int base() const = 0;                             ///< KinetreePeerBase
  virtual std::string method(Measured measured) const = 0;  ///< empty: it has none
  virtual void store(int k, const RandomState& state) = 0;
  virtual double* q(int k) = 0;                             ///< where run() reads it
  virtual double run(Measured measured, int k) = 0;         ///< returns a number of the result
  virtual void result(Measured measured, double* out) = 0;  ///< of the last run
};

/// A library we know how to ask.
struct Peer {
  std::string name;  ///< "kdl"
  std::string how;   ///< to get it, where it is not built in
  bool trees = true, armature = false;
  bool built_in = false;
  std::unique_ptr<PeerRobot> (*make)(const PeerModel& model, int states);
};
const std::vector<Peer>& peers();
/// "kdl,mujoco" as given. Throws UsageError with the nearest spelling.
std::vector<const Peer*> read_peers(const std::string& list);

/// The rows of a peer for one robot. The library must be built in, and the case live as long.
class PeerContestant : public Contestant {
 public:
  /// Throws UsageError with the reason where the library does not take the robot.
  PeerContestant(const Peer& peer, EvaluationCase& robot, std::vector<Measured> quantities);
  std::string library() const override { return name_; }
  std::string version() const override { return robot_->version(); }
  std::vector<Trial> trials() override;  ///< of the quantities it has
  bool has(Measured measured) const { return !method(measured).empty(); }

 private:
  std::string method(Measured measured) const;
  Trial trial(Measured measured);

  std::string name_;
  EvaluationCase& case_;
  std::vector<Measured> quantities_;
  PeerModel model_;
  std::unique_ptr<PeerRobot> robot_;
  PeerCoordinates coordinates_;
  std::vector<Matrix> Cv_;  ///< what C v must be, where C is asked for
};

/// The file of a module that was built; null where it was not.
const char* peer_module_file(std::string_view name) noexcept;
bool mujoco_is_built_in() noexcept;
std::unique_ptr<PeerRobot> make_mujoco_robot(const PeerModel& model, int states);

}  // namespace kinetree::cli
