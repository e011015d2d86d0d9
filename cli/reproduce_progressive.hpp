// Laus et al.: the example of section 3, its printed matrices beside those of the library.
#pragma once
#include <array>
#include <functional>

#include "kinetree/explain_link.hpp"
#include "kinetree/verify.hpp"
#include "reproduction.hpp"

namespace kinetree::cli {

/// The arm of section 3 with its payload, in the letters of the paper. a_3 is in no term of the
/// dynamics and in no model; any length serves.
struct PelicanLink {
  double a = 0, l = 0, m = 0;
  Vector3 I = Vector3::Zero();
};
using PelicanLinks = std::array<PelicanLink, 3>;
PelicanLinks pelican_links(const Model& pelican3);

/// One state in the abbreviations of the paper, and what the library makes of it.
struct Moment {
  double a1, a2, a3, l1, l2, l3, m1, m2, m3, Iz1, Iz2, Iz3, g;
  double c1, s1, c2, s2, c3, s3, c12, s12, c23, s23, c123, s123;
  double w1, w2, w3;  ///< θ̇
  PelicanLinks links;
  std::array<LinkTerms, 2> two;    ///< of the arm
  std::array<LinkTerms, 3> three;  ///< of the arm with its payload
  Matrix M, C;                     ///< of the whole arm with its payload, not by links
  Vector gravity;
  std::array<Pose, 3> poses;

  /// The only body of link i, counted from 1 as in the paper.
  const LinkBody& body(std::size_t i) const {
    return i < 3 ? two[i - 1].bodies[0] : three[i - 1].bodies[0];
  }
};
std::vector<Moment> pelican_moments(int states);
/// The paper's side of a moment: any links in any state.
Moment make_moment(const PelicanLinks& links, double g, const RandomState& x);

/// A printed matrix. `corrected` is empty where the print is right.
struct PrintedMatrix {
  std::string equation, symbol;
  std::function<Matrix(const Moment&)> ours, printed, corrected;
  std::string misprint;
};
// In the order of their numbers; (58) and (59) are below.
std::vector<PrintedMatrix> printed_arm();              ///< (37) to (40)
std::vector<PrintedMatrix> printed_arm_transforms();   ///< (41) and (42)
std::vector<PrintedMatrix> printed_arm_jacobians();    ///< (45) and (46)
std::vector<PrintedMatrix> printed_arm_terms();        ///< (47) and (48)
std::vector<PrintedMatrix> printed_arm_gravity();      ///< (49) to (52), and $_g
std::vector<PrintedMatrix> printed_payload();          ///< (53) to (57)
std::vector<PrintedMatrix> printed_payload_gravity();  ///< (60) and (61)

/// A line of (58) or (59): an element by its printed label, and what it is.
struct PrintedLine {
  std::string label;
  int row = 0, column = 0;  ///< of the label, counted from 1
  std::function<double(const Moment&)> value;
  std::string correction;             ///< empty: the line is right
  int true_row = 0, true_column = 0;  ///< where only the label is wrong
  std::function<double(const Moment&)> corrected;
};
std::vector<PrintedLine> lines_of_58();
std::vector<PrintedLine> lines_of_59();

/// Of what (1) to (36) say beyond the example: screws, Jacobians, sums over links.
void add_construction(Reproduction& to);
void add_sums(Reproduction& to, const std::vector<Moment>& moments);
/// M, C and g as formulas of ours, beside the corrected ones.
void add_derived(Reproduction& to);

}  // namespace kinetree::cli
