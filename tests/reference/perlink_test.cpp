// What every link brings, M_i, C_i and g_i, against exact values (Laus et al., section 2.4).
#include "evaluate/run_coriolis.hpp"
#include "evaluate/run_mass_matrix.hpp"
#include "kinetree/explain_link.hpp"
#include "kinetree/io.hpp"
#include "support/close.hpp"
#include "support/shared.hpp"

namespace kinetree::testing {
namespace {

std::vector<std::string> perlink_files() {
  std::vector<std::string> files;
  for (const std::string& file : shared_files("golden", ".json")) {
    if (std::filesystem::path(file).filename().string().starts_with("perlink_")) {
      files.push_back(file);
    }
  }
  return files;
}

/// Entries of a matrix on the rows and columns that move a link; all others must be zero.
Matrix on(const Matrix& whole, const nlohmann::json& index_set) {
  std::vector<int> set;
  for (const auto& k : index_set) set.push_back(k.get<int>());
  const Matrix part = whole(set, set);
  EXPECT_DOUBLE_EQ(part.squaredNorm(), whole.squaredNorm());
  return part;
}

class PerLink : public ::testing::TestWithParam<std::string> {};

TEST_P(PerLink, TermsAreExact) {
  const nlohmann::json file = read_json(GetParam());
  const std::string robot = file["robot"].get<std::string>() + ".json";
  const Model model = load_model((shared_folder() / "golden" / robot).string());
  const Compiled compiled = compile(model, true);
  Workspace<double> w(compiled, [](double x) { return x; });
  const int n = compiled.nv;
  for (const auto& row : file["rows"]) {
    const Vector q = to_vector(row["q"]), v = to_vector(row["qd"]);
    std::copy(q.begin(), q.end(), w.q().data());
    std::copy(v.begin(), v.end(), w.v().data());
    place_links(w);
    kernel::origin_twists<double>(w.tree(), w.geometry(), w.v(), w.progressive().twist);
    for (int i = 0; i < static_cast<int>(row["links"].size()); ++i) {
      const nlohmann::json& link = row["links"][static_cast<std::size_t>(i)];
      SCOPED_TRACE(link["link"].get<std::string>());
      Matrix M = Matrix::Zero(n, n), C = Matrix::Zero(n, n);
      Vector g = Vector::Zero(n);
      kernel::add_link<double>(w.tree(), w.geometry(), i, w.momentum().J, {M.data(), n, n});
      M.triangularView<Eigen::StrictlyUpper>() = M.transpose();
      kernel::add_link_coriolis<double>(w.tree(), w.geometry(), i, w.progressive(),
                                        {C.data(), n, n});
      kernel::add_link_gravity<double>(w.tree(), w.geometry(), i, {g.data(), n});
      const Matrix M_i = to_matrix(link["M"]), C_i = to_matrix(link["C"]);
      const double size = largest(M_i);
      EXPECT_TRUE(close(on(M, link["index_set"]), M_i, 1e-13));
      EXPECT_TRUE(close(on(C, link["index_set"]), C_i, 1e-12, largest(C_i) + size * largest(v)));
      const Vector g_i = to_vector(link["g"]);
      EXPECT_TRUE(
          close(on(g.asDiagonal(), link["index_set"]).diagonal(), g_i, 1e-12, largest(g_i) + 1e-3));
    }
  }
}

// The same from the public interface, and J_iᵀ M̄_i J_i of the six principal screws.
TEST_P(PerLink, ScrewsMakeExactTerms) {
  const nlohmann::json file = read_json(GetParam());
  const std::string robot = file["robot"].get<std::string>() + ".json";
  const Model model = load_model((shared_folder() / "golden" / robot).string());
  for (const auto& row : file["rows"]) {
    const Vector q = to_vector(row["q"]), v = to_vector(row["qd"]);
    for (const nlohmann::json& link : row["links"]) {
      SCOPED_TRACE(link["link"].get<std::string>());
      const LinkId id = model.at(link["link"].get<std::string>());
      const LinkTerms terms = explain_link(model, q, v, id, {.armature = false});
      EXPECT_EQ(terms.movers, link["index_set"].get<std::vector<int>>());
      ASSERT_EQ(terms.bodies.size(), 1U);
      const LinkBody& body = terms.bodies[0];
      const Matrix M_i = to_matrix(link["M"]), C_i = to_matrix(link["C"]);
      const Matrix& J = body.jacobian;
      EXPECT_TRUE(close(J.transpose() * body.principal.generalised_mass * J, M_i, 1e-13));
      EXPECT_TRUE(close(terms.M, M_i, 1e-13));
      EXPECT_TRUE(close(terms.C, C_i, 1e-12, largest(C_i) + largest(M_i) * largest(v)));
      const Vector g_i = to_vector(link["g"]);
      EXPECT_TRUE(close(terms.g, g_i, 1e-12, largest(g_i) + 1e-3));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, PerLink, ::testing::ValuesIn(perlink_files()),
                         [](const auto& robot) { return test_name(robot.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PerLink);

TEST(PerLinkFiles, AreThere) {
  const auto files = perlink_files();
  KINETREE_NEEDS(files);
  EXPECT_GE(files.size(), 3U);
}

}  // namespace
}  // namespace kinetree::testing
