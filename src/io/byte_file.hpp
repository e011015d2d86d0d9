// A file read by places, or a stream read to its end.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kinetree {

class ByteFile {
 public:
  /// A file, or standard input for "-". Throws FileError.
  explicit ByteFile(const std::string& file);
  ByteFile(const ByteFile&) = delete;
  ByteFile& operator=(const ByteFile&) = delete;
  ~ByteFile();

  const std::string& name() const noexcept { return name_; }
  /// Of a regular file; others can only be read one after the other.
  std::optional<std::uint64_t> size() const noexcept { return size_; }
  /// What there is by now, up to `count` bytes: none only at the end. A pipe is not waited for.
  std::size_t read(char* to, std::size_t count);
  std::size_t read_at(std::uint64_t place, char* to, std::size_t count) const;

 private:
  std::string name_;
  int descriptor_ = -1;
  std::optional<std::uint64_t> size_;
};

}  // namespace kinetree
