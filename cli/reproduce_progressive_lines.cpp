// (58) and (59) of Laus et al., line by line: M_3 and C_3 of the payload.
#include "reproduce_progressive.hpp"

namespace kinetree::cli {

std::vector<PrintedLine> lines_of_58() {
  using T = const Moment&;
  const auto m12 = [](T t) {
    return t.m3 * (t.a2 * t.a2 + t.l3 * t.l3 + t.a1 * t.a2 * t.c2 + 2 * t.a2 * t.l3 * t.c3 +
                   t.a1 * t.l3 * t.c23) +
           t.Iz3;
  };
  const auto m13 = [](T t) { return t.l3 * t.m3 * (t.l3 + t.a2 * t.c3 + t.a1 * t.c23) + t.Iz3; };
  const auto m22 = [](T t) {
    return t.m3 * (t.a2 * t.a2 + t.l3 * t.l3 + 2 * t.a2 * t.l3 * t.c3) + t.Iz3;
  };
  const auto m23 = [](T t) { return t.l3 * t.m3 * (t.l3 + t.a2 * t.c3) + t.Iz3; };
  const auto m11 = [](T t, double factor) {
    const double x = t.l3 + t.a2 * t.c3 + t.a1 * t.c23, y = t.a2 * t.s3 + t.a1 * t.s23;
    return t.m3 * x * x + t.m3 * y * y * factor + t.Iz3;
  };
  return {{"m3_11", 1, 1, [=](T t) { return m11(t, t.m3); },
           "one m3 too many: m3 (a2s3 + a1s23)², without the trailing m3", 1, 1,
           [=](T t) { return m11(t, 1); }},
          {"m3_12", 1, 2, m12, {}, 1, 2, m12},
          {"m3_13", 1, 3, m13, {}, 1, 3, m13},
          {"m3_22, first", 2, 2, m12, "label: it is m3_21", 2, 1, m12},
          {"m3_22, second", 2, 2, m22, {}, 2, 2, m22},
          {"m3_31, first", 3, 1, m23, "label: it is m3_23", 2, 3, m23},
          {"m3_31, second", 3, 1, m13, {}, 3, 1, m13},
          {"m3_32, twice", 3, 2, m23, {}, 3, 2, m23},
          {"m3_33", 3, 3, m23, "m3 l3² + Iz3, without a2c3", 3, 3,
           [](T t) { return t.m3 * t.l3 * t.l3 + t.Iz3; }}};
}

std::vector<PrintedLine> lines_of_59() {
  using T = const Moment&;
  const auto p = [](T t) { return t.a2 * t.s2 + t.l3 * t.s23; };
  const auto r = [](T t) { return t.a2 * t.s3 + t.a1 * t.s23; };
  const auto h = [](T t) { return t.m3 * t.l3 * t.a2 * t.s3; };
  const auto all = [](T t) { return t.w1 + t.w2 + t.w3; };
  const auto c11 = [=](T t) { return -t.m3 * (t.a1 * p(t) * t.w2 + t.l3 * r(t) * t.w3); };
  const auto c12 = [=](T t, double a1) {
    return -t.m3 * (a1 * p(t) * (t.w1 + t.w2) + t.l3 * r(t) * t.w3);
  };
  const auto c13 = [=](T t) { return -t.m3 * t.l3 * r(t) * all(t); };
  const auto c21 = [=](T t) { return t.m3 * (t.a1 * p(t) * t.w1 - t.a2 * t.l3 * t.s3 * t.w3); };
  const auto c23 = [=](T t) { return -h(t) * all(t); };
  const auto c31 = [=](T t) {
    return t.m3 * t.l3 * (t.a2 * t.s3 * (t.w1 + t.w2) + t.a1 * t.s23 * t.w1);
  };
  const auto c32 = [=](T t) { return h(t) * (t.w1 + t.w2); };
  const auto zero = [](T) { return 0.0; };
  return {{"c3_11", 1, 1, c11, {}, 1, 1, c11},
          {"c3_12", 1, 2, [=](T t) { return c12(t, 1); }, "a1 is missing before (a2s2 + l3s23)", 1,
           2, [=](T t) { return c12(t, t.a1); }},
          {"c3_13", 1, 3, c13, {}, 1, 3, c13},
          {"c3_21", 2, 1, c21, {}, 2, 1, c21},
          {"c3_22", 2, 2, c23, "-m3 l3 a2 s3 θ̇3, of θ̇1 + θ̇2 + θ̇3 only the last", 2, 2,
           [=](T t) { return -h(t) * t.w3; }},
          {"c3_23", 2, 3, c23, {}, 2, 3, c23},
          {"c3_31", 3, 1, c31, {}, 3, 1, c31},
          {"c3_32", 3, 2, c32, {}, 3, 2, c32},
          {"c3_33", 3, 3, zero, {}, 3, 3, zero}};
}

}  // namespace kinetree::cli
