// A pose by screws: X = Z(γ, b) · X(α, a) · Z(θ, d), about z, x and z again.
//
// Any pose has this form ([khalil_kleinfinger1986]); the first screw is nothing where a link's
// frame was chosen for the joint that follows (model/canonical.hpp). Nearly parallel axes have a
// common normal that is far away, so d and b would be large: such a pose stays a matrix, and so do
// those of joints that turn about more than one axis. Interchangeable with Pose in the kernels that
// work in the links' own frames.
#pragma once
#include "spatial/screw.hpp"
#include "spatial/turned_pose.hpp"

namespace kinetree::spatial {

template <class S>
struct ScrewPose {
  enum class Form : unsigned char { two, three, matrix };
  Form form = Form::matrix;
  unsigned char quarters = 0;  ///< turns that the joint's angle is ahead of its coordinate
  bool slides = true;          ///< the joint's screw is not just a turn
  ScrewKind twist_kind = ScrewKind::any, branch_kind = ScrewKind::any;
  Screw<S> joint, twist, branch;  ///< Z(θ, d), X(α, a), Z(γ, b)
  Vec3<S> p;                      ///< where the frame is, in every form
  Mat3<S> R;                      ///< of a matrix

  /// Outwards, from the parent's frame to ours.
  Motion<S> inverse_times(const Motion<S>& m) const {
    if (form == Form::matrix) return Pose<S>{R, p}.inverse_times(m);
    const Motion<S> before = form == Form::three ? branch.inverse_times(m) : m;
    return joint.inverse_times(uncycle(twist.inverse_times(cycle(before))));
  }
};

/// Force, Inertia or ArticulatedInertia: inwards.
template <class S, class T>
inline T carry(const ScrewPose<S>& X, const T& x) {
  if (X.form == ScrewPose<S>::Form::matrix) return Pose<S>{X.R, X.p} * x;
  T twisted = uncycle(X.twist * cycle(X.joint * x));
  if (X.form == ScrewPose<S>::Form::three) return X.branch * twisted;
  return twisted;
}
template <class S>
Force<S> operator*(const ScrewPose<S>& X, const Force<S>& f) {
  return carry(X, f);
}
template <class S>
Inertia<S> operator*(const ScrewPose<S>& X, const Inertia<S>& body) {
  return carry(X, body);
}
template <class S>
ArticulatedInertia<S> operator*(const ScrewPose<S>& X, const ArticulatedInertia<S>& I) {
  return carry(X, I);
}

/// A screw about x.
template <class Screw>
struct AboutX {
  Screw screw;
  template <class T>
  T operator*(const T& x) const {
    return uncycle(screw * cycle(x));
  }
  template <class S>
  Vec3<S> turn_back(const Vec3<S>& x) const {
    return uncycle(screw.turn_back(cycle(x)));
  }
};

/// Calls f with one screw after the other, as types that know what is known of them, or with the
/// matrix: inwards. For code that is repeated for every joint (plan/places.hpp); elsewhere a
/// processor guesses wrong so often that it takes longer than the products that are saved.
template <class S, class F>
[[gnu::always_inline]] inline void with_screws(const ScrewPose<S>& X, const F& f) {
  if (X.form == ScrewPose<S>::Form::matrix) return f(Pose<S>{X.R, X.p});
  with_joint(X, f);
  with_twist(X, f);
  if (X.form == ScrewPose<S>::Form::three) with_known(X.branch, X.branch_kind, f);
}
/// The same outwards.
template <class S, class F>
[[gnu::always_inline]] inline void with_screws_outwards(const ScrewPose<S>& X, const F& f) {
  if (X.form == ScrewPose<S>::Form::matrix) return f(Pose<S>{X.R, X.p});
  if (X.form == ScrewPose<S>::Form::three) with_known(X.branch, X.branch_kind, f);
  with_twist(X, f);
  with_joint(X, f);
}
template <class S, class F>
[[gnu::always_inline]] inline void with_joint(const ScrewPose<S>& X, const F& f) {
  if (X.slides) {
    f(Screw<S>(X.joint));
  } else {
    f(turn_only(X.joint));
  }
}
template <class S, class F>
[[gnu::always_inline]] inline void with_twist(const ScrewPose<S>& X, const F& f) {
  with_known(
      X.twist, X.twist_kind, [&f](const auto& screw) __attribute__((always_inline)) {
        f(AboutX<std::remove_cvref_t<decltype(screw)>>{screw});
      });
}
template <class S, class Sine, class Cosine>
Vec3<S> turn_back(const Turn<S, Sine, Cosine>& turn, const Vec3<S>& v) {
  return turn.turn_back(v);
}
template <class S, class Screw>
Vec3<S> turn_back(const AboutX<Screw>& screw, const Vec3<S>& v) {
  return screw.turn_back(v);
}

template <class S>
const Vec3<S>& origin(const ScrewPose<S>& X) {
  return X.p;
}
/// R v, or R A Rᵀ
template <class S, class T>
T turned(const ScrewPose<S>& X, const T& x) {
  if (X.form == ScrewPose<S>::Form::matrix) return turn(Pose<S>{X.R, X.p}, x);
  T twisted = uncycle(X.twist.turn(cycle(X.joint.turn(x))));
  if (X.form == ScrewPose<S>::Form::three) return X.branch.turn(twisted);
  return twisted;
}
template <class S>
Vec3<S> turn(const ScrewPose<S>& X, const Vec3<S>& v) {
  return turned(X, v);
}
template <class S>
Mat3<S> turn(const ScrewPose<S>& X, const Mat3<S>& A) {
  return turned(X, A);
}
template <class S>
Vec3<S> turn_back(const ScrewPose<S>& X, const Vec3<S>& v) {
  if (X.form == ScrewPose<S>::Form::matrix) return transpose_times(X.R, v);
  const Vec3<S> before = X.form == ScrewPose<S>::Form::three ? X.branch.turn_back(v) : v;
  return X.joint.turn_back(uncycle(X.twist.turn_back(cycle(before))));
}
/// As one matrix.
template <class S>
Pose<S> whole(const ScrewPose<S>& X) {
  if (X.form == ScrewPose<S>::Form::matrix) return {X.R, X.p};
  const S zero(0.0), one(1.0);
  return {{turned(X, Vec3<S>{one, zero, zero}), turned(X, Vec3<S>{zero, one, zero}),
           turned(X, Vec3<S>{zero, zero, one})},
          X.p};
}

}  // namespace kinetree::spatial
