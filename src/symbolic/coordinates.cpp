// Coordinates and velocities by name, and how the ones change with the others.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "symbolic/symbols.hpp"

namespace kinetree::symbolic {
namespace {

/// The largest number of which all are whole multiples; none where that would be too fine.
std::optional<Number> common_unit(const std::vector<Number>& numbers) {
  constexpr double most = 1000;
  std::int64_t numerator = 0, denominator = 1;
  for (const Number& x : numbers) {
    if (!x.exact() || std::abs(x.value()) > most || x.denominator() > 1000000) return std::nullopt;
    denominator = std::lcm(denominator, x.denominator());
    if (denominator > 1000000) return std::nullopt;
  }
  for (const Number& x : numbers) {
    numerator = std::gcd(numerator, x.numerator() * (denominator / x.denominator()));
  }
  const Number unit = Number::fraction(numerator, denominator);
  for (const Number& x : numbers) {
    if (std::abs(x.value()) > most * unit.value()) return std::nullopt;
  }
  return unit;
}

}  // namespace

Expr SymbolicModel::coordinate(const std::string& name, const About& about) {
  const Expr x = Expr::symbol(name);
  const int symbol = ring.add_symbol(name);
  symbol_of[x.id()] = symbol;
  table.push_back({name, about.kind, 0, about.meaning, about.body, -1});
  (about.kind == DerivedSymbol::coordinate ? q_symbol : v_symbol).push_back(symbol);
  return x;
}

void SymbolicModel::name_coordinates(const Model& model) {
  for (const JointSlot& slot : model.joints()) name_joint(model, slot);
  add_angles();
  for (const JointSlot& slot : model.joints()) {
    add_fields(slot, model.link(slot.link).joint.type);
  }
  inputs.a.assign(inputs.v.size(), Expr(0.0));
  inputs.tau.assign(inputs.v.size(), Expr(0.0));
}

void SymbolicModel::name_joint(const Model& model, const JointSlot& slot) {
  const auto mover = std::find(mover_.begin(), mover_.end(), static_cast<int>(index(slot.link)));
  const std::string number =
      std::to_string(number_[static_cast<std::size_t>(mover - mover_.begin())]);
  const Joint& joint = model.link(slot.link).joint;
  std::vector<std::array<const char*, 2>> q, v;  // letter before the number, and after it
  bool rates = true;                             // velocities are rates of coordinates
  switch (joint.type) {
    case JointType::planar:
      q = {{"x", ""}, {"y", ""}, {"q", ""}};
      v = {{"x", "d"}, {"y", "d"}, {"q", "d"}};
      break;
    case JointType::floating:
      q = {{"x", ""}, {"y", ""}, {"z", ""}, {"e", "x"}, {"e", "y"}, {"e", "z"}, {"e", "w"}};
      v = {{"v", "x"}, {"v", "y"}, {"v", "z"}, {"w", "x"}, {"w", "y"}, {"w", "z"}};
      rates = false;
      break;
    case JointType::spherical:
      q = {{"e", "x"}, {"e", "y"}, {"e", "z"}, {"e", "w"}};
      v = {{"w", "x"}, {"w", "y"}, {"w", "z"}};
      rates = false;
      break;
    default:
      q = {{"q", ""}};
      v = {{"q", "d"}};
  }
  const std::size_t first = q_symbol.size();
  for (const auto& [letter, end] : q) {
    inputs.q.push_back(
        coordinate(letter + number + end, {DerivedSymbol::coordinate, "coordinate", joint.name}));
  }
  for (std::size_t k = 0; k < v.size(); ++k) {
    const std::string name = v[k][0] + number + v[k][1];
    inputs.v.push_back(coordinate(
        name,
        {DerivedSymbol::velocity, rates ? "rate" : "velocity along the link's axes", joint.name}));
    if (rates) table.back().rate_of = q_symbol[first + k];
  }
  if (rates) return;
  const std::size_t e = q_symbol.size() - 4;
  ring.make_quaternion(q_symbol[e], q_symbol[e + 1], q_symbol[e + 2], q_symbol[e + 3]);
}

/// Every coordinate that turns something, in the units that its mimics need.
void SymbolicModel::add_angles() {
  const TreeData<double>& numbers = compiled.tree;
  std::vector<std::vector<Number>> multipliers(q_symbol.size());
  for (std::size_t i = 0; i < number_.size(); ++i) {
    if (numbers.kind[i] != JointKind::revolute && numbers.kind[i] != JointKind::helical) continue;
    const auto at = static_cast<std::size_t>(numbers.first_q[i]);
    if (compiled.q.empty()) {
      multipliers[at].emplace_back(1.0);
    } else {
      const Coupled& c = compiled.q[at];
      multipliers[static_cast<std::size_t>(c.source)].emplace_back(std::abs(c.multiplier));
    }
  }
  for (std::size_t k = 0; k < multipliers.size(); ++k) {
    add_angles_of(q_symbol[k], multipliers[k]);
  }
}

void SymbolicModel::add_angles_of(int symbol, const std::vector<Number>& multipliers) {
  std::vector<Number> each;
  for (const Number& m : multipliers) {
    if (!m.is(0) && std::find(each.begin(), each.end(), m) == each.end()) each.push_back(m);
  }
  if (each.empty()) return;
  if (const auto unit = common_unit(each)) return ring.add_angle(symbol, *unit);
  for (const Number& m : each) ring.add_angle(symbol, m);  // nothing in common but the coordinate
}

/// Rates of quaternions: ė = ½ e ∘ (ω, 0), ω along the axes of the link; of positions: ṗ = R(e) v.
void SymbolicModel::add_fields(const JointSlot& slot, JointType type) {
  const auto first = static_cast<std::size_t>(slot.q_first);
  if (type != JointType::floating && type != JointType::spherical) {
    for (int k = 0; k < slot.nv; ++k) {
      field.push_back({{q_symbol[first + static_cast<std::size_t>(k)], ring.constant(1.0)}});
    }
    return;
  }
  const std::size_t start = type == JointType::floating ? first + 3 : first;
  std::array<Poly, 4> e;
  for (std::size_t k = 0; k < 4; ++k) e[k] = ring.variable(q_symbol[start + k]);
  const auto times = [&](std::size_t a, std::size_t b, double factor) {
    return ring.scale(ring.multiply(e[a], e[b]), factor);
  };
  if (type == JointType::floating) {
    for (std::size_t column = 0; column < 3; ++column) {
      const std::size_t next = (column + 1) % 3, last = (column + 2) % 3;
      // Column j of R: 1 - 2(e_k² + e_l²), 2(e_j e_k + w e_l), 2(e_j e_l - w e_k)
      std::vector<Rate> rates(3);
      rates[0] = {q_symbol[first + column],
                  ring.subtract(ring.constant(1.0),
                                ring.add(times(next, next, 2.0), times(last, last, 2.0)))};
      rates[1] = {q_symbol[first + next], ring.add(times(column, next, 2.0), times(3, last, 2.0))};
      rates[2] = {q_symbol[first + last],
                  ring.subtract(times(column, last, 2.0), times(3, next, 2.0))};
      field.push_back(std::move(rates));
    }
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t next = (axis + 1) % 3, last = (axis + 2) % 3;
    field.push_back({{q_symbol[start + axis], ring.scale(e[3], 0.5)},
                     {q_symbol[start + next], ring.scale(e[last], 0.5)},
                     {q_symbol[start + last], ring.scale(e[next], -0.5)},
                     {q_symbol[start + 3], ring.scale(e[axis], -0.5)}});
  }
}

}  // namespace kinetree::symbolic
