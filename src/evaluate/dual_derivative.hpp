// Derivatives of any registered method by dual numbers: its kernel is run once a direction. Slow,
// exact to rounding, and independent of every derivative written by hand: what verify() trusts.
#pragma once
#include "kinetree/verify.hpp"

namespace kinetree {

enum class Variable { q, v, a, tau };

/// Columns are derivatives by each entry of the variable; by q along each velocity. Rows are the
/// entries of the quantity, column by column where it is a matrix. Without friction.
Matrix dual_derivative(const Model& model, const RandomState& x, const Method& method,
                       Variable variable);

/// The derivative of a matrix along v: Ṁ of a mass matrix.
Matrix dual_rate(const Model& model, const RandomState& x, const Method& method);

}  // namespace kinetree
