// The letters of a robot's formulas: its parameters by name or as numbers, and its coordinates.
//
// Moving links are numbered from 1 in the order of the model, 0 is the world. Link i has
//
//     m{i}                      its mass, with what is fixed to it
//     l{i}I or l{i}Ix, …Iy, …Iz its centre of mass in the link's frame: one letter where the centre
//                               lies on one axis, else one a component that is not zero
//     I{i}xx, I{i}xy, …         its inertia about that centre, along the link's axes
//     l{i} or l{i}x, …          where the next joint stands in the link's frame, likewise; with
//                               several joints, l{i}_{k} for that of link k
//     Ia{i}, p{i}               armature and pitch of its joint
//     q{i}, q{i}d               coordinate and rate; docs/equations.md has the other joints
//
// A parameter that is zero is no letter: it is structure. Values keep their sign, except g.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "kinetree/derive.hpp"
#include "model/compile.hpp"
#include "scalar/expr.hpp"
#include "symbolic/expand.hpp"
#include "symbolic/trace.hpp"

namespace kinetree::symbolic {

/// A model with letters for its numbers, its graph and its ring. Graph::Use it while it is traced.
class SymbolicModel {
 public:
  /// `points` are links whose frames are asked for: those that are not moving links themselves have
  /// a place r in one.
  SymbolicModel(const Model& model, const DeriveOptions& options,
                const std::vector<LinkId>& points = {});
  SymbolicModel(const SymbolicModel&) = delete;
  SymbolicModel& operator=(const SymbolicModel&) = delete;

  Compiled compiled;
  Graph graph;
  Ring ring;
  SymbolMap symbol_of;               ///< node of the graph to symbol of the ring
  std::vector<DerivedSymbol> table;  ///< by symbols of the ring
  TreeData<Expr> tree;               ///< without armature
  TraceInputs inputs;
  std::vector<Expr> armature;           ///< per velocity of the tree
  std::vector<int> q_symbol, v_symbol;  ///< per coordinate and velocity of the user
  Expr grounded_mass;                   ///< of what is fixed to the world
  spatial::Vec3<Expr> grounded_moment;  ///< mass times centre
  std::vector<spatial::Vec3<Expr>> points;
  /// Per velocity of the user, the coordinates that it moves and how fast: dq = Σ field v.
  struct Rate {
    int symbol = 0;
    Poly factor;
  };
  std::vector<std::vector<Rate>> field;

 private:
  using Vec = spatial::Vec3<Expr>;
  struct About {
    DerivedSymbol::Kind kind;
    std::string meaning, body;
  };
  // symbols.cpp: parameters
  void number_links(const Model& model);
  void fill_links(const Model& model);
  void fill_joint(const Model& model, std::size_t i);
  void fill_body(const Model& model, std::size_t i);
  void fill_world();
  void fill_points(const Model& model, const std::vector<LinkId>& links);
  Expr parameter(const std::string& name, double value, const About& about);
  Vec vector(const std::string& stem, const spatial::Vec3<double>& value, const About& about);
  spatial::Sym3<Expr> inertia(const std::string& stem, const spatial::Sym3<double>& value,
                              const About& about);
  std::string length_name(std::size_t i) const;
  spatial::Mat3<double> own_axes(int tree_link) const;
  bool is_symbolic(const std::string& name, DerivedSymbol::Kind kind) const;
  void refuse_unknown() const;
  void rename();
  // coordinates.cpp
  void name_coordinates(const Model& model);
  void name_joint(const Model& model, const JointSlot& slot);
  Expr coordinate(const std::string& name, const About& about);
  void add_angles();
  void add_angles_of(int source, const std::vector<Number>& multipliers);
  void add_fields(const JointSlot& slot, JointType type);

  const DeriveOptions& options_;
  std::vector<int> number_;         // per link of the tree; parts of a planar joint share one
  std::vector<int> mover_;          // per link of the tree: whose joint moves it
  std::vector<int> carried_;        // per link of the tree: which link of the model it is, or -1
  std::vector<int> joints_on_;      // per number, from the world on
  std::vector<std::string> known_;  // names of all parameters that are not zero
  std::unordered_map<std::string, Expr> made_;
};

}  // namespace kinetree::symbolic
