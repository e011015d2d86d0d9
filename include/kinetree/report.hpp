// Results that describe themselves: names, units, conventions, method and what was included.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kinetree/evaluator.hpp"

namespace kinetree {

/// One quantity in every state: rows × columns numbers each (`depth` times where it is a stack of
/// matrices), row-major, state after state.
struct Field {
  enum Shape {
    scalar,   ///< 1×1
    vector,   ///< n×1
    matrix,   ///< m×n
    tensor,   ///< `depth` matrices
    spatial,  ///< 6×1: linear x y z, angular x y z
    poses,    ///< bodies×15: position (3), rotation (9, row-major), centre of mass (3)
  };
  std::string name;  ///< the key: "M", "tau", "J:tool", …
  Shape shape = scalar;
  int rows = 1, columns = 1;
  std::vector<std::string> row_names;  ///< joints, bodies or axes; empty where rows are numbered
  std::vector<double> values;
  int depth = 1;
  std::vector<std::string> column_names = {};  ///< of a matrix; empty where they are numbered

  std::size_t size() const noexcept {
    return static_cast<std::size_t>(depth) * static_cast<std::size_t>(rows) *
           static_cast<std::size_t>(columns);
  }
};

/// A table of results, ready for JSON, CSV, NPZ or people.
struct Result {
  std::string model;
  std::uint64_t revision = 0;
  int states = 0;
  Vector3 gravity = Vector3::Zero();
  std::vector<std::string> joints;   ///< moving joints in the order of v
  std::vector<int> dofs;             ///< their sizes in v
  std::vector<Field> fields;         ///< inputs first, then what was asked
  Include included;                  ///< what the equation of motion contained
  std::vector<std::string> assumed;  ///< "v is zero (not given)"
  /// Which method computed which quantity: ("mass_matrix", "crba").
  std::vector<std::pair<std::string, std::string>> methods;
  std::vector<CoriolisCertificate> coriolis;  ///< one a state, where C was asked for
  std::vector<std::string> remarks;           ///< "tool: 1 of 6 directions … is damped"
  /// The point each Jacobian is about, in the frame of its link: ("J:tool", (0, 0, 0)).
  std::vector<std::pair<std::string, Vector3>> points;
  /// The same for parts of operational spaces, and how these were asked for.
  std::vector<std::pair<std::string, Vector3>> tasks;
  OperationalOptions task;
};

/// A result without fields: names, gravity and revision of the model.
Result make_result(const Model& model);

/// "Christoffel factorisation …": what C is, and its residuals, in one line.
std::string to_string(const CoriolisCertificate& certificate);
/// Each residual with its size from the state in which it is worst.
CoriolisCertificate worst_of(const std::vector<CoriolisCertificate>& certificates);

/// What each number of q or v belongs to: the joint's name, and ".x", ".qw", … after the name of a
/// joint that has several.
std::vector<std::string> q_names(const Model& model);
std::vector<std::string> v_names(const Model& model);

/// kinetree-result/1: one object a state, keyed by the names of the fields.
void write_json(std::ostream& out, const Result& result);

/// One line a state under one header line, 17 digits. Columns are called T, h[elbow], "M[0,1]"
/// (numbered from zero; quoted as RFC 4180 asks, because of the comma) and poses[hand].x.
void write_csv(std::ostream& out, const Result& result);

/// numpy.load() reads it: (states,), (states, n) and (states, m, n) arrays of doubles by name, the
/// names of the joints as `joints`, and everything else JSON says as the text `about`.
void write_npz(std::ostream& out, const Result& result);

/// For people: labelled and aligned, six digits.
void write_text(std::ostream& out, const Result& result);

/// One curve of a plot.
struct Series {
  std::string label;
  std::vector<double> x, y;
  std::size_t colour = 0;  ///< number in a palette of seven
  bool dashed = false;
  bool gaps = false;  ///< y may be NaN: nothing is drawn there
};
struct Plot {
  std::string title, x_label, y_label;
  bool log_y = false;
  std::vector<Series> series;
};
/// A self-contained picture. Throws UsageError where there is nothing to draw.
void write_svg_plot(std::ostream& out, const Plot& plot);

/// What a string looks like inside JSON, quotes included; bytes that are not UTF-8 become U+FFFD.
std::string json_quote(std::string_view text);
/// The shortest decimal that reads back as the same double; "null" for what JSON cannot say.
std::string json_number(double value);

}  // namespace kinetree
