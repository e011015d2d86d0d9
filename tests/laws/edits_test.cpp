// A model that was edited is the model built from scratch, in every quantity; an evaluator that
// followed it gives the same bits as a new one.
#include "laws/robots.hpp"
#include "support/close.hpp"
#include "support/random_edits.hpp"

namespace kinetree::testing {
namespace {

/// Everything an evaluator computes, one number after the other.
std::vector<double> answers(Evaluator& e, const RandomState& x, LinkId link) {
  std::vector<double> all;
  const auto add = [&](const auto& values) {
    const Matrix copy = values;
    all.insert(all.end(), copy.data(), copy.data() + copy.size());
  };
  add(e.mass_matrix(x.q));
  add(e.coriolis(x.q, x.v));
  add(e.gravity(x.q));
  add(e.bias(x.q, x.v));
  add(e.inverse_dynamics(x.q, x.v, x.a));
  add(e.mass_matrix_rate(x.q, x.v));
  add(e.coriolis_times(x.q, x.v, x.a));
  add(e.inverse_dynamics_derivatives(x.q, x.v, x.a).dq);
  add(e.momentum(x.q, x.v));
  add(e.regressor(x.q, x.v, x.a));
  add(e.regressor_parameters());
  add(e.jacobian(x.q, link));
  add(e.poses(x.q).back().R);
  all.insert(all.end(), {e.element(x.q, 0, e.nv() - 1), e.kinetic_energy(x.q, x.v),
                         e.potential_energy(x.q), e.total_mass()});
  if (e.massless_joints().empty()) add(e.forward_dynamics(x.q, x.v, x.tau));
  return all;
}

TEST(Edits, AnEvaluatorThatFollowsGivesTheBitsOfANewOne) {
  Options explicit_methods;
  explicit_methods.methods = {.mass_matrix = "explicit", .bias = "explicit"};
  const unsigned seeds = KINETREE_SANITIZED ? 2 : 6;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    RandomEdits edits(seed);
    Evaluator follower(edits.model()), other(edits.model(), explicit_methods);
    for (int i = 0; i < 200; ++i) {
      SCOPED_TRACE(std::to_string(seed) + ", edit " + std::to_string(i));
      edits.step();
      if (i % 3 == 0) edits.step();  // several edits, one sync
      const Model& model = edits.model();
      follower.sync(model);
      other.sync(model);
      if (model.nv() == 0) continue;
      const RandomState x = random_state(model, seed);
      const LinkId link{static_cast<std::uint32_t>(i % model.size())};
      Evaluator fresh(model), fresh_other(model, explicit_methods);
      ASSERT_EQ(answers(follower, x, link), answers(fresh, x, link));
      ASSERT_EQ(answers(other, x, link), answers(fresh_other, x, link));
      ASSERT_EQ(follower.regressor_names(), fresh.regressor_names());
      ASSERT_EQ(follower.massless_joints(), fresh.massless_joints());
    }
  }
}

TEST(Edits, AnEvaluatorFollowsOverMoreEditsThanAreRemembered) {
  RandomEdits edits(9);
  Evaluator follower(edits.model());
  for (int i = 0; i < 3 * Changes::most; ++i) edits.step();
  follower.sync(edits.model());
  Evaluator fresh(edits.model());
  const RandomState x = random_state(edits.model(), 1);
  EXPECT_EQ(answers(follower, x, LinkId{0}), answers(fresh, x, LinkId{0}));
}

TEST(Edits, EveryMethodAgreesOnAnExtendedRobot) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Model model = random_tree(seed, {.links = 10});
    Model hook = payload("hook", JointType::spherical);
    hook.attach(LinkId{0}, payload("load", JointType::prismatic));
    model.attach(LinkId{4}, std::move(hook));
    model.attach(LinkId{7}, payload("box"));
    const RandomState x = random_state(model, seed);
    Evaluator reference(model);
    for (Candidate& candidate : candidates(model, Quantity::mass_matrix)) {
      EXPECT_TRUE(close(candidate.evaluator.mass_matrix(x.q), reference.mass_matrix(x.q),
                        rounding(model.nv())))
          << candidate.method.name;
    }
    for (Candidate& candidate : candidates(model, Quantity::forward_dynamics)) {
      const Vector a = candidate.evaluator.forward_dynamics(x.q, x.v, x.tau);
      EXPECT_TRUE(close(reference.inverse_dynamics(x.q, x.v, a), x.tau, 1e-9))
          << candidate.method.name;
    }
  }
}

TEST(Edits, LinksThatCameAddTheirTermsToThoseThatWereThere) {
  for (const Case& robot : law_cases(false)) {
    SCOPED_TRACE(robot.name);
    Model model = robot.model;
    if (model.nv() > 100) continue;
    Evaluator e(model);
    ProgressiveTerms terms;
    e.sum_links(robot.state.q, robot.state.v, terms);
    const auto check = [&](const Vector& q, const Vector& v) {
      const double size = largest(e.mass_matrix(q));
      EXPECT_TRUE(close(terms.M(), e.mass_matrix(q), 2 * rounding(e.nv())));
      EXPECT_TRUE(close(terms.C(), e.coriolis(q, v), 1e-12, size * (1 + largest(v))));
      EXPECT_TRUE(close(terms.g(), e.gravity(q), 1e-12, 9.81 * e.total_mass()));
    };
    check(robot.state.q, robot.state.v);
    const Matrix before = terms.M();
    Model hook = payload("hook", JointType::revolute);
    hook.attach(LinkId{0}, payload("load"));
    const LinkId to{static_cast<std::uint32_t>(model.size() / 2)};
    const Edit edit = model.attach(to, std::move(hook));
    e.sync(model);
    Vector q(model.nq()), v(model.nv());
    q << robot.state.q, 0.7;
    v << robot.state.v, -1.3;
    e.add_links(q, v, edit.link, terms);
    check(q, v);
    EXPECT_THROW(e.add_links(q, v, edit.link, terms), UsageError) << "they are there already";
  }
}

TEST(Edits, ALockedJointIsTheJointAtThatPlace) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    Model model = random_tree(seed, {.links = 8, .branching = 0.3});
    const RandomState x = random_state(model, seed);
    Evaluator whole(model);
    const Matrix M = whole.mass_matrix(x.q);
    const std::vector<Pose> poses = whole.poses(x.q);
    const std::vector<JointSlot> slots = model.joints();
    for (const JointSlot& slot : slots) {
      const Edit edit = model.lock(slot.link, x.q.segment(slot.q_first, slot.nq));
      Evaluator locked(model);
      Vector q(model.nq());
      q << x.q.head(slot.q_first), x.q.tail(x.q.size() - slot.q_first - slot.nq);
      std::vector<int> kept;
      for (int k = 0; k < M.rows(); ++k) {
        if (k < slot.v_first || k >= slot.v_first + slot.nv) kept.push_back(k);
      }
      if (!kept.empty()) {
        EXPECT_TRUE(close(locked.mass_matrix(q), M(kept, kept), 1e-13, largest(M)));
      }
      for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_TRUE(close(locked.poses(q)[i].R, poses[i].R, 1e-13));
        EXPECT_TRUE(close(locked.poses(q)[i].p, poses[i].p, 1e-13, 1 + poses[i].p.norm()));
      }
      model.undo(edit);
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
