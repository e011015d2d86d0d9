// A scalar that counts what is done to it: run a kernel on it and read off its exact cost.
//
// Numbers written in the kernel (0, 1, -1 …) and products of constants are known beforehand, so
// they cost nothing: 0·x = 0, 1·x = x, x + 0 = x. That is how the papers count.
#pragma once
#include <cmath>

namespace kinetree {

class OpCount {
 public:
  struct Tally {
    long multiplications = 0, additions = 0, divisions = 0, square_roots = 0, sincos = 0;
  };

  OpCount() = default;
  OpCount(double constant) : value_(constant), constant_(true) {}  // NOLINT: literals convert

  /// Something only known at run time: a joint angle, or a model parameter that is not folded.
  static OpCount variable(double value) {
    OpCount x(value);
    x.constant_ = false;
    return x;
  }
  /// What was counted, without what is given; see given() in spatial/functions.hpp.
  static Tally& tally() { return state().counted; }
  /// What it took to compute what papers take as given.
  static Tally& given_tally() { return state().given; }
  static void reset() { tally() = given_tally() = {}; }

  class Given {
   public:
    Given() { ++state().depth; }
    ~Given() { --state().depth; }
    Given(const Given&) = delete;
    Given& operator=(const Given&) = delete;
  };
  friend Given given(const OpCount& /*any*/) { return {}; }

  double value() const { return value_; }
  bool is(double constant) const { return constant_ && value_ == constant; }

  OpCount operator-() const { return make(-value_, constant_); }

  friend OpCount operator*(const OpCount& a, const OpCount& b) {
    if (a.is(0) || b.is(0)) return OpCount(0);
    if (a.is(1)) return b;
    if (b.is(1)) return a;
    if (a.is(-1)) return -b;
    if (b.is(-1)) return -a;
    const bool folded = a.constant_ && b.constant_;
    if (!folded) ++current().multiplications;
    return make(a.value_ * b.value_, folded);
  }
  friend OpCount operator+(const OpCount& a, const OpCount& b) {
    if (a.is(0)) return b;
    if (b.is(0)) return a;
    return add(a, b, a.value_ + b.value_);
  }
  friend OpCount operator-(const OpCount& a, const OpCount& b) {
    if (a.is(0)) return -b;
    if (b.is(0)) return a;
    return add(a, b, a.value_ - b.value_);
  }
  friend OpCount operator/(const OpCount& a, const OpCount& b) {
    if (a.is(0)) return OpCount(0);
    if (b.is(1)) return a;
    const bool folded = a.constant_ && b.constant_;
    if (!folded) ++current().divisions;
    return make(a.value_ / b.value_, folded);
  }
  friend OpCount sqrt(const OpCount& a) {
    if (!a.constant_) ++current().square_roots;
    return make(std::sqrt(a.value_), a.constant_);
  }
  friend void sin_cos(const OpCount& angle, OpCount& sine, OpCount& cosine) {
    if (!angle.constant_) ++current().sincos;
    sine = make(std::sin(angle.value_), angle.constant_);
    cosine = make(std::cos(angle.value_), angle.constant_);
  }

 private:
  struct State {
    Tally counted, given;
    int depth = 0;
  };
  static State& state() {
    thread_local State counts;
    return counts;
  }
  static Tally& current() { return state().depth > 0 ? state().given : state().counted; }

  static OpCount make(double value, bool constant) {
    return constant ? OpCount(value) : variable(value);
  }
  static OpCount add(const OpCount& a, const OpCount& b, double sum) {
    const bool folded = a.constant_ && b.constant_;
    if (!folded) ++current().additions;
    return make(sum, folded);
  }

  double value_ = 0;
  bool constant_ = true;
};

}  // namespace kinetree
