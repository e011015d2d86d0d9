// Numbers that are known to be zero or one: products with them take nothing, sums with zero
// neither. No compiler may leave them out for numbers, which could be infinite or negative zeros.
#pragma once

namespace kinetree::spatial {

struct Zero {
  constexpr Zero() = default;
  constexpr explicit Zero(double /*zero*/) {}
};
struct One {
  constexpr One() = default;
  constexpr explicit One(double /*one*/) {}
};

template <class T>
Zero operator*(Zero zero, const T& /*any*/) {
  return zero;
}
template <class T>
Zero operator*(const T& /*any*/, Zero zero) {
  return zero;
}
template <class T>
T operator*(One /*one*/, const T& x) {
  return x;
}
template <class T>
T operator+(const T& x, Zero /*zero*/) {
  return x;
}
template <class T>
T operator+(Zero /*zero*/, const T& x) {
  return x;
}
template <class T>
T operator-(const T& x, Zero /*zero*/) {
  return x;
}
template <class T>
T operator-(Zero /*zero*/, const T& x) {
  return -x;
}

[[gnu::always_inline]] inline Zero operator+(Zero zero, Zero /*zero*/) { return zero; }
[[gnu::always_inline]] inline Zero operator-(Zero zero, Zero /*zero*/) { return zero; }

}  // namespace kinetree::spatial
