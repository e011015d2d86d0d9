// The symbolic scalar: a node of the graph that is in use. Run a kernel on it and read its formula.
#pragma once
#include "scalar/graph.hpp"

namespace kinetree {

class Expr {
 public:
  Expr() = default;
  /// 0 and 1 are in every graph.
  Expr(double constant)  // NOLINT(google-explicit-constructor): literals convert
      : id_(constant == 0   ? Graph::zero
            : constant == 1 ? Graph::one
                            : Graph::current().number(constant)) {}
  static Expr node(Graph::Id id) {
    Expr x;
    x.id_ = id;
    return x;
  }
  static Expr symbol(const std::string& name) { return node(Graph::current().symbol(name)); }
  Graph::Id id() const { return id_; }

  Expr operator-() const { return node(Graph::current().negate(id_)); }
  friend Expr operator+(const Expr& a, const Expr& b) {
    return node(Graph::current().add(a.id_, b.id_));
  }
  friend Expr operator-(const Expr& a, const Expr& b) {
    return node(Graph::current().subtract(a.id_, b.id_));
  }
  friend Expr operator*(const Expr& a, const Expr& b) {
    return node(Graph::current().multiply(a.id_, b.id_));
  }
  friend Expr operator/(const Expr& a, const Expr& b) {
    return node(Graph::current().divide(a.id_, b.id_));
  }
  friend Expr sqrt(const Expr& a) { return node(Graph::current().sqrt(a.id_)); }
  friend void sin_cos(const Expr& angle, Expr& sine, Expr& cosine) {
    sine = node(Graph::current().sin(angle.id_));
    cosine = node(Graph::current().cos(angle.id_));
  }
  struct NotCounted {};
  friend NotCounted given(const Expr& /*any*/) { return {}; }

 private:
  Graph::Id id_ = Graph::zero;
};

}  // namespace kinetree
