#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "kinetree/kinetree.hpp"
#include "model/links.hpp"
#include "support/close.hpp"
#include "support/compiled_code.hpp"
#include "support/folder.hpp"
#include "support/random_tree.hpp"
#include "support/simd_set.hpp"

namespace kinetree::testing {
namespace {

Options all_generated(const Model& model, const CompileOptions& how = quick_compiler()) {
  Options options;
  options.include.armature = how.armature;
  options.generated = compile_generated(model, how).functions;
  for (const Quantity quantity : quantities()) options.methods[quantity] = "generated";
  return options;
}

TEST(CompileGenerated, IsFoundTheSecondTime) {
  const Folder folder;
  CompileOptions options = quick_compiler();
  options.cache = folder.path().string();
  const Model model = load_model("planar3");
  const CompiledCode first = compile_generated(model, options);
  const CompiledCode second = compile_generated(model, options);
  EXPECT_TRUE(first.compiled);
  EXPECT_FALSE(second.compiled);
  EXPECT_EQ(first.library, second.library);
  options.armature = false;
  EXPECT_TRUE(compile_generated(model, options).compiled);
}

TEST(CompileGenerated, HasBatchesIfAsked) {
  const Model model = load_model("planar3");
  const CompiledCode without = compile_generated(model, quick_compiler());
  EXPECT_EQ(without.functions->batch.lanes, 0);
  EXPECT_TRUE(without.batch_library.empty());
  std::vector<std::string> libraries;
  for (const std::string& set : available_simd()) {
    const UseSimd use(set);
    const CompiledCode made = compile_generated(model, quick_batch_compiler());
    EXPECT_EQ(made.functions->batch.lanes, simd().lanes);
    EXPECT_EQ(made.library, without.library);
    EXPECT_EQ(std::count(libraries.begin(), libraries.end(), made.batch_library), 0);
    libraries.push_back(made.batch_library);
    const GeneratedFunctions::Batch& f = made.functions->batch;
    EXPECT_TRUE(f.mass_matrix && f.packed_mass_matrix && f.coriolis && f.gravity && f.bias &&
                f.inverse_dynamics && f.forward_dynamics);
  }
}

TEST(CompileGenerated, WrongBatchesAreNotUsed) {
  const Folder folder;
  CompileOptions options = quick_batch_compiler();
  options.cache = folder.path().string();
  Model model = load_model("planar3");
  const std::string planar = compile_generated(model, options).batch_library;
  model.set_gravity({0, 0, -1.62});
  const std::string other = compile_generated(model, options).batch_library;
  ASSERT_NE(planar, other);
  std::filesystem::remove(other);
  std::filesystem::copy(planar, other);
  EXPECT_NE(message_of<Error>([&] {
              compile_generated(model, options);
            }).find("gravity of a batch of 'planar3' by the compiled code is off by"),
            std::string::npos);
}

TEST(CompileGenerated, ComputesWhatTheOthersDo) {
  for (const char* name : {"puma6", "quadruped", "rocker5"}) {
    const Model model = load_model(name);
    const Options options = all_generated(model);
    Evaluator reference(model), generated(model, options);
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const RandomState x = random_state(model, seed);
      for (const Quantity quantity : quantities()) {
        EXPECT_EQ(generated.method(quantity).name, "generated");
        EXPECT_TRUE(
            close(evaluate(generated, quantity, x), evaluate(reference, quantity, x), 1e-11))
            << name << ' ' << to_string(quantity);
      }
    }
  }
}

TEST(CompileGenerated, WhatIsMadeFromItIsTheSameToo) {
  const Model model = load_model("puma6");
  Evaluator reference(model), generated(model, all_generated(model));
  const RandomState x = random_state(model, 3);
  EXPECT_TRUE(close(generated.mass_matrix_inverse(x.q), reference.mass_matrix_inverse(x.q), 1e-11));
  EXPECT_LE(generated.certify_coriolis(x.q, x.v).relative_skew(), 1e-12);
  EXPECT_LE(generated.certify_coriolis(x.q, x.v).relative_force(), 1e-12);
}

TEST(CompileGenerated, LeavesArmatureOutIfAsked) {
  Model model = load_model("planar3");
  model.set_armature(static_cast<LinkId>(1), 0.25);
  const Options options = all_generated(model, quick_compiler(false));
  Options plain;
  plain.include.armature = false;
  const RandomState x = random_state(model, 2);
  EXPECT_TRUE(close(Evaluator(model, options).mass_matrix(x.q),
                    Evaluator(model, plain).mass_matrix(x.q), 1e-13));
  Options mixed = options;
  mixed.include.armature = true;
  EXPECT_NE(message_of<Error>([&] { Evaluator(model, mixed); }).find("armature"),
            std::string::npos);
}

TEST(CompileGenerated, OtherRobotsAreRefused) {
  const Options options = all_generated(load_model("planar3"));
  EXPECT_NE(
      message_of<Error>([&] { Evaluator(load_model("puma6"), options); }).find("another robot"),
      std::string::npos);
  Model model = load_model("planar3");
  Evaluator e(model, options);
  const RandomState x = random_state(model, 1);
  const Matrix before = e.mass_matrix(x.q);
  model.set_gravity({0, 0, -1.62});
  EXPECT_NE(message_of<Error>([&] { e.sync(model); }).find("generate it again"), std::string::npos);
}

TEST(CompileGenerated, ThereMustBeSome) {
  Options options;
  options.methods.gravity = "generated";
  const Model model = load_model("planar3");
  EXPECT_NE(message_of<Error>([&] { Evaluator(model, options); }).find("compile_generated"),
            std::string::npos);
  auto half = std::make_shared<GeneratedFunctions>();
  half->model = model.hash();
  options.generated = half;
  EXPECT_NE(message_of<Error>([&] { Evaluator(model, options); }).find("has no gravity"),
            std::string::npos);
}

TEST(CompileGenerated, WithoutForwardDynamicsWhereNothingHasInertia) {
  const Model model = load_model("rocker5_printed");
  const CompiledCode made = compile_generated(model, quick_compiler());
  EXPECT_EQ(made.functions->forward_dynamics, nullptr);
  EXPECT_NE(made.functions->inverse_dynamics, nullptr);
  EXPECT_FALSE(made.code.notes.empty());
}

TEST(CompileGenerated, MimicsAreRefused) {
  const Model model = random_tree(3, {.links = 20, .mimics = true});
  ASSERT_TRUE(model.has_mimics());
  EXPECT_NE(message_of<Error>([&] { compile_generated(model, quick_compiler()); }).find("mimic"),
            std::string::npos);
}

// A library under the right name with the wrong code in it, as after a compiler's mistake.
TEST(CompileGenerated, WrongCodeIsNotUsed) {
  const Folder folder;
  CompileOptions options = quick_compiler();
  options.cache = folder.path().string();
  const std::string planar = compile_generated(load_model("planar3"), options).library;
  Model heavy = load_model("planar3");
  heavy.set_gravity({0, 0, -1.62});
  const std::string other = compile_generated(heavy, options).library;
  ASSERT_NE(planar, other);
  std::filesystem::remove(other);
  std::filesystem::copy(planar, other);
  EXPECT_NE(message_of<Error>([&] { compile_generated(heavy, options); }).find("is off by"),
            std::string::npos);
  std::ofstream(other, std::ios::trunc) << "no library";
  EXPECT_NE(message_of<Error>([&] { compile_generated(heavy, options); }).find("cannot be loaded"),
            std::string::npos);
}

TEST(CompileGenerated, TakesPartInVerify) {
  const Model model = load_model("puma6");
  const Verification v = verify(model, 4, 1, compile_generated(model, quick_compiler()).functions);
  EXPECT_TRUE(v.passed());
  const auto checks = std::count_if(v.checks.begin(), v.checks.end(), [](const Check& c) {
    return c.name.find("generated") != std::string::npos;
  });
  EXPECT_EQ(checks, 6);
}

}  // namespace
}  // namespace kinetree::testing
