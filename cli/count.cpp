// kinetree count: what methods cost, beside what the papers print.
#include "kinetree/count.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kinetree/report.hpp"
#include "load.hpp"
#include "method_option.hpp"
#include "nearest.hpp"
#include "output.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

/// A method on the model, and on n revolute joints in a row.
struct Row {
  Method method;
  std::optional<MethodCost> cost;
  std::string skipped;  ///< why there is no cost
  std::optional<FittedCost> chain;
  std::optional<PaperRow> paper;
};

// The counting scalar does about 2e8 operations a second.
constexpr double most_operations = 2e8;

/// Pairs of velocities that move a link, summed over links, beside the same of a chain: what a tree
/// saves of a cost that grows with the square of the depth.
double share_of_chain(const Model& model) {
  std::vector<double> movers(static_cast<std::size_t>(model.size()));
  for (const JointSlot& slot : model.joints()) movers[index(slot.link)] = slot.nv;
  double pairs = 0;
  for (std::size_t i = 0; i < movers.size(); ++i) {
    if (const auto parent = model.parent(static_cast<LinkId>(i)))
      movers[i] += movers[index(*parent)];
    pairs += movers[i] * (movers[i] + 1) / 2;
  }
  const double n = model.nv();
  return std::min(1.0, pairs / (n * (n + 1) * (n + 2) / 6));
}

/// Operations that counting would do, about.
double expected_operations(const Model& model, const Method& method, const FittedCost& chain) {
  const double n = model.nv();
  const double in_a_row = chain.counted.multiplications(n) + chain.counted.additions(n) +
                          chain.given.multiplications(n) + chain.given.additions(n);
  return method.cost.find('d') == method.cost.npos ? in_a_row : in_a_row * share_of_chain(model);
}

Row make_row(const Model& model, const Selected& selected) {
  const Method& method = selected.method;
  Row row{method, {}, "", fit_chain(method), printed_cost(method)};
  if (row.chain && !selected.named) {
    const double expected = expected_operations(model, method, *row.chain);
    if (expected > most_operations) {
      row.skipped = fmt::format("about {:.0e} operations: --method {}={} counts them", expected,
                                to_string(method.quantity), method.name);
      return row;
    }
  }
  try {
    row.cost = count_operations(model, method);
  } catch (const UsageError& error) {
    if (selected.named) throw;
    row.skipped = error.what();
  }
  return row;
}

std::string name_of(const Method& method) {
  return fmt::format("{}={}", to_string(method.quantity), method.name);
}

void write_counts(Console& console, const Model& model, const std::vector<Row>& rows) {
  console.out() << fmt::format("{}: {} degrees of freedom\n", printable(model.name), model.nv());
  Table table;
  table.add(
      {"method", "mul", "add", "div", "sqrt", "sincos", "given: mul", "add", "div", "sincos"});
  std::string skipped;
  for (const Row& row : rows) {
    if (!row.cost) {
      skipped += fmt::format("not counted: {}, {}\n", name_of(row.method), printable(row.skipped));
      continue;
    }
    std::vector<std::string> cells{name_of(row.method)};
    const Operations &c = row.cost->counted, &g = row.cost->given;
    for (const long count : {c.multiplications, c.additions, c.divisions, c.square_roots, c.sines,
                             g.multiplications, g.additions, g.divisions, g.sines}) {
      cells.push_back(std::to_string(count));
    }
    table.add(cells);
  }
  console.out() << table.text() << skipped;
}

/// "3n² + 3n mul, 2.5n² add (n ≥ 3)"
std::string text(const CostFormula& cost) {
  const int from = std::max(cost.multiplications.from, cost.additions.from);
  return fmt::format("{} mul, {} add{}", to_string(cost.multiplications), to_string(cost.additions),
                     from > 1 ? fmt::format("  (n ≥ {})", from) : "");
}

void write_formulas(Console& console, const std::vector<Row>& rows) {
  console.out() << "\nn revolute joints in a row; divisions count as multiplications\n";
  for (const Row& row : rows) {
    console.out() << name_of(row.method) << '\n';
    Table table;
    table.add({"  counted", row.chain ? text(row.chain->counted) : "no cubic in n"});
    if (row.chain) table.add({"  given", text(row.chain->given)});
    if (row.paper) {
      table.add(
          {"  printed", fmt::format("{}  [{}]", text(*row.paper->printed), row.paper->source)});
      table.add({"  verdict", row.paper->verdict});
    }
    console.out() << table.text();
  }
}

std::string json(const Operations& o) {
  return fmt::format(
      "{{\"multiplications\": {}, \"additions\": {}, \"divisions\": {}, \"square_roots\": {}, "
      "\"sines\": {}}}",
      o.multiplications, o.additions, o.divisions, o.square_roots, o.sines);
}

std::string json(const Polynomial& p) {
  std::string coefficients;
  for (const long c : p.sixths) {
    coefficients += (coefficients.empty() ? "" : ", ") + json_number(static_cast<double>(c) / 6);
  }
  return fmt::format("{{\"text\": {}, \"coefficients\": [{}], \"from\": {}}}",
                     json_quote(to_string(p)), coefficients, p.from);
}

std::string json(const std::optional<CostFormula>& cost) {
  if (!cost) return "null";
  return fmt::format("{{\"multiplications\": {}, \"additions\": {}}}", json(cost->multiplications),
                     json(cost->additions));
}

std::string json_row(const Row& row) {
  std::string out = fmt::format("{{\"quantity\": \"{}\", \"method\": \"{}\"",
                                to_string(row.method.quantity), row.method.name);
  if (row.cost) {
    out += fmt::format(", \"counted\": {}, \"given\": {}", json(row.cost->counted),
                       json(row.cost->given));
  } else {
    out += fmt::format(", \"skipped\": {}", json_quote(row.skipped));
  }
  if (row.chain) {
    out += fmt::format(", \"chain\": {{\"counted\": {}, \"given\": {}}}", json(row.chain->counted),
                       json(row.chain->given));
  }
  if (row.paper) {
    out +=
        fmt::format(", \"printed\": {}, \"source\": {}, \"verdict\": {}", json(row.paper->printed),
                    json_quote(row.paper->source), json_quote(row.paper->verdict));
  }
  return out + '}';
}

template <class Rows, class F>
std::string json_list(const Rows& rows, F to_json) {
  std::string list;
  for (const auto& row : rows) list += (list.empty() ? "\n  " : ",\n  ") + to_json(row);
  return list;
}

int count_model(const Arguments& arguments, Console& console) {
  const std::vector<Selected> selected = select_methods(arguments);
  const Model model = load_model(arguments, console, arguments.operands.front());
  if (model.nv() == 0) throw ModelError(fmt::format("'{}' has no moving joint", model.name));
  std::vector<Row> rows;
  {
    const Progress progress(console, fmt::format("counting on {}", printable(model.name)));
    for (const Selected& one : selected) rows.push_back(make_row(model, one));
  }
  if (arguments.has("--json")) {
    console.out() << fmt::format(
        "{{\"format\": \"kinetree-count/1\", \"model\": {}, \"n\": {}, \"methods\": [{}\n]}}\n",
        json_quote(model.name), model.nv(), json_list(rows, json_row));
  } else {
    write_counts(console, model, rows);
    write_formulas(console, rows);
  }
  return ok;
}

std::string json_paper_row(const PaperRow& row) {
  return fmt::format(
      "{{\"label\": {}, \"method\": {}, \"printed\": {}, \"measured\": {}, \"verdict\": {}}}",
      json_quote(row.label), row.method ? json_quote(row.method->name) : "null", json(row.printed),
      json(row.measured), json_quote(row.verdict));
}

int write_paper_table(const Arguments& arguments, Console& console, const std::string& name) {
  std::vector<std::string> names;
  for (const std::string_view known : paper_table_names()) names.emplace_back(known);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw UsageError(fmt::format("--table: no table '{}'{}; there are: {}", name,
                                 did_you_mean(name, names), fmt::join(names, ", ")));
  }
  const PaperTable table = make_paper_table(name);
  if (arguments.has("--json")) {
    console.out() << fmt::format(
        "{{\"format\": \"kinetree-count-table/1\", \"table\": {}, \"title\": {}, \"rows\": [{}\n], "
        "\"findings\": [{}\n]}}\n",
        json_quote(table.name), json_quote(table.title), json_list(table.rows, json_paper_row),
        json_list(table.findings, [](const std::string& finding) { return json_quote(finding); }));
    return ok;
  }
  console.out() << table.title << "\n\n";
  for (const PaperRow& row : table.rows) {
    console.out() << row.label << (row.method ? fmt::format(" ({})", row.method->name) : "")
                  << '\n';
    Table lines;
    if (row.printed) lines.add({"  printed", text(*row.printed)});
    if (row.measured) lines.add({"  counted", text(*row.measured)});
    lines.add({"  verdict", row.verdict});
    console.out() << lines.text();
  }
  console.out() << '\n';
  for (const std::string& finding : table.findings) console.out() << "- " << finding << '\n';
  return ok;
}

void write_curves_csv(std::ostream& out, const std::vector<Curve>& curves) {
  out << 'n';
  for (const Curve& curve : curves) out << ",\"" << curve.label << '"';
  out << '\n';
  for (std::size_t i = 0; i < curves.front().values.size(); ++i) {
    out << i + 1;
    for (const Curve& curve : curves) out << ',' << json_number(curve.values[i]);
    out << '\n';
  }
}

void write_curves_plot(std::ostream& out, const std::vector<Curve>& curves) {
  Plot plot{"Wang & Ju, Fig. 3: cost of M for n revolute joints in a row",
            "degrees of freedom n",
            "equivalent additions (1.1 mul + add)",
            true,
            {}};
  std::size_t colour = 0;
  for (const Curve& curve : curves) {
    const bool printed = curve.label.ends_with("printed");
    if (!printed && !plot.series.empty()) ++colour;
    Series series{curve.label, {}, curve.values, colour, printed};
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
      series.x.push_back(static_cast<double>(i + 1));
    }
    plot.series.push_back(std::move(series));
  }
  write_svg_plot(out, plot);
}

template <class Writer>
void write_to(Console& console, const std::string& file, Writer writer) {
  if (file == "-") return writer(console.out());
  Output out(file);
  writer(out);
  out.finish();
}

int write_curves(const Arguments& arguments, Console& console) {
  std::vector<Curve> curves;
  {
    const Progress progress(console, "counting n = 1 to 50");
    curves = make_cost_curves();
  }
  if (const auto file = arguments.value("--curves")) {
    write_to(console, *file, [&](std::ostream& out) { write_curves_csv(out, curves); });
  }
  if (const auto file = arguments.value("--plot")) {
    write_to(console, *file, [&](std::ostream& out) { write_curves_plot(out, curves); });
  }
  return ok;
}

/// Options that would be ignored are refused.
void refuse(const Arguments& arguments, std::string_view with,
            std::initializer_list<std::string_view> options) {
  for (const std::string_view option : options) {
    if (arguments.has(option)) {
      throw UsageError(fmt::format("{} has no meaning with {}", option, with));
    }
  }
}

int run_count(const Arguments& arguments, Console& console) {
  const auto csv = arguments.value("--curves"), plot = arguments.value("--plot");
  const auto table = arguments.value("--table");
  const bool curves = csv || plot;
  const int asked = (arguments.operands.empty() ? 0 : 1) + (curves ? 1 : 0) + (table ? 1 : 0);
  if (asked != 1) {
    throw UsageError(
        "count needs one of: a MODEL (such as chain:6), --table NAME, or --curves FILE and "
        "--plot FILE, or one of these two");
  }
  if (curves) refuse(arguments, csv ? "--curves" : "--plot", {"--json", "--method"});
  if (table) refuse(arguments, "--table", {"--method"});
  if (csv && csv == plot) {
    throw UsageError(fmt::format("--curves and --plot cannot both go to '{}'", *csv));
  }
  if (csv == "" || plot == "") throw UsageError("--curves and --plot need the name of a file");
  if (table) return write_paper_table(arguments, console, *table);
  if (curves) return write_curves(arguments, console);
  return count_model(arguments, console);
}

}  // namespace

Verb make_count_verb() {
  return {
      .name = "count",
      .operands = "[MODEL]",
      .purpose = "exact numbers of operations, beside the papers' formulas",
      .details =
          "The kernels run on a scalar that counts. Literal zeros and ones are free; the\n"
          "model's parameters count as general numbers, even where they are zero. `given` is\n"
          "what the method's paper takes as given and does not count: from q to positions,\n"
          "axes, rotated inertias; and armature. Formulas hold for n revolute joints in a row.",
      .options = with_model_options(
          {{"--method", "QUANTITY[=METHOD],…", "only these"},
           {"--table", "NAME", "a paper's table: wang_ju, mohan_saha or safeea"},
           {"--curves", "FILE", "Fig. 3 of Wang & Ju, n = 1 to 50, as CSV; - is standard output"},
           {"--plot", "FILE", "the same as an SVG picture"},
           {"--json", "", "as JSON, kinetree-count/1 or kinetree-count-table/1"}}),
      .examples = {"kinetree count chain:6", "kinetree count puma6 --method mass_matrix",
                   "kinetree count --table wang_ju",
                   "kinetree count --curves fig3.csv --plot fig3.svg"},
      .run = run_count};
}

}  // namespace kinetree::cli
