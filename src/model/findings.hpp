// A bounded list of complaints: a hostile file can hold a fault in every second byte.
#pragma once
#include <array>
#include <utility>

#include "kinetree/error.hpp"

namespace kinetree {

/// Adds to a list up to a thousand complaints of each level, so that notes never crowd out errors.
class Findings {
 public:
  explicit Findings(Diagnostics& list) : list_(list) {}

  void add(Diagnostic found) {
    int& count = counts_[found.level];
    if (count > most) return;
    if (++count > most) {
      found.rule = "too_many";
      found.subject.clear();
      found.message = "and more like these, not listed";
      found.remedy = "repair the first ones and check again";
    }
    list_.push_back(std::move(found));
  }

  bool any(Diagnostic::Level level) const noexcept { return counts_[level] > 0; }
  bool full(Diagnostic::Level level) const noexcept { return counts_[level] > most; }

 private:
  static constexpr int most = 1000;
  Diagnostics& list_;
  std::array<int, 3> counts_{};
};

}  // namespace kinetree
