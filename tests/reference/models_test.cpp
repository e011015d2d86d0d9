// Real robots against values recorded from a peer (Pinocchio 3.7), matched by joint name. The peer
// takes mimicking joints as independent, so we do too.
#include "kinetree/kinetree.hpp"
#include "reference/dual.hpp"
#include "support/close.hpp"
#include "support/shared.hpp"

namespace kinetree::testing {
namespace {

class Recorded : public ::testing::TestWithParam<std::string> {
 protected:
  Recorded() : file_(read_json(GetParam())) {
    const auto folder = std::filesystem::path(GetParam()).parent_path().parent_path();
    model_ = load_model((folder / file_["urdf"].get<std::string>()).string());
    model_.release_mimics();
    model_.set_base(file_["base"] == "floating" ? Base::floating : Base::fixed);
    states_ = load_states(GetParam(), model_);
  }

  /// Our index of each velocity of the file: the floating base first, then joints by name.
  std::vector<Eigen::Index> order() const {
    std::vector<Eigen::Index> result;
    if (file_["base"] == "floating") result = {0, 1, 2, 3, 4, 5};
    for (const auto& name : file_["joints"]) {
      const auto link = model_.find_joint(name.get<std::string>());
      EXPECT_TRUE(link) << name;
      for (const JointSlot& slot : model_.joints()) {
        for (int k = 0; link && slot.link == *link && k < slot.nv; ++k) {
          result.push_back(slot.v_first + k);
        }
      }
    }
    EXPECT_EQ(static_cast<int>(result.size()), model_.nv());
    return result;
  }

  nlohmann::json file_;
  Model model_;
  std::vector<StateInput> states_;
};

TEST_P(Recorded, AllQuantitiesOfEveryMethod) {
  const auto ours = order();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    SCOPED_TRACE("state " + std::to_string(i));
    const StateInput& x = states_[i];
    const nlohmann::json& s = file_["states"][i];
    const auto vector = [&](const char* key) -> Vector {
      Vector result(model_.nv());
      result(ours) = to_vector(s[key]);
      return result;
    };
    Matrix M(model_.nv(), model_.nv());
    M(ours, ours) = to_matrix(s["M"]);
    for (const Method& method : methods()) {
      SCOPED_TRACE(std::string(method.name));
      Options options;
      options.methods[method.quantity] = method.name;
      Evaluator e(model_, options);
      const double size = largest(vector("h")) + largest(M * x.a);
      EXPECT_TRUE(close(e.mass_matrix(x.q), M, rounding(e.nv())));
      EXPECT_LT(summed_difference(e.mass_matrix(x.q), M), 2e-15 * e.nv() * e.nv());
      EXPECT_TRUE(close(e.gravity(x.q), vector("g"), 1e-12));
      EXPECT_TRUE(close(e.bias(x.q, x.v), vector("h"), 1e-12));
      EXPECT_TRUE(close(e.inverse_dynamics(x.q, x.v, x.a), vector("tau"), 1e-12, size));
      EXPECT_NEAR(e.kinetic_energy(x.q, x.v), s["T"].get<double>(), 1e-12 * s["T"].get<double>());
      if (method.quantity == Quantity::coriolis) {
        Matrix C(model_.nv(), model_.nv());
        C(ours, ours) = to_matrix(s["C"]);
        EXPECT_TRUE(close(e.coriolis(x.q, x.v), C, 1e-12, largest(C) + largest(M) * largest(x.v)));
        const CoriolisCertificate c = e.certify_coriolis(x.q, x.v);
        EXPECT_LE(std::max({c.relative_skew(), c.relative_power(), c.relative_force()}), 1e-12);
      }
      if (s["singular"].get<bool>()) {
        EXPECT_THROW(e.forward_dynamics(x.q, x.v, x.tau), ModelError);
      } else {
        const double condition = M.norm() * e.mass_matrix_inverse(x.q).norm();
        EXPECT_TRUE(close(e.forward_dynamics(x.q, x.v, x.tau), vector("fd"),
                          1e-12 + 100 * condition * eps));
      }
    }
  }
}

TEST_P(Recorded, DerivativesAreThoseOfDualNumbers) {
  Evaluator e(model_);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    SCOPED_TRACE("state " + std::to_string(i));
    const StateInput& x = states_[i];
    expect_dual_derivatives(e, model_, {x.q, x.v, x.a, x.tau},
                            file_["states"][i]["singular"].get<bool>());
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Recorded,
                         ::testing::ValuesIn(shared_files("models/reference", ".json")),
                         [](const auto& robot) { return test_name(robot.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Recorded);

TEST(ModelsFolder, IsThere) {
  const auto files = shared_files("models/reference", ".json");
  KINETREE_NEEDS(files);
  EXPECT_GE(files.size(), 20U);
}

}  // namespace
}  // namespace kinetree::testing
