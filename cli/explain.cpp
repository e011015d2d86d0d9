// kinetree explain: one element of M, its case, and what every link adds to it; or one link.
#include "kinetree/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "element.hpp"
#include "explain_link.hpp"
#include "kinetree/derive.hpp"
#include "kinetree/report.hpp"
#include "load.hpp"
#include "nearest.hpp"
#include "numbers.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

/// Why a name is none of M's rows; the name may be that of a joint that has none.
std::string why_not(const Wanted& wanted, const Model& model,
                    const std::vector<std::string>& names) {
  if (wanted.symbol != "M") {
    return fmt::format("'{}' has no elements to explain, M has", wanted.symbol);
  }
  for (const std::string& name : {wanted.u, wanted.k}) {
    const auto link = model.find_joint(name);
    if (link && model.link(*link).joint.mimic) {
      return fmt::format(
          "joint '{}' mimics '{}' and has no row of its own (--mimic off gives it one)", name,
          model.link(*link).joint.mimic->joint);
    }
  }
  return fmt::format("M of '{}' has rows and columns 1 to {}, or names such as '{}'", model.name,
                     names.size(), names.front());
}

std::pair<int, int> find_element(const std::string& text, const Model& model) {
  const std::vector<std::string> names = v_names(model);
  if (names.empty())
    throw ModelError(fmt::format("the model '{}' has no moving joint", model.name));
  const std::vector<Wanted> read = readings(text);
  for (const Wanted& wanted : read) {
    const Place u = find_place(wanted.u, names), k = find_place(wanted.k, names);
    if (wanted.symbol == "M" && u.index >= 0 && k.index >= 0) return {u.index, k.index};
  }
  const Wanted wanted = read.empty() ? guess(text) : read.front();
  throw UsageError(
      fmt::format("'{}': {} (did you mean 'M[{},{}]'?)", text,
                  read.empty() ? "an element is written M[u,k]" : why_not(wanted, model, names),
                  find_place(wanted.u, names).nearest, find_place(wanted.k, names).nearest));
}

/// "base.vx" for one axis of a joint that has several, else the joint's name.
std::string axis_name(const Model& model, LinkId link, int column) {
  for (const JointSlot& slot : model.joints()) {
    if (slot.link == link && slot.nv > 1) {
      return v_names(model).at(static_cast<std::size_t>(slot.v_first) +
                               static_cast<std::size_t>(column));
    }
  }
  return model.link(link).joint.name;
}

std::string_view standing(const ElementTerm& term, bool of_u) {
  switch (term.relation) {
    case ElementTerm::same_axis:
      return "the same axis";
    case ElementTerm::unrelated:
      return "on another branch";
    case ElementTerm::k_carries_u:
      return term.u == term.k ? "of the same joint" : of_u ? "carried by k" : "carries u";
    case ElementTerm::u_carries_k:
      return term.u == term.k ? "of the same joint" : of_u ? "carries k" : "carried by u";
  }
  return "";
}

/// Where a helix slides: " times the pitch of k".
std::string pitches(const ElementTerm& term, int number) {
  const bool k_slides = number % 2 == 0, u_slides = number > 4;
  std::string text;
  if (u_slides && term.u_motion == AxisMotion::turns_and_slides) text += ", times the pitch of u";
  if (k_slides && term.k_motion == AxisMotion::turns_and_slides) text += ", times the pitch of k";
  return text;
}

void write_term(Console& console, const Model& model, const ElementTerm& term) {
  Table axes;
  for (const bool of_u : {true, false}) {
    axes.add({of_u ? "u" : "k",
              printable(of_u ? axis_name(model, term.u, term.u_column)
                             : axis_name(model, term.k, term.k_column)),
              std::string(to_string(of_u ? term.u_motion : term.k_motion)),
              std::string(standing(term, of_u))});
  }
  console.out() << axes.text();
  if (term.cases.empty()) {
    console.out() << "no case: the joints are on different branches, so the element is zero, "
                     "without arithmetic\n";
    return;
  }
  for (const int number : term.cases) {
    console.out() << fmt::format("case {}, eq. ({}): {}\n    {}{}\n", number, case_equation(number),
                                 case_condition(number), case_formula(number),
                                 pitches(term, number));
  }
  Table parts;
  parts.add({"link", "part"});
  for (const ElementPart& part : term.parts) {
    parts.add({printable(model.link(part.link).name), json_number(part.value)});
  }
  if (term.relation == ElementTerm::same_axis) {
    parts.add({"(armature)", json_number(term.armature)});
  }
  if (term.factor != 1) parts.add({"(times, by mimics)", json_number(term.factor)});
  parts.add({"sum", json_number(term.value)});
  console.out() << parts.text();
}

/// The element as a formula; none where that would be too long to be read.
std::optional<Equations> closed_form(const Model& model, int u, int k, const Include& include) {
  DeriveOptions options;
  options.element = std::pair(u, k);
  options.include = include;
  options.budget = 1e6;  // a tenth of a second
  try {
    return derive(model, {"M"}, options);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

/// "I3zz + …", or why there is none.
std::string formula_text(const std::optional<Equations>& equations, int u, int k) {
  constexpr std::size_t longest = 2000;
  const std::string where =
      fmt::format("`kinetree derive MODEL --element 'M[{},{}]'`", u + 1, k + 1);
  if (!equations) return fmt::format("too long to be shown here; {} may have it", where);
  std::string text = equations->text(0, u, k);
  if (text.size() <= longest) return text;
  return fmt::format("{} terms; {} shows them", equations->terms(0, u, k), where);
}

/// What `--q` left open, and whether rotors are in.
struct Circumstances {
  std::string q;
  bool armature = true;
};

void write_text(Console& console, const Model& model, const Element& element,
                const std::string& formula, const Circumstances& how) {
  console.out() << fmt::format(
      "M[{},{}] of {} = {}\ncounted from 1, as in the papers; eval calls it M[{},{}]\n"
      "q {}; armature {}\n",
      element.u + 1, element.k + 1, printable(model.name), json_number(element.value), element.u,
      element.k, how.q, how.armature ? "on" : "off");
  if (element.terms.size() > 1) {
    console.out() << fmt::format("{} terms, because joints mimic others\n", element.terms.size());
  }
  for (const ElementTerm& term : element.terms) {
    console.out() << '\n';
    write_term(console, model, term);
  }
  const bool zero = std::all_of(element.terms.begin(), element.terms.end(),
                                [](const ElementTerm& term) { return term.cases.empty(); });
  if (zero) return;  // it has been said
  console.out() << fmt::format("\nM[{},{}] = {}\n", element.u + 1, element.k + 1, formula);
}

std::string json_term(const Model& model, const ElementTerm& term) {
  std::string parts, equations;
  for (const ElementPart& part : term.parts) {
    parts += fmt::format("{}{{\"link\": {}, \"value\": {}}}", parts.empty() ? "" : ", ",
                         json_quote(model.link(part.link).name), json_number(part.value));
  }
  for (const int number : term.cases) {
    equations += fmt::format("{}{}", equations.empty() ? "" : ", ", case_equation(number));
  }
  return fmt::format(
      "{{\"u\": {}, \"k\": {}, \"u_motion\": \"{}\", \"k_motion\": \"{}\", \"cases\": [{}], "
      "\"equations\": [{}], \"parts\": [{}], \"armature\": {}, \"factor\": {}, \"value\": {}}}",
      json_quote(axis_name(model, term.u, term.u_column)),
      json_quote(axis_name(model, term.k, term.k_column)), to_string(term.u_motion),
      to_string(term.k_motion), fmt::join(term.cases, ", "), equations, parts,
      json_number(term.armature), json_number(term.factor), json_number(term.value));
}

void write_explanation_json(std::ostream& out, const Model& model, const Element& element,
                            const std::string& formula, const Vector& q, bool armature) {
  std::string positions, terms;
  for (const double x : q) positions += (positions.empty() ? "" : ", ") + json_number(x);
  for (const ElementTerm& term : element.terms) {
    terms += (terms.empty() ? "" : ",\n  ") + json_term(model, term);
  }
  const std::vector<std::string> names = v_names(model);
  const auto name = [&](int i) { return json_quote(names[static_cast<std::size_t>(i)]); };
  out << fmt::format(
      "{{\"format\": \"kinetree-explain/1\", \"model\": {}, \"element\": \"M[{},{}]\", \"row\": "
      "{}, "
      "\"column\": {}, \"joints\": [{}, {}], \"q\": [{}], \"included\": {{\"armature\": {}}}, "
      "\"value\": {}, \"closed_form\": {}, \"terms\": [\n  {}]}}\n",
      json_quote(model.name), element.u + 1, element.k + 1, element.u + 1, element.k + 1,
      name(element.u), name(element.k), positions, armature, json_number(element.value),
      formula.empty() ? "null" : json_quote(formula), terms);
}

int explain_element(const Arguments& arguments, Console& console, const Model& model) {
  if (arguments.has("--v")) {
    throw UsageError("--v goes with --link: an element of M does not depend on v");
  }
  const Include include{.armature = arguments.choice("--armature", {"on", "off"}) == "on"};
  const auto [u, k] = find_element(arguments.operands[1], model);
  Circumstances how{"is neutral (not given)", include.armature};
  Vector q = model.neutral();
  if (const auto text = arguments.value("--q")) {
    std::vector<std::string> left_out;
    q = read_vector("--q", *text, q_names(model), q, &left_out);
    how.q = left_out.empty() ? "as given"
                             : fmt::format("of {} is neutral (not given)", listing(left_out));
  }
  const Element element = kinetree::explain_element(model, q, u, k, include);
  const auto equations = closed_form(model, u, k, include);
  if (arguments.has("--json")) {
    const std::string formula = equations ? equations->text(0, u, k) : "";
    write_explanation_json(console.out(), model, element, formula, q, include.armature);
  } else {
    write_text(console, model, element, formula_text(equations, u, k), how);
  }
  return ok;
}

int run_explain(const Arguments& arguments, Console& console) {
  const auto link = arguments.value("--link");
  const bool element = arguments.operands.size() > 1;
  if (element == link.has_value()) {
    throw UsageError(
        fmt::format("explain needs {} ELEMENT, such as 'M[1,1]', or --link NAME; "
                    "`kinetree explain -h` has examples",
                    element ? "either an" : "an"));
  }
  const Model model = load_model(arguments, console, arguments.operands[0]);
  return link ? explain_link(arguments, console, model, *link)
              : explain_element(arguments, console, model);
}

}  // namespace

Verb make_explain_verb() {
  return {
      .name = "explain",
      .operands = "MODEL [ELEMENT]",
      .purpose = "one element of M and what each link adds to it, or one link and all it adds",
      .details =
          "ELEMENT is M[u,k], counted from 1 as in the papers, or with the names of joints.\n"
          "The cases are those of Wang & Ju, eqs. (30) to (37): they depend on whether the\n"
          "joints turn or slide and on which carries the other. Joints on different branches\n"
          "have a zero there. The element is computed alone, not taken from a whole M; its "
          "parts are\n"
          "rounded one by one, so that their sum may differ from it in the last digit.\n"
          "Last stands its closed form, in the letters of `kinetree derive`.\n"
          "With --link: the velocities that move a link, and what each of its bodies adds to M,\n"
          "C and g: its structure, links fixed to it, and links whose joints mimic others, such\n"
          "as rotors; with their principal axes and radii of gyration (Laus et al.).",
      .options =
          with_model_options({{"--link", "NAME", "a link instead of an element"},
                              {"--q", "a,b,…", "positions (neutral)"},
                              {"--v", "a,b,…", "velocities, for --link (zero)"},
                              {"--armature", "on|off", "rotor inertias (on)"},
                              {"--json", "", "as JSON, kinetree-explain/1 or kinetree-link/1"}}),
      .examples = {"kinetree explain rocker5 'M[2,1]' --q 0.1,0.2,0.3,0.4,0.5",
                   "kinetree explain scara 'M[1,3]' --json",
                   "kinetree explain scara --link link3 --q 0.1,0.2,0.3,0.4 --v 1,2,3,4"},
      .run = run_explain};
}

}  // namespace kinetree::cli
