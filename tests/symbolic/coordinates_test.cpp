// Coordinates of every joint: their names, their rates, their angles.
#include <gtest/gtest.h>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "model/links.hpp"
#include "symbolic/symbols.hpp"

namespace kinetree::testing {
namespace {

using symbolic::SymbolicModel;

std::vector<std::string> names(const SymbolicModel& letters, const std::vector<int>& symbols) {
  std::vector<std::string> result;
  for (const int symbol : symbols) {
    result.push_back(letters.table[static_cast<std::size_t>(symbol)].name);
  }
  return result;
}

TEST(Coordinates, AreNumberedByTheirLinks) {
  Model model;
  const LinkId base = model.add(make_link("base", JointType::floating));
  const LinkId ball = model.add(make_link("ball", JointType::spherical), base);
  model.add(make_link("table", JointType::planar), ball);
  const DeriveOptions options;
  const SymbolicModel letters(model, options);
  EXPECT_EQ(names(letters, letters.q_symbol),
            (std::vector<std::string>{"x1", "y1", "z1", "e1x", "e1y", "e1z", "e1w", "e2x", "e2y",
                                      "e2z", "e2w", "x3", "y3", "q3"}));
  EXPECT_EQ(names(letters, letters.v_symbol),
            (std::vector<std::string>{"v1x", "v1y", "v1z", "w1x", "w1y", "w1z", "w2x", "w2y", "w2z",
                                      "x3d", "y3d", "q3d"}));
}

/// The coordinates' rates by the field, beside a small displacement along a velocity.
TEST(Coordinates, ChangeAsTheFieldSays) {
  Model model;
  const LinkId base = model.add(make_link("base", JointType::floating));
  model.add(make_link("ball", JointType::spherical), base);
  const DeriveOptions options;
  const SymbolicModel letters(model, options);
  const Vector q = random_state(model, 3).q;
  constexpr double step = 1e-6;
  for (std::size_t k = 0; k < letters.field.size(); ++k) {
    Vector v = Vector::Zero(model.nv());
    v[static_cast<Eigen::Index>(k)] = step;
    const Vector rate = (displace(model, q, v) - displace(model, q, -v)) / (2 * step);
    Vector field = Vector::Zero(model.nq());
    for (const auto& [symbol, factor] : letters.field[k]) {
      const auto at = std::find(letters.q_symbol.begin(), letters.q_symbol.end(), symbol) -
                      letters.q_symbol.begin();
      for (const symbolic::Term& term : factor) {
        double value = term.coefficient.value();
        for (const auto& [letter, power] : letters.ring.powers(term.monomial())) {
          const auto place = std::find(letters.q_symbol.begin(), letters.q_symbol.end(), letter) -
                             letters.q_symbol.begin();
          for (int i = 0; i < power; ++i) value *= q[place];
        }
        field[at] += value;
      }
    }
    EXPECT_LT((field - rate).cwiseAbs().maxCoeff(), 1e-9) << "velocity " << k;
  }
}

TEST(Coordinates, OfMimicsCountInCommonUnits) {
  Model model;
  const LinkId arm = model.add(make_link("arm", JointType::revolute));
  for (const auto& [name, ratio] : {std::pair("half", 0.5), {"third", 1.5}}) {
    Link link = make_link(name, JointType::revolute);
    link.joint.mimic = Mimic{"arm", ratio, 0};
    model.add(link, arm);
  }
  const DeriveOptions options;
  const SymbolicModel letters(model, options);
  ASSERT_EQ(letters.ring.angles().size(), 1U);
  EXPECT_EQ(letters.ring.angles()[0].unit, Number::fraction(1, 2));
}

TEST(Coordinates, OfIncommensurableMimicsAreAnglesOfTheirOwn) {
  Model model;
  const LinkId arm = model.add(make_link("arm", JointType::revolute));
  Link link = make_link("odd", JointType::revolute);
  link.joint.mimic = Mimic{"arm", 1 / 3.0, 0};
  model.add(link, arm);
  const DeriveOptions options;
  const SymbolicModel letters(model, options);
  EXPECT_EQ(letters.ring.angles().size(), 2U);
}

}  // namespace
}  // namespace kinetree::testing
