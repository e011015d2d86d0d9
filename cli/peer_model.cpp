// Our robots and states in the form other libraries take.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "bench_peers.hpp"
#include "kinetree/error.hpp"

namespace kinetree::cli {
namespace {

Pose operator*(const Pose& A, const Pose& B) { return {A.R * B.R, A.R * B.p + A.p}; }

/// Adds what stands at X in the frame of `to`.
void merge(MassProperties& to, const MassProperties& body, const Pose& X) {
  const double mass = to.mass + body.mass;
  const Vector3 com = X.R * body.com + X.p;
  const Matrix3 own = to.inertia + X.R * body.inertia * X.R.transpose();
  if (mass <= 0) {
    to.inertia = own;
    return;
  }
  const Vector3 apart = com - to.com;
  const Matrix3 steiner = Matrix3::Identity() * apart.squaredNorm() - apart * apart.transpose();
  to.inertia = own + to.mass * body.mass / mass * steiner;
  to.com = (to.mass * to.com + body.mass * com) / mass;
  to.mass = mass;
}

/// A rotation whose z is that axis; none where it is so already.
Matrix3 turned_to_axis(const Vector3& axis) {
  if (axis == Vector3::UnitZ()) return Matrix3::Identity();
  return Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), axis).toRotationMatrix();
}

int peer_joint(const Link& link) {
  const Joint& joint = link.joint;
  if (joint.mimic) {
    throw UsageError(
        fmt::format("joint '{}' mimics another, which is not translated; --mimic off", joint.name));
  }
  switch (joint.type) {
    case JointType::fixed:
      return peer_fixed;
    case JointType::revolute:
    case JointType::continuous:
      return peer_revolute;
    case JointType::prismatic:
      return peer_prismatic;
    case JointType::floating:
      return peer_floating;
    default:
      throw UsageError(fmt::format("joint '{}' is {}, which is not translated", joint.name,
                                   to_string(joint.type)));
  }
}

/// Walks limb by limb and carries along which link moves what is met, and where it stands in it.
class Translator {
 public:
  explicit Translator(const Model& model)
      : model_(model), children_(static_cast<std::size_t>(model.size())) {
    for (int i = 0; i < model.size(); ++i) {
      const auto parent = model.parent(static_cast<LinkId>(i));
      (parent ? children_[index(*parent)] : roots_).push_back(i);
    }
    out_.gravity = model.gravity();
    out_.nq = model.nq();
    out_.nv = model.nv();
    for (const int root : roots_) visit(root, -1, {});
    for (std::size_t i = 0; i < bodies_.size(); ++i) write(bodies_[i], out_.links[i]);
  }

  PeerModel model() && { return std::move(out_); }

 private:
  void visit(int i, int carrier, const Pose& in_carrier) {
    const Link& link = model_.link(static_cast<LinkId>(i));
    const int joint = peer_joint(link);
    Pose X = in_carrier * link.joint.placement;
    if (joint == peer_fixed) {
      if (carrier >= 0) merge(bodies_[static_cast<std::size_t>(carrier)], link.inertia, X);
    } else {
      X = add(static_cast<LinkId>(i), joint, carrier, X);
      carrier = static_cast<int>(bodies_.size()) - 1;
    }
    for (const int child : children_[static_cast<std::size_t>(i)]) visit(child, carrier, X);
  }

  /// A link that moves; returns where its own frame stands in the one we give away.
  Pose add(LinkId id, int joint, int parent, Pose X) {
    const Link& link = model_.link(id);
    if (joint == peer_floating) {
      if (!bodies_.empty()) throw UsageError("only one floating base, at the root, is translated");
      out_.base = X;
      X = {};
    }
    const Pose turned{
        joint == peer_floating ? Matrix3::Identity() : turned_to_axis(link.joint.axis),
        Vector3::Zero()};
    X = X * turned;
    KinetreePeerLink to{};
    to.parent = parent;
    to.joint = joint;
    to.axis[2] = 1;
    to.armature = link.joint.armature;
    std::copy(X.R.data(), X.R.data() + 9, to.R);
    std::copy(X.p.data(), X.p.data() + 3, to.p);
    out_.links.push_back(to);
    Pose back{turned.R.transpose(), Vector3::Zero()};
    bodies_.emplace_back();
    merge(bodies_.back(), link.inertia, back);
    const auto slot = std::find_if(model_.joints().begin(), model_.joints().end(),
                                   [id](const JointSlot& s) { return s.link == id; });
    out_.q_first.push_back(slot->q_first);
    out_.v_first.push_back(slot->v_first);
    return back;
  }

  static void write(const MassProperties& from, KinetreePeerLink& to) {
    to.mass = from.mass;
    std::copy(from.com.data(), from.com.data() + 3, to.com);
    std::copy(from.inertia.data(), from.inertia.data() + 9, to.inertia);
  }

  const Model& model_;
  std::vector<int> roots_;
  std::vector<std::vector<int>> children_;
  std::vector<MassProperties> bodies_;
  PeerModel out_;
};

Eigen::Quaterniond orientation(const RandomState& x, int first) {
  return {x.q[first + 6], x.q[first + 3], x.q[first + 4], x.q[first + 5]};
}

}  // namespace

bool PeerModel::is_chain() const noexcept {
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i].parent != static_cast<int>(i) - 1) return false;
  }
  return true;
}

bool PeerModel::has_armature() const noexcept {
  return std::any_of(links.begin(), links.end(), [](const auto& l) { return l.armature != 0; });
}

PeerModel make_peer_model(const Model& model) { return Translator(model).model(); }

Matrix PeerCoordinates::T(const RandomState& ours) const {
  Matrix T = Matrix::Zero(model_.nv, model_.nv);
  int row = 0;
  for (std::size_t i = 0; i < model_.links.size(); ++i) {
    const int column = model_.v_first[i];
    if (model_.links[i].joint != peer_floating) {
      T(row++, column) = 1;
      continue;
    }
    const Matrix3 R = model_.base.R * orientation(ours, model_.q_first[i]).toRotationMatrix();
    const bool angular_first = base_ == peer_base_rotation_first;
    T.block<3, 3>(angular_first ? 3 : 0, column) = in_world() ? R : Matrix3::Identity();
    T.block<3, 3>(angular_first ? 0 : 3, column + 3) = Matrix3::Identity();
    row = 6;
  }
  return T;
}

/// The axes in which we write the linear velocity turn with the body.
Vector PeerCoordinates::rate_of_T_times_v(const RandomState& ours) const {
  Vector rate = Vector::Zero(model_.nv);
  if (!model_.floats() || !in_world()) return rate;
  const int first = model_.v_first.front();
  const Matrix3 R = model_.base.R * orientation(ours, model_.q_first.front()).toRotationMatrix();
  const Vector3 linear = ours.v.segment<3>(first), angular = ours.v.segment<3>(first + 3);
  rate.head<3>() = R * angular.cross(linear);
  return rate;
}

Vector PeerCoordinates::q(const RandomState& ours) const {
  const bool floats = model_.floats(), six = base_ == peer_base_rotation_first;
  const bool w_last = base_ == peer_base_w_last_world;
  Vector q(floats && six ? model_.nq - 1 : model_.nq);
  int at = 0;
  if (floats) {
    const int first = model_.q_first.front();
    const Eigen::Quaterniond turn(model_.base.R * orientation(ours, first).toRotationMatrix());
    const Vector3 p = model_.base.R * ours.q.segment<3>(first) + model_.base.p;
    if (six) {
      const Eigen::AngleAxisd rotation(turn);
      q.head<6>() << rotation.angle() * rotation.axis(), p;
    } else if (base_ == peer_base_wxyz_world) {
      q.head<7>() << p, turn.w(), turn.vec();
    } else {
      q.head<6>() << p, turn.vec();
      q[w_last ? q.size() - 1 : 6] = turn.w();
    }
    at = six || w_last ? 6 : 7;
  }
  for (std::size_t i = floats ? 1 : 0; i < model_.links.size(); ++i) {
    q[at++] = ours.q[model_.q_first[i]];
  }
  return q;
}

RandomState PeerCoordinates::state(const RandomState& ours) const {
  const Matrix turn = T(ours);  // orthogonal: forces go the same way
  return {q(ours), turn * ours.v, turn * ours.a + rate_of_T_times_v(ours), turn * ours.tau};
}

Matrix PeerCoordinates::result(Measured measured, const RandomState& ours, const Matrix& M,
                               const Matrix& theirs) const {
  const Matrix turn = T(ours);
  switch (measured) {
    case Measured::mass_matrix:
      return turn.transpose() * theirs * turn;
    case Measured::coriolis:
      return turn.transpose() * theirs * (turn * ours.v);
    case Measured::forward_dynamics:
      return turn.transpose() * (theirs - rate_of_T_times_v(ours));
    case Measured::bias:  // what is left where their accelerations are zero, not ours
      return turn.transpose() * theirs + M * (turn.transpose() * rate_of_T_times_v(ours));
    default:
      return turn.transpose() * theirs;
  }
}

}  // namespace kinetree::cli
