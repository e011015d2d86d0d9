// UTF-8, one character at a time.
#pragma once
#include <cstddef>
#include <string_view>

namespace kinetree {

/// Length of the UTF-8 sequence at the start of `text`, 0 where there is none. Overlong forms,
/// surrogates and code points beyond U+10FFFF have none. [Unicode 15, table 3-7]
inline std::size_t utf8_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto trails = [&](std::size_t last) {
    for (std::size_t i = 1; i <= last; ++i) {
      if ((byte(i) & 0xC0U) != 0x80U) return false;
    }
    return true;
  };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return text.empty() ? 0 : 1;
  if (first >= 0xC2 && first <= 0xDF) return trails(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return !overlong && !surrogate && trails(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && second < 0x90, beyond = first == 0xF4 && second > 0x8F;
    return !overlong && !beyond && trails(3) ? 4 : 0;
  }
  return 0;
}

/// Length of the printable character at the start of `text`; 0 for control characters too.
inline std::size_t printable_length(std::string_view text) noexcept {
  const std::size_t length = utf8_length(text);
  const bool control =
      length == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F);
  return control ? 0 : length;
}

}  // namespace kinetree
