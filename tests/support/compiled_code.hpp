// Generated code for tests: compiled without optimisation, which takes a tenth of a second.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "kinetree/generated.hpp"

namespace kinetree::testing {

inline CompileOptions quick_compiler(bool armature = true) {
  CompileOptions options;
  options.armature = armature;
  options.compiler = "gcc -O0";
  // Tests are programs of their own: what one compiled, the next one finds.
  const std::string name = "kinetree_test_code_" + std::to_string(geteuid());
  options.cache = (std::filesystem::temp_directory_path() / name).string();
  return options;
}

inline CompileOptions quick_batch_compiler(bool armature = true) {
  CompileOptions options = quick_compiler(armature);
  options.batch = true;
  return options;
}

}  // namespace kinetree::testing
