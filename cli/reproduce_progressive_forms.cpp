// The closed forms of section 3 of Laus et al., letter by letter, and what they should be.
#include <cmath>

#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "reproduce_progressive.hpp"

namespace kinetree::cli {
namespace {

Matrix diagonal(const PelicanLink& link) {
  Vector d(6);
  d << link.I, Vector3::Constant(link.m);
  return d.asDiagonal();
}

/// (38), (53): a link of length a after a turn.
Matrix denavit_hartenberg(double c, double s, double x, double y) {
  Matrix A = Matrix::Identity(4, 4);
  A.topLeftCorner(2, 2) << c, -s, s, c;
  A(0, 3) = x, A(1, 3) = y;
  return A;
}
/// Our frame of a link is at its own joint, theirs at the next one.
Matrix at_the_next_joint(const Pose& X, double a) {
  Matrix A = Matrix::Identity(4, 4);
  A.topLeftCorner(3, 3) = X.R;
  A.topRightCorner(3, 1) = X.R * Vector3(a, 0, 0) + X.p;
  return A;
}

/// (41), (42), (56) where they are right: the axes, and what the moment arm adds to x and y.
Matrix screw_transform(double c, double s, double along, double across, double px, double py) {
  Matrix T = Matrix::Zero(6, 6);
  T.row(0) << c, s, 0, 0, 0, 0;
  T.row(1) << -s, c, 0, 0, 0, 0;
  T.row(2) << 0, 0, 1, 0, 0, 0;
  T.row(3) << 0, 0, along, c, s, 0;
  T.row(4) << 0, 0, across, -s, c, 0;
  T.row(5) << py, -px, 0, 0, 0, 1;
  return T;
}
Matrix with_row(Matrix T, int row, const std::array<double, 6>& values) {
  for (int k = 0; k < 6; ++k) T(row, k) = values[static_cast<std::size_t>(k)];
  return T;
}

/// A Jacobian of the plane by its rows 3, 4 and 5; the others are zero.
Matrix planar(const Matrix& rows) {
  Matrix J = Matrix::Zero(6, rows.cols());
  J.middleRows(2, 3) = rows;
  return J;
}
Matrix rows3(std::initializer_list<double> values) {
  const auto n = static_cast<Eigen::Index>(values.size() / 3);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      values.begin(), 3, n);
}
Matrix column(std::initializer_list<double> values) {
  return Eigen::Map<const Vector>(values.begin(), static_cast<Eigen::Index>(values.size()));
}

/// The centre of the payload.
double px(const Moment& t) { return t.a1 * t.c1 + t.a2 * t.c12 + t.l3 * t.c123; }
double py(const Moment& t) { return t.a1 * t.s1 + t.a2 * t.s12 + t.l3 * t.s123; }

const char* const extraction = "perhaps only in the text that we have of it";

}  // namespace

PelicanLinks pelican_links(const Model& pelican3) {
  PelicanLinks links;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = pelican3.link(static_cast<LinkId>(i));
    links[i] = {0.2, link.inertia.com.x(), link.inertia.mass, link.inertia.inertia.diagonal()};
    if (i > 0) links[i - 1].a = link.joint.placement.p.x();
  }
  return links;
}

Moment make_moment(const PelicanLinks& links, double g, const RandomState& x) {
  Moment t{};
  t.links = links;
  t.a1 = links[0].a, t.a2 = links[1].a, t.a3 = links[2].a;
  t.l1 = links[0].l, t.l2 = links[1].l, t.l3 = links[2].l;
  t.m1 = links[0].m, t.m2 = links[1].m, t.m3 = links[2].m;
  t.Iz1 = links[0].I.z(), t.Iz2 = links[1].I.z(), t.Iz3 = links[2].I.z();
  t.g = g;
  const double q1 = x.q[0], q2 = x.q[1], q3 = x.q[2];
  t.c1 = std::cos(q1), t.s1 = std::sin(q1), t.c2 = std::cos(q2), t.s2 = std::sin(q2);
  t.c3 = std::cos(q3), t.s3 = std::sin(q3);
  t.c12 = std::cos(q1 + q2), t.s12 = std::sin(q1 + q2);
  t.c23 = std::cos(q2 + q3), t.s23 = std::sin(q2 + q3);
  t.c123 = std::cos(q1 + q2 + q3), t.s123 = std::sin(q1 + q2 + q3);
  t.w1 = x.v[0], t.w2 = x.v[1], t.w3 = x.v[2];
  return t;
}

std::vector<Moment> pelican_moments(int states) {
  const Model arm = kinetree::load_model("pelican2"), loaded = kinetree::load_model("pelican3");
  const PelicanLinks links = pelican_links(loaded);
  Evaluator evaluator(loaded);
  std::vector<Moment> moments;
  for (int k = 1; k <= states; ++k) {
    const RandomState x = random_state(loaded, static_cast<std::uint64_t>(k));
    Moment t = make_moment(links, -loaded.gravity().y(), x);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto link = static_cast<LinkId>(i);
      if (i < 2) t.two[i] = explain_link(arm, x.q.head(2), x.v.head(2), link);
      t.three[i] = explain_link(loaded, x.q, x.v, link);
      t.poses[i] = evaluator.poses(x.q)[i];
    }
    t.M = evaluator.mass_matrix(x.q);
    t.C = evaluator.coriolis(x.q, x.v);
    t.gravity = evaluator.gravity(x.q);
    moments.push_back(std::move(t));
  }
  return moments;
}

std::vector<PrintedMatrix> printed_arm() {
  using T = const Moment&;
  std::vector<PrintedMatrix> all;
  for (const std::size_t i : {1U, 2U}) {
    all.push_back({"Eq. (37)",
                   "M̄_" + std::to_string(i),
                   [i](T t) -> Matrix { return t.body(i).principal.generalised_mass; },
                   [i](T t) { return diagonal(t.links[i - 1]); },
                   {},
                   {}});
  }
  all.push_back({"Eq. (38)",
                 "A_1^0",
                 [](T t) { return at_the_next_joint(t.poses[0], t.a1); },
                 [](T t) { return denavit_hartenberg(t.c1, t.s1, t.a1 * t.c1, t.a1 * t.s1); },
                 {},
                 {}});
  all.push_back({"Eq. (39)",
                 "A_2^0",
                 [](T t) { return at_the_next_joint(t.poses[1], t.a2); },
                 [](T t) {
                   return denavit_hartenberg(t.c12, t.s12, t.a1 * t.c1 + t.a2 * t.c12,
                                             t.a1 * t.s1 + t.a2 * t.s12);
                 },
                 {},
                 {}});
  all.push_back({"Eq. (40)",
                 "p_C1",
                 [](T t) -> Matrix { return t.body(1).world_centre; },
                 [](T t) {
                   return column({t.l1 * t.c1, t.l1 * t.s1, 0});
                 },
                 {},
                 {}});
  all.push_back({"Eq. (40)",
                 "p_C2",
                 [](T t) -> Matrix { return t.body(2).world_centre; },
                 [](T t) {
                   return column({t.a1 * t.c1 + t.l2 * t.c12, t.a1 * t.s1 + t.l2 * t.s12, 0});
                 },
                 {},
                 {}});
  return all;
}

std::vector<PrintedMatrix> printed_arm_transforms() {
  using T = const Moment&;
  std::vector<PrintedMatrix> all;
  const auto T1 = [](T t) {
    return screw_transform(t.c1, t.s1, 0, t.l1, t.l1 * t.c1, t.l1 * t.s1);
  };
  all.push_back(
      {"Eq. (41)", "T_0^C1", [](T t) -> Matrix { return t.body(1).T; },
       [T1](T t) {
         return with_row(T1(t), 3, {0, 0, t.c1, t.s1, 0, 0});
       },
       T1,
       std::string("row 4 has five entries, 0 0 c1 s1 0; 0 0 0 c1 s1 0 is right; ") + extraction});
  const auto T2 = [](T t) {
    return screw_transform(t.c12, t.s12, t.a1 * t.s2, t.l2 + t.a1 * t.c2,
                           t.a1 * t.c1 + t.l2 * t.c12, t.a1 * t.s1 + t.l2 * t.s12);
  };
  all.push_back({"Eq. (42)", "T_0^C2", [](T t) -> Matrix { return t.body(2).T; },
                 [T2](T t) {
                   return with_row(with_row(T2(t), 3, {0, 0, 1, 0, 0, 0}), 4,
                                   {0, 0, t.l2 + t.a1 * t.c2, -t.s12, 0, 0});
                 },
                 T2,
                 std::string("row 4 repeats row 3, row 5 has five entries; 0 0 a1s2 c12 s12 0 and "
                             "0 0 l2+a1c2 -s12 c12 0 are right; ") +
                     extraction});
  return all;
}

std::vector<PrintedMatrix> printed_arm_jacobians() {
  using T = const Moment&;
  std::vector<PrintedMatrix> all;
  all.push_back({"Eq. (45)",
                 "J_1^0",
                 [](T t) { return t.body(1).base_jacobian; },
                 [](T) {
                   return planar(rows3({1, 0, 0}));
                 },
                 {},
                 {}});
  all.push_back({"Eq. (45)",
                 "J_2^0",
                 [](T t) { return t.body(2).base_jacobian; },
                 [](T t) {
                   return planar(rows3({1, 1, 0, t.a1 * t.s1, 0, -t.a1 * t.c1}));
                 },
                 {},
                 {}});
  all.push_back({"Eq. (46)",
                 "J_1^C1",
                 [](T t) { return t.body(1).jacobian; },
                 [](T t) {
                   return planar(rows3({1, 0, t.l1}));
                 },
                 {},
                 {}});
  all.push_back({"Eq. (46)",
                 "J_2^C2",
                 [](T t) { return t.body(2).jacobian; },
                 [](T t) {
                   return planar(rows3({1, 1, t.a1 * t.s2, 0, t.l2 + t.a1 * t.c2, t.l2}));
                 },
                 {},
                 {}});
  return all;
}

std::vector<PrintedMatrix> printed_arm_terms() {
  using T = const Moment&;
  std::vector<PrintedMatrix> all;
  all.push_back({"Eq. (47)",
                 "M_1",
                 [](T t) { return t.two[0].M; },
                 [](T t) { return column({t.m1 * t.l1 * t.l1 + t.Iz1}); },
                 {},
                 {}});
  all.push_back({"Eq. (47)",
                 "M_2",
                 [](T t) { return t.two[1].M; },
                 [](T t) -> Matrix {
                   const double d = t.m2 * t.l2 * (t.l2 + t.a1 * t.c2) + t.Iz2;
                   return Eigen::Matrix2d{
                       {t.m2 * (t.a1 * t.a1 + t.l2 * t.l2 + 2 * t.a1 * t.l2 * t.c2) + t.Iz2, d},
                       {d, t.m2 * t.l2 * t.l2 + t.Iz2}};
                 },
                 {},
                 {}});
  all.push_back(
      {"Eq. (48)", "C_1", [](T t) { return t.two[0].C; }, [](T) { return column({0}); }, {}, {}});
  all.push_back({"Eq. (48)",
                 "C_2",
                 [](T t) { return t.two[1].C; },
                 [](T t) -> Matrix {
                   const double h = t.m2 * t.a1 * t.l2 * t.s2;
                   return Eigen::Matrix2d{{-h * t.w2, -h * (t.w1 + t.w2)}, {h * t.w1, 0}};
                 },
                 {},
                 {}});
  return all;
}

std::vector<PrintedMatrix> printed_arm_gravity() {
  using T = const Moment&;
  std::vector<PrintedMatrix> all;
  all.push_back({"Eq. (49)", "J̄_1^0", [](T t) { return t.body(1).centre_jacobian; },
                 [](T t) {
                   return planar(rows3({1, 0, -t.l1 * t.s1, 0, t.l1 * t.c1, 0}));
                 },
                 [](T t) {
                   return planar(rows3({1, -t.l1 * t.s1, t.l1 * t.c1}));
                 },
                 "two columns, where (30) has one: a zero column of the special sum"});
  all.push_back({"Eq. (50)",
                 "J̄_2^0",
                 [](T t) { return t.body(2).centre_jacobian; },
                 [](T t) {
                   return planar(rows3({1, 1, -t.a1 * t.s1 - t.l2 * t.s12, -t.l2 * t.s12,
                                        t.a1 * t.c1 + t.l2 * t.c12, t.l2 * t.c12}));
                 },
                 {},
                 {}});
  all.push_back({"Eq. (51)",
                 "g_1",
                 [](T t) -> Matrix { return t.two[0].g; },
                 [](T t) { return column({t.m1 * t.g * t.l1 * t.c1}); },
                 {},
                 {}});
  all.push_back(
      {"Eq. (52)",
       "g_2",
       [](T t) -> Matrix { return t.two[1].g; },
       [](T t) {
         return column({t.m2 * t.g * (t.a1 * t.c1 + t.l2 * t.c12), t.m2 * t.g * t.l2 * t.c12});
       },
       {},
       {}});
  // -m J̄ᵀ $_g with the five printed entries of $_g, taken for the first five of six.
  const auto weight = [](T t, int row) -> Matrix {
    return t.m2 * t.g * t.body(2).centre_jacobian.row(row).transpose();
  };
  all.push_back({"$_g", "in (36), for g_2", [](T t) -> Matrix { return t.two[1].g; },
                 [weight](T t) { return weight(t, 3); }, [weight](T t) { return weight(t, 4); },
                 std::string("five entries, 0 0 0 -g 0; 0 0 0 0 -g 0 is right; ") + extraction});
  return all;
}

std::vector<PrintedMatrix> printed_payload() {
  using T = const Moment&;
  std::vector<PrintedMatrix> all;
  all.push_back({"Eq. (53)",
                 "A_3^0 = A_2^0 A_3^2",
                 [](T t) { return at_the_next_joint(t.poses[2], t.a3); },
                 [](T t) -> Matrix {
                   return denavit_hartenberg(t.c12, t.s12, t.a1 * t.c1 + t.a2 * t.c12,
                                             t.a1 * t.s1 + t.a2 * t.s12) *
                          denavit_hartenberg(t.c3, t.s3, t.a3 * t.c3, t.a3 * t.s3);
                 },
                 {},
                 {}});
  all.push_back({"Eq. (54)",
                 "A_3^0",
                 [](T t) { return at_the_next_joint(t.poses[2], t.a3); },
                 [](T t) {
                   return denavit_hartenberg(t.c123, t.s123,
                                             t.a1 * t.c1 + t.a2 * t.c12 + t.a3 * t.c123,
                                             t.a1 * t.s1 + t.a2 * t.s12 + t.a3 * t.s123);
                 },
                 {},
                 {}});
  all.push_back({"Eq. (55)",
                 "p_C3",
                 [](T t) -> Matrix { return t.body(3).world_centre; },
                 [=](T t) {
                   return column({px(t), py(t), 0});
                 },
                 {},
                 {}});
  const auto T3 = [=](T t, double l3) {
    return screw_transform(t.c123, t.s123, t.a2 * t.s3 + t.a1 * t.s23,
                           l3 + t.a2 * t.c3 + t.a1 * t.c23, px(t), py(t));
  };
  all.push_back({"Eq. (56)", "T_0^C3", [](T t) -> Matrix { return t.body(3).T; },
                 [=](T t) { return T3(t, 0); }, [=](T t) { return T3(t, t.l3); },
                 std::string("row 5 has b3, which is nothing (0 here), for l3; ") + extraction});
  all.push_back({"Eq. (57)",
                 "J_3^C3",
                 [](T t) { return t.body(3).jacobian; },
                 [](T t) {
                   return planar(
                       rows3({1, 1, 1, t.a2 * t.s3 + t.a1 * t.s23, t.a2 * t.s3, 0,
                              t.l3 + t.a2 * t.c3 + t.a1 * t.c23, t.l3 + t.a2 * t.c3, t.l3}));
                 },
                 {},
                 {}});
  return all;
}

std::vector<PrintedMatrix> printed_payload_gravity() {
  using T = const Moment&;
  std::vector<PrintedMatrix> all;
  const auto J3 = [=](T t) {
    return planar(rows3({1, 1, 1, -py(t), -t.a2 * t.s12 - t.l3 * t.s123, -t.l3 * t.s123, px(t),
                         t.a2 * t.c12 + t.l3 * t.c123, t.l3 * t.c123}));
  };
  all.push_back({"Eq. (60)", "J̄_3^0", [](T t) { return t.body(3).centre_jacobian; },
                 [=](T t) {
                   Matrix J = J3(t);
                   J.col(2) << 0, 0, 1, 0, 0, 0;
                   return J;
                 },
                 J3,
                 std::string("rows 4 and 5 have two entries; the third ones, -l3s123 and l3c123, "
                             "are missing; ") +
                     extraction});
  all.push_back(
      {"Eq. (61)",
       "g_3",
       [](T t) -> Matrix { return t.three[2].g; },
       [=](T t) {
         const double w = t.m3 * t.g;
         return column({w * px(t), w * (t.a2 * t.c12 + t.l3 * t.c123), w * t.l3 * t.c123});
       },
       {},
       {}});
  return all;
}

}  // namespace kinetree::cli
