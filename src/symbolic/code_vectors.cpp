// Test vectors: states drawn at random, and what the evaluator says there.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <random>

#include "evaluate/choose.hpp"
#include "kernel/forward_dynamics/cholesky.hpp"
#include "kernel/forward_dynamics/ltdl.hpp"
#include "kinetree/verify.hpp"
#include "model/compile.hpp"
#include "symbolic/code.hpp"

namespace kinetree {
namespace {

std::vector<double> to_list(const Vector& x) { return {x.begin(), x.end()}; }
std::vector<double> row_by_row(const Matrix& A) {
  std::vector<double> all;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index j = 0; j < A.cols(); ++j) all.push_back(A(i, j));
  }
  return all;
}

/// A solid body somewhere near the link's origin.
MassProperties random_payload(std::mt19937& engine) {
  std::uniform_real_distribution<double> unit(0.1, 1.0), place(-0.2, 0.2);
  MassProperties body;
  body.mass = unit(engine);
  body.com = {place(engine), place(engine), place(engine)};
  const Vector3 half(unit(engine), unit(engine), unit(engine));
  const Vector3 axis = Vector3(place(engine), place(engine), 0.3).normalized();
  const Vector3 box(half.y() * half.y() + half.z() * half.z(),
                    half.x() * half.x() + half.z() * half.z(),
                    half.x() * half.x() + half.y() * half.y());
  const Matrix3 mirror = Matrix3::Identity() - 2 * axis * axis.transpose();
  body.inertia = body.mass / 12 * mirror * box.asDiagonal() * mirror;
  return body;
}
std::vector<double> ten_numbers(const MassProperties& b) {
  const Matrix3& I = b.inertia;
  return {b.mass,  b.com.x(), b.com.y(), b.com.z(), I(0, 0),
          I(0, 1), I(0, 2),   I(1, 1),   I(1, 2),   I(2, 2)};
}

Model with_payload(const Model& model, const std::string& link, const MassProperties& body) {
  Model loaded = model;
  Link payload;
  payload.name = "payload of the test";
  payload.joint.name = "hold of the test";
  payload.joint.type = JointType::fixed;
  payload.inertia = body;
  loaded.add(payload, loaded.at(link));
  return loaded;
}

/// Lower triangle of the factor of M, by the kernel that the routine names.
Matrix factor_by(const Model& model, const std::string& method, Matrix M) {
  const MatrixView<double> view{M.data(), static_cast<int>(M.rows()), static_cast<int>(M.cols())};
  if (method == "ltdl") {
    const Compiled compiled = compile(model, true);
    kernel::ltdl_factor<double>(compiled.tree.view().previous, view);
  } else {
    kernel::cholesky_factor<double>(view);
  }
  return M.triangularView<Eigen::Lower>();
}

std::vector<double> expected_of(const Model& model, Evaluator& e, const Routine& r,
                                const RandomState& x) {
  if (r.name == "mass_matrix") return row_by_row(e.mass_matrix(x.q));
  if (r.name == "coriolis") return row_by_row(e.coriolis(x.q, x.v));
  if (r.name == "gravity") return to_list(e.gravity(x.q));
  if (r.name == "bias") return to_list(e.bias(x.q, x.v));
  if (r.name == "inverse_dynamics") return to_list(e.inverse_dynamics(x.q, x.v, x.a));
  if (r.name == "forward_dynamics") return to_list(e.forward_dynamics(x.q, x.v, x.tau));
  return row_by_row(factor_by(model, r.method, e.mass_matrix(x.q)));
}

double condition(const Matrix& M) {
  const Vector values =
      Eigen::SelfAdjointEigenSolver<Matrix>(M, Eigen::EigenvaluesOnly).eigenvalues();
  return values.maxCoeff() / std::max(values.minCoeff(), 1e-300);
}

}  // namespace

std::vector<TestVector> make_vectors(const Model& model, const Routines& robot,
                                     const GenerateOptions& options) {
  constexpr double relative = 1e-12;
  std::mt19937 engine(options.seed);
  std::vector<TestVector> all;
  for (int k = 0; k < options.vectors; ++k) {
    const MassProperties body = random_payload(engine);
    const Model loaded =
        options.payload.empty() ? model : with_payload(model, options.payload, body);
    Options plain;
    plain.methods = plain_methods(loaded);
    Evaluator e(loaded, plain);
    const RandomState x = random_state(loaded, options.seed + static_cast<unsigned>(k));
    TestVector t{to_list(x.q), to_list(x.v), to_list(x.a), to_list(x.tau), {}, {}, {}};
    if (!options.payload.empty()) t.payload = ten_numbers(body);
    const double M_condition = condition(e.mass_matrix(x.q));
    for (const Routine& r : robot.routines) {
      t.expected.push_back(expected_of(loaded, e, r, x));
      double size = 1e-9;
      for (const double value : t.expected.back()) size = std::max(size, std::abs(value));
      // Solutions lose as many digits as the condition of M has.
      const bool solves = r.name == "forward_dynamics" || r.name == "factor";
      t.tolerance.push_back(relative * size * (solves ? std::max(1.0, M_condition / 1000) : 1));
    }
    all.push_back(std::move(t));
  }
  return all;
}

}  // namespace kinetree
