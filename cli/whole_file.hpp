// A file that has its name only when it is whole: an error, a full disk or Ctrl-C leaves what was
// there before.
#pragma once
#include <fstream>
#include <memory>
#include <string>

namespace kinetree::cli {

class WholeFile {
 public:
  /// Throws OutputError where it cannot be created. At most one of these at a time.
  explicit WholeFile(std::string file);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();

  std::ostream& stream() noexcept { return stream_; }
  /// A stream beside it that nobody sees and that is gone when closed.
  std::unique_ptr<std::iostream> make_scratch();
  /// Throws OutputError unless all of it could be written so far.
  void check();
  /// The file takes its name.
  void finish();

 private:
  std::string name_, path_, part_;  ///< as given, where links lead, and until it is whole
  std::fstream stream_;
  bool renames_ = false;
};

}  // namespace kinetree::cli
