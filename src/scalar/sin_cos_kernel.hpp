// Sine and cosine of several angles at once, within an ulp of the truth for every angle.
//
// The angle is brought to |r| ≤ π/4 by taking off n π/2. r is kept in two doubles, so that it is
// good to the last bit even beside a multiple of π/2. There the polynomials of fdlibm (k_sin.c,
// k_cos.c; Sun Microsystems 1993) take over, with its way of using the second double. Angles beyond
// 10⁶ are left to the C library, one by one.
#pragma once
#include <cstddef>
#if KINETREE_LANES > 2
#include <immintrin.h>
#endif

namespace kinetree::KINETREE_SIMD_SET {

/// What a comparison of two registers gives: all bits of a lane, or none.
template <class Register>
using Mask = decltype(Register{} < Register{});

template <int lanes, class M>
bool any(const M& mask) {
#if defined(__AVX512DQ__) && KINETREE_LANES == 8
  return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask)) != 0;
#elif defined(__AVX2__) && KINETREE_LANES == 4
  return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#else
  long long bits = 0;
  for (int k = 0; k < lanes; ++k) bits |= mask[k];
  return bits != 0;
#endif
}

/// b where the mask is set, a elsewhere.
template <class Register>
Register choose(const Mask<Register>& mask, const Register& b, const Register& a) {
  using M = Mask<Register>;
  return reinterpret_cast<Register>((reinterpret_cast<M>(b) & mask) |
                                    (reinterpret_cast<M>(a) & ~mask));
}

#ifdef __FMA__
/// a - b c, rounded once.
template <class Register>
Register minus_product(const Register& a, const Register& b, double c) {
#if KINETREE_LANES == 8
  return _mm512_fnmadd_pd(b, _mm512_set1_pd(c), a);
#elif KINETREE_LANES == 4
  return _mm256_fnmadd_pd(b, _mm256_set1_pd(c), a);
#else
  Register result{};
  for (int k = 0; k < KINETREE_LANES; ++k) result[k] = __builtin_fma(-b[k], c, a[k]);
  return result;
#endif
}
#endif

/// a + b z + c z² + d z³ + e z⁴ + f z⁵, two terms at a time: half as many steps wait for each other
/// as one term after the other would take.
template <class Register>
Register polynomial(const Register& z, double a, double b, double c, double d, double e, double f) {
  const Register z2 = z * z;
  return ((a + z * b) + z2 * (c + z * d)) + (z2 * z2) * (e + z * f);
}

/// sin(r + tail), |r| ≤ π/4
template <class Register>
Register sine_polynomial(const Register& r, const Register& tail) {
  const Register z = r * r, cube = z * r;
  const Register p = polynomial(z, -1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                -2.50507602534068634195e-08, 1.58969099521155010221e-10);
  return r + (cube * p + (tail - z * (0.5 * tail)));
}

/// cos(r + tail), |r| ≤ π/4
template <class Register>
Register cosine_polynomial(const Register& r, const Register& tail) {
  const Register z = r * r;
  const Register p = polynomial(z, 4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                2.08757232129817482790e-09, -1.13596475577881948265e-11);
  const Register half = 0.5 * z, w = 1.0 - half;
  return w + ((z * z) * p + (((1.0 - w) - half) - r * tail));
}

/// x = n π/2 + r + tail, |r| ≤ π/4 and |tail| half an ulp of it.
template <class Register>
struct ReducedAngle {
  Register r, tail;
  Mask<Register> quarter;  ///< the last bits are those of n
};

/// π/2 in parts. With fused operations, three of 53 bits: x - n part1 is a multiple of 2⁻⁵³ below
/// one wherever n is not zero, and so comes out exactly; the rounding errors of the second part go
/// into the tail, which nothing waits for. Without, 33, 33, 33 and 53 bits: products with n < 2²⁰
/// are exact, and the error of each difference is taken along.
template <class Register>
ReducedAngle<Register> reduce_angle(const Register& x) {
  constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
  constexpr double magic = 0x1.8p+52;  // added to a number, it leaves its integer in the last bits
  const Register shifted = x * two_over_pi + magic;
  const Register n = shifted - magic;
#ifdef __FMA__
  constexpr double part1 = 0x1.921fb54442d18p+0, part2 = 0x1.1a62633145c07p-54,
                   part3 = -0x1.f1976b7ed8fbcp-110;
  const Register r1 = minus_product(x, n, part1);
  const Register product = n * part2;
  const Register r = r1 - product;
  const Register lost = (r1 - r) - product;  // exact: r1 has no bit below those of the product
  const Register tail = lost + minus_product(minus_product(product, n, part2), n, part3);
#else
  constexpr double part1 = 0x1.921fb54400000p+0, part2 = 0x1.0b4611a600000p-34,
                   part3 = 0x1.3198a2e000000p-69, part4 = 0x1.b839a252049c1p-104;
  const Register r1 = x - n * part1;
  const Register r2 = r1 - n * part2;
  const Register e2 = (r1 - r2) - n * part2;
  const Register r3 = r2 + (e2 - n * part3);
  const Register e3 = (r2 - r3) + (e2 - n * part3);
  const Register last = e3 - n * part4;
  const Register r = r3 + last, tail = (r3 - r) + last;
#endif
  return {r, tail, reinterpret_cast<Mask<Register>>(shifted)};
}

/// Of r, to those of r + n π/2, of which the last bits are in `quarter`: in odd quarters sine and
/// cosine change places, in the third and fourth of each its sign changes.
template <class Register>
void turn_by_quarters(const Mask<Register>& quarter, Register& sine, Register& cosine) {
#if KINETREE_LANES == 8 && defined(__AVX512DQ__)
  using M = Mask<Register>;
  const __mmask8 swapped =
      _mm512_test_epi64_mask(reinterpret_cast<__m512i>(quarter), _mm512_set1_epi64(1));
  const auto with_sign = [](__m512d x, const M& half_turns) {  // x ^ (bit 1, where a sign is)
    const __m512i bits = reinterpret_cast<__m512i>(half_turns << 62);
    const __m512i sign = _mm512_castpd_si512(_mm512_set1_pd(-0.0));
    return _mm512_castsi512_pd(
        _mm512_ternarylogic_epi64(_mm512_castpd_si512(x), bits, sign, 0xf0 ^ (0xcc & 0xaa)));
  };
  const __m512d s = sine, c = cosine;
  sine = with_sign(_mm512_mask_blend_pd(swapped, s, c), quarter);
  cosine = with_sign(_mm512_mask_blend_pd(swapped, c, s), quarter + 1);
#else
  using M = Mask<Register>;
  const M sign_bit = M{} - (1LL << 62) - (1LL << 62);
  const M swapped = -(quarter & 1);
  const M sine_sign = (quarter << 62) & sign_bit, cosine_sign = ((quarter + 1) << 62) & sign_bit;
  const Register s = sine, c = cosine;
  sine = reinterpret_cast<Register>(reinterpret_cast<M>(choose(swapped, c, s)) ^ sine_sign);
  cosine = reinterpret_cast<Register>(reinterpret_cast<M>(choose(swapped, s, c)) ^ cosine_sign);
#endif
}

/// Of angles that nothing here reduces. Not inlined: registers whose lanes are taken one by one are
/// kept in memory, and would be on the way of all others.
template <int lanes, class Register>
[[gnu::noinline, gnu::cold]] void sin_cos_of_large(const Register& x, double largest,
                                                   Register& sine, Register& cosine) {
  for (int k = 0; k < lanes; ++k) {
    if (!(x[k] > largest || x[k] < -largest)) continue;
    sine[k] = __builtin_sin(x[k]);
    cosine[k] = __builtin_cos(x[k]);
  }
}

/// Of `count` registers together: each would wait for its own results most of the time.
template <int lanes, std::size_t count, class Register>
void sin_cos_kernel(const Register (&x)[count], Register (&sine)[count],
                    Register (&cosine)[count]) {
  using M = Mask<Register>;
  constexpr double largest = 1e6;

  ReducedAngle<Register> angle[count];
  for (std::size_t i = 0; i < count; ++i) angle[i] = reduce_angle(x[i]);
  for (std::size_t i = 0; i < count; ++i) sine[i] = sine_polynomial(angle[i].r, angle[i].tail);
  for (std::size_t i = 0; i < count; ++i) cosine[i] = cosine_polynomial(angle[i].r, angle[i].tail);
  const M sign_bit = M{} - (1LL << 62) - (1LL << 62);
  Register most{};
  for (std::size_t i = 0; i < count; ++i) {
    turn_by_quarters(angle[i].quarter, sine[i], cosine[i]);
    const Register size = reinterpret_cast<Register>(reinterpret_cast<M>(x[i]) & ~sign_bit);
    most = size > most ? size : most;
  }
  if (!any<lanes>(most > largest)) return;
  for (std::size_t i = 0; i < count; ++i) {
    Register s = sine[i], c = cosine[i];
    sin_cos_of_large<lanes>(Register(x[i]), largest, s, c);
    sine[i] = s;
    cosine[i] = c;
  }
}

}  // namespace kinetree::KINETREE_SIMD_SET
