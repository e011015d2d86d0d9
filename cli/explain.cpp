// kinetree explain: one element of M, its case, and what every link adds to it.
#include "kinetree/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kinetree/report.hpp"
#include "load.hpp"
#include "nearest.hpp"
#include "numbers.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

/// 'M[2,4]' taken apart, not yet looked up.
struct Wanted {
  std::string symbol, u, k;
};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Wanted split_element(const std::string& text) {
  const std::size_t open = text.find('['), comma = text.rfind(','), close = text.rfind(']');
  const bool shaped = open != std::string::npos && comma != std::string::npos && open < comma &&
                      comma < close && close + 1 == text.size();
  if (!shaped) {
    throw UsageError(fmt::format("'{}' is not an element (did you mean 'M[1,1]'?)", text));
  }
  const std::string_view all = text;
  return {std::string(trimmed(all.substr(0, open))),
          std::string(trimmed(all.substr(open + 1, comma - open - 1))),
          std::string(trimmed(all.substr(comma + 1, close - comma - 1)))};
}

bool is_number(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A number from 1 on, or the name of a velocity. Not found: what comes nearest.
struct Place {
  int index = -1;
  std::string nearest;
};

Place find_place(const std::string& text, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return {static_cast<int>(found - names.begin()), text};
  if (!is_number(text)) {
    const std::string close = nearest(text, names);
    return {-1, close.empty() ? "1" : close};
  }
  const auto last = names.size();
  const auto number = text.size() > 9 ? last + 1 : static_cast<std::size_t>(std::stoul(text));
  if (number >= 1 && number <= last) return {static_cast<int>(number) - 1, text};
  return {-1, std::to_string(number < 1 ? 1 : last)};
}

std::pair<int, int> find_element(const std::string& text, const Model& model) {
  const Wanted wanted = split_element(text);
  const std::vector<std::string> names = v_names(model);
  if (names.empty())
    throw ModelError(fmt::format("the model '{}' has no moving joint", model.name));
  const Place u = find_place(wanted.u, names), k = find_place(wanted.k, names);
  if (wanted.symbol == "M" && u.index >= 0 && k.index >= 0) return {u.index, k.index};
  const std::string why =
      wanted.symbol != "M"
          ? fmt::format("'{}' has no elements to explain, M has", wanted.symbol)
          : fmt::format("M of '{}' has rows and columns 1 to {}, or names such as '{}'", model.name,
                        names.size(), names.front());
  throw UsageError(
      fmt::format("'{}': {} (did you mean 'M[{},{}]'?)", text, why, u.nearest, k.nearest));
}

std::string name_of(const Model& model, LinkId link) { return model.link(link).joint.name; }

std::string carries(const ElementTerm& term, bool of_u) {
  if (term.cases.empty()) return "on another branch";
  const bool k_carries = term.cases.front() == 1 || term.cases.front() == 2 ||
                         term.cases.front() == 5 || term.cases.front() == 6;
  if (k_carries) return of_u ? "carried by k" : "carries u";
  return of_u ? "carries k" : "carried by u";
}

void write_term(Console& console, const Model& model, const ElementTerm& term, bool diagonal) {
  Table axes;
  for (const bool of_u : {true, false}) {
    const LinkId link = of_u ? term.u : term.k;
    axes.add({of_u ? "u" : "k", printable(name_of(model, link)),
              std::string(to_string(of_u ? term.u_motion : term.k_motion)),
              diagonal ? "the same axis" : carries(term, of_u)});
  }
  console.out() << axes.text();
  if (term.cases.empty()) {
    console.out() << "no case: the joints are on different branches, so the element is zero, "
                     "without arithmetic\n";
    return;
  }
  for (const int number : term.cases) {
    console.out() << fmt::format("case {}, eq. ({}): {}\n    {}\n", number, case_equation(number),
                                 case_condition(number), case_formula(number));
  }
  Table parts;
  parts.add({"link", "part"});
  for (const ElementPart& part : term.parts) {
    parts.add({printable(model.link(part.link).name), json_number(part.value)});
  }
  if (diagonal) parts.add({"(armature)", json_number(term.armature)});
  if (term.factor != 1) parts.add({"(times mimics)", json_number(term.factor)});
  parts.add({"sum", json_number(term.value)});
  console.out() << parts.text();
}

void write_text(Console& console, const Model& model, const Element& element) {
  console.out() << fmt::format(
      "M[{},{}] of {} = {}\ncounted from 1, as in the papers; eval calls it M[{},{}]\n",
      element.u + 1, element.k + 1, printable(model.name), json_number(element.value), element.u,
      element.k);
  for (const ElementTerm& term : element.terms) {
    console.out() << '\n';
    write_term(console, model, term, element.u == element.k && term.u == term.k);
  }
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
      json_quote(name_of(model, term.u)), json_quote(name_of(model, term.k)),
      to_string(term.u_motion), to_string(term.k_motion), fmt::join(term.cases, ", "), equations,
      parts, json_number(term.armature), json_number(term.factor), json_number(term.value));
}

void write_explanation_json(std::ostream& out, const Model& model, const Element& element,
                            const Vector& q) {
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
      "\"column\": {}, \"joints\": [{}, {}], \"q\": [{}], \"value\": {}, \"terms\": [\n  {}]}}\n",
      json_quote(model.name), element.u + 1, element.k + 1, element.u + 1, element.k + 1,
      name(element.u), name(element.k), positions, json_number(element.value), terms);
}

int run(const Arguments& arguments, Console& console) {
  const Include include{.armature = arguments.choice("--armature", {"on", "off"}) == "on"};
  const Model model = load_model(arguments, console, arguments.operands[0]);
  const auto [u, k] = find_element(arguments.operands[1], model);
  Vector q = model.neutral();
  if (const auto text = arguments.value("--q")) q = read_vector("--q", *text, q_names(model), q);
  const Element element = explain_element(model, q, u, k, include);
  if (arguments.has("--json")) {
    write_explanation_json(console.out(), model, element, q);
  } else {
    write_text(console, model, element);
  }
  return ok;
}

}  // namespace

Verb make_explain_verb() {
  return {.name = "explain",
          .operands = "MODEL ELEMENT",
          .purpose = "one element of M: which of eight cases it is, and what each link adds",
          .details =
              "ELEMENT is M[u,k], counted from 1 as in the papers, or with the names of joints.\n"
              "The cases are those of Wang & Ju, eqs. (30) to (37): they depend on whether the\n"
              "joints turn or slide and on which carries the other. Joints on different branches\n"
              "have a zero there. The element is computed alone, not taken from a whole M.",
          .options = with_model_options({{"--q", "a,b,…", "positions (neutral)"},
                                         {"--armature", "on|off", "rotor inertias (on)"},
                                         {"--json", "", "as JSON, kinetree-explain/1"}}),
          .examples = {"kinetree explain rocker5 'M[2,1]' --q 0.1,0.2,0.3,0.4,0.5",
                       "kinetree explain scara 'M[1,3]' --json"},
          .run = run};
}

}  // namespace kinetree::cli
