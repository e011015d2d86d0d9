// A file that grows and is whole whenever somebody opens it: also after kill -9.
//
// Writing at the end of a file is not enough: the kernel stops a large write at any page when the
// program is killed. So there are two copies that take turns: one has the name, the other one
// (".part") catches up, and then they exchange names, which is atomic. Every byte is written twice.
#pragma once
#include <string>

namespace kinetree::cli {

class GrowingFile {
 public:
  /// Throws OutputError where it cannot be created. What had the name stays until the first write.
  explicit GrowingFile(std::string file);
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  /// Adds a text, and behind it what closes the file for now: the next text takes its place. The
  /// two must not be shorter than the `end` before.
  void write(const std::string& text, const std::string& end);
  /// The same for the last time.
  void finish(const std::string& text, const std::string& end);

 private:
  struct Copy {
    int descriptor = -1;
    std::size_t size = 0;  ///< without the end
  };
  void put(Copy& copy, const std::string& text, const std::string& end) const;
  void close(Copy& copy) const;
  void exchange();
  void take_name();
  void abandon_spare();

  std::string name_, path_, part_;  ///< as given, where links lead, and the other copy
  Copy shown_, spare_;
  std::string lag_;  ///< what the spare copy does not have yet
  bool alternates_ = false;
};

/// Where a link leads, if it leads somewhere: it stays a link.
std::string followed(const std::string& file);
/// A device or a pipe, which cannot be renamed.
bool is_special(const std::string& file);

}  // namespace kinetree::cli
