#include "report/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "report/utf8.hpp"

namespace kinetree::report {

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

std::string npy_header(std::string_view type, const Shape& shape) {
  std::string tuple;
  for (const std::size_t n : shape) tuple += fmt::format("{},", n);
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, tuple);
  constexpr std::size_t prefix = 12, alignment = 64, most_digits = 20;
  const std::size_t digits = shape.empty() ? 0 : std::to_string(shape[0]).size();
  const std::size_t longest = prefix + text.size() + most_digits - digits + 1;
  const std::size_t whole = (longest + alignment - 1) / alignment * alignment;
  text.append(whole - prefix - text.size() - 1, ' ');
  text += '\n';
  std::string header = "\x93NUMPY";
  put(header, 2, 1);
  put(header, 0, 1);
  put(header, text.size(), 4);
  return header + text;
}

std::string npy_texts(const Shape& shape, const std::vector<std::string>& texts) {
  std::vector<std::u32string> codes;
  std::size_t width = 1;
  for (const std::string& text : texts) {
    std::u32string& code = codes.emplace_back();
    for (std::string_view rest = text; !rest.empty();) code += take_code_point(rest);
    width = std::max(width, code.size());
  }
  std::string bytes = npy_header(fmt::format("<U{}", width), shape);
  for (std::u32string& code : codes) {
    code.resize(width);
    for (const char32_t c : code) put(bytes, c, 4);
  }
  return bytes;
}

}  // namespace kinetree::report
