// Equations to read: text, LaTeX and JSON.
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/report.hpp"
#include "symbolic/equations.hpp"
#include "symbolic/print.hpp"

namespace kinetree::symbolic {
namespace {

using Place = Equations::Impl::Place;

bool is_parameter(const DerivedSymbol& symbol) { return symbol.kind < DerivedSymbol::coordinate; }

/// Symbols that stand in some formula, parameters first.
std::vector<int> used_symbols(const Equations::Impl& e, bool parameters) {
  const std::vector<char> used = e.used();
  std::vector<int> result;
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (used[k] != 0 && is_parameter(e.table[k]) == parameters) {
      result.push_back(static_cast<int>(k));
    }
  }
  return result;
}

/// "M[1,2] = M[2,1]" where both are the same.
std::string left_side(const Equations::Impl& e, const Place& p) {
  const DerivedQuantity& q = e.quantities[static_cast<std::size_t>(p.quantity)];
  std::string text = e.label(p.quantity, p.row, p.column);
  if (q.symmetric() && !e.element && p.row != p.column) {
    text += " = " + e.label(p.quantity, p.column, p.row);
  }
  return text;
}

std::vector<Place> all_places(const Equations::Impl& e) {
  std::vector<Place> all;
  for (int k = 0; k < static_cast<int>(e.quantities.size()); ++k) {
    const std::vector<Place> some = e.places(k);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::string latex_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("#$%&_{}").find(c) != std::string_view::npos) out += '\\';
    if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '^' || c == '~') {
      out += fmt::format("\\{}{{}}", c);
    } else {
      out += c;
    }
  }
  return out;
}

/// "\dot{M}_{1,2}", "g_{2}", "J_{1,2}"
std::string latex_label(const Equations::Impl& e, const Place& p) {
  const DerivedQuantity& q = e.quantities[static_cast<std::size_t>(p.quantity)];
  const std::string label = e.label(p.quantity, p.row, p.column);
  std::string letter = q.name == "Mdot" ? "\\dot{M}" : q.name.substr(0, 1);
  const std::size_t bracket = label.rfind('[');
  if (bracket == std::string::npos) return letter;
  return fmt::format("{}_{{{}}}", letter, label.substr(bracket + 1, label.size() - bracket - 2));
}

std::string json_symbol(const Equations::Impl& e, int symbol) {
  const DerivedSymbol& s = e.table[static_cast<std::size_t>(symbol)];
  std::string value;
  if (is_parameter(s)) value = fmt::format("\"value\": {}, ", json_number(s.value));
  return fmt::format(
      "{{\"name\": {}, \"kind\": \"{}\", {}\"what\": {}, \"{}\": {}, \"latex\": {}}}",
      json_quote(s.name), to_string(s.kind), value, json_quote(s.meaning),
      is_parameter(s) ? "body" : "joint", json_quote(s.body), json_quote(latex_name(s, e.table)));
}

std::string json_symbols(const Equations::Impl& e, bool parameters) {
  std::string text;
  for (const int symbol : used_symbols(e, parameters)) {
    text += (text.empty() ? "\n    " : ",\n    ") + json_symbol(e, symbol);
  }
  return text;
}

}  // namespace

std::string emit_text(const Equations::Impl& e, bool ascii) {
  Printer printer(e.ring, e.table, e.store, ascii ? Notation::ascii : Notation::text);
  std::string out;
  for (const Place& p : all_places(e)) {
    out += left_side(e, p) + " = ";
    printer.append(out, e.entry(p.quantity, p.row, p.column).sum);
    out += '\n';
  }
  const std::vector<int> parameters = used_symbols(e, true);
  if (!parameters.empty()) out += "\nwith\n";
  for (const int symbol : parameters) {
    const DerivedSymbol& s = e.table[static_cast<std::size_t>(symbol)];
    out += fmt::format("  {} = {}  {} of {}\n", s.name, json_number(s.value), s.meaning, s.body);
  }
  return out + '\n' + proof_line(e.proof) + '\n';
}

std::string emit_latex(const Equations::Impl& e) {
  Printer printer(e.ring, e.table, e.store, Notation::latex);
  // In paragraphs of running mathematics TeX breaks lines by itself, however long they are.
  std::string out = fmt::format(
      "\\documentclass{{article}}\n\\usepackage{{amsmath}}\n\\setlength{{\\parindent}}{{0pt}}\n"
      "\\setlength{{\\parskip}}{{1ex}}\n\\begin{{document}}\n\\raggedright\n"
      "\\section*{{{}}}\n\n",
      latex_text(e.model));
  for (const Place& p : all_places(e)) {
    const DerivedQuantity& q = e.quantities[static_cast<std::size_t>(p.quantity)];
    std::string left = latex_label(e, p);
    if (q.symmetric() && !e.element && p.row != p.column) {
      left += " = " + latex_label(e, {p.quantity, p.column, p.row});
    }
    out += fmt::format("$ {} = {} $\n\n", left,
                       printer.text(e.entry(p.quantity, p.row, p.column).sum));
  }
  const std::vector<int> parameters = used_symbols(e, true);
  if (!parameters.empty()) out += "\\subsection*{Parameters}\n\n";
  for (const int symbol : parameters) {
    const DerivedSymbol& s = e.table[static_cast<std::size_t>(symbol)];
    out += fmt::format("$ {} = {} $, {} of \\texttt{{{}}}\n\n", printer.symbol(symbol),
                       printer.number(s.value), latex_text(s.meaning), latex_text(s.body));
  }
  return out + latex_text(proof_line(e.proof)) + "\n\\end{document}\n";
}

std::string emit_json(const Equations::Impl& e) {
  Printer ascii(e.ring, e.table, e.store, Notation::python);
  Printer latex(e.ring, e.table, e.store, Notation::latex);
  std::string quantities;
  for (int k = 0; k < static_cast<int>(e.quantities.size()); ++k) {
    const DerivedQuantity& q = e.quantities[static_cast<std::size_t>(k)];
    std::string elements;
    for (const Place& p : e.places(k)) {
      const Equations::Impl::Entry& entry = e.entry(k, p.row, p.column);
      elements += fmt::format(
          "{}{{\"row\": {}, \"column\": {}, \"terms\": {}, \"expression\": {}, \"latex\": {}}}",
          elements.empty() ? "\n    " : ",\n    ", p.row + 1, p.column + 1, entry.terms,
          json_quote(ascii.text(entry.sum)), json_quote(latex.text(entry.sum)));
    }
    quantities += fmt::format(
        "{}{{\"name\": {}, \"rows\": {}, \"columns\": {}, \"symmetric\": {}, \"elements\": [{}]}}",
        k == 0 ? "" : ",\n  ", json_quote(q.name), q.rows, q.columns, q.symmetric(), elements);
  }
  return fmt::format(
      "{{\"format\": \"kinetree-equations/1\", \"model\": {},\n"
      "  \"parameters\": [{}],\n  \"coordinates\": [{}],\n"
      "  \"proof\": {{\"states\": {}, \"worst\": {}, \"bound\": {}}},\n  \"quantities\": [{}]}}\n",
      json_quote(e.model), json_symbols(e, true), json_symbols(e, false), e.proof.states,
      json_number(e.proof.worst), json_number(e.proof.bound), quantities);
}

}  // namespace kinetree::symbolic
