// The rows of another library: its results are compared with ours, then its calls are timed.
#include <utility>

#include "bench_peers.hpp"
#include "kinetree/error.hpp"

namespace kinetree::cli {
namespace {

/// Throws UsageError where the library does not take such a robot.
PeerModel translated(const Peer& peer, const Model& model) {
  PeerModel result = make_peer_model(model);
  if (!peer.trees && !result.is_chain()) throw UsageError("it takes chains only");
  if (!peer.armature && result.has_armature()) {
    throw UsageError("armature is not translated for it");
  }
  return result;
}

}  // namespace

PeerContestant::PeerContestant(const Peer& peer, EvaluationCase& robot,
                               std::vector<Measured> quantities)
    : name_(peer.name),
      case_(robot),
      quantities_(std::move(quantities)),
      model_(translated(peer, robot.model())),
      robot_(peer.make(model_, EvaluationCase::count)),
      coordinates_(model_, robot_->base()) {
  for (int k = 0; k < EvaluationCase::count; ++k) {
    robot_->store(k, coordinates_.state(case_.states()[EvaluationCase::state(k)]));
  }
}

std::vector<Trial> PeerContestant::trials() {
  std::vector<Trial> all;
  for (const Measured measured : quantities_) {
    if (has(measured) && case_.refusal(measured).empty()) all.push_back(trial(measured));
  }
  return all;
}

std::string PeerContestant::method(Measured measured) const {
  return static_cast<int>(measured) < measured_by_peers ? robot_->method(measured) : "";
}

Trial PeerContestant::trial(Measured measured) {
  Phase phase;
  phase.row.library = name_;
  phase.row.model = case_.model().name;
  phase.row.quantity = info_of(measured).name;
  phase.row.method = method(measured);
  PeerRobot* const robot = robot_.get();
  constexpr int mask = EvaluationCase::count - 1;
  phase.call = [robot, measured](int k) { robot->run(measured, k & mask); };
  phase.chained = [robot, measured](int k, double link) {
    *robot->q(k & mask) += link;
    return robot->run(measured, k & mask);
  };
  phase.result = [this, robot, measured](int k) {
    const auto quantity = *info_of(measured).registry;
    const Eigen::Index n = case_.model().nv();
    Matrix theirs(n, is_matrix(quantity) ? n : 1);
    robot->result(measured, theirs.data());
    const std::size_t state = EvaluationCase::state(k);
    const Matrix& M = case_.expected(Measured::mass_matrix)[state];
    return coordinates_.result(measured, case_.states()[state], M, theirs);
  };
  phase.expected = &case_.expected(measured);
  if (measured == Measured::coriolis) {
    Cv_.clear();
    for (int k = 0; k < EvaluationCase::count; ++k) {
      Cv_.emplace_back((*phase.expected)[EvaluationCase::state(k)] *
                       case_.states()[EvaluationCase::state(k)].v);
    }
    phase.expected = &Cv_;
  }
  phase.bound = case_.peer_bound(measured);
  phase.size = case_.size(measured);
  return {{phase}};
}

}  // namespace kinetree::cli
