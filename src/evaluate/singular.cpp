// A joint without inertia shows as a pivot of the elimination (ABA, or LᵀDL of M) that vanishes
// beside the inertia of all that the joint carries. Each one found is given armature, so that the
// next can be seen.
#include "evaluate/singular.hpp"

#include <algorithm>
#include <numbers>

#include "evaluate/coordinates.hpp"
#include "evaluate/random.hpp"
#include "evaluate/run_mass_matrix.hpp"

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

/// Where an elimination works.
struct Sweep {
  View<const spatial::Pose<double>> X_parent;
  View<spatial::Inertia<double>> Ic;
  View<spatial::ArticulatedInertia<double>> IA;
  View<kernel::Eliminated<double>> column;
};

/// Calls lost(k) for each velocity whose pivot vanishes.
template <class F>
void eliminate(const Tree<double>& tree, const Sweep& s, F lost) {
  for (int i = 0; i < tree.size(); ++i) {
    s.Ic[i] = tree.inertia[i];
    s.IA[i] = articulated(tree.inertia[i]);
  }
  const kernel::AbaWorkspace<double> w{{}, {}, s.IA, {}, s.column};
  for (int i = tree.size() - 1; i >= 0; --i) {
    const int parent = tree.parent[i];
    if (parent >= 0) s.Ic[parent] = s.Ic[parent] + s.X_parent[i] * s.Ic[i];
    kernel::eliminate_inertia<double>(tree, i, s.X_parent, w);
    for_each_column(tree, i, [&](int k, auto column) {
      const double pivot = 1 / s.column[k].inverse_d;
      // Above a pivot of zero there is nothing but NaN, for the next round to see.
      if (pivot <= vanishing * carried(s.Ic[i], column) || pivot <= 0) lost(k);
    });
  }
}

/// Velocities of a tree without inertia at q: each one found gets armature, so that the next can be
/// seen.
std::vector<int> lost_velocities(const Compiled& compiled, const Vector& q) {
  TreeData<double> data = compiled.tree;
  std::vector<double> tree_q = tree_coordinates(compiled.q, q);
  const auto links = static_cast<std::size_t>(data.size());
  std::vector<spatial::Pose<double>> X_parent(links);
  std::vector<spatial::Inertia<double>> Ic(links);
  std::vector<spatial::ArticulatedInertia<double>> IA(links);
  std::vector<kernel::Eliminated<double>> column(data.previous.size());
  const auto of = [](auto& v) { return View(v.data(), static_cast<int>(v.size())); };
  kernel::joint_poses<double>(data.view(), of(tree_q), of(X_parent));
  std::vector<int> lost;
  // Every round finds the deepest ones at least; a robot with more has been told enough.
  constexpr int rounds = 16;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t before = lost.size();
    eliminate(data.view(), {of(X_parent), of(Ic), of(IA), of(column)},
              [&](int k) { lost.push_back(k); });
    if (lost.size() == before) break;
    for (const int k : lost) data.armature[static_cast<std::size_t>(k)] = 1;
  }
  std::sort(lost.begin(), lost.end());
  return lost;
}

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
std::vector<bool> guilty_joints(const Compiled& compiled, const Vector& q) {
  std::vector<bool> guilty(compiled.slots.size());
  if (!compiled.coupled()) {
    for (const int k : lost_velocities(compiled, q)) {
      guilty[static_cast<std::size_t>(compiled.slot[static_cast<std::size_t>(k)])] = true;
    }
  } else if (compiled.nv <= largest_coupled) {
    for (const int k : lost_user_velocities(compiled, q)) {
      for (std::size_t s = 0; s < guilty.size(); ++s) {
        const JointSlot& slot = compiled.slots[s];
        if (k >= slot.v_first && k < slot.v_first + slot.nv) guilty[s] = true;
      }
    }
  }
  return guilty;
}

std::vector<std::string> names_of(const Compiled& compiled, const std::vector<bool>& guilty) {
  std::vector<std::string> names;
  for (std::size_t s = 0; s < guilty.size(); ++s) {
    if (guilty[s]) names.emplace_back(compiled.joint_names[index(compiled.slots[s].link)]);
  }
  return names;
}

Vector random_configuration(const Compiled& compiled, std::uint64_t seed) {
  Random random(seed);
  Vector q = random.vector(compiled.nq, std::numbers::pi);
  for (const JointSlot& slot : compiled.slots) {
    if (slot.nq > slot.nv) q.segment<4>(slot.q_first + slot.nq - 4).normalize();
  }
  return q;
}

}  // namespace

std::vector<std::string> singular_joints(const Compiled& compiled, const Vector& q) {
  return names_of(compiled, guilty_joints(compiled, q));
}

bool loses_inertia(Workspace<double>& w) noexcept {
  bool any = false;
  eliminate(w.tree(), {w.X_parent(), w.Ic(), w.aba().IA, w.aba().column}, [&](int) { any = true; });
  return any;
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

std::vector<std::string> massless_joints(const Compiled& compiled) {
  std::vector<bool> always = guilty_joints(compiled, random_configuration(compiled, 1));
  if (std::find(always.begin(), always.end(), true) == always.end()) return {};
  const std::vector<bool> again = guilty_joints(compiled, random_configuration(compiled, 2));
  for (std::size_t s = 0; s < always.size(); ++s) always[s] = always[s] && again[s];
  return names_of(compiled, always);
}

}  // namespace kinetree
