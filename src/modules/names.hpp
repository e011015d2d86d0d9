// Names of parts, instances and connectors: "a1" is an instance, "a1.in" its connector, "a1/rod"
// its link.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/error.hpp"

namespace kinetree {

/// Throws ModelError unless the name can stand in "a.b", "a/b" and "file#a".
inline void check_word(const std::string& what, const std::string& name) {
  bool good = !name.empty() && name.size() <= 200 && name != "world";
  for (const char c : name) {
    good = good && static_cast<unsigned char>(c) >= 0x20 && c != 0x7f && c != '.' && c != '/' &&
           c != '#';
  }
  if (good) return;
  throw ModelError("this cannot be used as " + what +
                   " name (1 to 200 bytes on one line, without . / #, and not 'world')");
}

inline std::string joined(std::string_view instance, char sign, std::string_view name) {
  std::string text(instance);
  text += sign;
  text += name;
  return text;
}

/// "no part 'x' (did you mean …? / there are: …)".
inline std::string unknown(const std::string& what, std::string_view name,
                           const std::vector<std::string>& known) {
  const std::string close = nearest(name, known);
  std::string text = "there is no " + what + " '" + std::string(name) + "'";
  if (!close.empty()) return text + " (did you mean '" + close + "'?)";
  if (known.empty()) return text + " (there is none at all)";
  text += " (there are: ";
  for (std::size_t i = 0; i < known.size() && i < 8; ++i) text += (i > 0 ? ", " : "") + known[i];
  return text + (known.size() > 8 ? ", …)" : ")");
}

}  // namespace kinetree
