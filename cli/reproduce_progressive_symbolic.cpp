// Laus et al.: M, C and g of section 3 as formulas of ours, beside (47) to (61) as corrected.
//
// Two formulas that agree for random masses, lengths, inertias, angles and rates are the same one:
// they are trigonometric polynomials, which agree by chance on a set of measure zero. SymPy does
// the same by algebra in the tests.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kinetree/derive.hpp"
#include "kinetree/io.hpp"
#include "kinetree/verify.hpp"
#include "reproduce_progressive.hpp"

namespace kinetree::cli {
namespace {

constexpr int draws = 20;               // random robots and states, the same in every run
constexpr double equal_within = 1e-13;  // of the largest entry

/// A robot of random letters in a random state; nothing of the built-in one but its shape.
struct Draw {
  Moment moment;
  Vector q, v;
};

std::vector<Draw> make_draws() {
  const Model shape = kinetree::load_model("pelican3");
  std::vector<Draw> all;
  for (int k = 1; k <= draws; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const RandomState x = random_state(shape, seed), y = random_state(shape, seed + draws);
    PelicanLinks links;
    for (std::size_t i = 0; i < links.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      links[i] = {x.a[at], x.tau[at], y.tau[at], Vector3::Constant(y.a[at])};
    }
    all.push_back({make_moment(links, y.v[0], x), x.q, x.v});
  }
  return all;
}

std::vector<std::pair<std::string, double>> values(const Moment& t, bool loaded) {
  std::vector<std::pair<std::string, double>> all{{"a1", t.a1},   {"l1", t.l1},  {"l2", t.l2},
                                                  {"m1", t.m1},   {"m2", t.m2},  {"g", t.g},
                                                  {"Iz1", t.Iz1}, {"Iz2", t.Iz2}};
  if (loaded) {
    for (const auto& one : {std::pair("a2", t.a2), {"l3", t.l3}, {"m3", t.m3}, {"Iz3", t.Iz3}}) {
      all.emplace_back(one.first, one.second);
    }
  }
  return all;
}

/// The letters of the paper.
Equations derive_arm(bool loaded) {
  DeriveOptions options;
  options.names = {{"l1", "a1"}, {"l1I", "l1"}, {"l2I", "l2"}, {"I1zz", "Iz1"}, {"I2zz", "Iz2"}};
  if (loaded) {
    options.names.insert(options.names.end(), {{"l2", "a2"}, {"l3I", "l3"}, {"I3zz", "Iz3"}});
  }
  return derive(kinetree::load_model(loaded ? "pelican3" : "pelican2"), {"M", "C", "g"}, options);
}

void add_to(Matrix& sum, const Matrix& part) {
  sum.topLeftCorner(part.rows(), part.cols()) += part;
}

/// A matrix of the paper by its symbol, as corrected.
Matrix corrected(const std::vector<PrintedMatrix>& all, const std::string& symbol,
                 const Moment& t) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const PrintedMatrix& m) { return m.symbol == symbol; });
  return found->corrected ? found->corrected(t) : found->printed(t);
}

/// M_3 or C_3 by their lines; M_3 has every line of it under some label.
Matrix of_lines(const std::vector<PrintedLine>& lines, const Moment& t) {
  Matrix A = Matrix::Zero(3, 3);
  for (const PrintedLine& line : lines) {
    A(line.true_row - 1, line.true_column - 1) = line.corrected(t);
  }
  return A;
}

/// M, C or g of the arm, with or without its payload, as the corrected equations have them.
Matrix paper_side(int quantity, bool loaded, const Moment& t) {
  const int n = loaded ? 3 : 2;
  Matrix sum = Matrix::Zero(n, quantity < 2 ? n : 1);
  const char* letter = quantity == 0 ? "M" : quantity == 1 ? "C" : "g";
  const auto arm = quantity < 2 ? printed_arm_terms() : printed_arm_gravity();
  for (const int link : {1, 2}) add_to(sum, corrected(arm, fmt::format("{}_{}", letter, link), t));
  if (!loaded) return sum;
  if (quantity == 2) {
    add_to(sum, corrected(printed_payload_gravity(), "g_3", t));
  } else {
    add_to(sum, of_lines(quantity == 0 ? lines_of_58() : lines_of_59(), t));
  }
  return sum;
}

Item compare(const Equations& equations, int quantity, bool loaded, const std::vector<Draw>& random,
             double& worst) {
  const DerivedQuantity& shape = equations.quantities()[static_cast<std::size_t>(quantity)];
  Matrix apart = Matrix::Zero(shape.rows, shape.columns);
  double size = 0;
  for (const Draw& draw : random) {
    const Matrix theirs = paper_side(quantity, loaded, draw.moment);
    const auto letters = values(draw.moment, loaded);
    size = std::max(size, theirs.cwiseAbs().maxCoeff());
    for (int i = 0; i < shape.rows; ++i) {
      for (int j = 0; j < shape.columns; ++j) {
        const double ours = equations.evaluate(quantity, i, j, draw.q.head(loaded ? 3 : 2),
                                               draw.v.head(loaded ? 3 : 2), letters);
        apart(i, j) = std::max(apart(i, j), std::abs(ours - theirs(i, j)));
      }
    }
  }
  Item item{.item = {},
            .claim = fmt::format("{} of {}, as a formula", shape.name, equations.model())};
  const auto held = static_cast<std::size_t>((apart.array() <= equal_within * size).count());
  long terms = 0;
  item.rows = {{"element", "ours", "off by"}};
  for (int i = 0; i < shape.rows; ++i) {
    for (int j = shape.symmetric() ? i : 0; j < shape.columns; ++j) {
      const std::string label =
          shape.columns > 1 ? fmt::format("{}{}", i + 1, j + 1) : std::to_string(i + 1);
      terms += equations.terms(quantity, i, j);
      item.rows.push_back({fmt::format("{}_{}", shape.name, label), equations.text(quantity, i, j),
                           fmt::format("{:.1e}", apart(i, j) / size)});
    }
  }
  item.ours =
      fmt::format("{} of {} elements are the same formula; {} terms", held, apart.size(), terms);
  item.verdict = verdict_of(held, static_cast<std::size_t>(apart.size()));
  item.evidence = fmt::format(
      "largest difference {:.1e} of the largest entry, over {} random "
      "robots of this shape",
      apart.maxCoeff() / size, random.size());
  worst = std::max(worst, apart.maxCoeff() / size);
  return item;
}

}  // namespace

void add_derived(Reproduction& to) {
  const std::vector<Draw> random = make_draws();
  double worst = 0;
  for (const bool loaded : {false, true}) {
    const Equations equations = derive_arm(loaded);
    const std::array<const char*, 3> numbers =
        loaded ? std::array<const char*, 3>{"(47) + (58)", "(48) + (59)", "(51) + (52) + (61)"}
               : std::array<const char*, 3>{"(47)", "(48)", "(51) + (52)"};
    for (int quantity = 0; quantity < 3; ++quantity) {
      Item item = compare(equations, quantity, loaded, random, worst);
      const char* number = numbers[static_cast<std::size_t>(quantity)];
      item.item = fmt::format("Derived, {}", number);
      item.paper = fmt::format("eqs. {}, corrected", number);
      to.items.push_back(std::move(item));
    }
  }
  to.checks.push_back(
      {"derived formulas beside (47) to (61), relative difference", worst, 0, equal_within});
}

}  // namespace kinetree::cli
