// Formulas that are wrong must not be printed.
#include <gtest/gtest.h>

#include <limits>

#include "kinetree/io.hpp"
#include "symbolic/equations.hpp"

namespace kinetree::testing {
namespace {

TEST(Prove, FindsAWrongModel) {
  const Model arm = load_model("planar3");
  const Equations equations = derive(arm, {"M", "C", "g"});
  EXPECT_LE(symbolic::prove(arm, equations.impl(), {}).worst, 1e-14);
  Model heavier = arm;
  MassProperties body = arm.link(LinkId{2}).inertia;
  body.mass *= 1 + 1e-9;
  heavier.set_inertia(LinkId{2}, body);
  const DerivationProof proof = symbolic::prove(heavier, equations.impl(), {});
  EXPECT_GT(proof.worst, proof.bound);
  EXPECT_THROW(symbolic::refuse_disproved(proof), std::logic_error);
}

TEST(Prove, RefusesWhatIsNoNumber) {
  EXPECT_NO_THROW(symbolic::refuse_disproved({4, 1e-12, 1e-11}));
  EXPECT_THROW(symbolic::refuse_disproved({4, 1e-10, 1e-11}), std::logic_error);
  EXPECT_THROW(symbolic::refuse_disproved({4, std::numeric_limits<double>::quiet_NaN(), 1e-11}),
               std::logic_error);
}

}  // namespace
}  // namespace kinetree::testing
