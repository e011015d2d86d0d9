// Numbers in XML attributes, the same in every locale.
//
// std::from_chars reads them; what it refuses is explained in the words of the person who wrote it:
// a decimal comma, a number too large for a double, a xacro expression, one number too few. White
// space is whatever XML calls so, in any amount; a leading plus is fine.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kinetree {

struct NumberFault {
  std::string message, remedy;
};

/// Remedy for every sign of an unexpanded macro file.
inline constexpr std::string_view xacro_remedy =
    "expand it first: xacro robot.xacro | kinetree check -";

/// No attribute has more: a quaternion.
inline constexpr std::size_t most_numbers = 4;

/// Reads exactly `values.size()` numbers; on a fault the values are as before.
std::optional<NumberFault> parse_numbers(std::string_view text, std::span<double> values);

inline std::optional<NumberFault> parse_number(std::string_view text, double& value) {
  return parse_numbers(text, {&value, 1});
}

}  // namespace kinetree
