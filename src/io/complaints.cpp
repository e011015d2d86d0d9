// The list of complaints, and how foreign text appears in it.
//
// Names in a file are somebody else's text: they may hold terminal escapes, newlines or a megabyte
// of anything. shown() makes them safe to print; they are never used as a format.
#include "io/complaints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/utf8.hpp"
#include "model/assemble.hpp"

namespace kinetree {
namespace {

/// Printable ASCII, which is what nearly all text is: shown as it stands, whatever its neighbours.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

}  // namespace

void Complaints::error(Location at, std::string rule, std::string subject, std::string message,
                       std::string remedy) {
  found_.add({Diagnostic::error, std::move(rule), file(), at, std::move(subject),
              std::move(message), std::move(remedy)});
}

void Complaints::warning(Location at, std::string rule, std::string subject, std::string message,
                         std::string remedy) {
  found_.add({Diagnostic::warning, std::move(rule), file(), at, std::move(subject),
              std::move(message), std::move(remedy)});
}

void Complaints::note(Location at, std::string rule, std::string subject, std::string message,
                      std::string remedy) {
  found_.add({Diagnostic::note, std::move(rule), file(), at, std::move(subject), std::move(message),
              std::move(remedy)});
}

void Complaints::expect_robot_of(std::size_t links, Location at) const {
  if (links <= most_links) return;
  throw SyntaxError(
      {Diagnostic::error, "too_many_links", file(), at, "",
       fmt::format("{} links or joints", links),
       fmt::format("kinetree takes robots of up to {}: is this the right file?", most_links)});
}

bool more_than_a_turn(const Vector3& rpy) {
  constexpr double turn = 6.3;
  return rpy.cwiseAbs().maxCoeff() > turn;
}

void Complaints::doubt_radians(const Vector3& rpy, Location at, std::string subject) {
  warning(at, "suspicious_units", std::move(subject),
          fmt::format("roll, pitch and yaw {} {} {} are more than a turn", rpy[0], rpy[1], rpy[2]),
          "angles are in radians, not degrees");
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 80;
  if (text.size() <= longest && is_plain(text)) return std::string(text);
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (i >= longest) return result + "…";
    const std::size_t length = printable_length(text.substr(i, 4));
    if (length > 0) {
      result += text.substr(i, length);
    } else {
      result += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[i]));
    }
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", shown(text)); }

bool is_printable(std::string_view text) {
  if (text.size() > 1000) return false;
  if (is_plain(text)) return true;
  while (const std::size_t length = printable_length(text.substr(0, 4))) text.remove_prefix(length);
  return text.empty();
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates,
                         std::string otherwise) {
  const std::string close = nearest(name, candidates);
  if (close.empty()) return otherwise;
  return "did you mean " + in_quotes(close) + "? " + otherwise;
}

}  // namespace kinetree
