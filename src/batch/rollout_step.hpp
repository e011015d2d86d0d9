// One step of a motion, on any scalar that holds a block. The formulas are those of simulate's
// charts and fixed steps: rotations start from their own origin with every step.
#pragma once
#include <initializer_list>

#include "batch/rollout_kernels.hpp"
#include "plan/tasks.hpp"

namespace kinetree {

/// The motion of a block: its state, the forces of now, and room for the stages of a step.
template <class S>
struct RolloutScratch {
  View<S> q, v, tau, xi, xi_rate, xi_sum, v_stage, v_sum;
  void place(const PlanView& plan, Arena<S>& arena) {
    q = arena.template take<S>(plan.nq);
    for (View<S>* x : {&v, &tau, &xi, &xi_rate, &xi_sum, &v_stage, &v_sum}) {
      *x = arena.template take<S>(plan.nv);
    }
  }
};

template <class S>
class RolloutStep {
 public:
  RolloutStep(const RolloutPlan& plan, Scratch<S>& scratch, RolloutScratch<S>& motion)
      : plan_(plan), w_(scratch), m_(motion) {}

  /// v += h a, then q moves by the new v.
  void semi_implicit_euler(const S& h) {
    copy(m_.q, w_.user_q);
    accelerate(m_.v);
    for (int k = 0; k < nv(); ++k) m_.xi[k] = S(0.0);
    for (int k = 0; k < nv(); ++k) m_.v[k] = m_.v[k] + h * w_.out[k];
    rate(m_.v);
    for (int k = 0; k < nv(); ++k) m_.xi[k] = h * m_.xi_rate[k];
    move(m_.xi);
    copy(w_.user_q, m_.q);
  }

  void rk4(const S& h) {
    const S half = S(0.5) * h, third = h / S(3.0), sixth = h / S(6.0);
    copy(m_.q, w_.user_q);
    copy(m_.v, m_.v_stage);
    copy(m_.v, m_.v_sum);
    for (int k = 0; k < nv(); ++k) m_.xi[k] = m_.xi_sum[k] = S(0.0);
    stage(sixth, half);
    stage(third, half);
    stage(third, h);
    stage(sixth, h);
    move(m_.xi_sum);
    copy(w_.user_q, m_.q);
    copy(m_.v_sum, m_.v);
  }

 private:
  int nv() const { return plan_.model.nv; }
  static void copy(View<const S> from, View<S> to) {
    for (int k = 0; k < from.size(); ++k) to[k] = from[k];
  }

  /// Adds the rates here with a weight, and goes on to the next stage.
  void stage(const S& weight, const S& step) {
    accelerate(m_.v_stage);
    rate(m_.v_stage);
    for (int k = 0; k < nv(); ++k) {
      m_.xi_sum[k] = m_.xi_sum[k] + weight * m_.xi_rate[k];
      m_.v_sum[k] = m_.v_sum[k] + weight * w_.out[k];
      m_.xi[k] = step * m_.xi_rate[k];
      m_.v_stage[k] = m_.v[k] + step * w_.out[k];
    }
    move(m_.xi);
  }

  /// At user_q, into out. Not inlined five times: what is too long leaves small functions behind.
  [[gnu::noinline]] void accelerate(View<const S> v) {
    Tasks<S> tasks(plan_.model, w_);
    tasks.take_q();
    copy(v, w_.user_v);
    tasks.take_rate(w_.v);
    copy(m_.tau, w_.tau);
    tasks.forward_dynamics();
  }

  static spatial::Vec3<S> three(View<const S> x, int k) { return {x[k], x[k + 1], x[k + 2]}; }
  static void set(View<S> x, int k, const spatial::Vec3<S>& value) {
    x[k] = value.x, x[k + 1] = value.y, x[k + 2] = value.z;
  }

  /// Of xi where v is the velocity, at user_q = q ⊕ xi.
  void rate(View<const S> v) {
    copy(v, m_.xi_rate);
    for (int i = 0; i < plan_.joints.size(); ++i) {
      const RolloutJoint& joint = plan_.joints[i];
      if (!joint.turns) continue;
      const int at = joint.v + joint.plain;
      const spatial::Vec3<S> angle = three(m_.xi, at), omega = three(v, at);
      const spatial::Vec3<S> turned = cross(angle, omega);
      set(m_.xi_rate, at,
          omega + S(0.5) * turned + second_coefficient(dot(angle, angle)) * cross(angle, turned));
      if (joint.plain == 0) continue;
      const auto R = quaternion_rotation<S>(w_.user_q, joint.q + joint.plain);
      set(m_.xi_rate, joint.v, R * three(v, joint.v));
    }
  }

  /// q ⊕ xi, into user_q.
  void move(View<const S> xi) {
    for (int i = 0; i < plan_.joints.size(); ++i) {
      const RolloutJoint& joint = plan_.joints[i];
      for (int k = 0; k < joint.plain; ++k) {
        w_.user_q[joint.q + k] = m_.q[joint.q + k] + xi[joint.v + k];
      }
      if (joint.turns) turn(joint.q + joint.plain, three(xi, joint.v + joint.plain));
    }
  }

  /// Quaternion times exp(angle), brought to length one.
  void turn(int at, const spatial::Vec3<S>& angle) {
    const S square = dot(angle, angle), size = square_root(square);
    S sine(0.0), cosine(0.0);
    sin_cos(S(0.5) * size, sine, cosine);
    // sin(x)/x, exact to rounding below this.
    const S factor = where_less(size, 1e-4, S(0.5) - square / S(48.0), sine / size);
    const spatial::Vec3<S> a = three(m_.q, at), b = factor * angle;
    const S w = m_.q[at + 3];
    const spatial::Vec3<S> c = w * b + cosine * a + cross(a, b);
    const S d = w * cosine - dot(a, b);
    const S length = square_root(dot(c, c) + d * d);
    set(w_.user_q, at, {c.x / length, c.y / length, c.z / length});
    w_.user_q[at + 3] = d / length;
  }

  /// (1 - θ/2 cot θ/2) / θ²
  static S second_coefficient(const S& square) {
    const S size = square_root(square), half = S(0.5) * size;
    S sine(0.0), cosine(0.0);
    sin_cos(half, sine, cosine);
    const S series = S(1.0 / 12) + square / S(720.0) + square * square / S(30240.0);
    return where_less(size, 1e-2, series, (S(1.0) - half * cosine / sine) / square);
  }

  const RolloutPlan& plan_;
  Scratch<S>& w_;
  RolloutScratch<S>& m_;
};

}  // namespace kinetree
