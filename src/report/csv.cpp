// CSV: one header line, one line a state, commas, points and line feeds whatever the locale.
#include <fmt/format.h>

#include <array>
#include <iterator>
#include <ostream>

#include "report/tables.hpp"

namespace kinetree {
namespace {

constexpr std::array spatial_parts{".linear.x",  ".linear.y",  ".linear.z",
                                   ".angular.x", ".angular.y", ".angular.z"};
constexpr std::array pose_parts{".x",   ".y",   ".z",   ".R00", ".R01",   ".R02",   ".R10",  ".R11",
                                ".R12", ".R20", ".R21", ".R22", ".com_x", ".com_y", ".com_z"};

/// RFC 4180: a cell with a comma, a quote or a line break is quoted, its quotes doubled.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string column_name(const Field& field, std::size_t entry) {
  const std::size_t line = entry / static_cast<std::size_t>(field.columns);
  const std::size_t row = line % static_cast<std::size_t>(field.rows);
  const std::size_t column = entry % static_cast<std::size_t>(field.columns);
  const auto row_name = [&] {
    return row < field.row_names.size() ? field.row_names[row] : std::to_string(row);
  };
  switch (field.shape) {
    case Field::scalar:
      return field.name;
    case Field::spatial:
      return field.name + spatial_parts[row];
    case Field::poses:
      return fmt::format("{}[{}]{}", field.name, row_name(), pose_parts[column]);
    case Field::matrix:
      return fmt::format("{}[{},{}]", field.name, row, column);
    case Field::tensor:
      return fmt::format("{}[{},{},{}]", field.name, line / static_cast<std::size_t>(field.rows),
                         row, column);
    case Field::vector:
      break;
  }
  return fmt::format("{}[{}]", field.name, row_name());
}

}  // namespace

std::string report::csv_head(const std::vector<Field>& fields) {
  std::string line;
  for (const Field& field : fields) {
    for (std::size_t i = 0; i < field.size(); ++i) {
      if (!line.empty()) line += ',';
      line += cell(column_name(field, i));
    }
  }
  return line + '\n';
}

std::string report::csv_number(double value) { return fmt::format("{:.17g}", value); }

void write_csv(std::ostream& out, const Result& result) {
  std::string line;
  out << report::csv_head(result.fields);
  for (int k = 0; k < result.states; ++k) {
    line.clear();
    for (const Field& field : result.fields) {
      const double* values = field.values.data() + static_cast<std::size_t>(k) * field.size();
      for (std::size_t i = 0; i < field.size(); ++i) {
        if (!line.empty()) line += ',';
        fmt::format_to(std::back_inserter(line), "{:.17g}", values[i]);
      }
    }
    out << line << '\n';
  }
}

}  // namespace kinetree
