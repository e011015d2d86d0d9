#include "io/byte_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "kinetree/error.hpp"

namespace kinetree {
namespace {

[[noreturn]] void refuse_reading(const std::string& file, const std::string& reason) {
  throw FileError(file + ": " + reason);
}

}  // namespace

ByteFile::ByteFile(const std::string& file) : name_(file == "-" ? "<stdin>" : file) {
  descriptor_ = file == "-" ? ::dup(STDIN_FILENO) : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0 && errno == ENOENT) refuse_reading(name_, "no such file (check the path)");
  if (descriptor_ < 0) {
    refuse_reading(name_, std::string("cannot be opened: ") + std::strerror(errno));
  }
  struct stat facts {};
  if (::fstat(descriptor_, &facts) != 0) return;
  if (S_ISDIR(facts.st_mode)) {
    ::close(descriptor_);
    refuse_reading(name_, "is a directory (name a file in it)");
  }
  if (S_ISREG(facts.st_mode)) size_ = static_cast<std::uint64_t>(facts.st_size);
}

ByteFile::~ByteFile() { ::close(descriptor_); }

std::size_t ByteFile::read(char* to, std::size_t count) {
  for (;;) {
    const auto n = ::read(descriptor_, to, count);
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) refuse_reading(name_, "cannot be read to its end");
  }
}

std::size_t ByteFile::read_at(std::uint64_t place, char* to, std::size_t count) const {
  std::size_t done = 0;
  while (done < count) {
    const auto n = ::pread(descriptor_, to + done, count - done, static_cast<off_t>(place + done));
    if (n == 0) break;
    if (n < 0 && errno != EINTR) refuse_reading(name_, "cannot be read to its end");
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  return done;
}

}  // namespace kinetree
