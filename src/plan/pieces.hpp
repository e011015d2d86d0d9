// Numbers several at a time: as many as registers take, then what is left of them.
#pragma once

namespace kinetree {

/// How many.
template <int size>
struct Piece {
  static constexpr int width = size;
};

template <int most, class F>
void last_piece(int at, int left, F f) {
  if (left == most) return f(Piece<most>{}, at);
  if constexpr (most > 1) last_piece<most - 1>(at, left, f);
}
/// Calls f(piece, at) for 0 … count - 1, in pieces of `most` and a smaller one at the end.
template <int most, class F>
void in_pieces(int count, F f) {
  int at = 0;
  for (; at + most <= count; at += most) f(Piece<most>{}, at);
  if constexpr (most > 1) {
    if (at < count) last_piece<most - 1>(at, count - at, f);
  }
}

}  // namespace kinetree
