#include "bench_crossovers.hpp"

#include <algorithm>
#include <optional>

namespace kinetree::cli {
namespace {

std::optional<double> time_at(const CrossoverCurve& curve, int n) {
  const auto found = std::find(curve.n.begin(), curve.n.end(), n);
  if (found == curve.n.end()) return std::nullopt;
  return curve.ns[static_cast<std::size_t>(found - curve.n.begin())];
}

}  // namespace

std::vector<Crossover> find_crossovers(const std::string& quantity,
                                       const std::vector<CrossoverCurve>& curves) {
  constexpr double scatter = 0.02;
  std::vector<int> sizes;
  for (const CrossoverCurve& curve : curves) {
    sizes.insert(sizes.end(), curve.n.begin(), curve.n.end());
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  std::vector<Crossover> result;
  const CrossoverCurve* leader = nullptr;
  for (const int n : sizes) {
    const CrossoverCurve* best = nullptr;
    for (const CrossoverCurve& curve : curves) {
      const auto time = time_at(curve, n);
      if (time && (best == nullptr || *time < *time_at(*best, n))) best = &curve;
    }
    const auto before = leader == nullptr ? std::nullopt : time_at(*leader, n);
    if (!before || *time_at(*best, n) < (1 - scatter) * *before) leader = best;
    if (result.empty() || result.back().method != leader->method) {
      result.push_back({quantity, n, n, leader->method});
    }
    result.back().to = n;
  }
  return result;
}

}  // namespace kinetree::cli
