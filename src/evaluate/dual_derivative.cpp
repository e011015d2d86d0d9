#include "evaluate/dual_derivative.hpp"

#include "evaluate/coordinates.hpp"
#include "evaluate/methods.hpp"
#include "scalar/dual.hpp"

namespace kinetree {

template <>
std::span<const Registered<Dual>> registry<Dual>() noexcept {
  return method_table<Dual>;
}

namespace {

/// One method on dual numbers, for one direction after the other.
class DualRun {
 public:
  DualRun(const Model& model, const RandomState& x, const Method& method)
      : row_(registered<Dual>(method.quantity, kernel_of(method, model.has_mimics()))),
        compiled_(compile(model, true)),
        w_(
            compiled_, [](double number) { return Dual(number); },
            method.quantity == Quantity::forward_dynamics),
        q_(tree_coordinates(compiled_.q, x.q)),
        x_(x) {
    const auto n = static_cast<std::size_t>(compiled_.nv);
    if (is_matrix(method.quantity)) matrix_.resize(n * n);
    w_.write_matrix_to(matrix_.data());
    if (method.tensor) w_.reserve_tensor();
  }
  DualRun(const DualRun&) = delete;
  DualRun& operator=(const DualRun&) = delete;
  ~DualRun() = default;

  /// Slopes of the result where the state moves along `direction` of one variable.
  Vector slopes(Variable variable, const Vector& direction) {
    const Vector still = Vector::Zero(compiled_.nv);
    const auto along = [&](Variable which) { return which == variable ? direction : still; };
    fill_q(along(Variable::q));
    fill(compiled_.v, x_.v, along(Variable::v), w_.v());
    fill(compiled_.v, x_.a, along(Variable::a), w_.a());
    fill({}, x_.tau, along(Variable::tau), w_.tau());
    row_.run(w_);
    const bool matrix = !matrix_.empty();
    const Dual* const result = matrix ? matrix_.data() : w_.out().data();
    Vector slope(matrix ? static_cast<Eigen::Index>(matrix_.size()) : compiled_.nv);
    for (Eigen::Index k = 0; k < slope.size(); ++k) slope[k] = result[k].slope;
    return slope;
  }
  int nv() const { return compiled_.nv; }

 private:
  static void fill(const std::vector<Coupled>& couplings, const Vector& value, const Vector& slope,
                   View<Dual> into) {
    const std::vector<double> values = tree_coordinates(couplings, value),
                              slopes = tree_coordinates(couplings, slope);
    for (int k = 0; k < into.size(); ++k) {
      into[k] = {values[static_cast<std::size_t>(k)], slopes[static_cast<std::size_t>(k)]};
    }
  }

  /// Moving along velocities: a quaternion turns by ½ q ω, a floating link moves along its own
  /// axes.
  void fill_q(const Vector& direction) {
    const std::vector<double> rate = tree_coordinates(compiled_.v, direction);
    const View<Dual> q = w_.q();
    for (int k = 0; k < q.size(); ++k) q[k] = Dual(q_[static_cast<std::size_t>(k)]);
    const Tree<Dual> tree = w_.tree();
    for (int i = 0; i < tree.size(); ++i) {
      const int first = tree.first_q[i];
      const double* const own = rate.data() + tree.first_v[i];
      switch (tree.kind[i]) {
        case JointKind::spherical:
          turn(q, first, own);
          break;
        case JointKind::floating: {
          const spatial::Mat3<Dual> R = quaternion_rotation<Dual>(q, first + 3);
          const spatial::Vec3<Dual> moved = R * spatial::Vec3<Dual>{own[0], own[1], own[2]};
          q[first].slope = moved.x.value;
          q[first + 1].slope = moved.y.value;
          q[first + 2].slope = moved.z.value;
          turn(q, first + 3, own + 3);
          break;
        }
        default:
          q[first].slope = own[0];
      }
    }
  }

  static void turn(View<Dual> q, int first, const double* omega) {
    const double x = q[first].value, y = q[first + 1].value, z = q[first + 2].value,
                 w = q[first + 3].value;
    q[first].slope = 0.5 * (w * omega[0] + y * omega[2] - z * omega[1]);
    q[first + 1].slope = 0.5 * (w * omega[1] + z * omega[0] - x * omega[2]);
    q[first + 2].slope = 0.5 * (w * omega[2] + x * omega[1] - y * omega[0]);
    q[first + 3].slope = -0.5 * (x * omega[0] + y * omega[1] + z * omega[2]);
  }

  const Registered<Dual>& row_;
  Compiled compiled_;
  Workspace<Dual> w_;
  std::vector<double> q_;
  const RandomState& x_;
  std::vector<Dual> matrix_;
};

}  // namespace

Matrix dual_derivative(const Model& model, const RandomState& x, const Method& method,
                       Variable variable) {
  DualRun run(model, x, method);
  const int n = run.nv();
  Matrix result(is_matrix(method.quantity) ? n * n : n, n);
  for (int k = 0; k < n; ++k) result.col(k) = run.slopes(variable, Vector::Unit(n, k));
  return result;
}

Matrix dual_rate(const Model& model, const RandomState& x, const Method& method) {
  DualRun run(model, x, method);
  return run.slopes(Variable::q, x.v).reshaped(run.nv(), run.nv());
}

}  // namespace kinetree
