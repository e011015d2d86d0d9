// Generated code is one more method: it agrees with the others on robots of every kind. Some
// sizes and seeds only, for every robot has to be compiled.
#include "laws/robots.hpp"
#include "support/compiled_code.hpp"

namespace kinetree::testing {
namespace {

TEST(Generated, AgreesWithEveryOtherMethod) {
  if (KINETREE_SANITIZED) GTEST_SKIP() << "compiled code is not sanitized";
  int tried = 0;
  for (const int links : {1, 3, 8, 13}) {
    for (const double branching : {0.0, 0.3, 1.0}) {
      for (const std::uint64_t seed : {1U, 2U}) {
        const Model model = random_tree(seed, {.links = links, .branching = branching});
        if (model.nv() == 0) continue;
        SCOPED_TRACE(std::to_string(links) + " links, seed " + std::to_string(seed));
        const auto code = compile_generated(model, quick_compiler()).functions;
        const Verification v = verify(model, 4, seed, code);
        for (const Check& check : v.checks) {
          EXPECT_TRUE(check.passed()) << check.name << ": " << check.worst;
        }
        ++tried;
      }
    }
  }
  EXPECT_GE(tried, 20);
}

}  // namespace
}  // namespace kinetree::testing
