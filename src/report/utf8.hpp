// UTF-8, read one code point at a time: names come from files and may be anything.
#pragma once
#include <string_view>

namespace kinetree::report {

/// Takes the first code point off `text`, which must not be empty. A byte that does not begin a
/// well-formed sequence is taken alone and gives U+FFFD.
inline char32_t take_code_point(std::string_view& text) noexcept {
  constexpr char32_t replacement = 0xFFFD;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  std::size_t length = 1;
  char32_t code = lead;
  char32_t smallest = 0;  // a longer sequence than needed is not well-formed
  if (lead >= 0xC0 && lead < 0xE0) {
    length = 2, code = lead & 0x1Fu, smallest = 0x80;
  } else if (lead >= 0xE0 && lead < 0xF0) {
    length = 3, code = lead & 0x0Fu, smallest = 0x800;
  } else if (lead >= 0xF0 && lead < 0xF8) {
    length = 4, code = lead & 0x07u, smallest = 0x10000;
  } else if (lead >= 0x80) {
    code = replacement;
  }
  bool sound = length <= text.size();
  for (std::size_t i = 1; sound && i < length; ++i) {
    sound = (byte(i) & 0xC0u) == 0x80u;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (!sound || code < smallest || code > 0x10FFFF || surrogate) {
    length = 1;
    code = replacement;
  }
  text.remove_prefix(length);
  return code;
}

}  // namespace kinetree::report
