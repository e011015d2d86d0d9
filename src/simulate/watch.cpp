#include "simulate/watch.hpp"

#include <cmath>

namespace kinetree::simulation {
namespace {

int sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

bool wanted(Event::Direction direction, int to) {
  return direction == Event::both || (direction == Event::rising) == (to > 0);
}

}  // namespace

void Watch::look(const State& x) {
  for (Watched& watched : events) {
    if (watched.kind != Watched::user) continue;
    const int now = sign(watched.event.value(x));
    if (now != 0) watched.side = now;
  }
}

std::vector<std::size_t> Watch::take_crossed(const State& x, std::size_t first) {
  std::vector<std::size_t> crossed;
  for (std::size_t i = 0; i < events.size(); ++i) {
    Watched& watched = events[i];
    if (!watched.active) continue;
    const int now = sign(watched.event.value(x));
    const bool passed = watched.side != 0 && now == -watched.side;
    if (i == first || (passed && wanted(watched.event.direction, now))) crossed.push_back(i);
    if (watched.kind != Watched::user) continue;
    if (i == first) {  // perhaps not yet, by rounding: it was found to cross all the same
      const int into = watched.event.direction == Event::rising    ? 1
                       : watched.event.direction == Event::falling ? -1
                                                                   : -watched.side;
      watched.side = into;
    } else if (now != 0) {
      watched.side = now;
    }
  }
  return crossed;
}

std::optional<Watch::Crossing> Watch::first(const Path& path) {
  constexpr int parts = 4;
  std::optional<Crossing> found;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Watched& watched = events[i];
    if (!watched.active) continue;
    double before = 0, value_before = 0;
    int side = watched.side;
    for (int part = 1; part <= parts; ++part) {
      const double share = static_cast<double>(part) / parts;
      if (found && before >= found->share) break;
      path(share, x_);
      const double value = watched.event.value(x_);
      const int now = sign(value);
      if (side != 0 && now == -side && wanted(watched.event.direction, now)) {
        if (part == 1) {
          path(0, x_);
          value_before = watched.event.value(x_);
        }
        const double at = crossing(watched.event, side, path, before, value_before, share, value);
        if (!found || at < found->share) found = {i, at};
        break;
      }
      if (now != 0) side = now;
      before = share;
      value_before = value;
    }
  }
  if (!found) {
    path(1, x_);
    look(x_);
  }
  return found;
}

/// Where the value leaves its side. It may start at zero, as after a bounce, and be on its side
/// only for a moment; if it never is, it happens at once.
double Watch::crossing(const Event& event, int side, const Path& path, double low, double low_value,
                       double high, double high_value) {
  constexpr double shortest = 1e-9;
  double inside = low;
  for (double width = high - low; sign(low_value) != side; width /= 2) {
    if (width < shortest) return low;
    inside = low + 0.5 * width;
    path(inside, x_);
    low_value = event.value(x_);
  }
  return root(event, path, inside, low_value, high, high_value);
}

/// Bisection alternating with secants: never worse than bisection, and mostly much faster.
double Watch::root(const Event& event, const Path& path, double low, double low_value, double high,
                   double high_value) {
  constexpr double narrow = 1e-15;
  for (int i = 0; i < 100 && high - low > narrow; ++i) {
    double middle = 0.5 * (low + high);
    if (i % 2 == 0) {
      const double secant = low + (high - low) * low_value / (low_value - high_value);
      if (secant > low && secant < high) middle = secant;
    }
    path(middle, x_);
    const double value = event.value(x_);
    if (value == 0) return middle;
    if (sign(value) == sign(low_value)) {
      low = middle;
      low_value = value;
    } else {
      high = middle;
      high_value = value;
    }
  }
  return high;
}

}  // namespace kinetree::simulation
