// Zip archives, stored without compression and without dates, so that the same members are the same
// bytes.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>

namespace kinetree::report {

/// Writes the members as they come, and the directory of them at the end. What does not fit in four
/// bytes is written as ZIP64.
class ZipWriter {
 public:
  explicit ZipWriter(std::ostream& out) : out_(out) {}

  void add(const std::string& name, const std::string& bytes);

  /// One member that grows: `head` is a first guess of its first bytes. Where the stream can go
  /// back, end() replaces it by as many others; `sum` is the CRC-32 of what was appended.
  void begin(const std::string& name, const std::string& head);
  void append(const char* bytes, std::size_t count);
  void end(const std::string& head, std::uint32_t sum);

  void finish();

 private:
  struct Member {
    std::string name;
    std::uint64_t place = 0, size = 0;
    std::uint32_t sum = 0;
    bool large = false;  ///< has room for sizes of eight bytes
  };
  void write(const char* bytes, std::size_t count);
  void write(const std::string& bytes) { write(bytes.data(), bytes.size()); }
  static std::string facts(const Member& member, std::size_t extra);
  static std::string header(const Member& member);
  void list(const Member& member);

  std::ostream& out_;
  std::uint64_t offset_ = 0, members_ = 0;
  std::string directory_;
  Member growing_;
};

}  // namespace kinetree::report
