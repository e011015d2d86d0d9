// Generated code for tests: compiled without optimisation, which takes a tenth of a second.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>

#include "kinetree/generated.hpp"

namespace kinetree::testing {

inline CompileOptions quick_compiler(bool armature = true) {
  CompileOptions options;
  options.armature = armature;
  options.compiler = "gcc -O0";
  // Tests are programs of their own: what one compiled, the next one finds.
  options.cache = (std::filesystem::temp_directory_path() / "kinetree_test_code").string();
  return options;
}

}  // namespace kinetree::testing
