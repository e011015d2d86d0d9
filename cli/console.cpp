#include "console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

namespace kinetree::cli {
namespace {

bool colour_wanted(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && isatty(descriptor) == 1;
}

std::string painted(Colour colour, std::string_view text) {
  const char* code = "1";
  if (colour == Colour::red) code = "31;1";
  if (colour == Colour::yellow) code = "33;1";
  if (colour == Colour::green) code = "32";
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

/// Nothing can be done where even stderr cannot be written.
void say(std::string_view text) {
  while (!text.empty()) {
    const auto written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Console::Console(std::ostream& out)
    : out_(out),
      out_has_colour_(colour_wanted(STDOUT_FILENO)),
      talk_has_colour_(colour_wanted(STDERR_FILENO)) {}

void Console::tell(std::string_view message) const {
  if (!quiet_) fail(message);
}

void Console::warn(std::string_view message) const {
  if (quiet_) return;
  const std::string_view level = "warning:";
  say(fmt::format("kinetree: {} {}\n",
                  talk_has_colour_ ? painted(Colour::yellow, level) : std::string(level),
                  printable(message)));
}

void Console::fail(std::string_view message) const {
  say(fmt::format("kinetree: {}\n", printable(message)));
}

std::string Console::paint(Colour colour, std::string_view text) const {
  return out_has_colour_ ? painted(colour, text) : std::string(text);
}

Progress::Progress(const Console& console, std::string label) {
  if (console.quiet() || isatty(STDERR_FILENO) != 1) return;
  ticker_ = std::jthread([label = std::move(label)](const std::stop_token& stop) {
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::condition_variable_any ticks;
    std::unique_lock lock(mutex);
    const auto start = std::chrono::steady_clock::now();
    bool shown = false;
    while (!ticks.wait_for(lock, stop, 500ms, [&] { return stop.stop_requested(); })) {
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      say(fmt::format("\r{} … {:.0f} s", label, elapsed.count()));
      shown = true;
    }
    if (shown) say("\r\x1b[K");
  });
}

ProgressBar::ProgressBar(const Console& console, const std::string& label)
    : label_(printable(label)),
      shows_(!console.quiet() && isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

ProgressBar::~ProgressBar() {
  if (shown_) say("\r\x1b[K");
}

/// Five times a second is enough.
bool ProgressBar::is_due() {
  using namespace std::chrono_literals;
  if (!shows_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < 200ms) return false;
  last_ = now;
  shown_ = true;
  return true;
}

double ProgressBar::elapsed() const {
  return std::chrono::duration<double>(last_ - start_).count();
}

std::string ProgressBar::bar(double share) const {
  constexpr int width = 30;
  const auto full = static_cast<std::size_t>(share * width);
  return fmt::format("{} [{}{}] {:3.0f} %", label_, std::string(full, '#'),
                     std::string(width - full, '.'), 100 * share);
}

std::string ProgressBar::time_left(double share) const {
  return share > 0 ? fmt::format(", {:.0f} s left", elapsed() * (1 - share) / share) : "";
}

void ProgressBar::show(double share) {
  if (!is_due()) return;
  const double done = std::clamp(share, 0.0, 1.0);
  say(fmt::format("\r{}{}\x1b[K", bar(done), time_left(done)));
}

void ProgressBar::show(std::optional<double> share, std::uint64_t done, std::string_view things) {
  if (!is_due()) return;
  const double part = std::clamp(share.value_or(0), 0.0, 1.0);
  say(fmt::format("\r{} {} {}, {:.3g} a second{}\x1b[K", share ? bar(part) + "," : label_, done,
                  things, static_cast<double>(done) / elapsed(), time_left(part)));
}

std::string printable(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      safe += "; ";
    } else if (byte < 0x20 || byte == 0x7F) {
      safe += fmt::format("\\x{:02x}", byte);
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace kinetree::cli
