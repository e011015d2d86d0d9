// A text and where it came from: what every reader starts with and every complaint points into.
//
// The text is kept whole, because JSON and XML are both read from offsets in it. A position is
// turned into line and column only when somebody asks: a mark every 256 bytes says which line
// they are on, so the answer costs the same at either end of the file, and on a file that
// is one line long.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/error.hpp"

namespace kinetree {

/// The text is not what its format allows; nothing more can be read. The diagnostic is what
/// `examine_model` lists, the text of the exception is the same on one line.
struct SyntaxError : ParseError {
  explicit SyntaxError(Diagnostic complaint)
      : ParseError(to_string(complaint)), diagnostic(std::move(complaint)) {}
  Diagnostic diagnostic;
};

class Source {
 public:
  static constexpr std::size_t largest = std::size_t{256} << 20;

  /// Takes a text as it is. Throws SyntaxError where it is too large or has a zero byte.
  Source(std::string name, std::string text);

  /// Reads a file, or standard input for "-". Throws FileError, or SyntaxError as above.
  static Source read(const std::string& file);

  const std::string& name() const noexcept { return name_; }
  std::string_view text() const noexcept { return text_; }

  /// Line and column (in bytes) of an offset, both counted from 1.
  Location locate(std::size_t offset) const noexcept;

  /// The first character of a line that is not blank, for parsers that know only the line.
  Location locate_line(int line) const noexcept;

 private:
  struct Mark {
    std::uint32_t line, line_start;
    void pass(std::size_t line_end) noexcept {
      *this = {line + 1, static_cast<std::uint32_t>(line_end + 1)};
    }
  };
  static constexpr std::size_t block = 256;
  void mark_lines();

  std::string name_, text_;
  std::vector<Mark> marks_;
};

}  // namespace kinetree
