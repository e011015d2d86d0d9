// Events of a run: which of them happens first within a step, found by root finding.
//
// Each event remembers the side of zero it was on. A step is looked at in quarters; where the sign
// changes, bisection and secants on the interpolant find the crossing.
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
  /// The event has happened, and its value goes on to the other side.
  void pass(std::size_t event) { events[event].side = -events[event].side; }
  /// Sides at a state: at the start, and after a jump.
  void look(const State& x);

 private:
  double root(const Event& event, const Path& path, double low, double low_value, double high,
              double high_value);
  State x_;
};

}  // namespace kinetree::simulation
