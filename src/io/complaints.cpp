// The list of complaints, and how foreign text appears in it.
//
// Names in a file are somebody else's text: they may hold terminal escapes, newlines or a megabyte
// of anything. in_quotes() makes them safe to print; they are never used as a format.
#include "io/complaints.hpp"

#include <fmt/format.h>

#include "model/assemble.hpp"

namespace kinetree {

void Complaints::error(Location at, std::string rule, std::string subject, std::string message,
                       std::string remedy) {
  ++errors_;
  add(Diagnostic::error, at, std::move(rule), std::move(subject), std::move(message),
      std::move(remedy));
}

void Complaints::warning(Location at, std::string rule, std::string subject, std::string message,
                         std::string remedy) {
  add(Diagnostic::warning, at, std::move(rule), std::move(subject), std::move(message),
      std::move(remedy));
}

void Complaints::note(Location at, std::string rule, std::string subject, std::string message,
                      std::string remedy) {
  add(Diagnostic::note, at, std::move(rule), std::move(subject), std::move(message),
      std::move(remedy));
}

void Complaints::add(Diagnostic::Level level, Location at, std::string rule, std::string subject,
                     std::string message, std::string remedy) {
  if (++count_ > most + 1) return;
  if (count_ == most + 1) {
    list_.push_back({level, "too_many", file(), at, "", "and more like these, not listed",
                     "repair the first ones and check again"});
    return;
  }
  list_.push_back({level, std::move(rule), file(), at, std::move(subject), std::move(message),
                   std::move(remedy)});
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string result = "'";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\x{:02X}", byte);
    } else {
      result += c;
    }
  }
  if (text.size() > longest) {
    // Not in the middle of a UTF-8 character: drop its first bytes too.
    while ((static_cast<unsigned char>(result.back()) & 0xC0) == 0x80) result.pop_back();
    if (static_cast<unsigned char>(result.back()) >= 0xC0) result.pop_back();
    result += "…";
  }
  return result + "'";
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates,
                         std::string otherwise) {
  const std::string close = nearest(name, candidates);
  if (close.empty()) return otherwise;
  return "did you mean " + in_quotes(close) + "? " + otherwise;
}

}  // namespace kinetree
