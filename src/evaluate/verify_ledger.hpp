// Where verification keeps its checks, and how it measures disagreement.
#pragma once
#include <limits>
#include <string>

#include "evaluate/certificate.hpp"
#include "kinetree/verify.hpp"

namespace kinetree {

inline constexpr double eps = std::numeric_limits<double>::epsilon();

/// max |a - b| beside `size`; where both are zero they agree.
inline double relative(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b,
                       double size) {
  if (!a.allFinite() || !b.allFinite()) return std::numeric_limits<double>::infinity();
  const double difference = largest(a - b);
  if (difference == 0) return 0;
  return difference / std::max(size, std::numeric_limits<double>::min());
}

class Ledger {
 public:
  explicit Ledger(Verification& result) : result_(result) {}
  int state = 0;  ///< the one that checks are recorded for

  /// Keeps the state that comes closest to its bound, which depends on the conditioning there.
  void record(const std::string& name, double worst, double bound) {
    const auto severity = [](double w, double allowed) { return w == 0 ? 0 : w / allowed; };
    // NaN must never pass for agreement, nor be forgotten in the next state.
    if (std::isnan(worst)) worst = std::numeric_limits<double>::infinity();
    Check& check = row(name, bound);
    check.skipped.clear();  // what one state could not show, another does
    if (severity(worst, bound) <= severity(check.worst, check.bound)) return;
    check.worst = worst;
    check.bound = bound;
    check.state = state;
  }
  void keep(const CoriolisCertificate& certificate) { result_.coriolis.push_back(certificate); }
  void skip(const std::string& name, const std::string& why) {
    const std::size_t before = result_.checks.size();
    Check& check = row(name, 0);
    if (result_.checks.size() > before) check.skipped = why;
  }

 private:
  Check& row(const std::string& name, double bound) {
    for (Check& check : result_.checks) {
      if (check.name == name) return check;
    }
    result_.checks.push_back({name, 0, bound, 0, ""});
    return result_.checks.back();
  }
  Verification& result_;
};

/// What the laws of one state start from.
struct Verified {
  const Model& model;
  Evaluator& evaluator;
  const RandomState& x;
  const Matrix& M;
  double rounding;       ///< what a sum over the robot may be off by
  double condition;      ///< of M
  std::string singular;  ///< why there are no accelerations, if there are none
  int tree_velocities;   ///< those of mimicking joints included
  bool dual;             ///< whether derivatives are compared with dual numbers
  bool mimics() const { return tree_velocities > model.nv(); }
};

/// The Coriolis matrix and what belongs to it; verify_coriolis.cpp.
void verify_coriolis(const Verified& s, Ledger& ledger);
/// Analytic derivatives against dual numbers, the regressor, the operational space;
/// verify_derivatives.cpp.
void verify_derivatives(const Verified& s, Ledger& ledger);
void verify_operational_space(const Verified& s, Ledger& ledger);
/// Factors of M and hybrid dynamics; verify_solution.cpp.
void verify_solution(const Verified& s, Ledger& ledger);

}  // namespace kinetree
