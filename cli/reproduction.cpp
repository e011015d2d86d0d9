// A reproduction as text, Markdown, JSON, figures and data.
#include "reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "output.hpp"
#include "table.hpp"

namespace kinetree::cli {
namespace {

constexpr std::size_t line_width = 98, indent = 12;

/// Characters, not bytes.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

/// "  label     text, and what does not fit a line below it"
std::string wrapped(std::string_view label, std::string_view text) {
  std::string out = fmt::format("  {:<{}}", label, indent - 2);
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (column > indent && column + 1 + width(word) > line_width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width(word);
  }
  return out + '\n';
}

Colour colour_of(Verdict verdict) {
  if (verdict == Verdict::reproduced) return Colour::green;
  return verdict == Verdict::not_reproduced ? Colour::red : Colour::yellow;
}

std::string range(const OwnCheck& check) {
  const bool below = check.most < std::numeric_limits<double>::infinity();
  if (check.least == check.most) return fmt::format("= {:g}", check.most);
  if (below && check.least <= 0) return fmt::format("≤ {:.3g}", check.most);
  return below ? fmt::format("{:g} to {:g}", check.least, check.most)
               : fmt::format("≥ {:g}", check.least);
}

void write_item(Console& console, const Item& item) {
  std::ostream& out = console.out();
  out << console.paint(Colour::bold, item.item) << '\n';
  out << wrapped("claim", item.claim) << wrapped("paper", item.paper) << wrapped("ours", item.ours);
  out << fmt::format("  {:<{}}", "verdict", indent - 2)
      << console.paint(colour_of(item.verdict), to_string(item.verdict)) << '\n';
  out << wrapped("evidence", item.evidence);
  if (item.rows.empty()) return;
  Table table;
  for (const std::vector<std::string>& row : item.rows) {
    std::vector<std::string> cells = row;
    cells.front() = std::string(indent, ' ') + cells.front();
    table.add(cells);
  }
  out << table.text();
}

/// Bars would end a cell.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '\\');
  }
  return text;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& text : cells) row += ' ' + cell(text) + " |";
  return row + '\n';
}

std::string markdown_table(const Rows& rows) {
  std::string text = markdown_row(rows.front()) + '|';
  for (std::size_t i = 0; i < rows.front().size(); ++i) text += "---|";
  text += '\n';
  for (std::size_t i = 1; i < rows.size(); ++i) text += markdown_row(rows[i]);
  return text;
}

Rows item_rows(const Reproduction& paper) {
  Rows rows{{"item", "claim", "paper", "ours", "verdict", "evidence"}};
  for (const Item& i : paper.items) {
    rows.push_back(
        {i.item, i.claim, i.paper, i.ours, std::string(to_string(i.verdict)), i.evidence});
  }
  return rows;
}

Rows check_rows(const Reproduction& paper) {
  Rows rows{{"our own check", "value", "bound", ""}};
  for (const OwnCheck& check : paper.checks) {
    rows.push_back({check.name, fmt::format("{:.3g}", check.value), range(check),
                    check.holds() ? "ok" : "FAIL"});
  }
  return rows;
}

template <class List, class F>
std::string json_array(const List& list, F to_json) {
  std::string text;
  for (const auto& one : list) text += (text.empty() ? "" : ", ") + to_json(one);
  return '[' + text + ']';
}

std::string json(const Item& i) {
  const auto cells = [](const std::vector<std::string>& row) {
    return json_array(row, json_quote);
  };
  std::string text = fmt::format(
      "\n    {{\"item\": {}, \"claim\": {}, \"paper\": {}, \"ours\": {}, \"verdict\": {}, "
      "\"evidence\": {}",
      json_quote(i.item), json_quote(i.claim), json_quote(i.paper), json_quote(i.ours),
      json_quote(to_string(i.verdict)), json_quote(i.evidence));
  if (!i.rows.empty()) text += ", \"rows\": " + json_array(i.rows, cells);
  return text + '}';
}

std::string json(const OwnCheck& check) {
  return fmt::format(
      "\n    {{\"name\": {}, \"value\": {}, \"least\": {}, \"most\": {}, \"ok\": {}}}",
      json_quote(check.name), json_number(check.value), json_number(check.least),
      json_number(check.most), check.holds());
}

void write_csv(std::ostream& out, const Data& data) {
  const char* separator = "";
  for (const Column& column : data.columns) {
    out << separator << column.name;
    separator = ",";
  }
  out << '\n';
  for (std::size_t k = 0; k < data.columns.front().values.size(); ++k) {
    separator = "";
    for (const Column& column : data.columns) {
      out << separator << json_number(column.values[k]);
      separator = ",";
    }
    out << '\n';
  }
}

std::string folder_of(const Reproduction& paper) { return fmt::format("paper{}", paper.paper); }

void make_directory(const std::filesystem::path& directory) {
  std::error_code failure;
  std::filesystem::create_directories(directory, failure);
  if (failure) {
    throw OutputError(
        fmt::format("cannot make directory '{}': {}", directory.string(), failure.message()));
  }
}

template <class Writer>
void write_file(const std::filesystem::path& file, Writer writer) {
  Output out(file.string());
  writer(out);
  out.finish();
}

}  // namespace

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::partly:
      return "partly";
    case Verdict::not_reproduced:
      return "not reproduced";
    default:
      return "not run";
  }
}

Verdict verdict_of(std::size_t held, std::size_t claimed) noexcept {
  if (held == claimed) return Verdict::reproduced;
  return held > 0 ? Verdict::partly : Verdict::not_reproduced;
}

bool Reproduction::sound() const noexcept {
  return std::all_of(checks.begin(), checks.end(), [](const OwnCheck& c) { return c.holds(); });
}

void write_text(Console& console, const Reproduction& paper) {
  std::ostream& out = console.out();
  out << console.paint(Colour::bold, fmt::format("Paper {}. {}", paper.paper, paper.title))
      << "\n\n";
  for (const Item& item : paper.items) {
    write_item(console, item);
    out << '\n';
  }
  Table table;
  for (const std::vector<std::string>& row : check_rows(paper)) table.add(row);
  out << table.text() << '\n';
  Table verdicts;
  verdicts.add({"item", "verdict", "claim"});
  for (const Item& item : paper.items) {
    verdicts.add({item.item, std::string(to_string(item.verdict)), item.claim});
  }
  out << verdicts.text();
}

void write_markdown(std::ostream& out, const std::vector<Reproduction>& papers) {
  out << "# Reproduction\n\nWritten by `kinetree reproduce`.\n";
  for (const Reproduction& paper : papers) {
    out << fmt::format("\n## Paper {}. {}\n\n", paper.paper, paper.title)
        << markdown_table(item_rows(paper));
    for (const Item& item : paper.items) {
      if (item.rows.empty()) continue;
      out << fmt::format("\n### {}: {}\n\n", item.item, item.claim) << markdown_table(item.rows);
    }
    out << "\n### Our own checks\n\n" << markdown_table(check_rows(paper)) << "\n### Figures\n\n";
    for (const Figure& figure : paper.figures) {
      out << fmt::format("![{}]({}/{}.svg)\n", figure.plot.title, folder_of(paper), figure.name);
    }
    out << "\n### Data\n\n";
    for (const Data& data : paper.data) {
      out << fmt::format("- [{0}.csv]({1}/{0}.csv)\n", data.name, folder_of(paper));
    }
  }
}

void write_json(std::ostream& out, const std::vector<Reproduction>& papers) {
  const auto item = [](const Item& i) { return json(i); };
  const auto check = [](const OwnCheck& c) { return json(c); };
  const auto paper = [&](const Reproduction& p) {
    return fmt::format(
        "\n  {{\"paper\": {}, \"title\": {}, \"ok\": {}, \"items\": {}, \"checks\": {}}}", p.paper,
        json_quote(p.title), p.sound(), json_array(p.items, item), json_array(p.checks, check));
  };
  out << fmt::format("{{\"format\": \"kinetree-reproduction/1\", \"papers\": {}}}\n",
                     json_array(papers, paper));
}

void write_directory(const std::string& directory, const std::vector<Reproduction>& papers) {
  const std::filesystem::path top(directory);
  make_directory(top);
  write_file(top / "report.md", [&](std::ostream& out) { write_markdown(out, papers); });
  write_file(top / "report.json", [&](std::ostream& out) { write_json(out, papers); });
  for (const Reproduction& paper : papers) {
    const std::filesystem::path folder = top / folder_of(paper);
    make_directory(folder);
    for (const Figure& figure : paper.figures) {
      write_file(folder / (figure.name + ".svg"),
                 [&](std::ostream& out) { write_svg_plot(out, figure.plot); });
    }
    for (const Data& data : paper.data) {
      write_file(folder / (data.name + ".csv"), [&](std::ostream& out) { write_csv(out, data); });
    }
  }
}

}  // namespace kinetree::cli
