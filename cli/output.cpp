#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace kinetree::cli {

void refuse_to_write(const std::string& file, int error) {
  throw OutputError(
      fmt::format("cannot write {}: {}", file, std::generic_category().message(error)));
}

namespace {

int open_new(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse_to_write(file, errno);
  return descriptor;
}

}  // namespace

Output::Buffer::Buffer(int file_descriptor) : descriptor(file_descriptor) {
  setp(bytes_.data(), bytes_.data() + bytes_.size());
}

int Output::Buffer::sync() {
  for (const char* next = pbase(); error == 0 && next < pptr();) {
    const auto written = ::write(descriptor, next, static_cast<std::size_t>(pptr() - next));
    if (written >= 0) {
      next += written;
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  setp(bytes_.data(), bytes_.data() + bytes_.size());
  return error == 0 ? 0 : -1;
}

Output::Buffer::int_type Output::Buffer::overflow(int_type c) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

Output::Output() : std::ostream(nullptr), name_("standard output"), buffer_(STDOUT_FILENO) {
  rdbuf(&buffer_);
}

Output::Output(const std::string& file)
    : std::ostream(nullptr), name_(file), buffer_(open_new(file)) {
  rdbuf(&buffer_);
}

Output::~Output() {
  if (buffer_.descriptor > STDERR_FILENO) ::close(buffer_.descriptor);
}

void Output::finish() {
  flush();
  // Some file systems report a full disk only when the file is closed.
  const int descriptor = buffer_.descriptor;
  buffer_.descriptor = -1;
  if (::close(descriptor) != 0 && buffer_.error == 0) buffer_.error = errno;
  if (buffer_.error != 0 && buffer_.error != EPIPE) refuse_to_write(name_, buffer_.error);
}

void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    // Opened the wrong way round: reading or writing it fails as it would have.
    const int taken = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (taken < 0) return;
  }
}

}  // namespace kinetree::cli
