// One const Model, many evaluators, many threads: the same bits as one thread. Run under tsan.
#include <gtest/gtest.h>

#include <thread>

#include "evaluate/run_mass_matrix.hpp"
#include "kinetree/kinetree.hpp"
#include "support/random_tree.hpp"

namespace kinetree::testing {
namespace {

struct Answers {
  Matrix M;
  Vector tau, a;
};

Answers answer(const Model& model, const RandomState& x) {
  Evaluator e(model);
  return {e.mass_matrix(x.q), e.inverse_dynamics(x.q, x.v, x.a),
          e.forward_dynamics(x.q, x.v, x.tau)};
}

TEST(Threads, ShareOneModel) {
  const Model model = random_tree(7, {.links = 25});
  constexpr int threads = 4, rounds = 20;
  std::vector<Answers> expected;
  for (int k = 0; k < rounds; ++k) {
    expected.push_back(answer(model, random_state(model, static_cast<std::uint64_t>(k))));
  }
  std::vector<int> wrong(threads);
  std::vector<std::thread> pool;
  for (std::size_t t = 0; t < threads; ++t) {
    pool.emplace_back([&, t] {
      for (int k = 0; k < rounds; ++k) {
        const Answers mine = answer(model, random_state(model, static_cast<std::uint64_t>(k)));
        const Answers& want = expected[static_cast<std::size_t>(k)];
        if (mine.M != want.M || mine.tau != want.tau || mine.a != want.a) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : pool) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

// An edit in one thread is seen as staleness in another, never as a wrong answer.
TEST(Threads, SeeAnEditAsStaleness) {
  Model model = random_tree(8, {.links = 5});
  const RandomState x = random_state(model, 1);
  Evaluator e(model);
  std::atomic<bool> started{false};
  bool stale = false;
  std::thread reader([&] {
    for (;;) {
      try {
        e.mass_matrix(x.q);
        started = true;
      } catch (const UsageError&) {
        stale = true;
        return;
      }
    }
  });
  while (!started) std::this_thread::yield();
  model.set_gravity({0, 0, -1.62});
  reader.join();
  EXPECT_TRUE(stale);
}

// The sanitizer sees these threads, and would see rows that share anything.
TEST(Threads, RowsOfElementsShareNothing) {
  const Model model = random_tree(9, {.links = 30});
  const Compiled compiled = compile(model, true);
  Workspace<double> w(compiled, [](double number) { return number; });
  const RandomState x = random_state(model, 1);
  std::copy(x.q.begin(), x.q.end(), w.q().data());
  place_links_and_inertias(w);
  const Tree<double> tree = w.tree();
  const kernel::Geometry<double> g = w.geometry();
  const auto rows = [&](Matrix& M, int first, int step) {
    const MatrixView<double> view(M.data(), tree.nv(), tree.nv());
    for (int u = first; u < tree.nv(); u += step) kernel::explicit_row<double>(tree, g, u, view);
  };
  Matrix one(tree.nv(), tree.nv()), many(tree.nv(), tree.nv());
  rows(one, 0, 1);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([&, t] { rows(many, t, 4); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(many, one);
}

TEST(Threads, ElementsInParallelAreTheSameBits) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "oneTBB hands work over in ways that the sanitizer does not see";
#endif
#endif
  for (const bool mimics : {false, true}) {
    const Model model = random_tree(9, {.links = 60, .mimics = mimics});
    const RandomState x = random_state(model, 1);
    Options options;
    options.methods.mass_matrix = "explicit";
    const Matrix one = Evaluator(model, options).mass_matrix(x.q);
    for (const int threads : {2, 3, 8, 0}) {
      options.threads = threads;
      Evaluator e(model, options);
      for (int round = 0; round < 5; ++round) EXPECT_EQ(e.mass_matrix(x.q), one) << threads;
    }
  }
}

}  // namespace
}  // namespace kinetree::testing
