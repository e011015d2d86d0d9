// What methods cost: exact numbers of operations, found by running them on a scalar that counts,
// beside what the papers say.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree {

/// Literal zeros and ones cost nothing, changes of sign neither; parameters of the model are
/// general numbers, even where they happen to be zero.
struct Operations {
  long multiplications = 0, additions = 0, divisions = 0, square_roots = 0;
  long sines = 0;  ///< pairs of a sine and a cosine
};
Operations operator+(const Operations& a, const Operations& b) noexcept;

/// The unit of Wang & Ju: 1.1 multiplications (and divisions) + additions.
double equivalent_additions(const Operations& operations) noexcept;

struct MethodCost {
  Method method;
  Operations counted;  ///< from what the method's paper takes as given to the result
  Operations given;    ///< from q to what is given: positions, axes, rotated inertias, armature
};

/// One method on a model; throws UsageError where it does not take mimicking joints.
MethodCost count_operations(const Model& model, const Method& method);

/// Whole numbers of sixths of 1, n, n², n³: every cubic that is whole at whole n.
struct Polynomial {
  std::array<long, 4> sixths{};
  int from = 1;  ///< holds for n at least this
  double operator()(double n) const noexcept;
};
Polynomial operator-(const Polynomial& a, const Polynomial& b) noexcept;
bool operator==(const Polynomial& a, const Polynomial& b) noexcept;  ///< whatever `from` is
std::string to_string(const Polynomial& polynomial);                 ///< "3.5n³ + 16.5n² + 13n"

struct CostFormula {
  Polynomial multiplications;  ///< divisions count as multiplications
  Polynomial additions;
};
/// Fits n revolute joints in a row, exactly: the counts of n = 1 to 12 are on the curve from `from`
/// on, or std::nullopt.
struct FittedCost {
  CostFormula counted, given;
};
std::optional<FittedCost> fit_chain(const Method& method);

/// A row of a paper's table of costs, beside ours.
struct PaperRow {
  std::string_view label;        ///< as the paper calls it
  std::string_view source;       ///< "Wang & Ju, Table 1"
  std::optional<Method> method;  ///< ours, where we have it
  std::optional<CostFormula> printed;
  std::optional<CostFormula> measured;
  std::string verdict;  ///< "agrees", or what differs by how much, and why
};
struct PaperTable {
  std::string_view name;   ///< "wang_ju"
  std::string_view title;  ///< "Wang & Ju, Table 1"
  std::vector<PaperRow> rows;
  std::vector<std::string> findings;  ///< claims of the paper, and whether they hold
};
std::vector<std::string_view> paper_table_names();
PaperTable make_paper_table(std::string_view name);  ///< throws UsageError
/// The printed formula of a method, where a paper has one.
std::optional<PaperRow> printed_cost(const Method& method);

/// Fig. 3 of Wang & Ju: equivalent additions over n, counted and as printed.
struct Curve {
  std::string label;
  std::vector<double> values;  ///< n = 1, 2, …
};
std::vector<Curve> make_cost_curves(int largest_n = 50);

}  // namespace kinetree
