// NPZ: a zip archive of NumPy arrays, stored without compression and without dates, so that the
// same result is the same bytes.
//
// Each member is NAME.npy, format version 2.0 of numpy/lib/format.py: magic, header, raw values.
// The zip structures are those of PKWARE's APPNOTE 4.3; all integers are little-endian.
#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cstring>
#include <ostream>

#include "kinetree/report.hpp"
#include "report/describe.hpp"
#include "report/tables.hpp"
#include "report/utf8.hpp"

namespace kinetree {
namespace {

/// Appends the low `count` bytes of `value`, at most 8, lowest first.
void put(std::string& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xFFu);
}

void put_doubles(std::string& bytes, const double* values, std::size_t count) {
  if constexpr (std::endian::native == std::endian::little) {
    const std::size_t start = bytes.size();
    bytes.resize(start + count * sizeof(double));
    if (count > 0) std::memcpy(bytes.data() + start, values, count * sizeof(double));
  } else {
    for (std::size_t i = 0; i < count; ++i) put(bytes, std::bit_cast<std::uint64_t>(values[i]), 8);
  }
}

using Shape = std::vector<std::size_t>;

/// Magic and header of a .npy file: a Python dictionary padded so that the values are aligned.
std::string npy_header(std::string_view type, const Shape& shape) {
  std::string tuple;
  for (const std::size_t n : shape) tuple += fmt::format("{},", n);
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, tuple);
  constexpr std::size_t prefix = 12, alignment = 64;
  text.append(alignment - 1 - (prefix + text.size()) % alignment, ' ');
  text += '\n';
  std::string header = "\x93NUMPY";
  put(header, 2, 1);
  put(header, 0, 1);
  put(header, text.size(), 4);
  return header + text;
}

std::string npy_doubles(const Shape& shape, const std::vector<double>& values) {
  std::string bytes = npy_header("<f8", shape);
  put_doubles(bytes, values.data(), values.size());
  return bytes;
}

/// An array of fixed-width UTF-32 text.
std::string npy_texts(const Shape& shape, const std::vector<std::string>& texts) {
  std::vector<std::u32string> codes;
  std::size_t width = 1;
  for (const std::string& text : texts) {
    std::u32string& code = codes.emplace_back();
    for (std::string_view rest = text; !rest.empty();) code += report::take_code_point(rest);
    width = std::max(width, code.size());
  }
  std::string bytes = npy_header(fmt::format("<U{}", width), shape);
  for (std::u32string& code : codes) {
    code.resize(width);
    for (const char32_t c : code) put(bytes, c, 4);
  }
  return bytes;
}

/// Writes the members as they come, and the directory of them at the end.
class ZipWriter {
 public:
  explicit ZipWriter(std::ostream& out) : out_(out) {}

  void add(const std::string& name, const std::string& bytes) {
    constexpr std::uint64_t four_gigabytes = 0xFFFFFFFFu;
    if (offset_ + bytes.size() + name.size() + 1000 > four_gigabytes || name.size() > 0xFFFF) {
      throw UsageError("the result is too large for one NPZ file; split the states");
    }
    std::string facts;        // what the local header and the directory have in common
    put(facts, 20, 2);        // version needed to extract
    put(facts, 1u << 11, 2);  // names are UTF-8
    put(facts, 0, 2);         // stored
    put(facts, 0, 2);         // time 00:00
    put(facts, 0x21, 2);      // date 1980-01-01
    put(facts, crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()), 4);
    put(facts, bytes.size(), 4);
    put(facts, bytes.size(), 4);
    put(facts, name.size(), 2);
    put(facts, 0, 2);  // no extra field

    directory_ += "PK\x01\x02";
    put(directory_, 20, 2);  // version made by
    directory_ += facts;
    put(directory_, 0, 2);  // no comment
    put(directory_, 0, 4);  // first disk, no internal attributes
    put(directory_, 0, 4);  // no external attributes
    put(directory_, offset_, 4);
    directory_ += name;
    ++members_;

    write("PK\x03\x04" + facts + name);
    write(bytes);
  }

  void finish() {
    if (members_ > 0xFFFF) throw UsageError("too many arrays for one NPZ file");
    std::string end = "PK\x05\x06";
    put(end, 0, 4);  // one disk
    put(end, members_, 2);
    put(end, members_, 2);
    put(end, directory_.size(), 4);
    put(end, offset_, 4);
    put(end, 0, 2);  // no comment
    write(directory_ + end);
  }

 private:
  void write(const std::string& bytes) {
    out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    offset_ += bytes.size();
  }

  std::ostream& out_;
  std::uint64_t offset_ = 0, members_ = 0;
  std::string directory_;
};

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
