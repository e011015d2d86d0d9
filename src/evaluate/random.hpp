// Random numbers that are the same everywhere.
#pragma once
#include <cstdint>

#include "kinetree/link.hpp"

namespace kinetree {

/// SplitMix64 [Steele 2014]: the standard library's distributions differ between vendors.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  double within(double low, double high) {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return low + (high - low) * static_cast<double>(z >> 11) * 0x1p-53;
  }
  Vector vector(int n, double size) {
    Vector x(n);
    for (double& entry : x) entry = within(-size, size);
    return x;
  }

 private:
  std::uint64_t state_;
};

}  // namespace kinetree
