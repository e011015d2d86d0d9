#include "symbolic/shorten.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace kinetree::symbolic {
namespace {

constexpr std::size_t most_in_group = 64;  // joining tries all pairs
constexpr std::size_t most_angles = 4;     // in one product

/// A trigonometric term of one monomial; no angles: the number 1.
struct Wave {
  Number coefficient;
  std::vector<Factor> angles;  // by kind and number, powers as repetitions
};

bool before(const Factor& a, const Factor& b) {
  return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
}

/// What only one of two sorted lists has; nothing where that is more than one each.
struct Apart {
  std::vector<Factor> common;
  std::optional<Factor> left, right;
};
std::optional<Apart> compare(const std::vector<Factor>& a, const std::vector<Factor>& b) {
  Apart apart;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      apart.common.push_back(a[i]);
      ++i, ++j;
    } else if (j == b.size() || (i < a.size() && before(a[i], b[j]))) {
      if (apart.left) return std::nullopt;
      apart.left = a[i++];
    } else {
      if (apart.right) return std::nullopt;
      apart.right = b[j++];
    }
  }
  return apart;
}

class Joiner {
 public:
  explicit Joiner(Ring& ring) : ring_(ring) {}

  void join(std::vector<Wave>& waves) {
    for (bool again = waves.size() <= most_in_group; again;) {
      again = false;
      for (std::size_t i = 0; i < waves.size(); ++i) {
        for (std::size_t j = i + 1; j < waves.size(); ++j) {
          const auto both = joined(waves[i], waves[j]);
          if (!both) continue;
          waves[i] = *both;
          waves.erase(waves.begin() + static_cast<std::ptrdiff_t>(j));
          again = true;
          break;
        }
      }
    }
  }

 private:
  /// The product that two terms are, if they are one.
  std::optional<Wave> joined(const Wave& a, const Wave& b) {
    const bool same = a.coefficient == b.coefficient;
    if (!same && !(a.coefficient == -b.coefficient)) return std::nullopt;
    auto apart = compare(a.angles, b.angles);
    if (!apart || apart->common.size() + 2 > most_angles) return std::nullopt;
    const Factor one{Factor::cosine, 1, 0};  // cos 0
    const Factor x = apart->left.value_or(one), y = apart->right.value_or(one);
    if (x.kind != y.kind) return std::nullopt;
    const auto halves = halve(x.id, y.id);
    if (!halves) return std::nullopt;
    const auto& [half_sum, half_difference] = *halves;
    // cos + cos: cos cos; cos - cos: -sin sin; sin + sin: sin cos; sin - sin: cos sin
    const bool cosines = x.kind == Factor::cosine;
    const bool first_sine = cosines != same, second_sine = !same;
    Number coefficient = a.coefficient + a.coefficient;
    if (cosines && !same) coefficient = -coefficient;
    Wave result{coefficient, std::move(apart->common)};
    if (!append(result, half_sum, first_sine) || !append(result, half_difference, second_sine)) {
      return std::nullopt;
    }
    std::sort(result.angles.begin(), result.angles.end(), before);
    return result;
  }

  struct Half {
    std::uint32_t wave = 0;
    bool turned = false;
  };
  std::optional<std::pair<Half, Half>> halve(std::uint32_t a, std::uint32_t b) {
    const auto x = ring_.wave(a), y = ring_.wave(b);
    std::vector<std::int16_t> sum(x.size()), difference(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      if ((x[i] + y[i]) % 2 != 0) return std::nullopt;
      sum[i] = static_cast<std::int16_t>((x[i] + y[i]) / 2);
      difference[i] = static_cast<std::int16_t>((x[i] - y[i]) / 2);
    }
    Half s, d;
    s.wave = ring_.wave_id(sum, s.turned);
    d.wave = ring_.wave_id(difference, d.turned);
    return std::pair(s, d);
  }

  /// False where the factor would be sin 0.
  static bool append(Wave& wave, const Half& half, bool sine) {
    if (half.wave == 0) return !sine;
    if (sine && half.turned) wave.coefficient = -wave.coefficient;
    wave.angles.push_back({sine ? Factor::sine : Factor::cosine, 1, half.wave});
    return true;
  }

  Ring& ring_;
};

Piece to_piece(const Powers& powers, const Wave& wave) {
  Piece piece{wave.coefficient, {}};
  for (const auto& [symbol, power] : powers) {
    piece.factors.push_back(
        {Factor::symbol, static_cast<std::int16_t>(power), static_cast<std::uint32_t>(symbol)});
  }
  for (const Factor& angle : wave.angles) {
    if (piece.factors.empty() || piece.factors.back().kind != angle.kind ||
        piece.factors.back().id != angle.id) {
      piece.factors.push_back(angle);
    } else {
      ++piece.factors.back().power;
    }
  }
  return piece;
}

}  // namespace

std::vector<Piece> shorten(Ring& ring, const Poly& poly) {
  std::vector<Piece> pieces;
  Joiner joiner(ring);
  std::vector<Wave> waves;
  for (std::size_t i = 0; i < poly.size(); ++i) {
    const Harmonic h = poly[i].harmonic();
    waves.push_back({poly[i].coefficient, {}});
    if (h.wave != 0) {
      waves.back().angles.push_back({h.sine ? Factor::sine : Factor::cosine, 1, h.wave});
    }
    if (i + 1 < poly.size() && poly[i + 1].monomial() == poly[i].monomial()) continue;
    joiner.join(waves);
    const Powers& powers = ring.powers(poly[i].monomial());
    for (const Wave& wave : waves) pieces.push_back(to_piece(powers, wave));
    waves.clear();
  }
  return pieces;
}

}  // namespace kinetree::symbolic
