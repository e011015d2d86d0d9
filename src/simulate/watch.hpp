// Events of a run: which of them happens first within a step, found by root finding.
//
// Each event remembers the side of zero it was on, and happens where its value is strictly on the
// other one: a value that stays at zero has not crossed. A step is looked at in quarters; where the
// sign changes, bisection and secants on the interpolant find the crossing.
#pragma once
#include <functional>
#include <optional>

#include "kinetree/simulate.hpp"

namespace kinetree::simulation {

struct Watched {
  enum Kind { user, upper_limit, lower_limit, release };
  Event event;
  Kind kind = user;
  int which = 0;  ///< of System::limited(), for limits and releases
  int side = 0;   ///< sign of the value where the last step ended; 0: not known yet
  bool active = true;
};

class Watch {
 public:
  /// Fills a state at a share of the step, from 0 to 1.
  using Path = std::function<void(double share, State& x)>;

  std::vector<Watched> events;

  struct Crossing {
    std::size_t event = 0;
    double share = 1;
  };
  /// The first crossing along the path; none: sides are those of its end.
  std::optional<Crossing> first(const Path& path);
  /// The events that have crossed at a state where the first of them happens; they go on from the
  /// other side. What crossed in a direction nobody asked for does so silently.
  std::vector<std::size_t> take_crossed(const State& x, std::size_t first);
  /// Sides of the user's events at a state: at the start, and after a jump. Limits and releases are
  /// always entered from the same side.
  void look(const State& x);

 private:
  double crossing(const Event& event, int side, const Path& path, double low, double low_value,
                  double high, double high_value);
  double root(const Event& event, const Path& path, double low, double low_value, double high,
              double high_value);
  State x_;
};

}  // namespace kinetree::simulation
