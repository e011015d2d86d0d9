// What this processor can do at most: fused multiplications and additions, nothing else.
#pragma once
#include <string>
#include <vector>

namespace kinetree::cli {

struct FmaPeak {
  std::string set;    ///< "scalar", "avx2", "avx512"
  double gflops = 0;  ///< of one core; a fused operation counts twice
};

/// Measured now, for every instruction set that this processor has; empty where none fuses.
std::vector<FmaPeak> measure_fma_peaks();

}  // namespace kinetree::cli
