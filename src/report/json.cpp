// kinetree-result/1: a header that says what the numbers mean, then one object a state.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <ostream>
#include <span>

#include "kinetree/report.hpp"
#include "kinetree/version.hpp"
#include "report/describe.hpp"
#include "report/utf8.hpp"

namespace kinetree {

std::string json_quote(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t code = report::take_code_point(text);
    if (code == '"' || code == '\\') {
      quoted += '\\';
      quoted += static_cast<char>(code);
    } else if (code < 0x20 || code == 0x7F) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    } else if (code == 0xFFFD) {
      quoted += "\xEF\xBF\xBD";
    } else {
      quoted += before.substr(0, before.size() - text.size());
    }
  }
  return quoted + '"';
}

std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
  return {digits, end};
}

namespace {

using Numbers = std::span<const double>;

void append_array(std::string& text, Numbers numbers) {
  char digits[32];
  text += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ", ";
    if (std::isfinite(numbers[i])) {
      text.append(digits, std::to_chars(std::begin(digits), std::end(digits), numbers[i]).ptr);
    } else {
      text += "null";
    }
  }
  text += ']';
}

void append_rows(std::string& text, Numbers numbers, std::size_t rows, std::size_t columns) {
  text += '[';
  for (std::size_t i = 0; i < rows; ++i) {
    if (i > 0) text += ", ";
    append_array(text, numbers.subspan(i * columns, columns));
  }
  text += ']';
}

void append_pose(std::string& text, const std::string& body, Numbers pose) {
  text += "{\"body\": " + json_quote(body) + ", \"position\": ";
  append_array(text, pose.subspan(0, 3));
  text += ", \"rotation\": ";
  append_array(text, pose.subspan(3, 9));
  text += ", \"com\": ";
  append_array(text, pose.subspan(12, 3));
  text += '}';
}

/// The value of one field in one state.
void append_value(std::string& text, const Field& field, Numbers numbers) {
  const auto columns = static_cast<std::size_t>(field.columns);
  const auto rows = static_cast<std::size_t>(field.rows);
  switch (field.shape) {
    case Field::scalar:
      text += json_number(numbers[0]);
      break;
    case Field::vector:
      append_array(text, numbers);
      break;
    case Field::spatial:
      text += "{\"linear\": ";
      append_array(text, numbers.first(3));
      text += ", \"angular\": ";
      append_array(text, numbers.last(3));
      text += '}';
      break;
    case Field::tensor:
      text += '[';
      for (std::size_t k = 0; k < static_cast<std::size_t>(field.depth); ++k) {
        if (k > 0) text += ", ";
        append_rows(text, numbers.subspan(k * rows * columns, rows * columns), rows, columns);
      }
      text += ']';
      break;
    case Field::matrix:
      append_rows(text, numbers, rows, columns);
      break;
    case Field::poses:
      text += '[';
      for (std::size_t i = 0; i < rows; ++i) {
        if (i > 0) text += ", ";
        append_pose(text, field.row_names[i], numbers.subspan(i * columns, columns));
      }
      text += ']';
      break;
  }
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + json_quote(text);
  return '[' + list + ']';
}

std::string number_list(Numbers numbers) {
  std::string list;
  append_array(list, numbers);
  return list;
}

/// Points by name, in the frames of their links.
std::string point_list(const std::vector<std::pair<std::string, Vector3>>& named) {
  std::string points;
  for (const auto& [name, point] : named) {
    points += (points.empty() ? "" : ", ") + json_quote(name) + ": ";
    append_array(points, {point.data(), 3});
  }
  return '{' + points + '}';
}

std::string jacobian_facts(const Result& result) {
  return R"({"rows": "linear x y z, angular x y z", "axes": "world", "point": )" +
         point_list(result.points) + R"(, "point_frame": "link"})";
}

std::string task_facts(const Result& result) {
  const char* const rows = result.task.rows == TaskRows::position ? "linear x y z"
                           : result.task.rows == TaskRows::orientation
                               ? "angular x y z"
                               : "linear x y z, angular x y z";
  return fmt::format(
      R"({{"rows": "{}", "axes": "world", "point": {}, "point_frame": "link", )"
      R"("singular_below": {}, "length": {}, "meaning": "F = Lambda xdd + mu + p, tau = J^T F"}})",
      rows, point_list(result.tasks), json_number(result.task.singular_below),
      json_number(result.task.length));
}

/// What C is, and its residuals in every state.
std::string coriolis_facts(const Result& result) {
  std::string text = fmt::format(
      R"({{"factorisation": "{}", "meaning": "h = C v + g, Mdot = C + C^T", "method": {}, )"
      R"("residuals": [)",
      CoriolisCertificate::factorisation, json_quote(result.coriolis.front().method));
  const char* separator = "";
  for (const CoriolisCertificate& c : result.coriolis) {
    text += fmt::format(R"({}{{"max|Mdot-C-C^T|": {}, "|v^T(Mdot-2C)v|": {}, "max|Cv-(h-g)|": {}, )"
                        R"("relative": {{"skew": {}, "power": {}, "force": {}}}}})",
                        separator, json_number(c.skew), json_number(c.power), json_number(c.force),
                        json_number(c.relative_skew()), json_number(c.relative_power()),
                        json_number(c.relative_force()));
    separator = ", ";
  }
  return text + "]}";
}

/// The names of the columns of those matrices that have some.
std::string column_facts(const Result& result) {
  std::string text;
  for (const Field& field : result.fields) {
    if (field.column_names.empty()) continue;
    text += (text.empty() ? "" : ", ") + json_quote(field.name) + ": " +
            quoted_list(field.column_names);
  }
  return text.empty() ? text : '{' + text + '}';
}

constexpr std::string_view units =
    R"({"length": "m", "angle": "rad", "mass": "kg", "time": "s", "force": "N", "torque": "N m", )"
    R"("energy": "J"})";

constexpr std::string_view conventions =
    R"({"tau": "M a + C v + g + friction where included", "h": "C v + g", )"
    R"("matrices": "row-major, rows and columns in the order of v", )"
    R"("floating q": "x y z qx qy qz qw", "floating v": "linear, angular, in the body frame", )"
    R"("spherical q": "qx qy qz qw", "spherical v": "angular, in the body frame", )"
    R"("poses": "link in world, rotation row-major", "U": "zero at the world origin", )"
    R"("derivatives": "dX_dy[i][k] is X_i by y_k, dM[k][i][j] is M_ij by q_k, q_k along v_k", )"
    R"("centroidal_momentum": "world axes, about the centre of mass"})";

}  // namespace

std::string report::describe(const Result& result) {
  std::string dofs;
  for (const int n : result.dofs) dofs += fmt::format("{}{}", dofs.empty() ? "" : ", ", n);
  std::string methods;
  for (const auto& [quantity, method] : result.methods) {
    methods += (methods.empty() ? "" : ", ") + json_quote(quantity) + ": " + json_quote(method);
  }
  std::string text = " \"format\": \"kinetree-result/1\",\n";
  const auto add = [&](std::string_view key, std::string_view value) {
    text += fmt::format(" \"{}\": {},\n", key, value);
  };
  add("kinetree", json_quote(KINETREE_VERSION));
  add("model", json_quote(result.model));
  add("revision", std::to_string(result.revision));
  add("joints", quoted_list(result.joints));
  add("dofs", '[' + dofs + ']');
  add("gravity", number_list({result.gravity.data(), 3}));
  add("units", units);
  add("conventions", conventions);
  if (!result.points.empty()) add("jacobian", jacobian_facts(result));
  if (!result.tasks.empty()) add("task", task_facts(result));
  if (!result.coriolis.empty()) add("coriolis", coriolis_facts(result));
  if (const std::string names = column_facts(result); !names.empty()) add("columns", names);
  add("method", '{' + methods + '}');
  add("included", fmt::format(R"({{"armature": {}, "friction": {}}})", result.included.armature,
                              result.included.friction));
  if (!result.remarks.empty()) add("remarks", quoted_list(result.remarks));
  text += " \"assumed\": " + quoted_list(result.assumed);
  return text;
}

void write_json(std::ostream& out, const Result& result) {
  out << "{\n" << report::describe(result) << ",\n \"states\": [";
  std::string line;
  for (int k = 0; k < result.states; ++k) {
    line = k > 0 ? ",\n  {" : "\n  {";
    for (const Field& field : result.fields) {
      if (&field != result.fields.data()) line += ",\n   ";
      line += json_quote(field.name) + ": ";
      const Numbers all{field.values};
      append_value(line, field,
                   all.subspan(static_cast<std::size_t>(k) * field.size(), field.size()));
    }
    out << line << '}';
  }
  out << (result.states > 0 ? "\n ]\n}\n" : "]\n}\n");
}

}  // namespace kinetree
