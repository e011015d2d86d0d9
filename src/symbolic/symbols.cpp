#include "symbolic/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kinetree/error.hpp"

namespace kinetree::symbolic {
namespace {

constexpr double rounding = 1e-15;  // of a rotation's entry, or beside the largest component

/// Entries that are 0 or ±1 but for rounding: quarter turns are exact.
double snapped(double x) {
  const double whole = std::round(x);
  return std::abs(x - whole) < rounding ? whole : x;
}
spatial::Mat3<double> snapped(const spatial::Mat3<double>& R) {
  const auto vec = [](const spatial::Vec3<double>& a) {
    return spatial::Vec3<double>{snapped(a.x), snapped(a.y), snapped(a.z)};
  };
  return {vec(R.x), vec(R.y), vec(R.z)};
}
spatial::Mat3<Expr> to_expr(const spatial::Mat3<double>& R) {
  const auto vec = [](const spatial::Vec3<double>& a) {
    return spatial::Vec3<Expr>{a.x, a.y, a.z};
  };
  return {vec(R.x), vec(R.y), vec(R.z)};
}

/// Without what a turn and its inverse left of a zero.
template <std::size_t N>
std::array<double, N> chopped(std::array<double, N> x) {
  double largest = 0;
  for (const double one : x) largest = std::max(largest, std::abs(one));
  for (double& one : x) {
    if (std::abs(one) < rounding * largest) one = 0;
  }
  return x;
}

constexpr std::array<std::string_view, 9> kind_names{
    "mass", "inertia", "armature", "gravity", "pitch", "length", "com", "coordinate", "velocity"};

/// The groups a kind belongs to, the narrowest first.
std::vector<std::string> groups_of(DerivedSymbol::Kind kind) {
  constexpr std::array<const char*, 7> group{"masses", "inertias", "armature", "gravity",
                                             "pitch",  "lengths",  "coms"};
  std::vector<std::string> groups{group[static_cast<std::size_t>(kind)]};
  if (kind == DerivedSymbol::com) groups.emplace_back("lengths");
  groups.emplace_back("all");
  return groups;
}

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

bool is_identifier(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || c == '_' || (c >= '0' && c <= '9');
  });
}

}  // namespace

SymbolicModel::SymbolicModel(const Model& model, const DeriveOptions& options,
                             const std::vector<LinkId>& links)
    : compiled(compile(model, options.include.armature)), options_(options) {
  const Graph::Use use(graph);
  number_links(model);
  fill_links(model);
  fill_world();
  fill_points(model, links);
  refuse_unknown();
  name_coordinates(model);
  rename();
}

/// Which joint of the model moves which links of the tree, and the numbers of both.
void SymbolicModel::number_links(const Model& model) {
  const auto links = static_cast<std::size_t>(compiled.tree.size());
  number_.assign(links, 0);
  mover_.assign(links, -1);
  carried_.assign(links, -1);
  int number = 0;
  for (std::size_t i = 0; i < compiled.placed.size(); ++i) {
    if (model.link(static_cast<LinkId>(i)).joint.type == JointType::fixed) continue;
    ++number;
    const auto last = static_cast<std::size_t>(compiled.frames[i].link);
    carried_[last] = static_cast<int>(i);
    for (auto t = static_cast<std::size_t>(compiled.placed[i].tree_links); t <= last; ++t) {
      number_[t] = number;
      mover_[t] = static_cast<int>(i);
    }
  }
  joints_on_.assign(static_cast<std::size_t>(number) + 1, 0);
  for (std::size_t t = 0; t < links; ++t) {
    const int parent = compiled.tree.parent[t];
    if (t > 0 && mover_[t] == mover_[t - 1]) continue;
    ++joints_on_[parent < 0 ? 0
                            : static_cast<std::size_t>(number_[static_cast<std::size_t>(parent)])];
  }
}

Expr SymbolicModel::parameter(const std::string& name, double value, const About& about) {
  if (value == 0) return 0.0;
  const auto [known, added] = made_.try_emplace(name, Expr(value));
  if (!added) return known->second;
  known_.push_back(name);
  if (is_symbolic(name, about.kind)) {
    known->second = Expr::symbol(name);
    symbol_of[known->second.id()] = ring.add_symbol(name);
    table.push_back({name, about.kind, value, about.meaning, about.body, -1});
  }
  return known->second;
}

SymbolicModel::Vec SymbolicModel::vector(const std::string& stem,
                                         const spatial::Vec3<double>& value, const About& about) {
  const std::array<double, 3> x = chopped(std::array{value.x, value.y, value.z});
  const bool single = std::count(x.begin(), x.end(), 0.0) == 2;
  std::array<Expr, 3> result;
  for (std::size_t k = 0; k < 3; ++k) {
    const char axis = "xyz"[k];
    result[k] =
        parameter(single ? stem : stem + axis, x[k],
                  {about.kind, fmt::format("{} along {}", about.meaning, axis), about.body});
  }
  return {result[0], result[1], result[2]};
}

spatial::Sym3<Expr> SymbolicModel::inertia(const std::string& stem,
                                           const spatial::Sym3<double>& value, const About& about) {
  const auto x = chopped(std::array{value.xx, value.xy, value.xz, value.yy, value.yz, value.zz});
  constexpr std::array<const char*, 6> axes{"xx", "xy", "xz", "yy", "yz", "zz"};
  std::array<Expr, 6> e;
  for (std::size_t k = 0; k < e.size(); ++k) {
    e[k] = parameter(stem + axes[k], x[k],
                     {about.kind, fmt::format("{} {}", axes[k], about.meaning), about.body});
  }
  return {e[0], e[1], e[2], e[3], e[4], e[5]};
}

/// From the axes of the model's link to those of its link of the tree.
spatial::Mat3<double> SymbolicModel::own_axes(int tree_link) const {
  const int link = tree_link < 0 ? -1 : carried_[static_cast<std::size_t>(tree_link)];
  if (link < 0) return spatial::identity3<double>();
  return snapped(compiled.frames[static_cast<std::size_t>(link)].X_link.R);
}

std::string SymbolicModel::length_name(std::size_t i) const {
  const int parent = compiled.tree.parent[i];
  const int number = parent < 0 ? 0 : number_[static_cast<std::size_t>(parent)];
  const bool several = joints_on_[static_cast<std::size_t>(number)] > 1;
  return several ? fmt::format("l{}_{}", number, number_[i]) : fmt::format("l{}", number);
}

void SymbolicModel::fill_links(const Model& model) {
  tree = convert<Expr>(compiled.tree, [](double x) { return Expr(x); });
  armature.resize(static_cast<std::size_t>(compiled.tree.nv()));
  for (Expr& x : tree.armature) x = Expr(0.0);
  for (std::size_t i = 0; i < number_.size(); ++i) {
    fill_body(model, i);
    fill_joint(model, i);
  }
}

void SymbolicModel::fill_joint(const Model& model, std::size_t i) {
  const TreeData<double>& numbers = compiled.tree;
  const int parent = numbers.parent[i];
  const int holder = parent < 0 ? -1 : mover_[static_cast<std::size_t>(parent)];
  const std::string on = holder < 0 ? "world" : model.link(static_cast<LinkId>(holder)).name;
  const std::string joint = model.link(static_cast<LinkId>(mover_[i])).joint.name;
  const std::string number = std::to_string(number_[i]);
  const spatial::Mat3<double> R = own_axes(parent);
  tree.placement[i].R = to_expr(snapped(numbers.placement[i].R));
  tree.placement[i].p =
      to_expr(R) * vector(length_name(i), transpose_times(R, numbers.placement[i].p),
                          {DerivedSymbol::length, "joint '" + joint + "'", on});
  if (numbers.kind[i] == JointKind::helical) {
    tree.pitch[i] =
        parameter("p" + number, numbers.pitch[i], {DerivedSymbol::pitch, "metres a radian", joint});
  }
  const auto first = static_cast<std::size_t>(numbers.first_v[i]);
  const auto last =
      i + 1 < number_.size() ? static_cast<std::size_t>(numbers.first_v[i + 1]) : armature.size();
  for (std::size_t k = first; k < last; ++k) {
    armature[k] = parameter("Ia" + number, numbers.armature[k],
                            {DerivedSymbol::armature, "rotor inertia", joint});
  }
}

void SymbolicModel::fill_body(const Model& model, std::size_t i) {
  if (carried_[i] < 0) return;
  const std::string name = model.link(static_cast<LinkId>(carried_[i])).name;
  const std::string number = std::to_string(number_[i]);
  const spatial::Body<double>& body = compiled.tree.body[i];
  const spatial::Mat3<double> R = own_axes(static_cast<int>(i));
  const Expr mass = parameter("m" + number, body.mass, {DerivedSymbol::mass, "mass", name});
  const Vec c = to_expr(R) * vector("l" + number + "I", transpose_times(R, body.c),
                                    {DerivedSymbol::com, "centre of mass", name});
  const spatial::Sym3<Expr> I = rotate(
      to_expr(R), inertia("I" + number, rotate(transpose(R), body.I),
                          {DerivedSymbol::inertia, "of the inertia about the centre", name}));
  const Vec h = mass * c;
  tree.body[i] = {mass, c, I};
  tree.inertia[i] = {mass, h, I + point_inertia(c, h)};
}

/// Gravity, and what is fixed to the world: it has weight and no motion.
void SymbolicModel::fill_world() {
  const spatial::Vec3<double>& g = compiled.tree.gravity;
  const About about{DerivedSymbol::gravity, "acceleration of free fall", "world"};
  const std::array<double, 3> x{g.x, g.y, g.z};
  if (std::count(x.begin(), x.end(), 0.0) == 2) {
    const Expr size = parameter("g", std::abs(g.x + g.y + g.z), about);
    const auto along = [&](double one) { return one == 0 ? Expr(0.0) : one < 0 ? -size : size; };
    tree.gravity = {along(g.x), along(g.y), along(g.z)};
  } else {
    tree.gravity = vector("g", g, about);
  }
  const spatial::Inertia<double>& ground = compiled.grounded;
  if (ground.mass == 0) return;
  const double per_mass = 1 / ground.mass;
  grounded_mass = parameter("m0", ground.mass, {DerivedSymbol::mass, "mass", "world"});
  grounded_moment = grounded_mass * vector("l0I", per_mass * ground.h,
                                           {DerivedSymbol::com, "centre of mass", "world"});
}

/// Origins of links in the links of the tree that carry them.
void SymbolicModel::fill_points(const Model& model, const std::vector<LinkId>& links) {
  for (const LinkId link : links) {
    const Frame& frame = compiled.frames[index(link)];
    const std::string stem = links.size() == 1 ? "r" : fmt::format("r{}_", points.size() + 1);
    const spatial::Mat3<double> R = own_axes(frame.link);
    points.push_back(to_expr(R) * vector(stem, transpose_times(R, frame.X_link.p),
                                         {DerivedSymbol::length, "its origin in what carries it",
                                          model.link(link).name}));
  }
}

bool SymbolicModel::is_symbolic(const std::string& name, DerivedSymbol::Kind kind) const {
  std::vector<std::string> labels = groups_of(kind);
  labels.insert(labels.begin(), name);
  for (const std::string& label : labels) {
    if (contains(options_.numeric, label)) return false;
    if (contains(options_.symbolic, label)) return true;
  }
  return options_.symbolic.empty();
}

void SymbolicModel::refuse_unknown() const {
  std::vector<std::string> choices{"all",      "masses",  "lengths",  "coms",
                                   "inertias", "gravity", "armature", "pitch"};
  choices.insert(choices.end(), known_.begin(), known_.end());
  for (const auto* list : {&options_.symbolic, &options_.numeric}) {
    for (const std::string& word : *list) {
      if (contains(choices, word)) continue;
      const std::string close = nearest(word, choices);
      throw UsageError(fmt::format(
          "'{}' is no parameter of this robot that is not zero, and no group{}; groups are all, "
          "masses, lengths, coms, inertias, gravity, armature and pitch",
          word, close.empty() ? "" : " (did you mean '" + close + "'?)"));
    }
  }
}

void SymbolicModel::rename() {
  std::vector<std::string> all;
  for (const DerivedSymbol& symbol : table) all.push_back(symbol.name);
  for (const auto& [before, after] : options_.names) {
    const auto found = std::find(all.begin(), all.end(), before);
    if (found == all.end()) {
      const std::string close = nearest(before, all);
      throw UsageError(fmt::format("there is no '{}' to be renamed{}", before,
                                   close.empty() ? "" : " (did you mean '" + close + "'?)"));
    }
    if (!is_identifier(after)) {
      throw UsageError(fmt::format("'{}' is no name: letters, then letters, digits and _", after));
    }
    const auto at = static_cast<std::size_t>(found - all.begin());
    table[at].name = after;
    // The rate goes along, unless it has got a name of its own.
    for (std::size_t k = 0; k < table.size(); ++k) {
      const bool follows = table[k].rate_of == static_cast<int>(at) && table[k].name == all[k];
      if (follows) table[k].name = after + "d";
    }
  }
  std::vector<std::string> names;
  for (const DerivedSymbol& symbol : table) names.push_back(symbol.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw UsageError(fmt::format("two letters would be called '{}'", *twice));
}

}  // namespace kinetree::symbolic

namespace kinetree {

std::string_view to_string(DerivedSymbol::Kind kind) noexcept {
  return symbolic::kind_names[static_cast<std::size_t>(kind)];
}

}  // namespace kinetree
