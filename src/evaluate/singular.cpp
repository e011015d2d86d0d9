// A joint without inertia shows as a pivot of the elimination (ABA, or LᵀDL of M) that vanishes
// beside the inertia of all that the joint carries. Each one found is given armature, so that the
// next can be seen.
#include "evaluate/singular.hpp"

#include <algorithm>

#include "evaluate/coordinates.hpp"
#include "evaluate/run_mass_matrix.hpp"
#include "kinetree/verify.hpp"

namespace kinetree {
namespace {

// Well above rounding (1e-16), well below the flattest real body.
constexpr double vanishing = 1e-12;

// With mimics the search takes n³ operations on a dense matrix: a second at this size.
constexpr int largest_coupled = 500;

/// What a column would set in motion if all that hangs on it were frozen: the size of rounding
/// errors in its pivot.
template <class Column>
double carried(const spatial::Inertia<double>& frozen, Column column) {
  spatial::Motion<double> unit;
  add(unit, column, 1.0);
  return dot(unit.angular, unit.angular) * (frozen.I.xx + frozen.I.yy + frozen.I.zz) +
         dot(unit.linear, unit.linear) * frozen.mass;
}

/// One elimination over a tree; velocities whose pivot vanishes get armature and are listed.
class Elimination {
 public:
  Elimination(const Compiled& compiled, const Vector& q)
      : tree_(compiled.tree), q_(tree_coordinates(compiled.q, q)), links_(tree_.parent.size()) {
    X_parent_.resize(links_);
    Ic_.resize(links_);
    IA_.resize(links_);
    column_.resize(tree_.previous.size());
  }

  std::vector<int> lost_velocities() {
    std::vector<int> lost;
    // Every round finds the deepest ones at least; a robot with more has been told enough.
    constexpr int rounds = 16;
    for (int round = 0; round < rounds; ++round) {
      const std::size_t before = lost.size();
      sweep(lost);
      if (lost.size() == before) break;
      for (const int k : lost) tree_.armature[static_cast<std::size_t>(k)] = 1;
    }
    std::sort(lost.begin(), lost.end());
    return lost;
  }

 private:
  void sweep(std::vector<int>& lost) {
    const Tree<double> tree = tree_.view();
    kernel::joint_poses<double>(tree, of(q_), of(X_parent_));
    for (std::size_t i = 0; i < links_; ++i) {
      Ic_[i] = tree_.inertia[i];
      IA_[i] = articulated(tree_.inertia[i]);
    }
    const kernel::AbaWorkspace<double> w{{}, {}, of(IA_), {}, of(column_)};
    for (int i = tree.size() - 1; i >= 0; --i) {
      const spatial::Inertia<double>& frozen = Ic_[static_cast<std::size_t>(i)];
      if (tree.parent[i] >= 0) {
        spatial::Inertia<double>& parent = Ic_[static_cast<std::size_t>(tree.parent[i])];
        parent = parent + X_parent_[static_cast<std::size_t>(i)] * frozen;
      }
      kernel::eliminate_inertia<double>(tree, i, of(X_parent_), w);
      for_each_column(tree, i, [&](int k, auto column) {
        const double pivot = 1 / column_[static_cast<std::size_t>(k)].inverse_d;
        // Above a pivot of zero there is nothing but NaN, for the next round to see.
        if (pivot <= vanishing * carried(frozen, column) || pivot <= 0) lost.push_back(k);
      });
    }
  }

  template <class T>
  static View<T> of(std::vector<T>& v) {
    return {v.data(), static_cast<int>(v.size())};
  }

  TreeData<double> tree_;
  std::vector<double> q_;
  std::size_t links_;
  std::vector<spatial::Pose<double>> X_parent_;
  std::vector<spatial::Inertia<double>> Ic_;
  std::vector<spatial::ArticulatedInertia<double>> IA_;
  std::vector<kernel::Eliminated<double>> column_;
};

/// With mimics, branches are coupled: eliminate the whole reduced matrix.
std::vector<int> lost_user_velocities(const Compiled& compiled, const Vector& q) {
  Workspace<double> w(compiled, [](double x) { return x; });
  const std::vector<double> tree_q = tree_coordinates(compiled.q, q);
  std::copy(tree_q.begin(), tree_q.end(), w.q().data());
  Matrix M(compiled.nv, compiled.nv);
  w.write_matrix_to(M.data());
  run_crba(w);
  // A pivot vanishes beside the bodies its velocity moves: what elimination leaves of M is noise.
  Vector moved = Vector::Zero(compiled.nv);
  for (int i = 0; i < w.tree().size(); ++i) {
    const spatial::Inertia<double>& body = w.Ic()[i];
    for_each_column(w.tree(), i, [&](int k, auto column) {
      const Coupled& c = compiled.v[static_cast<std::size_t>(k)];
      moved[c.source] += c.multiplier * c.multiplier * carried(body, column);
    });
  }
  std::vector<int> lost;
  for (Eigen::Index k = compiled.nv - 1; k >= 0; --k) {
    if (!(M(k, k) > vanishing * moved[k])) {
      lost.push_back(static_cast<int>(k));
      continue;
    }
    const Vector row = M.row(k).head(k);
    M.topLeftCorner(k, k) -= row * row.transpose() / M(k, k);
  }
  return lost;
}

/// Which of the model's joints lose inertia at q.
std::vector<bool> guilty_joints(const Model& model, const Compiled& compiled, const Vector& q) {
  std::vector<bool> guilty(model.joints().size());
  if (!compiled.coupled()) {
    for (const int k : Elimination(compiled, q).lost_velocities()) {
      guilty[static_cast<std::size_t>(compiled.slot[static_cast<std::size_t>(k)])] = true;
    }
  } else if (compiled.nv <= largest_coupled) {
    for (const int k : lost_user_velocities(compiled, q)) {
      for (std::size_t s = 0; s < guilty.size(); ++s) {
        const JointSlot& slot = model.joints()[s];
        if (k >= slot.v_first && k < slot.v_first + slot.nv) guilty[s] = true;
      }
    }
  }
  return guilty;
}

std::vector<std::string> names_of(const Model& model, const std::vector<bool>& guilty) {
  std::vector<std::string> names;
  for (std::size_t s = 0; s < guilty.size(); ++s) {
    if (guilty[s]) names.push_back(model.link(model.joints()[s].link).joint.name);
  }
  return names;
}

}  // namespace

std::vector<std::string> singular_joints(const Model& model, const Compiled& compiled,
                                         const Vector& q) {
  return names_of(model, guilty_joints(model, compiled, q));
}

int lost_velocity(Workspace<double>& w, View<const unsigned char> prescribed) noexcept {
  const Tree<double> tree = w.tree();
  const View<spatial::Inertia<double>> frozen = w.Ic();
  for (int i = 0; i < tree.size(); ++i) frozen[i] = tree.inertia[i];
  int lost = -1;
  for (int i = tree.size() - 1; i >= 0 && lost < 0; --i) {
    for_each_column(tree, i, [&](int k, auto column) {
      const double pivot = 1 / w.aba().column[k].inverse_d;
      if (prescribed[k] == 0 && !(pivot > vanishing * carried(frozen[i], column))) lost = k;
    });
    const int parent = tree.parent[i];
    if (parent >= 0) frozen[parent] = frozen[parent] + w.X_parent()[i] * frozen[i];
  }
  return lost;
}

std::vector<std::string> massless_joints(const Model& model, const Compiled& compiled) {
  std::vector<bool> always = guilty_joints(model, compiled, random_state(model, 1).q);
  if (std::find(always.begin(), always.end(), true) == always.end()) return {};
  const std::vector<bool> again = guilty_joints(model, compiled, random_state(model, 2).q);
  for (std::size_t s = 0; s < always.size(); ++s) always[s] = always[s] && again[s];
  return names_of(model, always);
}

}  // namespace kinetree
