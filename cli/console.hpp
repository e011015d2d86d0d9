// The two streams of the tool: stdout is data, stderr is talk.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>

namespace kinetree::cli {

enum class Colour { red, yellow, green, bold };

class Console {
 public:
  explicit Console(std::ostream& out);
  std::ostream& out() noexcept { return out_; }
  void be_quiet() noexcept { quiet_ = true; }
  bool quiet() const noexcept { return quiet_; }

  /// "kinetree: …" on stderr, unless quiet.
  void tell(std::string_view message) const;
  /// "kinetree: warning: …" on stderr, unless quiet.
  void warn(std::string_view message) const;
  /// "kinetree: …" on stderr, one line, quiet or not.
  void fail(std::string_view message) const;
  /// For stdout: coloured where that is a terminal and NO_COLOR is not set.
  std::string paint(Colour colour, std::string_view text) const;

 private:
  std::ostream& out_;
  bool quiet_ = false;
  bool out_has_colour_ = false, talk_has_colour_ = false;
};

/// While it lives, and if it lives long, a line on stderr says that work goes on. Says nothing
/// where stderr is not a terminal or the console is quiet.
class Progress {
 public:
  Progress(const Console& console, std::string label);

 private:
  std::jthread ticker_;
};

/// A bar on stderr with the time that is left, where that is a terminal and the console not quiet.
class ProgressBar {
 public:
  ProgressBar(const Console& console, const std::string& label);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();
  void show(double share);  ///< of the work done, 0 to 1; cheap to call often
  /// The same with how many are done, and how many a second.
  void show(std::optional<double> share, std::uint64_t done, std::string_view things);

 private:
  bool is_due();
  double elapsed() const;
  std::string bar(double share) const;
  std::string time_left(double share) const;

  std::string label_;
  bool shows_, shown_ = false;
  std::chrono::steady_clock::time_point start_, last_;
};

/// Names and messages come from files: control characters, which could steer a terminal, become
/// "\x1b". A line break becomes "; " so that one message is one line.
std::string printable(std::string_view text);

}  // namespace kinetree::cli
