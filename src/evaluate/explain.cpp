// One element of M taken apart: axes, case, and every link's share.
#include "kinetree/explain.hpp"

#include <algorithm>
#include <array>

#include "evaluate/coordinates.hpp"
#include "evaluate/element.hpp"
#include "evaluate/gate.hpp"
#include "evaluate/run_frame.hpp"
#include "kernel/mass_matrix/explicit.hpp"

namespace kinetree {
namespace {

AxisMotion motion_of(kernel::Way way) {
  return way == kernel::Way::turn    ? AxisMotion::turns
         : way == kernel::Way::slide ? AxisMotion::slides
                                     : AxisMotion::turns_and_slides;
}

/// Cases 1, 2, 5, 6 where k carries u; 3, 4, 7, 8 where u carries k or is k.
std::vector<int> cases_of(kernel::Way u, kernel::Way k, kernel::Relation relation) {
  if (relation == kernel::Relation::unrelated) return {};
  const int shift = relation == kernel::Relation::u_carries_k ? 2 : 0;
  std::vector<int> cases;
  if (u != kernel::Way::slide && k != kernel::Way::slide) cases.push_back(1 + shift);
  if (u != kernel::Way::slide && k != kernel::Way::turn) cases.push_back(2 + shift);
  if (u != kernel::Way::turn && k != kernel::Way::slide) cases.push_back(5 + shift);
  if (u != kernel::Way::turn && k != kernel::Way::turn) cases.push_back(6 + shift);
  return cases;
}

class Explainer {
 public:
  Explainer(const Model& model, const Include& include)
      : model_(model),
        compiled_(compile(model, include.armature)),
        w_(
            compiled_, [](double x) { return x; }, false) {
    for (std::size_t i = 0; i < compiled_.frames.size(); ++i) {
      const int carrier = compiled_.frames[i].link;
      if (carrier < 0) continue;
      if (first_.size() <= static_cast<std::size_t>(carrier)) {
        first_.resize(static_cast<std::size_t>(carrier) + 1, static_cast<LinkId>(i));
      }
    }
  }

  /// The configuration, as the evaluator's gate lets it through.
  void take(const Vector& q) {
    const std::vector<double> tree_q = tree_coordinates(compiled_.q, q);
    std::copy(tree_q.begin(), tree_q.end(), w_.q().data());
    joint_poses(w_);
    const Tree<double> tree = w_.tree();
    for (int i = 0; i < tree.size(); ++i) {
      kernel::place_link(tree, i, w_.X_parent()[i], 0.0, w_.geometry());
    }
    for (std::size_t i = 0; i < compiled_.frames.size(); ++i) {
      const Frame& frame = compiled_.frames[i];
      const spatial::Pose<double> X =
          frame.link < 0 ? frame.X_link : w_.geometry().X[frame.link] * frame.X_link;
      bodies_.push_back(placed_body(X, model_.link(static_cast<LinkId>(i)).inertia));
    }
  }

  Element explain(int u, int k) {
    Element element{u, k, {}, element_of_M(w_, u, k)};
    int last_a = -1, last_b = -1;
    for_each_source(w_, u, k, [&](int a, int b, double factor) {
      if (a == last_a && b == last_b) {  // a pair and its mirror image
        element.terms.back().factor *= 2;
        element.terms.back().value *= 2;
      } else {
        element.terms.push_back(make_term(a, b, factor));
      }
      last_a = a, last_b = b;
    });
    drop_idle(element.terms);
    return element;
  }

 private:
  /// With mimics, most pairs add nothing. One is kept where all do.
  static void drop_idle(std::vector<ElementTerm>& terms) {
    const auto idle = [](const ElementTerm& term) {
      return term.cases.empty() || term.factor == 0;
    };
    const auto first = std::find_if_not(terms.begin(), terms.end(), idle);
    if (first == terms.end()) return terms.resize(1);
    terms.erase(std::remove_if(terms.begin(), terms.end(), idle), terms.end());
  }

  ElementTerm make_term(int a, int b, double factor) {
    const Tree<double> tree = w_.tree();
    const kernel::JointAxis<double>&u = w_.geometry().axis[a], &k = w_.geometry().axis[b];
    const kernel::Relation relation = kernel::relation(tree, a, b);
    ElementTerm term;
    term.u = moved(tree.owner[a]), term.k = moved(tree.owner[b]);
    term.u_column = column_of(a), term.k_column = column_of(b);
    term.u_motion = motion_of(u.way), term.k_motion = motion_of(k.way);
    term.cases = cases_of(u.way, k.way, relation);
    term.factor = factor;
    term.relation = a == b                                      ? ElementTerm::same_axis
                    : relation == kernel::Relation::k_carries_u ? ElementTerm::k_carries_u
                    : relation == kernel::Relation::u_carries_k ? ElementTerm::u_carries_k
                                                                : ElementTerm::unrelated;
    if (a == b) term.armature = tree.armature[a];
    if (relation != kernel::Relation::unrelated) {
      const bool swap = relation == kernel::Relation::u_carries_k;  // the deeper one comes first
      add_parts(swap ? k : u, swap ? u : k, tree.owner[swap ? b : a], term);
    }
    double sum = term.armature;
    for (const ElementPart& part : term.parts) sum += part.value;
    term.value = factor * sum;
    return term;
  }

  void add_parts(const kernel::JointAxis<double>& u, const kernel::JointAxis<double>& k, int deeper,
                 ElementTerm& term) {
    for (std::size_t i = 0; i < compiled_.frames.size(); ++i) {
      const int carrier = compiled_.frames[i].link;
      if (carrier < 0 || !w_.tree().carries(deeper, carrier)) continue;
      const int link = static_cast<int>(i);
      const View<const spatial::Body<double>> all(bodies_.data(), static_cast<int>(bodies_.size()));
      term.parts.push_back(
          {static_cast<LinkId>(i), kernel::element<double>(u, k, all, {&link, 1})});
    }
  }

  /// Which axis of its joint: velocities of one joint stand together.
  int column_of(int velocity) const {
    const Tree<double> tree = w_.tree();
    int column = 0;
    while (velocity > column &&
           moved(tree.owner[velocity - column - 1]) == moved(tree.owner[velocity])) {
      ++column;
    }
    return column;
  }

  /// The model's link that a link of the tree is, or belongs to: a planar joint has three.
  LinkId moved(int link) const { return first_[static_cast<std::size_t>(link)]; }

  const Model& model_;
  Compiled compiled_;
  Workspace<double> w_;
  std::vector<LinkId> first_;                  // per link of the tree
  std::vector<spatial::Body<double>> bodies_;  // per link of the model
};

}  // namespace

std::string_view to_string(AxisMotion motion) noexcept {
  constexpr std::array<std::string_view, 3> names{"turns", "slides", "turns and slides"};
  return names[static_cast<std::size_t>(motion)];
}

std::string_view case_condition(int number) noexcept {
  constexpr std::array<std::string_view, 8> texts{
      "u turns, k turns, k carries u",          "u turns, k slides, k carries u",
      "u turns, k turns, u carries k or is k",  "u turns, k slides, u carries k or is k",
      "u slides, k turns, k carries u",         "u slides, k slides, k carries u",
      "u slides, k turns, u carries k or is k", "u slides, k slides, u carries k or is k"};
  return texts[static_cast<std::size_t>(number - 1)];
}

std::string_view case_formula(int number) noexcept {
  constexpr std::array<std::string_view, 8> texts{"z_uᵀ Σ_{l below u} (I_l - m_l [r_ul][r_kl]) z_k",
                                                  "z_uᵀ Σ_{l below u} m_l [r_ul] z_k",
                                                  "z_uᵀ Σ_{l below k} (I_l - m_l [r_ul][r_kl]) z_k",
                                                  "z_uᵀ Σ_{l below k} m_l [r_ul] z_k",
                                                  "-z_uᵀ Σ_{l below u} m_l [r_kl] z_k",
                                                  "(Σ_{l below u} m_l) z_uᵀ z_k",
                                                  "-z_uᵀ Σ_{l below k} m_l [r_kl] z_k",
                                                  "(Σ_{l below k} m_l) z_uᵀ z_k"};
  return texts[static_cast<std::size_t>(number - 1)];
}

Element explain_element(const Model& model, const VectorIn& q, int u, int k,
                        const Include& include) {
  Evaluator gate(model, {.methods = {}, .include = include});
  gate.element(q, u, k);  // refuses what an evaluation would refuse
  Explainer explainer(model, include);
  explainer.take(q);
  return explainer.explain(u, k);
}

}  // namespace kinetree
