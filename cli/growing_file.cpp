#include "growing_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "output.hpp"

namespace kinetree::cli {
namespace {

int create(const std::string& file) {
  return ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/// Two names change places at once; not every system and file system can.
bool exchange_names(const std::string& a, const std::string& b) {
#if defined(__linux__) && defined(RENAME_EXCHANGE)
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
#else
  static_cast<void>(a);
  static_cast<void>(b);
  return false;
#endif
}

}  // namespace

std::string followed(const std::string& file) {
  std::error_code failed;
  const auto target = std::filesystem::canonical(file, failed);
  return failed ? file : target.string();
}

bool is_special(const std::string& file) {
  std::error_code failed;
  const auto status = std::filesystem::status(file, failed);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

GrowingFile::GrowingFile(std::string file)
    : name_(std::move(file)), path_(followed(name_)), part_(path_ + ".part") {
  if (!is_special(path_)) spare_.descriptor = create(part_);
  alternates_ = spare_.descriptor >= 0;
  if (alternates_) return;
  shown_.descriptor = create(path_);
  if (shown_.descriptor < 0) refuse_to_write(name_, errno);
}

GrowingFile::~GrowingFile() {
  abandon_spare();
  if (shown_.descriptor >= 0) ::close(shown_.descriptor);
}

void GrowingFile::abandon_spare() {
  if (spare_.descriptor < 0) return;
  ::close(std::exchange(spare_.descriptor, -1));
  ::unlink(part_.c_str());
}

void GrowingFile::put(Copy& copy, const std::string& text, const std::string& end) const {
  const std::string all = text + end;
  for (std::size_t done = 0; done < all.size();) {
    const auto n = ::pwrite(copy.descriptor, all.data() + done, all.size() - done,
                            static_cast<off_t>(copy.size + done));
    if (n < 0 && errno != EINTR) refuse_to_write(name_, errno);
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  copy.size += text.size();
}

void GrowingFile::close(Copy& copy) const {
  if (copy.descriptor < 0) return;
  // Some file systems report a full disk only now.
  if (::close(std::exchange(copy.descriptor, -1)) != 0) refuse_to_write(name_, errno);
}

/// The spare copy takes the name, whoever had it.
void GrowingFile::take_name() {
  if (std::rename(part_.c_str(), path_.c_str()) != 0) refuse_to_write(name_, errno);
  close(shown_);
  std::swap(shown_, spare_);
}

void GrowingFile::exchange() {
  if (shown_.descriptor < 0) {
    // The first time there is nothing of ours to exchange with.
    take_name();
    spare_ = {create(part_), 0};
    alternates_ = spare_.descriptor >= 0;
  } else if (exchange_names(part_, path_)) {
    std::swap(shown_, spare_);
  } else {
    take_name();
    alternates_ = false;
  }
}

void GrowingFile::write(const std::string& text, const std::string& end) {
  if (!alternates_) return put(shown_, text, end);
  put(spare_, lag_ + text, end);
  exchange();
  lag_ = text;
}

void GrowingFile::finish(const std::string& text, const std::string& end) {
  if (alternates_) {
    put(spare_, lag_ + text, end);
    take_name();
  } else {
    put(shown_, text, end);
  }
  close(shown_);
}

}  // namespace kinetree::cli
