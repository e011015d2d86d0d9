// Mohan & Saha, "A recursive, numerically stable, and efficient simulation algorithm for serial
// robots", 2007: the experiment, and the parts of its reproduction.
#pragma once
#include "kinetree/simulate.hpp"
#include "reproduction.hpp"

namespace kinetree::cli {

inline constexpr const char* recursive_method = "denoc";        ///< UDUᵀ, (30) to (37)
inline constexpr const char* nonrecursive_method = "cholesky";  ///< M, then its factor

/// Section 4.2: the PUMA follows cycloids from 0 to π in 10 s, driven by the torques that inverse
/// dynamics says; nothing corrects an error.
class ForcedPuma {
 public:
  static constexpr double T = 10, tolerance = 1e-8, duration = 6.5;
  explicit ForcedPuma(const Vector3& gravity = {0, 0, -9.81});

  const Model& model() const noexcept { return model_; }
  Reference desired(double t) const;
  SimulationOptions options(const std::string& method, double tol, double seconds) const;
  Run run(const std::string& method, double tol = tolerance, double seconds = duration) const;
  Run time_run(const std::string& method, double seconds) const;  ///< without recording
  double growth_rate_at(double t) const;                          ///< along the desired motion

 private:
  Model model_;
  Trajectory desired_;
  Controller torques_;
};

/// The forced simulation by both algorithms, sampled every millisecond.
struct ForcedRuns {
  ForcedPuma puma;
  Run recursive, nonrecursive;
};

/// When the absolute value of f(sample) first exceeds the bound; infinity where it never does.
/// Between samples the logarithm is taken as linear.
template <class F>
double first_beyond(const Run& run, double bound, F f);
/// When each joint first leaves a band about the desired motion.
std::vector<double> departures(const Run& run, double band);
/// Largest |q - q_d| of all joints up to a time.
double largest_error(const Run& run, double until);

/// Table 1: multiplications of the proposed algorithm, and of Walker & Orin's.
struct PrintedCosts {
  double recursive = 0, nonrecursive = 0;
};
PrintedCosts printed_multiplications(int n);

// What each adds to the reproduction.
void add_complexities(Reproduction& to);                           ///< Table 1
void add_parameters(Reproduction& to, const Model& puma);          ///< Table 2
void add_torques(Reproduction& to, const ForcedPuma& puma);        ///< Fig. 4
void add_tracking(Reproduction& to, const ForcedRuns& runs);       ///< Figs. 5 and 6, Table 3
void add_accelerations(Reproduction& to, const ForcedRuns& runs);  ///< Fig. 7
void add_powers(Reproduction& to, const ForcedRuns& runs);         ///< Fig. 8
void add_energy(Reproduction& to, const ForcedRuns& runs);         ///< what Fig. 8 does not show
void add_cpu_times(Reproduction& to, const ForcedRuns& runs);      ///< Fig. 9
void add_cause(Reproduction& to, const ForcedRuns& runs);          ///< why the motion is left
void add_long_chains(Reproduction& to);                            ///< where recursion helps

// ---- implementation ----

template <class F>
double first_beyond(const Run& run, double bound, F f) {
  double before = 0, t_before = 0;
  for (const Sample& sample : run.samples) {
    const double now = std::abs(f(sample));
    if (now > bound) {
      if (before <= 0) return sample.t;
      const double share = std::log(bound / before) / std::log(now / before);
      return t_before + share * (sample.t - t_before);
    }
    before = now;
    t_before = sample.t;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace kinetree::cli
