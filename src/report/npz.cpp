// NPZ: a zip archive of NumPy arrays, stored without compression and without dates, so that the
// same result is the same bytes.
//
// Each member is NAME.npy.
#include <ostream>

#include "kinetree/report.hpp"
#include "report/describe.hpp"
#include "report/npy.hpp"
#include "report/tables.hpp"
#include "report/zip.hpp"

namespace kinetree {
namespace {

using report::npy_texts;
using report::Shape;
using report::ZipWriter;

std::string npy_doubles(const Shape& shape, const std::vector<double>& values) {
  std::string bytes = report::npy_header("<f8", shape);
  report::put_doubles(bytes, values.data(), values.size());
  return bytes;
}

/// The columns [first, first + count) of every row.
std::vector<double> columns_of(const Field& field, std::size_t first, std::size_t count) {
  const auto stride = static_cast<std::size_t>(field.columns);
  std::vector<double> values;
  for (std::size_t i = 0; i < field.values.size(); i += stride) {
    for (std::size_t j = first; j < first + count; ++j) values.push_back(field.values[i + j]);
  }
  return values;
}

void add_field(ZipWriter& zip, const Field& field, std::size_t states) {
  const auto rows = static_cast<std::size_t>(field.rows);
  const auto columns = static_cast<std::size_t>(field.columns);
  const std::string& name = field.name;
  switch (field.shape) {
    case Field::scalar:
      zip.add(name + ".npy", npy_doubles({states}, field.values));
      break;
    case Field::vector:
    case Field::spatial:
      zip.add(name + ".npy", npy_doubles({states, rows}, field.values));
      break;
    case Field::matrix:
      zip.add(name + ".npy", npy_doubles({states, rows, columns}, field.values));
      break;
    case Field::tensor:
      zip.add(name + ".npy",
              npy_doubles({states, static_cast<std::size_t>(field.depth), rows, columns},
                          field.values));
      break;
    case Field::poses:
      zip.add(name + "_position.npy", npy_doubles({states, rows, 3}, columns_of(field, 0, 3)));
      zip.add(name + "_rotation.npy", npy_doubles({states, rows, 3, 3}, columns_of(field, 3, 9)));
      zip.add(name + "_com.npy", npy_doubles({states, rows, 3}, columns_of(field, 12, 3)));
      zip.add("bodies.npy", npy_texts({rows}, field.row_names));
      break;
  }
}

}  // namespace

void report::write_npz(std::ostream& out, const Result& result, const std::string& about) {
  ZipWriter zip(out);
  for (const Field& field : result.fields) {
    add_field(zip, field, static_cast<std::size_t>(result.states));
  }
  zip.add("joints.npy", npy_texts({result.joints.size()}, result.joints));
  zip.add("about.npy", npy_texts({}, {about}));
  zip.finish();
}

void write_npz(std::ostream& out, const Result& result) {
  report::write_npz(out, result, "{\n" + report::describe(result) + "\n}");
}

}  // namespace kinetree
