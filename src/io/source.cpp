// Reading whole files, with a limit: nobody's robot needs a quarter of a gigabyte, and a parser
// that meets more is being fed by mistake or by malice.
//
// A regular file is refused by its size before a byte is read; a pipe as soon as it has sent too
// much. Files are opened in binary, so that offsets are the same on every system.
#include "io/source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace kinetree {
namespace {

constexpr std::size_t usual_size = std::size_t{1} << 16;  // of what does not say its own

[[noreturn]] void refuse_size(const std::string& name) {
  throw SyntaxError({Diagnostic::error,
                     "too_large",
                     name,
                     {1, 1},
                     "",
                     "the file is larger than 256 MiB",
                     "a robot's description is a few megabytes at most: is this the right file?"});
}

[[noreturn]] void refuse_file(const std::string& file, const std::string& reason) {
  throw FileError(file + ": " + reason);
}

/// `expected` bytes may well be wrong: a file grows, and a pipe does not know.
std::string read_all(std::FILE* stream, const std::string& name, std::size_t expected) {
  std::string text;
  std::size_t size = 0;
  while (size == text.size()) {  // what was asked for came: there may be more
    text.resize(std::min(std::max(2 * size, expected + 1), Source::largest + 1));
    size += std::fread(&text[size], 1, text.size() - size, stream);
    if (size > Source::largest) refuse_size(name);
  }
  if (std::ferror(stream) != 0) refuse_file(name, "cannot be read to its end");
  text.resize(size);
  return text;
}

std::string read_file(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path path(file);
  const fs::file_status status = fs::status(path, failed);
  if (!fs::exists(status)) refuse_file(file, "no such file (check the path)");
  if (fs::is_directory(status)) refuse_file(file, "is a directory (name a file in it)");
  std::size_t size = usual_size;
  if (fs::is_regular_file(status)) {
    const std::uintmax_t found = fs::file_size(path, failed);
    if (!failed && found > Source::largest) refuse_size(file);
    if (!failed) size = static_cast<std::size_t>(found);
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"),
                                                               &std::fclose);
  if (!stream) refuse_file(file, std::string("cannot be opened: ") + std::strerror(errno));
  std::setvbuf(stream.get(), nullptr, _IONBF, 0);  // all of it goes to one place, at once
  return read_all(stream.get(), file, size);
}

}  // namespace

Source::Source(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  if (text_.size() > largest) refuse_size(name_);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
  mark_lines();
  if (const std::size_t zero = text_.find('\0'); zero != std::string::npos) {
    throw SyntaxError({Diagnostic::error, "not_text", name_, locate(zero), "",
                       "a zero byte: this is not a text file",
                       "give a URDF or JSON file in UTF-8, not a mesh or an archive"});
  }
}

Source Source::read(const std::string& file) {
  if (file == "-") return {"<stdin>", read_all(stdin, "<stdin>", usual_size)};
  return {file, read_file(file)};
}

void Source::mark_lines() {
  marks_.reserve(text_.size() / block + 1);
  Mark mark{1, 0};
  std::size_t line_end = text_.find('\n');
  for (std::size_t i = 0; i <= text_.size(); i += block) {
    for (; line_end < i; line_end = text_.find('\n', line_end + 1)) mark.pass(line_end);
    marks_.push_back(mark);
  }
}

Location Source::locate(std::size_t offset) const noexcept {
  offset = std::min(offset, text_.size());
  Mark mark = marks_[offset / block];
  const std::string_view before = text().substr(0, offset);
  std::size_t line_end = before.find('\n', offset / block * block);
  for (; line_end != before.npos; line_end = before.find('\n', line_end + 1)) mark.pass(line_end);
  return {static_cast<int>(mark.line), static_cast<int>(offset - mark.line_start + 1)};
}

Location Source::locate_line(int line) const noexcept {
  std::size_t start = 0;
  for (int k = 1; k < line && start < text_.size(); ++k) {
    start = std::min(text_.find('\n', start), text_.size() - 1) + 1;
  }
  const std::size_t first = text_.find_first_not_of(" \t\r", start);
  return locate(first == std::string::npos ? start : first);
}

}  // namespace kinetree
