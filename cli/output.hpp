// An output stream that notices when the disk is full or the reader has gone.
#pragma once
#include <array>
#include <ostream>
#include <streambuf>
#include <string>

#include "kinetree/error.hpp"

namespace kinetree::cli {

/// Data could not be written: neither the user's files nor the command are at fault.
struct OutputError : Error {
  using Error::Error;
};
/// Throws it, with what the system calls the error.
[[noreturn]] void refuse_to_write(const std::string& file, int error);

/// Buffers what is written to a file descriptor; remembers the first error and then swallows all.
class Output : public std::ostream {
 public:
  Output();                                  ///< standard output
  explicit Output(const std::string& file);  ///< creates or empties a file; throws OutputError
  ~Output() override;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Writes out and closes; throws OutputError unless all of it arrived. A reader that went away
  /// (`kinetree robots | head -1`) had what it wanted: no error.
  void finish();

 private:
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(int file_descriptor);
    int descriptor;
    int error = 0;  // errno of the first failed write

   protected:
    int_type overflow(int_type c) override;
    int sync() override;

   private:
    std::array<char, 1 << 16> bytes_{};
  };
  std::string name_;
  Buffer buffer_;
};

/// Gives closed standard streams a descriptor that fails, so that no file opened later takes their
/// number and receives what was meant for them.
void occupy_standard_streams();

}  // namespace kinetree::cli
