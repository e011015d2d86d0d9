// Every instruction set of this machine in turn, by KINETREE_SIMD.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "kinetree/simd.hpp"

namespace kinetree::testing {

/// KINETREE_SIMD while it lives, and what it was afterwards.
class UseSimd {
 public:
  explicit UseSimd(const std::string& name) {
    if (const char* const was = std::getenv("KINETREE_SIMD")) was_ = was;
    setenv("KINETREE_SIMD", name.c_str(), 1);
  }
  UseSimd(const UseSimd&) = delete;
  UseSimd& operator=(const UseSimd&) = delete;
  ~UseSimd() {
    if (was_) {
      setenv("KINETREE_SIMD", was_->c_str(), 1);
    } else {
      unsetenv("KINETREE_SIMD");
    }
  }

 private:
  std::optional<std::string> was_;
};

inline std::vector<std::string> available_simd() {
  std::vector<std::string> names;
  for (const SimdSet& set : simd_sets()) {
    if (set.available) names.emplace_back(set.name);
  }
  return names;
}

/// Tests that run under every instruction set of this machine.
class EverySet : public ::testing::TestWithParam<std::string> {
 protected:
  UseSimd simd{GetParam()};
};
inline std::string name_of_set(const ::testing::TestParamInfo<std::string>& set) {
  return set.param;
}

}  // namespace kinetree::testing
