#include "symbolic/mechanics.hpp"

#include <algorithm>
#include <cmath>

#include "evaluate/run_frame.hpp"
#include "kernel/coriolis/quasi_velocities.hpp"
#include "kernel/energy.hpp"
#include "kernel/jacobian.hpp"

namespace kinetree::symbolic {
namespace {

std::vector<Graph::Id> ids(const std::vector<Expr>& expressions) {
  std::vector<Graph::Id> result;
  result.reserve(expressions.size());
  for (const Expr& x : expressions) result.push_back(x.id());
  return result;
}

}  // namespace

Mechanics::Mechanics(SymbolicModel& model)
    : model_(model),
      use_(model.graph),
      trace_(model.compiled, model.tree, model.inputs),
      n_(model.compiled.nv) {
  const auto n = static_cast<std::size_t>(n_);
  M_.resize(n * n);
  rotor_.resize(n);
  brackets_.resize(n * n);
  const TreeData<double>& tree = model.compiled.tree;
  std::vector<Graph::Id> rotors = ids(model.armature);
  std::vector<Poly> armature = expand(model.graph, model.symbol_of, model.ring, rotors);
  for (std::size_t k = 0; k < armature.size(); ++k) {
    const Coupled c =
        model.compiled.coupled() ? model.compiled.v[k] : Coupled{static_cast<int>(k), 1, 0};
    const Number m(c.multiplier);
    Poly& sum = rotor_[static_cast<std::size_t>(c.source)];
    sum = model.ring.add(sum, model.ring.scale(armature[k], m * m));
  }
  for (int link = 0; link < tree.size(); ++link) {
    const kernel::Brackets<double> joint(tree.view(), link);
    for (int i = 0; joint.size > 1 && i < joint.size; ++i) {
      for (int j = 0; j < joint.size; ++j) {
        const auto bracket = cross(joint.column[i], joint.column[j]);
        for (int l = 0; l < joint.size; ++l) {
          const double sign = joint.component(l, bracket);
          if (sign == 0) continue;
          // Joints of several velocities are never coupled: they stand at their slot.
          const auto slot =
              static_cast<std::size_t>(model.compiled.slot[static_cast<std::size_t>(joint.first)]);
          const int first = model.compiled.slots[slot].v_first;
          brackets_[at(first + i, first + j)].push_back({first + l, sign});
        }
      }
    }
  }
}

std::vector<std::pair<int, int>> Mechanics::all_entries() const {
  std::vector<std::pair<int, int>> all;
  for (int j = n_ - 1; j >= 0; --j) {
    for (int i = j; i >= 0; --i) all.emplace_back(i, j);
  }
  return all;
}

void Mechanics::prepare(const std::vector<std::pair<int, int>>& entries) {
  if (M_nodes_.empty()) M_nodes_ = ids(trace_.run(Quantity::mass_matrix, "crba"));
  if (model_.graph.full()) throw TooLarge("more operations than there is room for");
  std::vector<Graph::Id> nodes;
  std::vector<std::size_t> places;
  for (const auto& [a, b] : entries) {
    const std::size_t place = at(std::min(a, b), std::max(a, b));
    if (M_[place] || std::find(places.begin(), places.end(), place) != places.end()) continue;
    places.push_back(place);
    nodes.push_back(M_nodes_[place]);
  }
  if (nodes.empty()) return;
  std::vector<Poly> polys = expand(model_.graph, model_.symbol_of, model_.ring, nodes);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    model_.ring.drop_noise(polys[k]);
    M_[places[k]] = std::move(polys[k]);
  }
}

const Poly& Mechanics::M(int i, int j) {
  const std::size_t place = at(std::min(i, j), std::max(i, j));
  if (!M_[place]) prepare({{i, j}});
  return *M_[place];
}

const Poly& Mechanics::dM(int i, int j, int k) {
  const auto n = static_cast<std::size_t>(n_);
  if (dM_.empty()) dM_.resize(n * n * n);
  std::optional<Poly>& result =
      dM_[at(std::min(i, j), std::max(i, j)) * n + static_cast<std::size_t>(k)];
  if (result) return *result;
  Ring& ring = model_.ring;
  Poly sum;
  for (const auto& [symbol, factor] : model_.field[static_cast<std::size_t>(k)]) {
    const Poly partial = ring.derivative(M(i, j), symbol);
    if (!partial.empty()) sum = ring.add(sum, ring.multiply(factor, partial));
  }
  result = std::move(sum);
  return *result;
}

/// 2 Γ_kj,i has c_kj^l M_li - c_ki^l M_lj - c_ji^l M_lk beside the derivatives.
void Mechanics::add_brackets(int i, int j, int k, Poly& twice) {
  Ring& ring = model_.ring;
  for (const Bracket& b : brackets_[at(k, j)]) {
    twice = ring.add(twice, ring.scale(M(b.velocity, i), b.sign));
  }
  for (const Bracket& b : brackets_[at(k, i)]) {
    twice = ring.subtract(twice, ring.scale(M(b.velocity, j), b.sign));
  }
  for (const Bracket& b : brackets_[at(j, i)]) {
    twice = ring.subtract(twice, ring.scale(M(b.velocity, k), b.sign));
  }
}

/// C(i, j) = Σ_k Γ_kj,i v_k
Poly Mechanics::symbols_sum(int i, int j) {
  Ring& ring = model_.ring;
  std::vector<Poly> parts;
  for (int k = 0; k < n_; ++k) {
    Poly twice = ring.subtract(ring.add(dM(i, j, k), dM(i, k, j)), dM(j, k, i));
    add_brackets(i, j, k, twice);
    if (!twice.empty()) {
      parts.push_back(ring.multiply(ring.scale(velocity(k), Number::fraction(1, 2)), twice));
    }
  }
  return ring.sum(parts);
}

std::vector<Poly> Mechanics::mass_matrix(Wanted wanted) {
  prepare(wanted ? std::vector{*wanted} : all_entries());
  std::vector<Poly> result(M_.size());
  for (int j = 0; j < n_; ++j) {
    for (int i = 0; i < n_; ++i) {
      if (wanted && *wanted != std::pair(i, j)) continue;
      result[at(i, j)] =
          i == j ? model_.ring.add(M(i, j), rotor_[static_cast<std::size_t>(i)]) : M(i, j);
    }
  }
  return result;
}

std::vector<Poly> Mechanics::coriolis(Wanted wanted) {
  std::vector<std::pair<int, int>> needed = all_entries();
  if (wanted) {
    std::erase_if(needed, [&](const auto& entry) {
      return entry.first != wanted->first && entry.second != wanted->first &&
             entry.first != wanted->second && entry.second != wanted->second;
    });
  }
  prepare(needed);
  std::vector<Poly> result(M_.size());
  for (int j = 0; j < n_; ++j) {
    for (int i = 0; i < n_; ++i) {
      if (!wanted || *wanted == std::pair(i, j)) result[at(i, j)] = symbols_sum(i, j);
    }
  }
  return result;
}

std::vector<Poly> Mechanics::mass_matrix_rate(Wanted wanted) {
  prepare(wanted ? std::vector{*wanted} : all_entries());
  std::vector<Poly> result(M_.size());
  for (int j = 0; j < n_; ++j) {
    for (int i = 0; i < n_; ++i) {
      if (wanted && *wanted != std::pair(i, j)) continue;
      std::vector<Poly> parts;
      parts.reserve(static_cast<std::size_t>(n_));
      for (int k = 0; k < n_; ++k) {
        parts.push_back(model_.ring.multiply(velocity(k), dM(i, j, k)));
      }
      result[at(i, j)] = model_.ring.sum(parts);
    }
  }
  return result;
}

std::vector<Poly> Mechanics::gravity(Wanted wanted) {
  std::vector<Graph::Id> nodes = ids(trace_.run(Quantity::gravity, "rnea"));
  for (int i = 0; wanted && i < n_; ++i) {
    if (i != wanted->first) nodes[static_cast<std::size_t>(i)] = Graph::zero;
  }
  std::vector<Poly> result = expand(model_.graph, model_.symbol_of, model_.ring, nodes);
  for (Poly& poly : result) model_.ring.drop_noise(poly);
  return result;
}

std::vector<Poly> Mechanics::bias(Wanted wanted) {
  std::vector<Poly> result = gravity(wanted);
  prepare(all_entries());
  for (int i = 0; i < n_; ++i) {
    if (wanted && wanted->first != i) continue;
    std::vector<Poly> parts{result[static_cast<std::size_t>(i)]};
    for (int j = 0; j < n_; ++j) {
      parts.push_back(model_.ring.multiply(velocity(j), symbols_sum(i, j)));
    }
    result[static_cast<std::size_t>(i)] = model_.ring.sum(parts);
  }
  return result;
}

std::vector<Poly> Mechanics::jacobian(LinkId link, const spatial::Vec3<Expr>& point,
                                      Wanted wanted) {
  Workspace<Expr>& w = trace_.workspace();
  const Tree<Expr> tree = w.tree();
  joint_poses(w);
  kernel::world_poses<Expr>(tree, w.X_parent(), w.X_world());
  std::vector<Expr> on_tree(6 * static_cast<std::size_t>(tree.nv())),
      J(6 * static_cast<std::size_t>(n_));
  kernel::jacobian<Expr>(tree, w.X_parent(), w.X_world(), model_.compiled.frames[index(link)].link,
                         point, {on_tree.data(), 6, tree.nv()});
  for (std::size_t k = 0; k < on_tree.size(); ++k) {
    const auto column = k / 6;
    const Coupled c = model_.compiled.coupled() ? model_.compiled.v[column]
                                                : Coupled{static_cast<int>(column), 1, 0};
    Expr& into = J[6 * static_cast<std::size_t>(c.source) + k % 6];
    into = into + Expr(c.multiplier) * on_tree[k];
  }
  std::vector<Graph::Id> nodes = ids(J);
  for (std::size_t k = 0; wanted && k < nodes.size(); ++k) {
    const auto keep =
        6 * static_cast<std::size_t>(wanted->second) + static_cast<std::size_t>(wanted->first);
    if (k != keep) nodes[k] = Graph::zero;
  }
  std::vector<Poly> result = expand(model_.graph, model_.symbol_of, model_.ring, nodes);
  for (Poly& poly : result) model_.ring.drop_noise(poly);
  return result;
}

Poly Mechanics::kinetic_energy() {
  prepare(all_entries());
  Ring& ring = model_.ring;
  std::vector<Poly> parts;
  for (int j = 0; j < n_; ++j) {
    for (int i = 0; i <= j; ++i) {
      Poly rates = ring.multiply(velocity(i), velocity(j));
      if (i == j) rates = ring.scale(rates, Number::fraction(1, 2));
      const Poly& entry = i == j ? ring.add(M(i, j), rotor_[static_cast<std::size_t>(i)]) : M(i, j);
      parts.push_back(ring.multiply(rates, entry));
    }
  }
  return ring.sum(parts);
}

/// -g · Σ m c, of all links and of what stands on the world.
Poly Mechanics::potential_energy() {
  Workspace<Expr>& w = trace_.workspace();
  joint_poses(w);
  kernel::world_poses<Expr>(w.tree(), w.X_parent(), w.X_world());
  Expr mass;
  spatial::Vec3<Expr> moment;
  kernel::mass_moment<Expr>(w.tree(), w.X_world(), mass, moment);
  const Expr U = -dot(model_.tree.gravity, moment + model_.grounded_moment);
  const Graph::Id node = U.id();
  Poly result = expand(model_.graph, model_.symbol_of, model_.ring, {&node, 1})[0];
  model_.ring.drop_noise(result);
  return result;
}

double Mechanics::log_size(std::int64_t products) {
  const auto log_of = [](const Poly& poly) {
    return std::log10(std::max(1.0, static_cast<double>(poly.size())));
  };
  double largest = 0, growth = 0;
  int k = n_ - 1;
  model_.ring.allow(products);
  try {
    for (; k >= 0; --k) {
      const double size = log_of(M(k, k));
      // From the tip of another branch on it begins anew.
      growth = size > largest || k + 1 == n_ ? size - largest : growth;
      largest = std::max(largest, size);
    }
    return largest;
  } catch (const TooLarge&) {
    // As many velocities are between this one and the world as it is deep, and it is one itself.
    const std::vector<int>& previous = model_.compiled.tree.previous;
    int left = 1;
    if (model_.compiled.coupled()) {
      left = k + 1;
    } else {
      for (int i = previous[static_cast<std::size_t>(k)]; i >= 0;) {
        i = previous[static_cast<std::size_t>(i)];
        ++left;
      }
    }
    return largest + left * growth;
  }
}

}  // namespace kinetree::symbolic
