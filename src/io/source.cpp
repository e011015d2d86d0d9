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

std::string read_all(std::FILE* stream, const std::string& name) {
  std::string text;
  std::vector<char> chunk(std::size_t{1} << 16);
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), stream)) {
    if (text.size() + got > Source::largest) refuse_size(name);
    text.append(chunk.data(), got);
  }
  if (std::ferror(stream) != 0) refuse_file(name, "cannot be read to its end");
  return text;
}

std::string read_file(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (!fs::exists(status)) refuse_file(file, "no such file (check the path)");
  if (fs::is_directory(status)) refuse_file(file, "is a directory (name a file in it)");
  if (fs::is_regular_file(status) && fs::file_size(file, failed) > Source::largest && !failed) {
    refuse_size(file);
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"),
                                                               &std::fclose);
  if (!stream) refuse_file(file, std::string("cannot be opened: ") + std::strerror(errno));
  return read_all(stream.get(), file);
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
  if (file == "-") return {"<stdin>", read_all(stdin, "<stdin>")};
  return {file, read_file(file)};
}

void Source::mark_lines() {
  marks_.reserve(text_.size() / block + 1);
  Mark mark{1, 0};
  for (std::size_t i = 0; i <= text_.size(); i += block) {
    marks_.push_back(mark);
    const std::size_t end = std::min(i + block, text_.size());
    for (std::size_t k = i; k < end; ++k) {
      if (text_[k] == '\n') mark = {mark.line + 1, static_cast<std::uint32_t>(k + 1)};
    }
  }
}

Location Source::locate(std::size_t offset) const noexcept {
  offset = std::min(offset, text_.size());
  Mark mark = marks_[offset / block];
  for (std::size_t k = offset / block * block; k < offset; ++k) {
    if (text_[k] == '\n') mark = {mark.line + 1, static_cast<std::uint32_t>(k + 1)};
  }
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
