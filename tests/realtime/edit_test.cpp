// A robot that changes in a control loop: no memory is asked for, none is lost, and nobody who
// evaluates a snapshot is disturbed.
#include <gtest/gtest.h>

#include <ctime>
#include <fstream>
#include <mutex>
#include <thread>

#include "kinetree/kinetree.hpp"
#include "realtime/allocations.hpp"
#include "support/random_edits.hpp"

namespace kinetree::testing {
namespace {

/// A state of the robot with whatever was attached, in buffers that are there.
struct Buffers {
  explicit Buffers(const Model& model) {
    for (Vector* x : {&q, &v, &a}) x->setConstant(model.nq() + 6, 0.3);
  }
  Vector q, v, a;
};

void evaluate_all(Evaluator& e, const Buffers& x) {
  const int n = e.nv();
  const auto q = x.q.head(n), v = x.v.head(n), a = x.a.head(n);
  e.mass_matrix(q);
  e.mass_matrix_inverse(q);
  e.udut(q);
  e.coriolis(q, v);
  e.certify_coriolis(q, v);
  e.mass_matrix_rate(q, v);
  e.coriolis_times(q, v, a);
  e.coriolis_transpose_times(q, v, a);
  e.mass_matrix_derivative(q);
  e.christoffel_symbols(q);
  e.inverse_dynamics_derivatives(q, v, a);
  e.forward_dynamics_derivatives(q, v, a);
  e.regressor(q, v, a);
  e.gravity(q);
  e.bias(q, v);
  e.inverse_dynamics(q, v, a);
  e.forward_dynamics(q, v, a);
  e.momentum(q, v);
  e.centroidal_momentum(q, v);
  e.element(q, 0, n - 1);
  e.poses(q);
  e.jacobian_rate(q, v, LinkId{2});
  e.operational_space(q, v, LinkId{2});
}

class EditAllocations : public ::testing::Test {
  void SetUp() override {
    if (KINETREE_SANITIZED) GTEST_SKIP() << "sanitizers bring their own malloc";
  }
};

TEST_F(EditAllocations, NoneInAnyEditAndWhatFollowsIt) {
  for (const JointType type : {JointType::fixed, JointType::revolute}) {
    Model arm = *robot("chain:7"), branch = payload("payload", type), other, tool = payload("tool");
    arm.reserve(2, 2);
    other.reserve(8, 8);
    const LinkId tip{6};
    const MassProperties heavy = payload("x").link(LinkId{0}).inertia;
    const Vector one = Vector::Constant(1, 0.2);
    for (const Method& method : methods()) {
      SCOPED_TRACE(method.name);
      Options options;
      options.methods[method.quantity] = method.name;
      Evaluator e(arm, options);
      const Buffers x(arm);
      const auto follow = [&] {
        e.sync(arm);
        evaluate_all(e, x);
      };
      EXPECT_EQ(allocated_by([&] {
                  const Edit attached = arm.attach(tip, std::move(branch));
                  follow();
                  const Edit weighed = arm.set_inertia(attached.link, heavy);
                  follow();
                  arm.undo(weighed);
                  const Edit locked = arm.lock(LinkId{3}, one);
                  follow();
                  arm.undo(locked);
                  follow();
                  arm.undo(attached, &branch);
                  follow();
                  arm.attach(LinkId{2}, std::move(branch));
                  follow();
                  arm.detach(arm.at("payload"), branch);
                  follow();
                  const Edit cut = arm.detach(LinkId{4}, other);  // from the middle, with a branch
                  follow();
                  arm.undo(cut, &other);
                  const Edit replaced = arm.replace(LinkId{6}, std::move(tool), other);
                  follow();
                  arm.undo(replaced, &tool, &other);
                  follow();
                }),
                0);
    }
  }
}

TEST_F(EditAllocations, NoneWhereTermsAreExtended) {
  Model arm = *robot("chain:7"), branch = payload("payload", JointType::revolute);
  arm.reserve(1, 1);
  Evaluator e(arm);
  const Buffers x(arm);
  ProgressiveTerms terms;
  e.sum_links(x.q.head(7), x.v.head(7), terms);
  EXPECT_EQ(allocated_by([&] {
              const Edit edit = arm.attach(LinkId{6}, std::move(branch));
              e.sync(arm);
              e.add_links(x.q.head(8), x.v.head(8), edit.link, terms);
            }),
            0);
}

/// Memory in use by this program, in kB.
long resident() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  }
  return 0;
}

TEST(EditMemory, DoesNotGrowInAMillionEdits) {
  Model arm = *robot("chain:7"), branch = payload("payload", JointType::revolute);
  arm.reserve(1, 1);
  Evaluator e(arm);
  const Vector q = Vector::Constant(8, 0.1);
  const auto cycle = [&] {
    const Edit edit = arm.attach(LinkId{6}, std::move(branch));
    e.sync(arm);
    e.mass_matrix(q);
    arm.undo(edit, &branch);
    e.sync(arm);
  };
  for (int i = 0; i < 1000; ++i) cycle();
  const long before = resident();
  for (int i = 0; i < (KINETREE_SANITIZED ? 20000 : 500000); ++i) cycle();  // two edits each
  EXPECT_LE(resident() - before, KINETREE_SANITIZED ? 20000 : 200);
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Processor time of one edit and its sync on a chain of n links, near its base; the best of some.
double edit_time(int n) {
  Model chain = *robot("chain:" + std::to_string(n));
  Model branch = payload("payload", JointType::revolute);
  chain.reserve(1, 1);
  Evaluator e(chain);
  double best = 1;
  for (int window = 0; window < 20; ++window) {
    constexpr int cycles = 500;
    const double start = seconds();
    for (int i = 0; i < cycles; ++i) {
      const Edit edit = chain.attach(LinkId{1}, std::move(branch));
      e.sync(chain);
      chain.undo(edit, &branch);
      e.sync(chain);
    }
    best = std::min(best, (seconds() - start) / cycles);
  }
  return best;
}

TEST(EditTime, DoesNotDependOnTheSizeOfTheRobot) {
  if (KINETREE_SANITIZED) GTEST_SKIP() << "sanitizers change what things cost";
  EXPECT_LT(edit_time(3200), 5 * edit_time(50)) << "64 times the links";
}

// One thread edits; three evaluate snapshots, old ones and new ones, and get what belongs to them.
TEST(EditThreads, SnapshotsAreNotDisturbed) {
  Model arm = *robot("chain:7");
  arm.reserve(4, 4);
  std::mutex mutex;  // of the shelf alone: the editor makes snapshots, whoever likes takes them
  std::shared_ptr<const Model> shelf = std::make_shared<const Model>(arm);
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0}, evaluated{0};
  const auto evaluate = [&] {
    std::shared_ptr<const Model> snapshot;
    Evaluator follower(*robot("chain:7"));
    while (!done) {
      {
        const std::lock_guard lock(mutex);
        snapshot = shelf;
      }
      const Vector q = Vector::Constant(snapshot->nq(), 0.2);
      follower.sync(*snapshot);
      Evaluator fresh(*snapshot);
      if (follower.mass_matrix(q) != fresh.mass_matrix(q)) ++wrong;
      if (follower.forward_dynamics(q, q, q) != fresh.forward_dynamics(q, q, q)) ++wrong;
      ++evaluated;
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) threads.emplace_back(evaluate);
  Evaluator own(arm);
  Model branch = payload("payload", JointType::revolute);
  for (int i = 0; i < 2000 || evaluated < 30; ++i) {
    const Edit edit = arm.attach(LinkId{static_cast<std::uint32_t>(i % 7)}, std::move(branch));
    own.sync(arm);
    own.mass_matrix(Vector::Constant(8, 0.1));
    if (i % 5 == 0) {
      auto snapshot = std::make_shared<const Model>(arm);
      const std::lock_guard lock(mutex);
      shelf = std::move(snapshot);
    }
    arm.undo(edit, &branch);
    own.sync(arm);
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace kinetree::testing
