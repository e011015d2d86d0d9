// Results for people: every number beside the name it belongs to, columns aligned.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <span>

#include "kinetree/report.hpp"
#include "report/utf8.hpp"

namespace kinetree {
namespace {

/// Names come from files: what would steer a terminal is shown as '?'.
std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t code = report::take_code_point(text);
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xFFFD;
    safe += control ? "?" : before.substr(0, before.size() - text.size());
  }
  return safe;
}

std::size_t code_points(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) report::take_code_point(text);
  return count;
}

using Cells = std::vector<std::vector<std::string>>;

/// The first column to the left, the others to the right.
void write_cells(std::ostream& out, const Cells& cells) {
  std::vector<std::size_t> widths;
  for (const auto& row : cells) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t j = 0; j < row.size(); ++j) {
      widths[j] = std::max(widths[j], code_points(row[j]));
    }
  }
  for (const auto& row : cells) {
    std::string line = " ";
    for (std::size_t j = 0; j < row.size(); ++j) {
      const std::string padding(widths[j] - code_points(row[j]), ' ');
      line += ' ';
      line += j == 0 ? row[j] + padding : ' ' + padding + row[j];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

std::string number(double value) { return fmt::format("{:.6g}", value); }

std::string row_name(const Field& field, std::size_t row) {
  return row < field.row_names.size() ? printable(field.row_names[row]) : fmt::format("[{}]", row);
}

/// What stands above the columns of a matrix or of poses.
std::vector<std::string> column_heads(const Field& field) {
  std::vector<std::string> heads{""};
  if (field.shape == Field::poses) {
    for (const char* part : {"x", "y", "z", "R00", "R01", "R02", "R10", "R11", "R12", "R20", "R21",
                             "R22", "com x", "com y", "com z"}) {
      heads.emplace_back(part);
    }
  } else {
    for (std::size_t j = 0; j < static_cast<std::size_t>(field.columns); ++j) {
      heads.push_back(j < field.column_names.size() ? printable(field.column_names[j])
                                                    : fmt::format("[{}]", j));
    }
  }
  return heads;
}

void write_matrix(std::ostream& out, const Field& field, const double* values) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(field.depth); ++k) {
    out << printable(field.name);
    if (field.shape == Field::tensor) out << fmt::format("[{}], {}", k, row_name(field, k));
    out << '\n';
    Cells cells{column_heads(field)};
    for (std::size_t i = 0; i < static_cast<std::size_t>(field.rows); ++i) {
      auto& row = cells.emplace_back(1, row_name(field, i));
      for (int j = 0; j < field.columns; ++j) row.push_back(number(*values++));
    }
    write_cells(out, cells);
  }
}

bool is_vector(const Field& field) {
  return field.shape == Field::vector || field.shape == Field::spatial;
}

/// Vectors that follow each other and have the same rows stand side by side. Returns how many.
std::size_t write_vectors(std::ostream& out, std::span<const Field> fields, std::size_t state) {
  const Field& first = fields.front();
  std::size_t count = 1;
  while (count < fields.size() && is_vector(fields[count]) && fields[count].rows == first.rows &&
         fields[count].row_names == first.row_names) {
    ++count;
  }
  Cells cells{{""}};
  for (const Field& field : fields.first(count)) cells[0].push_back(printable(field.name));
  for (std::size_t i = 0; i < first.size(); ++i) {
    auto& row = cells.emplace_back(1, row_name(first, i));
    for (const Field& field : fields.first(count)) {
      row.push_back(number(field.values[state * field.size() + i]));
    }
  }
  write_cells(out, cells);
  return count;
}

void write_state(std::ostream& out, std::span<const Field> fields, std::size_t state) {
  while (!fields.empty()) {
    const Field& field = fields.front();
    std::size_t written = 1;
    if (is_vector(field)) {
      written = write_vectors(out, fields, state);
    } else if (field.shape == Field::scalar) {
      out << printable(field.name) << " = " << number(field.values[state]) << '\n';
    } else {
      write_matrix(out, field, field.values.data() + state * field.size());
    }
    fields = fields.subspan(written);
  }
}

std::string joined(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + text;
  return list;
}

void write_head(std::ostream& out, const Result& result) {
  int nv = 0;
  for (const int n : result.dofs) nv += n;
  out << fmt::format("{}: {} degree{} of freedom, gravity {} {} {}\n", printable(result.model), nv,
                     nv == 1 ? "" : "s", number(result.gravity.x()), number(result.gravity.y()),
                     number(result.gravity.z()));
  std::vector<std::string> methods;
  for (const auto& [quantity, method] : result.methods) methods.push_back(quantity + '=' + method);
  if (!methods.empty()) out << "method: " << joined(methods) << '\n';
  out << fmt::format("included: armature {}, friction {}\n",
                     result.included.armature ? "on" : "off",
                     result.included.friction ? "on" : "off");
  if (!result.assumed.empty()) out << "assumed: " << joined(result.assumed) << '\n';
  for (const std::string& remark : result.remarks) out << "remark: " << printable(remark) << '\n';
  auto points = result.points;
  points.insert(points.end(), result.tasks.begin(), result.tasks.end());
  for (const auto& [name, point] : points) {
    out << fmt::format("{}: point {} {} {} of the link, world axes\n", printable(name),
                       number(point.x()), number(point.y()), number(point.z()));
  }
}

}  // namespace

void write_text(std::ostream& out, const Result& result) {
  write_head(out, result);
  if (result.states == 0) out << "no states\n";
  for (int k = 0; k < result.states; ++k) {
    out << '\n';
    if (result.states > 1) out << fmt::format("state {} of {}\n", k + 1, result.states);
    const auto state = static_cast<std::size_t>(k);
    write_state(out, result.fields, state);
    if (state < result.coriolis.size()) out << "C: " << to_string(result.coriolis[state]) << '\n';
  }
}

}  // namespace kinetree
