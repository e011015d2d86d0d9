// Zip archives, as NumPy writes them: the directory, and members as streams of bytes.
//
// Members may be stored or deflated, and as large as ZIP64 allows; nothing is held but a buffer.
// Nothing in a file is believed before it was compared with the file's size.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_file.hpp"

namespace kinetree {

struct ZipMember {
  std::string name;
  std::uint64_t place = 0, packed_size = 0, size = 0;
  std::uint32_t sum = 0;  ///< CRC-32 of its bytes
  int method = 0;         ///< 0: stored, 8: deflated
  bool encrypted = false;
};

class Zip {
 public:
  /// Reads the directory; throws ParseError with the remedy. The file must outlive this.
  explicit Zip(const ByteFile& file);
  /// Null where there is none. Throws ParseError where there are two.
  const ZipMember* find(std::string_view name) const;
  const std::vector<ZipMember>& members() const noexcept { return members_; }
  const ByteFile& file() const noexcept { return file_; }
  /// Throws ParseError: "file: message (remedy)".
  [[noreturn]] void refuse(const std::string& message, const std::string& remedy = "") const;

 private:
  struct Directory {
    std::uint64_t place = 0, size = 0, entries = 0;
  };
  Directory find_directory() const;
  Directory find_large_directory(std::uint64_t end) const;
  void read_directory(const Directory& where);

  const ByteFile& file_;
  std::vector<ZipMember> members_;
};

/// The bytes of a member, from its first on.
class ZipStream {
 public:
  ZipStream(const Zip& zip, const ZipMember& member);
  ZipStream(ZipStream&&) noexcept;
  ZipStream& operator=(ZipStream&&) noexcept;
  ~ZipStream();
  /// Exactly so many; throws ParseError where there are fewer.
  void read(char* to, std::size_t count);
  const ZipMember& member() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kinetree
