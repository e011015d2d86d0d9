// Desired motions.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinetree/control.hpp"

namespace kinetree {
namespace {

void check_duration(double T) {
  if (!(T > 0 && std::isfinite(T))) {
    throw UsageError(fmt::format("a trajectory takes {} s, but must take more than none", T));
  }
}
void check_sizes(const Vector& from, const Vector& to) {
  if (from.size() != to.size()) {
    throw UsageError(
        fmt::format("a trajectory goes from {} coordinates to {}", from.size(), to.size()));
  }
}

/// Share of the way at a share of the time, with its first and second derivatives.
struct Progress {
  double s = 0, rate = 0, acceleration = 0;
};

/// from + (to - from) s(t/T), at rest before and after.
template <class Law>
Trajectory along(const Vector& from, const Vector& to, double T, Law law) {
  check_duration(T);
  check_sizes(from, to);
  return [=](double t, Reference& x) {
    const double u = std::clamp(t / T, 0.0, 1.0);
    const bool resting = t < 0 || t > T;
    const Progress p = law(u);
    const Vector way = to - from;
    x.q = from + p.s * way;
    x.v = (resting ? 0 : p.rate / T) * way;
    x.a = (resting ? 0 : p.acceleration / (T * T)) * way;
  };
}

/// Slopes of the cubic spline with one column of q a knot, at rest at both ends.
Matrix spline_slopes(const std::vector<double>& t, const Matrix& q) {
  const Eigen::Index last = q.cols() - 1;
  Matrix slopes = Matrix::Zero(q.rows(), q.cols());
  if (last < 2) return slopes;
  // Continuous acceleration at the inner knots: three slopes an equation, solved by elimination.
  std::vector<double> above(static_cast<std::size_t>(last));
  const auto h = [&](Eigen::Index i) {
    return t[static_cast<std::size_t>(i) + 1] - t[static_cast<std::size_t>(i)];
  };
  for (Eigen::Index i = 1; i < last; ++i) {
    const double left = 1 / h(i - 1), right = 1 / h(i);
    const Vector b =
        3 * (left * left * (q.col(i) - q.col(i - 1)) + right * right * (q.col(i + 1) - q.col(i)));
    const double before = i == 1 ? 0 : above[static_cast<std::size_t>(i) - 1];
    const double pivot = 2 * (left + right) - left * before;
    above[static_cast<std::size_t>(i)] = right / pivot;
    slopes.col(i) = (b - left * slopes.col(i - 1)) / pivot;
  }
  for (Eigen::Index i = last - 2; i >= 1; --i) {
    slopes.col(i) -= above[static_cast<std::size_t>(i)] * slopes.col(i + 1);
  }
  return slopes;
}

}  // namespace

Trajectory hold(const Vector& q) {
  return [q](double, Reference& x) {
    x.q = q;
    x.v.setZero(q.size());
    x.a.setZero(q.size());
  };
}

Trajectory cycloid(const Vector& from, const Vector& to, double T) {
  constexpr double turn = 2 * std::numbers::pi;
  return along(from, to, T, [](double u) {
    return Progress{u - std::sin(turn * u) / turn, 1 - std::cos(turn * u),
                    turn * std::sin(turn * u)};
  });
}

Trajectory quintic(const Vector& from, const Vector& to, double T) {
  return along(from, to, T, [](double u) {
    return Progress{u * u * u * (10 + u * (-15 + 6 * u)), 30 * u * u * (1 + u * (-2 + u)),
                    60 * u * (1 + u * (-3 + 2 * u))};
  });
}

Trajectory cosine(const Vector& from, const Vector& amplitude, const Vector& omega) {
  check_sizes(from, amplitude);
  check_sizes(from, omega);
  return [=](double t, Reference& x) {
    const Eigen::ArrayXd w = omega.array(), phase = w * t;
    x.q = from.array() + amplitude.array() * (1 - phase.cos());
    x.v = amplitude.array() * w * phase.sin();
    x.a = amplitude.array() * w.square() * phase.cos();
  };
}

Trajectory spline(const std::vector<double>& times, const Matrix& q) {
  if (times.size() < 2 || q.cols() != static_cast<Eigen::Index>(times.size())) {
    throw UsageError(fmt::format("a table of {} times and {} positions: needs two or more of both",
                                 times.size(), q.cols()));
  }
  if (std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()) != times.end()) {
    throw UsageError("the times of a table must grow");
  }
  return [times, q, slopes = spline_slopes(times, q)](double t, Reference& x) {
    const bool resting = t < times.front() || t > times.back();
    const double at = std::clamp(t, times.front(), times.back());
    const auto above = std::upper_bound(times.begin() + 1, times.end() - 1, at);
    const Eigen::Index i = above - times.begin() - 1;
    const double h = *above - *(above - 1), u = (at - *(above - 1)) / h;
    const Vector d = q.col(i + 1) - q.col(i);
    const Vector c = h * slopes.col(i);
    const Vector b = 3 * d - 2 * c - h * slopes.col(i + 1);
    const Vector a = c + h * slopes.col(i + 1) - 2 * d;
    x.q = q.col(i) + u * (c + u * (b + u * a));
    x.v = (resting ? 0 : 1 / h) * (c + u * (2 * b + 3 * u * a));
    x.a = (resting ? 0 : 1 / (h * h)) * (2 * b + 6 * u * a);
  };
}

}  // namespace kinetree
