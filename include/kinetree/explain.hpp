// One element of M explained: which of the eight cases of Wang & Ju it is, and what each link adds.
#pragma once
#include <string_view>
#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree {

/// How a velocity moves its link.
enum class AxisMotion { turns, slides, turns_and_slides };
std::string_view to_string(AxisMotion motion) noexcept;

/// What one link adds to an element. Links fixed to others are listed on their own.
struct ElementPart {
  LinkId link{};
  double value = 0;
};

/// M(u, k) of two axes of the tree.
struct ElementTerm {
  enum Relation { unrelated, k_carries_u, u_carries_k, same_axis };
  LinkId u{}, k{};                 ///< links that the axes move
  int u_column = 0, k_column = 0;  ///< which axis of the link's joint, from 0
  AxisMotion u_motion{}, k_motion{};
  Relation relation = unrelated;
  /// 1 to 8, with equations (30) to (37): one, two or four of them where an axis turns and slides,
  /// and none for joints on different branches, where the element is zero. Where a helix slides,
  /// its case is multiplied by its pitch.
  std::vector<int> cases;
  std::vector<ElementPart> parts;  ///< links below the deeper of the two
  double armature = 0;             ///< rotor inertia, on the diagonal
  double factor = 1;               ///< product of the multipliers of mimicking joints
  double value = 0;                ///< factor · (Σ parts + armature)
};

/// M(u, k) = Σ terms: one term, or more where joints mimic others.
struct Element {
  int u = 0, k = 0;  ///< counted from 0
  std::vector<ElementTerm> terms;
  double value = 0;
};

/// Throws UsageError where there is no such element. Allocates: not for control loops.
Element explain_element(const Model& model, const VectorIn& q, int u, int k,
                        const Include& include = {});

/// What case 1 to 8 says, e.g. "u turns, k turns, k carries u"; and its formula.
std::string_view case_condition(int number) noexcept;
std::string_view case_formula(int number) noexcept;
inline int case_equation(int number) noexcept { return 29 + number; }

}  // namespace kinetree
