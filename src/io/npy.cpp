// The header is a Python dictionary in one line; only what NumPy itself writes is understood.
#include "io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "io/complaints.hpp"

namespace kinetree {
namespace {

constexpr std::string_view array_remedy = "write it by numpy.savez, from an array of numbers";

class NpyParser {
 public:
  explicit NpyParser(std::string_view text) : rest_(text) {}

  bool parse(NpyHeader& header) {
    int found = 0;
    if (!take('{')) return false;
    while (!take('}')) {
      std::string key;
      if (!text(key) || !take(':')) return false;
      const bool good = key == "descr"           ? text(header.type)
                        : key == "fortran_order" ? truth(header.fortran_order)
                        : key == "shape"         ? tuple(header.shape)
                                                 : false;
      if (!good) return false;
      ++found;
      take(',');
    }
    return found == 3;
  }

 private:
  bool take(char c) {
    const std::size_t first = rest_.find_first_not_of(" \n");
    if (first == rest_.npos || rest_[first] != c) return false;
    rest_.remove_prefix(first + 1);
    return true;
  }
  bool text(std::string& value) {
    const char quote = take('\'') ? '\'' : '"';
    if (quote == '"' && !take('"')) return false;
    const std::size_t end = rest_.find(quote);
    if (end == rest_.npos) return false;
    value = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool truth(bool& value) {
    value = take('T');
    const std::string_view word = value ? "rue" : "alse";
    if ((!value && !take('F')) || !rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool tuple(std::vector<std::uint64_t>& values) {
    if (!take('(')) return false;
    while (!take(')')) {
      constexpr std::size_t most = 32;  // dimensions in NumPy
      if (values.size() == most) return false;
      rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
      std::uint64_t value = 0;
      const auto [end, failed] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
      if (failed != std::errc()) return false;
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      values.push_back(value);
      take(',');
    }
    return true;
  }
  std::string_view rest_;
};

}  // namespace

NpyHeader take_npy_header(const Zip& zip, ZipStream& stream) {
  const auto refuse = [&](const std::string& what) {
    zip.refuse(in_quotes(stream.member().name) + " " + what, std::string(array_remedy));
  };
  std::string start(8, '\0');
  if (stream.member().size < 12) refuse("is no NumPy array");
  stream.read(start.data(), start.size());
  const int version = static_cast<unsigned char>(start[6]);
  if (!start.starts_with("\x93NUMPY") || version < 1 || version > 3) refuse("is no NumPy array");
  std::string length(version == 1 ? 2 : 4, '\0');
  stream.read(length.data(), length.size());
  std::size_t size = 0;
  for (std::size_t i = length.size(); i-- > 0;) {
    size = 256 * size + static_cast<unsigned char>(length[i]);
  }
  constexpr std::size_t largest = std::size_t{1} << 16;
  NpyHeader header;
  header.bytes = start.size() + length.size() + size;
  if (size > largest || header.bytes > stream.member().size) refuse("has no whole header");
  std::string text(size, '\0');
  stream.read(text.data(), text.size());
  if (!NpyParser(text).parse(header)) refuse("is no array of plain numbers: " + shown(text));
  return header;
}

std::string to_string(const std::vector<std::uint64_t>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace kinetree
