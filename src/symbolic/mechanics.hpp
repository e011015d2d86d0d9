// The quantities of mechanics as canonical polynomials.
//
// M, g and Jacobians are what the registered kernels compute, run on letters. The rest follows from
// M: Ṁ by differentiation, C by Christoffel's symbols with Koszul's terms for joints of several
// velocities (kernel/coriolis/quasi_velocities.hpp), h = C v + g, T = ½ vᵀ M v.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "symbolic/symbols.hpp"

namespace kinetree::symbolic {

class Mechanics {
 public:
  /// The graph of the model is in use while this lives.
  explicit Mechanics(SymbolicModel& model);
  Mechanics(const Mechanics&) = delete;
  Mechanics& operator=(const Mechanics&) = delete;

  /// Entries of a quantity; where only one element is asked for, the others stay empty.
  using Wanted = std::optional<std::pair<int, int>>;
  std::vector<Poly> mass_matrix(Wanted wanted);
  std::vector<Poly> coriolis(Wanted wanted);
  std::vector<Poly> mass_matrix_rate(Wanted wanted);
  std::vector<Poly> gravity(Wanted wanted);
  std::vector<Poly> bias(Wanted wanted);
  /// Of the origin of a link; `point` says where that is in what carries it.
  std::vector<Poly> jacobian(LinkId link, const spatial::Vec3<Expr>& point, Wanted wanted);
  Poly kinetic_energy();
  Poly potential_energy();

  /// How large the largest M(k, k) would be, to the power of ten: known where so many products are
  /// enough, else guessed from how those nearer to the tips grow.
  double log_size(std::int64_t products);

 private:
  /// Makes sure that these entries of M are there.
  void prepare(const std::vector<std::pair<int, int>>& entries);
  const Poly& M(int i, int j);
  /// ∂M(i, j)/∂q_k, along velocity k.
  const Poly& dM(int i, int j, int k);
  Poly symbols_sum(int i, int j);
  void add_brackets(int i, int j, int k, Poly& twice);
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(n_) + static_cast<std::size_t>(i);
  }
  std::vector<std::pair<int, int>> all_entries() const;
  Poly velocity(int k) {
    return model_.ring.variable(model_.v_symbol[static_cast<std::size_t>(k)]);
  }

  SymbolicModel& model_;
  Graph::Use use_;  // as long as kernels are traced
  Trace trace_;
  int n_;
  std::vector<Graph::Id> M_nodes_;
  std::vector<std::optional<Poly>> M_;   // without armature
  std::vector<Poly> rotor_;              // on the diagonal
  std::vector<std::optional<Poly>> dM_;  // per i <= j, k
  struct Bracket {
    int velocity = -1;
    double sign = 0;
  };
  std::vector<std::vector<Bracket>> brackets_;  // [e_i, e_j], where they are of one joint
};

}  // namespace kinetree::symbolic
