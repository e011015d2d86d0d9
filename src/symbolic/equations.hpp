// What Equations hold: the store of formulas and the tables that its numbers point into.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kinetree/derive.hpp"
#include "symbolic/formula.hpp"

namespace kinetree {

struct Equations::Impl {
  /// One formula, and how many terms it has.
  struct Entry {
    std::uint32_t sum = 0;
    long terms = 0;
    bool derived = false;  ///< false: not asked for
  };
  std::string model;
  std::vector<DerivedQuantity> quantities;
  std::vector<std::optional<LinkId>> links;  ///< per quantity: of a Jacobian
  std::optional<std::pair<int, int>> element;
  symbolic::Ring ring;
  std::vector<DerivedSymbol> table;  ///< by symbols of the ring
  std::vector<int> q_symbol, v_symbol;
  symbolic::FormulaStore store;
  std::vector<std::vector<Entry>> entries;  ///< per quantity, column by column
  DerivationProof proof;

  const Entry& entry(int quantity, int row, int column) const {
    const auto k = static_cast<std::size_t>(quantity);
    const auto rows = static_cast<std::size_t>(quantities[k].rows);
    return entries[k][static_cast<std::size_t>(column) * rows + static_cast<std::size_t>(row)];
  }
  /// Whether a symbol stands in some formula, by symbols of the ring.
  std::vector<char> used() const;
  /// "M[1,2]", "g[2]" or "T", counted from 1.
  std::string label(int quantity, int row, int column) const;
  /// Entries to be written, row by row: those derived and, of symmetric matrices, the upper half.
  struct Place {
    int quantity = 0, row = 0, column = 0;
  };
  std::vector<Place> places(int quantity) const;
  /// Values of all symbols: parameters of the model, then q and v.
  std::vector<double> values(const VectorIn& q, const VectorIn& v) const;
};

namespace symbolic {

/// Compares every formula with the evaluator's numbers in random states. The bound is for rounding.
DerivationProof prove(const Model& model, const Equations::Impl& equations, const Include& include);
/// Throws std::logic_error where the proof failed.
void refuse_disproved(const DerivationProof& proof);

std::string emit_text(const Equations::Impl& equations, bool ascii);
std::string emit_latex(const Equations::Impl& equations);
std::string emit_json(const Equations::Impl& equations);
std::string emit_code(const Equations::Impl& equations, EquationFormat format);
/// "planar3 of kinetree: …", the proof in words.
std::string proof_line(const DerivationProof& proof);

}  // namespace symbolic
}  // namespace kinetree
