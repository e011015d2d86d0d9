// What one link adds to M, C and g: body by body, and with its screws.
#include "kinetree/explain_link.hpp"

#include <fmt/format.h>

#include "explain_link.hpp"
#include "kinetree/report.hpp"
#include "load.hpp"
#include "numbers.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

/// The state, and what of it was left open.
struct LinkState {
  Vector q, v;
  std::string q_text = "is neutral (not given)", v_text = "is zero (not given)";
  Include include;
};

std::string number(double value) { return fmt::format("{:.6g}", value == 0 ? 0 : value); }

std::string triple(const Vector3& v) {
  return fmt::format("{} {} {}", number(v.x()), number(v.y()), number(v.z()));
}

std::vector<std::string> mover_names(const Model& model, const LinkTerms& terms) {
  const std::vector<std::string> all = v_names(model);
  std::vector<std::string> names;
  for (const int k : terms.movers) names.push_back(all[static_cast<std::size_t>(k)]);
  return names;
}

/// A matrix, or a vector, with the names of its rows and columns.
void write_matrix(Console& console, const std::vector<std::string>& movers, const char* symbol,
                  const Matrix& A) {
  Table table;
  std::vector<std::string> head{symbol};
  for (std::size_t k = 0; k < movers.size() && A.cols() == A.rows(); ++k) {
    head.push_back(printable(movers[k]));
  }
  table.add(head);
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    std::vector<std::string> row{"  " + printable(movers[static_cast<std::size_t>(i)])};
    for (Eigen::Index k = 0; k < A.cols(); ++k) row.push_back(number(A(i, k)));
    table.add(row);
  }
  console.out() << table.text();
}
void write_terms(Console& console, const std::vector<std::string>& movers, const Matrix& M,
                 const Matrix& C, const Vector& g) {
  write_matrix(console, movers, "M", M);
  write_matrix(console, movers, "C", C);
  write_matrix(console, movers, "g", g);
}

std::string axes_text(const Matrix3& axes) {
  if (axes == Matrix3::Identity()) return "those of its frame";
  return fmt::format("({}), ({}), ({})", triple(axes.col(0)), triple(axes.col(1)),
                     triple(axes.col(2)));
}

/// What a body is to its link: "fixed to wrist", "turns with elbow, 100 times as fast".
std::string standing(const Model& model, const LinkBody& body) {
  const Link& link = model.link(body.link);
  if (body.role == LinkBody::structure) return "structure";
  if (body.role == LinkBody::fixed) {
    return fmt::format("fixed to {}", printable(model.link(*model.parent(body.link)).name));
  }
  return fmt::format("on {}, moves {} times joint {}",
                     printable(model.link(*model.parent(body.link)).name),
                     json_number(link.joint.mimic->multiplier), printable(link.joint.mimic->joint));
}

void write_body(Console& console, const Model& model, const std::vector<std::string>& movers,
                const LinkBody& body) {
  console.out() << fmt::format("\n{}: {}\n", printable(model.link(body.link).name),
                               standing(model, body));
  Table table;
  table.add({"mass", number(body.mass) + " kg"});
  table.add({"centre", fmt::format("{} m in its frame, {} m in the world", triple(body.centre),
                                   triple(body.world_centre))});
  table.add({"principal moments", triple(body.principal.moments) + " kg m²"});
  table.add({"radii of gyration",
             triple(body.principal.radii) + " m: with both signs, pitches of the six screws"});
  table.add({"principal axes", axes_text(body.principal.axes)});
  console.out() << table.text();
  if (!movers.empty()) write_terms(console, movers, body.M, body.C, body.g);
}

void write_text(Console& console, const Model& model, const LinkTerms& terms, LinkId asked,
                const LinkState& how) {
  const std::vector<std::string> movers = mover_names(model, terms);
  const std::string name = printable(model.link(terms.link).name);
  if (asked != terms.link) {
    console.out() << fmt::format("{} is a part of {}\n", printable(model.link(asked).name), name);
  }
  console.out() << fmt::format("{} of {}: {} of {} {}, {}\nq {}; v {}; armature {}\n", name,
                               printable(model.name), terms.moves ? "a link" : "a base",
                               terms.bodies.size(), terms.bodies.size() == 1 ? "body" : "bodies",
                               movers.empty() ? std::string("nothing moves it, so it adds nothing")
                                              : "moved by " + listing(movers),
                               how.q_text, how.v_text, how.include.armature ? "on" : "off");
  for (const LinkBody& body : terms.bodies) write_body(console, model, movers, body);
  if (movers.empty()) return;
  const bool rotors = terms.armature.maxCoeff() > 0;
  if (rotors || terms.bodies.size() > 1) {
    console.out() << (rotors ? "\nsum, with armature\n" : "\nsum\n");
    write_terms(console, movers, terms.M, terms.C, terms.g);
  }
  console.out() << "\nof the whole robot's M(k, k)\n";
  Table shares;
  for (std::size_t k = 0; k < movers.size(); ++k) {
    shares.add({printable(movers[k]),
                fmt::format("{:.1f} %", 100 * terms.share[static_cast<Eigen::Index>(k)])});
  }
  console.out() << shares.text();
}

template <class V>
std::string json_list(const V& values) {
  std::string text;
  for (const double x : values) text += (text.empty() ? "" : ", ") + json_number(x);
  return "[" + text + "]";
}

std::string json_matrix(const Matrix& A) {
  std::string text;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    text += (text.empty() ? "" : ", ") + json_list(Vector(A.row(i)));
  }
  return "[" + text + "]";
}

std::string json_terms(const Matrix& M, const Matrix& C, const Vector& g) {
  return fmt::format("\"M\": {}, \"C\": {}, \"g\": {}", json_matrix(M), json_matrix(C),
                     json_list(g));
}

std::string json_body(const Model& model, const LinkBody& body) {
  const PrincipalInertia& p = body.principal;
  return fmt::format(
      "{{\"link\": {}, \"role\": \"{}\", \"mass\": {}, \"centre\": {}, \"world_centre\": {}, "
      "\"moments\": {}, \"radii_of_gyration\": {}, \"axes\": {}, \"screws\": {}, "
      "\"generalised_mass\": {}, \"T\": {}, \"J0\": {}, \"J_centre\": {}, \"J\": {}, {}}}",
      json_quote(model.link(body.link).name), to_string(body.role), json_number(body.mass),
      json_list(body.centre), json_list(body.world_centre), json_list(p.moments),
      json_list(p.radii), json_matrix(p.axes), json_matrix(p.screws),
      json_matrix(p.generalised_mass), json_matrix(body.T), json_matrix(body.base_jacobian),
      json_matrix(body.centre_jacobian), json_matrix(body.jacobian),
      json_terms(body.M, body.C, body.g));
}

void write_json(std::ostream& out, const Model& model, const LinkTerms& terms,
                const LinkState& how) {
  std::string movers, bodies;
  for (const std::string& name : mover_names(model, terms)) {
    movers += (movers.empty() ? "" : ", ") + json_quote(name);
  }
  for (const LinkBody& body : terms.bodies) {
    bodies += (bodies.empty() ? "" : ",\n  ") + json_body(model, body);
  }
  out << fmt::format(
      "{{\"format\": \"kinetree-link/1\", \"model\": {}, \"link\": {}, \"moves\": {}, "
      "\"q\": {}, \"v\": {}, \"included\": {{\"armature\": {}}}, \"movers\": [{}], "
      "\"armature\": {}, {}, \"share\": {}, \"bodies\": [\n  {}]}}\n",
      json_quote(model.name), json_quote(model.link(terms.link).name), terms.moves,
      json_list(how.q), json_list(how.v), how.include.armature, movers, json_list(terms.armature),
      json_terms(terms.M, terms.C, terms.g), json_list(terms.share), bodies);
}

LinkState read_state(const Arguments& arguments, const Model& model) {
  LinkState how;
  how.include.armature = arguments.choice("--armature", {"on", "off"}) == "on";
  how.q = model.neutral();
  how.v = Vector::Zero(model.nv());
  const auto read = [&](const char* option, const std::vector<std::string>& names, Vector& values,
                        std::string& text, const char* otherwise) {
    const auto given = arguments.value(option);
    if (!given) return;
    std::vector<std::string> left_out;
    values = read_vector(option, *given, names, values, &left_out);
    text = left_out.empty() ? "as given"
                            : fmt::format("of {} is {} (not given)", listing(left_out), otherwise);
  };
  read("--q", q_names(model), how.q, how.q_text, "neutral");
  read("--v", v_names(model), how.v, how.v_text, "zero");
  return how;
}

}  // namespace

int explain_link(const Arguments& arguments, Console& console, const Model& model,
                 const std::string& name) {
  const LinkId asked = model.at(name);
  const LinkState how = read_state(arguments, model);
  const LinkTerms terms = kinetree::explain_link(model, how.q, how.v, asked, how.include);
  if (arguments.has("--json")) {
    write_json(console.out(), model, terms, how);
  } else {
    write_text(console, model, terms, asked, how);
  }
  return ok;
}

}  // namespace kinetree::cli
