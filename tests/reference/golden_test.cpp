// Exact values from first principles (256-bit, rounded once), within the tolerances of their
// README.
#include "reference/golden.hpp"

#include <Eigen/Core>
#include <optional>

#include "kinetree/kinetree.hpp"
#include "reference/dual.hpp"
#include "support/close.hpp"
#include "support/compiled_code.hpp"
#include "support/shared.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

/// One robot with all its methods, one state after the other.
class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  Golden() : file_(read_json(GetParam())), model_(load_model(GetParam())) {}

  template <class F>
  void for_each_state(F f) {
    ASSERT_FALSE(file_["states"].empty());
    for (std::size_t i = 0; i < file_["states"].size(); ++i) {
      SCOPED_TRACE("state " + std::to_string(i));
      f(file_["states"][i]);
    }
  }

  /// Every way that is for this robot, on every instruction set.
  template <class F>
  void for_each_plan(Quantity quantity, F f) {
    for (const std::string& set : available_simd()) {
      const UseSimd use(set);
      for (const Method& method : simd_methods()) {
        if (method.quantity != quantity) continue;
        SCOPED_TRACE(std::string(method.name) + ", " + set);
        Options options;
        options.methods[quantity] = method.name;
        std::optional<Evaluator> e;
        try {
          e.emplace(model_, options);
        } catch (const UsageError&) {  // tests/plan has what is for which robot
          EXPECT_NE(method.name, "screws");
          continue;
        }
        f(*e);
      }
    }
  }

  template <class F>
  void for_each_method(Quantity quantity, F f) {
    for (const Method& method : methods()) {
      if (method.quantity != quantity) continue;
      SCOPED_TRACE(std::string(method.name));
      Options options;
      options.methods[quantity] = method.name;
      Evaluator e(model_, options);
      f(e);
    }
    for_each_plan(quantity, f);
    if (KINETREE_SANITIZED || model_.nv() > 40) return;  // compiling takes long
    SCOPED_TRACE("generated");
    Options options;
    options.methods[quantity] = "generated";
    options.generated = compile_generated(model_, quick_compiler()).functions;
    const bool forward = quantity == Quantity::forward_dynamics;
    if (forward && options.generated->forward_dynamics == nullptr) return;  // M is singular
    Evaluator e(model_, options);
    f(e);
  }

  nlohmann::json file_;
  Model model_;
};

TEST_P(Golden, MassMatrix) {
  for_each_method(Quantity::mass_matrix, [&](Evaluator& e) {
    for_each_state([&](const nlohmann::json& s) {
      const Matrix M = e.mass_matrix(to_vector(s["q"])), truth = to_matrix(s["M"]);
      EXPECT_TRUE(close(M, truth, rounding(e.nv())));
      EXPECT_LT(summed_difference(M, truth), 2e-15 * e.nv() * e.nv());
    });
  });
}

TEST_P(Golden, Coriolis) {
  for_each_method(Quantity::coriolis, [&](Evaluator& e) {
    for_each_state([&](const nlohmann::json& s) {
      const Vector q = to_vector(s["q"]), v = to_vector(s["qd"]);
      const Matrix truth = to_matrix(s["C"]);
      const double size = largest(truth) + largest(to_matrix(s["M"])) * largest(v);
      EXPECT_TRUE(close(e.coriolis(q, v), truth, 1e-12, size));
      EXPECT_TRUE(close(e.mass_matrix_rate(q, v), truth + truth.transpose(), 1e-12, size));
      EXPECT_TRUE(close(e.coriolis_times(q, v, v), to_vector(s["Cqd"]), 1e-12, size * largest(v)));
      const CoriolisCertificate c = e.certify_coriolis(q, v);
      EXPECT_LE(std::max({c.relative_skew(), c.relative_power(), c.relative_force()}), 1e-12);
    });
  });
}

TEST_P(Golden, DerivativeOfTheMassMatrix) {
  Evaluator e(model_);
  const int n = e.nv();
  for_each_state([&](const nlohmann::json& s) {
    if (!s.contains("dM_dq")) return;  // up to seven joints have it
    const Matrix& dM = e.mass_matrix_derivative(to_vector(s["q"]));
    const double size = largest(to_matrix(s["M"]));
    for (int k = 0; k < n; ++k) {
      const Matrix truth = to_matrix(s["dM_dq"][static_cast<std::size_t>(k)]);
      EXPECT_TRUE(close(dM.middleCols(k * n, n), truth, 1e-13, size)) << "by joint " << k;
    }
  });
}

TEST_P(Golden, DerivativesAreThoseOfDualNumbers) {
  Evaluator e(model_);
  for_each_state([&](const nlohmann::json& s) {
    const RandomState x{to_vector(s["q"]), to_vector(s["qd"]), to_vector(s["qdd"]),
                        to_vector(s["fd_tau"])};
    expect_dual_derivatives(e, model_, x, s["singular_M"].get<bool>());
  });
}

TEST_P(Golden, GravityAndBias) {
  for_each_method(Quantity::gravity, [&](Evaluator& e) {
    for_each_state([&](const nlohmann::json& s) {
      EXPECT_TRUE(close(e.gravity(to_vector(s["q"])), to_vector(s["g"]), rounding(e.nv())));
    });
  });
  for_each_method(Quantity::bias, [&](Evaluator& e) {
    for_each_state([&](const nlohmann::json& s) {
      const double size = largest(to_vector(s["Cqd"])) + largest(to_vector(s["g"]));
      EXPECT_TRUE(
          close(e.bias(to_vector(s["q"]), to_vector(s["qd"])), to_vector(s["h"]), 1e-12, size));
    });
  });
}

TEST_P(Golden, InverseDynamics) {
  for_each_method(Quantity::inverse_dynamics, [&](Evaluator& e) {
    for_each_state([&](const nlohmann::json& s) {
      const Vector qdd = to_vector(s["qdd"]);
      const double size = largest(to_vector(s["Cqd"])) + largest(to_vector(s["g"])) +
                          largest(to_matrix(s["M"]) * qdd);
      EXPECT_TRUE(close(e.inverse_dynamics(to_vector(s["q"]), to_vector(s["qd"]), qdd),
                        to_vector(s["tau"]), 1e-12, size));
    });
  });
}

TEST_P(Golden, ForwardDynamicsOrARefusalThatNamesTheJoints) {
  for_each_method(Quantity::forward_dynamics, [&](Evaluator& e) {
    for_each_state([&](const nlohmann::json& s) {
      const Vector q = to_vector(s["q"]), v = to_vector(s["qd"]), tau = to_vector(s["fd_tau"]);
      if (!s["singular_M"].get<bool>()) {
        const double tolerance = 1e-12 + 100 * s["cond_M"].get<double>() * eps;
        EXPECT_TRUE(close(e.forward_dynamics(q, v, tau), to_vector(s["qdd_of_tau"]), tolerance));
        return;
      }
      try {
        e.forward_dynamics(q, v, tau);
        ADD_FAILURE() << "a singular M was accepted";
      } catch (const ModelError& error) {
        ASSERT_FALSE(e.massless_joints().empty());
        for (const std::string& joint : e.massless_joints()) {
          EXPECT_NE(std::string(error.what()).find("'" + joint + "'"), std::string::npos);
        }
      }
    });
  });
}

TEST_P(Golden, Factors) {
  Evaluator e(model_);
  for_each_state([&](const nlohmann::json& s) {
    if (!s.contains("udut_D") || s["udut_D"].is_null() || s["singular_M"].get<bool>()) return;
    const UdutFactors& f = e.udut(to_vector(s["q"]));
    // Each entry is what its joint feels, small beside M: what is lost is relative to M.
    const Vector D = to_vector(s["udut_D"]);
    EXPECT_LE((f.D - D).cwiseQuotient(D).cwiseAbs().maxCoeff(), 1e-11);
    const double size = largest(to_matrix(s["M"]));
    EXPECT_TRUE(close(f.D, D, rounding(e.nv()), size));
    if (!s.contains("udut_U") || s["udut_U"].is_null()) return;
    const Matrix U = to_matrix(s["udut_U"]);
    EXPECT_TRUE(close(f.U, U, 1e-11));
  });
}

// M of the snake has a condition of 1e7: elimination joint by joint hardly notices.
TEST_P(Golden, DenocKeepsDigitsWhereMIsConditionedBadly) {
  if (test_name(GetParam()) != "snake100") return;
  const auto error = [&](const char* method) {
    Options options;
    options.methods.forward_dynamics = method;
    Evaluator e(model_, options);
    double worst = 0;
    for_each_state([&](const nlohmann::json& s) {
      const Vector truth = to_vector(s["qdd_of_tau"]);
      const Vector& a =
          e.forward_dynamics(to_vector(s["q"]), to_vector(s["qd"]), to_vector(s["fd_tau"]));
      worst = std::max(worst, largest(a - truth) / largest(truth));
    });
    return worst;
  };
  EXPECT_LT(error("denoc"), 1e-12);
  EXPECT_LT(10 * error("denoc"), error("cholesky"));
}

TEST_P(Golden, EnergiesAndMomentum) {
  Evaluator e(model_);
  for_each_state([&](const nlohmann::json& s) {
    const Vector q = to_vector(s["q"]), v = to_vector(s["qd"]);
    const double T = s["energies"]["kinetic"], U = s["energies"]["potential"];
    EXPECT_NEAR(e.kinetic_energy(q, v), T, rounding(e.nv()) * std::abs(T));
    const double weight = e.total_mass() * model_.gravity().norm();
    EXPECT_NEAR(e.potential_energy(q), U, rounding(e.nv()) * (std::abs(U) + weight));
    EXPECT_TRUE(close(e.momentum(q, v), to_vector(s["momentum"]), rounding(e.nv())));
  });
}

TEST_P(Golden, Poses) {
  Evaluator e(model_);
  for_each_state([&](const nlohmann::json& s) {
    const std::vector<Pose> poses = e.poses(to_vector(s["q"]));
    const double tolerance = 1e-13 * e.nv();
    for (const auto& expected : s["poses"]) {
      const LinkId id = model_.at(expected["body"].get<std::string>());
      const Pose& X = poses[index(id)];
      Matrix R = to_vector(expected["rotation"]).reshaped(3, 3).transpose();
      EXPECT_TRUE(close(X.R, R, tolerance));
      EXPECT_TRUE(close(X.p, to_vector(expected["position"]), tolerance, 1 + X.p.norm()));
      const Vector3 com = X.p + X.R * model_.link(id).inertia.com;
      EXPECT_TRUE(close(com, to_vector(expected["com"]), tolerance, 1 + com.norm()));
    }
  });
}

TEST_P(Golden, Jacobians) {
  Evaluator e(model_);
  for_each_state([&](const nlohmann::json& s) {
    for (const auto& expected : s["jacobians"]) {
      const LinkId id = model_.at(expected["body"].get<std::string>());
      const Matrix& J = e.jacobian(to_vector(s["q"]), id, model_.link(id).inertia.com);
      const Matrix Jv = to_matrix(expected["Jv_com"]), Jw = to_matrix(expected["Jw"]);
      EXPECT_TRUE(close(J.topRows(3), Jv, 1e-13 * e.nv(), 1 + largest(Jv)));
      EXPECT_TRUE(close(J.bottomRows(3), Jw, 1e-13 * e.nv()));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Robots, Golden, ::testing::ValuesIn(golden_models()),
                         [](const auto& robot) { return test_name(robot.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Golden);

TEST(GoldenFolder, IsThere) {
  const auto models = golden_models();
  KINETREE_NEEDS(models);
  EXPECT_GE(models.size(), 20U);
}

}  // namespace
}  // namespace kinetree::testing
