// Three-vectors and 3×3 matrices over any scalar. No expression templates, no hidden temporaries.
#pragma once

namespace kinetree::spatial {

template <class S>
struct Vec3 {
  S x{0.0}, y{0.0}, z{0.0};
};

template <class S>
Vec3<S> operator+(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class S>
Vec3<S> operator-(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S>
Vec3<S> operator-(const Vec3<S>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class S>
Vec3<S> operator*(const S& s, const Vec3<S>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class S>
S dot(const Vec3<S>& a, const Vec3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class S>
Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// s + a × b: where products and sums fuse, no sum is left of it.
template <class S>
Vec3<S> add_cross(const Vec3<S>& s, const Vec3<S>& a, const Vec3<S>& b) {
  return {s.x + a.y * b.z - a.z * b.y, s.y + a.z * b.x - a.x * b.z, s.z + a.x * b.y - a.y * b.x};
}

/// A general 3×3 matrix by its columns.
template <class S>
struct Mat3 {
  Vec3<S> x, y, z;
};

template <class S>
Mat3<S> identity3() {
  return {{S(1.0), S(0.0), S(0.0)}, {S(0.0), S(1.0), S(0.0)}, {S(0.0), S(0.0), S(1.0)}};
}
template <class S>
Vec3<S> operator*(const Mat3<S>& A, const Vec3<S>& v) {
  return {A.x.x * v.x + A.y.x * v.y + A.z.x * v.z, A.x.y * v.x + A.y.y * v.y + A.z.y * v.z,
          A.x.z * v.x + A.y.z * v.y + A.z.z * v.z};
}
template <class S>
Mat3<S> operator*(const Mat3<S>& A, const Mat3<S>& B) {
  return {A * B.x, A * B.y, A * B.z};
}
template <class S>
Mat3<S> operator+(const Mat3<S>& A, const Mat3<S>& B) {
  return {A.x + B.x, A.y + B.y, A.z + B.z};
}
template <class S>
Mat3<S> operator-(const Mat3<S>& A, const Mat3<S>& B) {
  return {A.x - B.x, A.y - B.y, A.z - B.z};
}
template <class S>
Mat3<S> operator*(const S& s, const Mat3<S>& A) {
  return {s * A.x, s * A.y, s * A.z};
}
template <class S>
Mat3<S> transpose(const Mat3<S>& A) {
  return {{A.x.x, A.y.x, A.z.x}, {A.x.y, A.y.y, A.z.y}, {A.x.z, A.y.z, A.z.z}};
}
/// Aᵀ v without forming Aᵀ.
template <class S>
Vec3<S> transpose_times(const Mat3<S>& A, const Vec3<S>& v) {
  return {dot(A.x, v), dot(A.y, v), dot(A.z, v)};
}
/// [a] B, the cross product of a with every column of B.
template <class S>
Mat3<S> cross(const Vec3<S>& a, const Mat3<S>& B) {
  return {cross(a, B.x), cross(a, B.y), cross(a, B.z)};
}

/// [a][b] = b aᵀ - (a · b) 1: 12 multiplications and 3 additions.
template <class S>
Mat3<S> cross_cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {{-(a.y * b.y + a.z * b.z), a.x * b.y, a.x * b.z},
          {a.y * b.x, -(a.x * b.x + a.z * b.z), a.y * b.z},
          {a.z * b.x, a.z * b.y, -(a.x * b.x + a.y * b.y)}};
}

/// A symmetric 3×3 matrix by its six numbers.
template <class S>
struct Sym3 {
  S xx{0.0}, xy{0.0}, xz{0.0}, yy{0.0}, yz{0.0}, zz{0.0};
};

template <class S>
Sym3<S> operator+(const Sym3<S>& A, const Sym3<S>& B) {
  return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz};
}
template <class S>
Sym3<S> operator-(const Sym3<S>& A, const Sym3<S>& B) {
  return {A.xx - B.xx, A.xy - B.xy, A.xz - B.xz, A.yy - B.yy, A.yz - B.yz, A.zz - B.zz};
}
template <class S>
Vec3<S> operator*(const Sym3<S>& A, const Vec3<S>& v) {
  return {A.xx * v.x + A.xy * v.y + A.xz * v.z, A.xy * v.x + A.yy * v.y + A.yz * v.z,
          A.xz * v.x + A.yz * v.y + A.zz * v.z};
}
template <class S>
Mat3<S> full(const Sym3<S>& A) {
  return {{A.xx, A.xy, A.xz}, {A.xy, A.yy, A.yz}, {A.xz, A.yz, A.zz}};
}
/// The symmetric matrix of which A is known to be, up to rounding.
template <class S>
Sym3<S> symmetric(const Mat3<S>& A) {
  return {A.x.x, A.y.x, A.z.x, A.y.y, A.z.y, A.z.z};
}
/// a bᵀ + b aᵀ
template <class S>
Sym3<S> symmetric_outer(const Vec3<S>& a, const Vec3<S>& b) {
  const S xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
  return {xx + xx, a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x,
          yy + yy, a.y * b.z + a.z * b.y, zz + zz};
}
/// a aᵀ s
template <class S>
Sym3<S> outer(const Vec3<S>& a, const S& s) {
  const Vec3<S> b = s * a;
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.y, a.y * b.z, a.z * b.z};
}
/// R A Rᵀ
template <class S>
Sym3<S> rotate(const Mat3<S>& R, const Sym3<S>& A) {
  const Mat3<S> AR = {A * Vec3<S>{R.x.x, R.y.x, R.z.x}, A * Vec3<S>{R.x.y, R.y.y, R.z.y},
                      A * Vec3<S>{R.x.z, R.y.z, R.z.z}};  // A Rᵀ, column by column
  return {R.x.x * AR.x.x + R.y.x * AR.x.y + R.z.x * AR.x.z,
          R.x.x * AR.y.x + R.y.x * AR.y.y + R.z.x * AR.y.z,
          R.x.x * AR.z.x + R.y.x * AR.z.y + R.z.x * AR.z.z,
          R.x.y * AR.y.x + R.y.y * AR.y.y + R.z.y * AR.y.z,
          R.x.y * AR.z.x + R.y.y * AR.z.y + R.z.y * AR.z.z,
          R.x.z * AR.z.x + R.y.z * AR.z.y + R.z.z * AR.z.z};
}

}  // namespace kinetree::spatial
