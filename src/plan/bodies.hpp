// One state of a chain, several of its bodies in one register.
//
// About a common point nothing has to be moved from link to link: placing the links is a product
// after the other, everything else is either of one body alone, and so of all lanes at once, or a
// sum along the chain (plan/lanes.hpp): outwards of motions, inwards of inertias and forces. What
// is computed is that of kernel/common_point.hpp, mass_matrix/gdahj.hpp, coriolis/recursive.hpp and
// inverse_dynamics/derivatives.hpp.
#pragma once
#include "plan/columns.hpp"
#include "plan/lanes.hpp"
#include "plan/scratch.hpp"
#include "plan/small_solve.hpp"

namespace kinetree::KINETREE_SIMD_SET {

/// What does not move, of as many links as a register has lanes. Lanes beyond the last link have no
/// mass, and an axis that turns nothing.
struct LinkGroup {
  Pack offset, turns;
  spatial::Mat3<Pack> R;
  spatial::Vec3<Pack> p, along;
  spatial::Inertia<Pack> inertia;
};

/// What moves, of the same links.
struct BodyGroup {
  spatial::Motion<Pack> phi, phi_dot;
  spatial::Inertia<Pack> inertia;  ///< of one body, then of all it carries
  spatial::Force<Pack> momentum;   ///< that times Φ
  spatial::Force<Pack> force;      ///< on one body, then on all it carries
  spatial::Motion<Pack> velocity, acceleration;
  kernel::BodyCoriolis<Pack> B;  ///< of one body, then of all it carries
  spatial::Motion<Pack> X, Y;    ///< what pair products multiply: bodies_matrices.hpp
  spatial::Force<Pack> column;
  spatial::Vec3<Pack> row;
};

/// Which numbers of the bodies a task needs.
struct Need {
  bool motion = false;    ///< velocities, forces
  bool a = false;         ///< accelerations are given
  bool coriolis = false;  ///< Φ̇ and B
  bool sums = false;      ///< inertias of all that is carried, and their momenta
};

struct Bodies {
  int count = 0, groups = 0;
  bool slides = false, rotors = false;
  spatial::Motion<Pack> base;  ///< acceleration of the world: -g
  LinkGroup* link = nullptr;
  BodyGroup* body = nullptr;
  Pack *q = nullptr, *v = nullptr, *a = nullptr;
  spatial::Pose<Pack>* local = nullptr;
  double* armature = nullptr;    ///< per link, in whole registers
  double* columns = nullptr;     ///< per link, as Columns are stored
  SmallColumn* small = nullptr;  ///< M, a and M⁻¹ of few bodies

  void place(const PlanView& plan, Arena<Pack>& arena);
  void fill(const PlanView& plan);

  void take(const double* from, Pack* to) const {
    for (int g = 0; g < groups; ++g) to[g] = load_some(from + g * apart, count - g * lanes);
  }
  void give(const Pack& x, int g, double* to) const {
    store_some(x, to + g * apart, count - g * lanes);
  }

  /// Poses of all joints, then of all links about the common point, as columns.
  void place_links() const;
  /// From the base on: what each body has by itself, and how it moves.
  template <Need need>
  void outwards() const;
  /// From the last body on: what each one carries.
  template <Need need>
  void inwards() const;

 private:
  spatial::Pose<Pack> pose(int g) const;
  spatial::Motion<Pack> axis(int g, const spatial::Pose<Pack>& X) const;
};

// ---- implementation ----

inline void Bodies::place(const PlanView& plan, Arena<Pack>& arena) {
  count = plan.chain.size();
  groups = (count + lanes - 1) / lanes;
  const auto take_all = [&arena]<class... T>(int size, T*&... pieces) {
    ((pieces = arena.template take<T>(size).data()), ...);
  };
  take_all(groups, q, v, a, link, local);
  take_all(groups * lanes, armature);
  take_all(groups * lanes * Columns::numbers, columns);
  take_all(groups, body);
  take_all(count <= small_rows ? 2 * small_rows + 1 : 0, small);
}

inline void Bodies::place_links() const {
  for (int g = 0; g < groups; ++g) {
    const LinkGroup& l = link[g];
    const Pack x = q[g] + l.offset;
    Pack sine, cosine;
    sin_cos(x, sine, cosine);
    spatial::Vec3<Pack> p = l.p;
    if (slides) {
      sine = l.turns * sine;
      cosine = l.turns * cosine + (Pack(1.0) - l.turns);
      p = p + x * l.along;
    }
    local[g] = {{cosine * l.R.x + sine * l.R.y, cosine * l.R.y - sine * l.R.x, l.R.z}, p};
  }
  Columns X{Column::of(1, 0, 0), Column::of(0, 1, 0), Column::of(0, 0, 1), Column::of(0, 0, 0)};
  double* to = columns;
  for (int g = 0; g < groups; ++g) {
    const double* L = reinterpret_cast<const double*>(local + g);
    const int in_group = count - g * lanes < lanes ? count - g * lanes : lanes;
    for (int k = 0; k < in_group; ++k, ++L, to += Columns::numbers) {
      const auto column = [L](const Columns& before, int c) {
        return before(L[c * apart], L[(c + 1) * apart], L[(c + 2) * apart]);
      };
      X = {column(X, 0), column(X, 3), column(X, 6), X.p + column(X, 9)};
      X.store(to);
    }
  }
}

inline spatial::Pose<Pack> Bodies::pose(int g) const {
  const double* const from = columns + g * apart * Columns::numbers;
  const auto vector = [from](int c) -> spatial::Vec3<Pack> {
    constexpr int stride = Columns::numbers;
    return {gather(from + c, stride), gather(from + c + 1, stride), gather(from + c + 2, stride)};
  };
  return {{vector(0), vector(4), vector(8)}, vector(12)};
}

/// Φ
inline spatial::Motion<Pack> Bodies::axis(int g, const spatial::Pose<Pack>& X) const {
  const spatial::Motion<Pack> turn{X.R.z, cross(X.p, X.R.z)};
  if (!slides) return turn;
  const Pack& turns = link[g].turns;
  return {turns * turn.angular, turns * turn.linear + (Pack(1.0) - turns) * X.R.z};
}

template <Need need>
void Bodies::outwards() const {
  spatial::Motion<Pack> last_velocity, last_acceleration = base;
  for (int g = 0; g < groups; ++g) {
    const spatial::Pose<Pack> X = pose(g);
    const spatial::Motion<Pack> phi = axis(g, X);
    const spatial::Inertia<Pack> inertia = X * link[g].inertia;
    BodyGroup& b = body[g];
    b.phi = phi;
    b.inertia = inertia;
    if constexpr (!need.motion && !need.coriolis) continue;
    const spatial::Motion<Pack> velocity = sum_before(v[g] * phi, last_velocity);
    const spatial::Motion<Pack> phi_dot = cross(velocity, phi);
    last_velocity = velocity;
    b.velocity = velocity;
    if constexpr (need.coriolis) {
      b.phi_dot = phi_dot;
      b.B = kernel::body_coriolis(inertia, velocity);
    }
    if constexpr (!need.motion) continue;
    spatial::Motion<Pack> rate = v[g] * phi_dot;
    if constexpr (need.a) rate = rate + a[g] * phi;
    last_acceleration = sum_before(rate, last_acceleration);
    b.acceleration = last_acceleration;
    b.force = inertia * last_acceleration + cross(velocity, inertia * velocity);
  }
}

template <Need need>
void Bodies::inwards() const {
  spatial::Inertia<Pack> inertia;
  spatial::Force<Pack> force;
  kernel::BodyCoriolis<Pack> B;
  for (int g = groups - 1; g >= 0; --g) {
    BodyGroup& b = body[g];
    if constexpr (need.motion) b.force = force = sum_after(b.force, force);
    if constexpr (need.sums) {
      b.inertia = inertia = sum_after(b.inertia, inertia);
      b.momentum = inertia * b.phi;
    }
    if constexpr (need.coriolis) b.B = B = sum_after(b.B, B);
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
