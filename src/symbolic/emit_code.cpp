// Equations as functions of q, v and the parameters: C, C++, Python, MATLAB and Octave.
//
// Every sine and cosine is taken once, in a variable of its own. Matrices are row-major.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "symbolic/equations.hpp"
#include "symbolic/print.hpp"

namespace kinetree::symbolic {
namespace {

using Place = Equations::Impl::Place;

/// Letters, digits and _, not beginning with a digit.
std::string identifier(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    name += letter || digit ? c : '_';
  }
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name = "robot_" + name;
  return name;
}

/// A name that the languages do not use themselves, nor the functions below.
std::string unreserved(const std::string& name) {
  constexpr std::array<const char*, 30> words{
      "and",  "as",  "auto",  "case", "char", "class", "cos",    "def", "do", "double",
      "else", "end", "float", "for",  "from", "if",    "in",     "int", "is", "lambda",
      "long", "not", "or",    "pass", "p",    "q",     "return", "sin", "v",  "while"};
  return std::find(words.begin(), words.end(), name) != words.end() ? name + "_" : name;
}

/// One function: a whole quantity, or the element asked for.
struct Function {
  std::string name;
  int quantity = 0;
  std::vector<Place> places;
  bool scalar = false;
  bool uses_v = false;
};

/// What a function reads: symbols, and cosines and sines of waves.
struct Uses {
  std::vector<char> symbols, turns;
};

class CodeWriter {
 public:
  CodeWriter(const Equations::Impl& e, EquationFormat format)
      : e_(e), format_(format), used_(e.used()) {
    for (std::size_t k = 0; k < e.table.size(); ++k) {
      names_.push_back(unreserved(e.table[k].name));
      if (used_[k] != 0 && e.table[k].kind < DerivedSymbol::coordinate) parameters_.push_back(k);
    }
    for (int k = 0; k < static_cast<int>(e.quantities.size()); ++k) add_function(k);
  }

  std::string write() {
    switch (format_) {
      case EquationFormat::c:
        return write_c();
      case EquationFormat::cpp:
        return write_cpp();
      case EquationFormat::python:
        return write_python();
      default:
        return write_matlab();
    }
  }

 private:
  void add_function(int k) {
    const DerivedQuantity& q = e_.quantities[static_cast<std::size_t>(k)];
    Function f{identifier(q.name), k, e_.places(k), q.rows * q.columns == 1 && q.name.size() == 1,
               q.uses_v};
    if (e_.element) {
      f.name += fmt::format("_{}", e_.element->first + 1);
      if (q.columns > 1) f.name += fmt::format("_{}", e_.element->second + 1);
      f.scalar = true;
    }
    if (q.name != "T" && q.name != "U" && !e_.element) f.scalar = false;
    functions_.push_back(std::move(f));
  }
  const DerivedQuantity& quantity(const Function& f) const {
    return e_.quantities[static_cast<std::size_t>(f.quantity)];
  }
  std::uint32_t sum(const Place& p) const { return e_.entry(p.quantity, p.row, p.column).sum; }

  Uses uses(const Function& f) const {
    Uses result{std::vector<char>(e_.table.size()),
                std::vector<char>(2 * static_cast<std::size_t>(e_.ring.wave_count()))};
    for (const Place& p : f.places) walk(sum(p), result);
    for (std::uint32_t wave = 0; wave < e_.ring.wave_count(); ++wave) {
      const std::size_t at = 2 * static_cast<std::size_t>(wave);
      if (result.turns[at] == 0 && result.turns[at + 1] == 0) continue;
      for (const auto& [coefficient, symbol] : angle_terms(e_.ring, wave)) {
        result.symbols[static_cast<std::size_t>(symbol)] = 1;
      }
    }
    return result;
  }
  void walk(std::uint32_t sum, Uses& uses) const {
    for (const Product& product : e_.store.products(sum)) {
      for (const Factor& factor : e_.store.factors(product)) {
        if (factor.kind == Factor::sum) {
          walk(factor.id, uses);
        } else if (factor.kind == Factor::symbol) {
          uses.symbols[factor.id] = 1;
        } else {
          uses.turns[2 * static_cast<std::size_t>(factor.id) + (factor.kind == Factor::sine)] = 1;
        }
      }
    }
  }

  /// Symbols as the language reaches them.
  Printer make_printer(Notation notation) const {
    Printer printer(e_.ring, e_.table, e_.store, notation);
    const auto indexed = [&](const char* array, std::size_t k) {
      return format_ == EquationFormat::matlab ? fmt::format("{}({})", array, k + 1)
                                               : fmt::format("{}[{}]", array, k);
    };
    const std::string field = format_ == EquationFormat::c        ? "p->"
                              : format_ == EquationFormat::python ? ""
                                                                  : "p.";
    for (const std::size_t k : parameters_) printer.spell(static_cast<int>(k), field + names_[k]);
    for (std::size_t k = 0; k < e_.q_symbol.size(); ++k) {
      printer.spell(e_.q_symbol[k], indexed("q", k));
    }
    for (std::size_t k = 0; k < e_.v_symbol.size(); ++k) {
      printer.spell(e_.v_symbol[k], indexed("v", k));
    }
    return printer;
  }

  /// One line for each sine and cosine; from here on the printer knows them by their variables.
  std::string turns(Printer& printer, const Uses& uses, const std::string& form) const {
    std::string out;
    int number = 0;
    for (std::uint32_t wave = 0; wave < e_.ring.wave_count(); ++wave) {
      const std::size_t at = 2 * static_cast<std::size_t>(wave);
      const bool cosine = uses.turns[at] != 0, sine = uses.turns[at + 1] != 0;
      if (!cosine && !sine) continue;
      ++number;
      const std::string angle = printer.angle(wave);
      for (const bool is_sine : {false, true}) {
        if (!(is_sine ? sine : cosine)) continue;
        const std::string name = fmt::format("{}_{}", is_sine ? 's' : 'c', number);
        out += fmt::format(fmt::runtime(form), name, is_sine ? "sin" : "cos", angle);
        printer.spell(is_sine ? Factor::sine : Factor::cosine, wave, name);
      }
    }
    return out;
  }

  /// "  M[1] = …;" for all entries; the lower half of symmetric matrices is copied.
  std::string assignments(Printer& printer, const Function& f, const std::string& indent,
                          const std::string& out_name) const {
    const DerivedQuantity& q = quantity(f);
    const bool matlab = format_ == EquationFormat::matlab;
    const auto target = [&](int row, int column) {
      return matlab ? fmt::format("{}({}, {})", out_name, row + 1, column + 1)
                    : fmt::format("{}[{}]", out_name, row * q.columns + column);
    };
    const char* end = format_ == EquationFormat::python ? "" : ";";
    std::string out;
    for (const Place& p : f.places) {
      out +=
          fmt::format("{}{} = {}{}\n", indent, target(p.row, p.column), printer.text(sum(p)), end);
      if (q.symmetric() && p.row != p.column) {
        out += fmt::format("{}{} = {}{}\n", indent, target(p.column, p.row),
                           target(p.row, p.column), end);
      }
    }
    return out;
  }

  std::string title() const {
    std::string names;
    for (const DerivedQuantity& q : e_.quantities) names += (names.empty() ? "" : ", ") + q.name;
    return fmt::format("{} of {}, derived by kinetree; {}", names, identifier(e_.model),
                       proof_line(e_.proof));
  }
  std::string about(std::size_t k) const {
    std::string text = fmt::format("{} of {}", e_.table[k].meaning, e_.table[k].body);
    for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text[at] = '+';
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\\'; }, ' ');
    return text;
  }
  static std::string value(double x) {
    std::string text = fmt::format("{}", x);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
  }

  std::string write_c() const {
    const std::string model = identifier(e_.model), type = model + "_parameters";
    std::string out = fmt::format("/* {} */\n#include <math.h>\n\n", title()), values;
    if (!parameters_.empty()) {
      out += fmt::format("typedef struct {} {{\n", type);
      for (const std::size_t k : parameters_) {
        out += fmt::format("  double {}; /* {} */\n", names_[k], about(k));
        values += (values.empty() ? "" : ", ") + value(e_.table[k].value);
      }
      out += fmt::format("}} {0};\n\n/* The model's own. */\nconst {0} {1}_model = {{{2}}};\n",
                         type, model, values);
    }
    for (const Function& f : functions_) {
      const Uses used = uses(f);
      Printer printer = make_printer(Notation::c);
      const std::string head =
          fmt::format("{} {}_{}(const double *q{}{}{})", f.scalar ? "double" : "void", model,
                      f.name, f.uses_v ? ", const double *v" : "",
                      parameters_.empty() ? "" : fmt::format(", const {} *p", type),
                      f.scalar ? "" : fmt::format(", double *out"));
      out += fmt::format("\n/* {} */\n{};\n{} {{\n", shape(f), head, head);
      out += turns(printer, used, "  const double {} = {}({});\n");
      out += unused_c(used, f);
      out += f.scalar ? fmt::format("  return {};\n", printer.text(sum(f.places.front())))
                      : assignments(printer, f, "  ", "out");
      out += "}\n";
    }
    return out;
  }
  /// What a function is given and does not read.
  std::string unused_c(const Uses& used, const Function& f) const {
    const auto none = [&](const auto& symbols) {
      return std::none_of(symbols.begin(), symbols.end(),
                          [&](auto k) { return used.symbols[static_cast<std::size_t>(k)] != 0; });
    };
    std::string out;
    if (none(e_.q_symbol)) out += "  (void)q;\n";
    if (f.uses_v && none(e_.v_symbol)) out += "  (void)v;\n";
    if (!parameters_.empty() && none(parameters_)) out += "  (void)p;\n";
    return out;
  }
  std::string shape(const Function& f) const {
    const DerivedQuantity& q = quantity(f);
    if (f.scalar) {
      return e_.element ? e_.label(f.quantity, e_.element->first, e_.element->second) : q.name;
    }
    return fmt::format("{}: {} x {}, row by row", q.name, q.rows, q.columns);
  }

  std::string write_cpp() const {
    std::string out =
        fmt::format("// {}\n#pragma once\n#include <array>\n#include <cmath>\n\nnamespace {} {{\n",
                    title(), identifier(e_.model));
    if (!parameters_.empty()) {
      out += "\n/// With the model's values.\nstruct Parameters {\n";
      for (const std::size_t k : parameters_) {
        out += fmt::format("  double {} = {};  ///< {}\n", names_[k], value(e_.table[k].value),
                           about(k));
      }
      out += "};\n";
    }
    for (const Function& f : functions_) {
      const Uses used = uses(f);
      Printer printer = make_printer(Notation::c);
      const DerivedQuantity& q = quantity(f);
      const std::string result =
          f.scalar ? "double" : fmt::format("std::array<double, {}>", q.rows * q.columns);
      out += fmt::format(
          "\n/// {}\ninline {} {}([[maybe_unused]] const std::array<double, {}>& q{}{}) {{\n",
          shape(f), result, f.name, e_.q_symbol.size(),
          f.uses_v ? fmt::format(", [[maybe_unused]] const std::array<double, {}>& v",
                                 e_.v_symbol.size())
                   : "",
          parameters_.empty() ? "" : ", [[maybe_unused]] const Parameters& p = {}");
      out += turns(printer, used, "  const double {} = std::{}({});\n");
      if (f.scalar) {
        out += fmt::format("  return {};\n", printer.text(sum(f.places.front())));
      } else {
        out += fmt::format("  {} out{{}};\n", result) + assignments(printer, f, "  ", "out") +
               "  return out;\n";
      }
      out += "}\n";
    }
    return out + fmt::format("\n}}  // namespace {}\n", identifier(e_.model));
  }

  std::string write_python() const {
    std::string out = fmt::format("\"\"\"{}\"\"\"\nfrom math import cos, sin\n", title()),
                arguments;
    for (const std::size_t k : parameters_) {
      arguments += fmt::format("{}{}={}", arguments.empty() ? ", *, " : ", ", names_[k],
                               value(e_.table[k].value));
    }
    for (const Function& f : functions_) {
      const Uses used = uses(f);
      Printer printer = make_printer(Notation::python);
      const DerivedQuantity& q = quantity(f);
      out +=
          fmt::format("\n\ndef {}(q{}{}):\n    \"\"\"{}\"\"\"\n", f.name, f.uses_v ? ", v" : "",
                      arguments, f.scalar ? shape(f) : fmt::format("{}: {} rows", q.name, q.rows));
      out += turns(printer, used, "    {} = {}({})\n");
      if (f.scalar) {
        out += fmt::format("    return {}\n", printer.text(sum(f.places.front())));
        continue;
      }
      out += fmt::format("    out = [0.0]*{}\n", q.rows * q.columns) +
             assignments(printer, f, "    ", "out");
      out += q.columns == 1 && q.name.size() == 1 && q.name != "M" && q.name != "C"
                 ? std::string("    return out\n")
                 : fmt::format("    return [out[{0}*i:{0}*(i + 1)] for i in range({1})]\n",
                               q.columns, q.rows);
    }
    return out;
  }

  std::string write_matlab() const {
    std::string results, values, body;
    for (const Function& f : functions_) {
      const DerivedQuantity& q = quantity(f);
      Printer printer = make_printer(Notation::matlab);
      results += (results.empty() ? "" : ", ") + f.name;
      body += turns(printer, uses(f), "{} = {}({});\n");
      if (f.scalar) {
        body += fmt::format("{} = {};\n", f.name, printer.text(sum(f.places.front())));
      } else {
        body += fmt::format("{} = zeros({}, {});\n", f.name, q.rows, q.columns) +
                assignments(printer, f, "", f.name);
      }
    }
    for (const std::size_t k : parameters_) {
      values += fmt::format("{}'{}', {}", values.empty() ? "" : ", ...\n    ", names_[k],
                            value(e_.table[k].value));
    }
    std::string out = fmt::format("function [{}] = {}_equations(q, v, p)\n% {}\n", results,
                                  identifier(e_.model), title());
    out += fmt::format("if nargin < 2 || isempty(v), v = zeros({}, 1); end\n", e_.v_symbol.size());
    if (!values.empty()) out += fmt::format("if nargin < 3, p = struct({}); end\n", values);
    return out + body + "end\n";
  }

  const Equations::Impl& e_;
  EquationFormat format_;
  std::vector<char> used_;
  std::vector<std::string> names_;       // per symbol
  std::vector<std::size_t> parameters_;  // that some formula has
  std::vector<Function> functions_;
};

}  // namespace

std::string emit_code(const Equations::Impl& equations, EquationFormat format) {
  return CodeWriter(equations, format).write();
}

}  // namespace kinetree::symbolic
