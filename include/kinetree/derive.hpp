// Equations one can read: M, C, g and their kin as closed forms, proved against the evaluator.
//
// Formulas are trigonometric polynomials in multiples of joint angles, collected by masses and
// inertias. Parameters are letters or numbers, as one likes; docs/equations.md has their names.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree {

/// One letter of the formulas.
struct DerivedSymbol {
  enum Kind { mass, inertia, armature, gravity, pitch, length, com, coordinate, velocity };
  std::string name;
  Kind kind = mass;
  double value = 0;     ///< of a parameter, in the model
  std::string meaning;  ///< "mass", "joint 'L2' along x"
  std::string body;     ///< the link, or the joint of a coordinate
  int rate_of = -1;     ///< of a velocity: the coordinate whose rate it is; -1: none
};
std::string_view to_string(DerivedSymbol::Kind kind) noexcept;

struct DeriveOptions {
  /// Groups (all, masses, lengths, coms, inertias, gravity, armature, pitch) or single names. What
  /// both lists leave open is a letter unless `symbolic` says which ones are. Lengths include coms;
  /// names count more than groups.
  std::vector<std::string> symbolic = {}, numeric = {};
  std::vector<std::pair<std::string, std::string>> names = {};  ///< m1 by another name
  /// Only this element of every quantity, counted from 0; vectors have column 0.
  std::optional<std::pair<int, int>> element = {};
  Include include = {};
  /// How much work may be done before it is refused: products of terms, some 10⁷ a second.
  double budget = 2e8;
};

/// What the proof found: formulas in random states beside the evaluator's numbers.
struct DerivationProof {
  int states = 0;
  double worst = 0;  ///< largest difference, beside the largest entry of its quantity
  double bound = 0;
};

/// "M", "C", "g", "h", "Mdot", "T", "U" or "J:BODY", and its size.
struct DerivedQuantity {
  std::string name;
  int rows = 1, columns = 1;
  bool uses_v = false;
  bool symmetric() const { return name == "M" || name == "Mdot"; }
};

/// The formulas of some quantities of one model.
class Equations {
 public:
  Equations(Equations&&) noexcept;
  Equations& operator=(Equations&&) noexcept;
  ~Equations();

  const std::string& model() const noexcept;
  const std::vector<DerivedQuantity>& quantities() const noexcept;
  /// The element asked for, where only one was.
  std::optional<std::pair<int, int>> element() const noexcept;
  /// Letters that stand in some formula: parameters, then coordinates, then velocities.
  std::vector<DerivedSymbol> symbols() const;
  const DerivationProof& proof() const noexcept;

  /// Number of terms of an element when all brackets are multiplied out.
  long terms(int quantity, int row, int column) const;
  /// The value of an element with the model's parameters, or with other ones by name.
  double evaluate(int quantity, int row, int column, const VectorIn& q, const VectorIn& v,
                  const std::vector<std::pair<std::string, double>>& parameters = {}) const;
  /// One element as text: "m3·(l1² + 2·l1·l3I·cos(q2 + q3))".
  std::string text(int quantity, int row, int column, bool ascii = false) const;

  struct Impl;
  explicit Equations(std::unique_ptr<Impl> impl) noexcept;
  const Impl& impl() const noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Throws UsageError for quantities, elements and names that are not there, and where the formulas
/// would be too large (with an estimate), and std::logic_error where the proof fails.
Equations derive(const Model& model, const std::vector<std::string>& quantities,
                 const DeriveOptions& options = {});

enum class EquationFormat { text, ascii, latex, c, cpp, python, matlab, json };
/// Text to read, a LaTeX document, or functions of q, v and the parameters, whose defaults are the
/// model's.
std::string emit(const Equations& equations, EquationFormat format);

}  // namespace kinetree
