// The numbers behind a Coupling, of any scalar.
#pragma once
#include <vector>

#include "kernel/coupling.hpp"
#include "model/compile.hpp"

namespace kinetree {

template <class S>
class CouplingData {
 public:
  template <class Convert>
  void assign(const std::vector<Coupled>& couplings, Convert to) {
    source_.clear();
    multiplier_.clear();
    offset_.clear();
    for (const Coupled& c : couplings) {
      source_.push_back(c.source);
      multiplier_.push_back(to(c.multiplier));
      offset_.push_back(to(c.offset));
    }
  }
  kernel::Coupling<S> view() const {
    const auto size = static_cast<int>(source_.size());
    return {{source_.data(), size}, {multiplier_.data(), size}, {offset_.data(), size}};
  }

 private:
  std::vector<int> source_;
  std::vector<S> multiplier_, offset_;
};

}  // namespace kinetree
