// Lists and numbers as typed on the command line; never dependent on the locale.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kinetree/link.hpp"

namespace kinetree::cli {

/// The items between commas, or between spaces where there is no comma; without their blanks.
std::vector<std::string> split_list(std::string_view text);

/// A finite number; throws UsageError that begins with `what`.
double read_number(std::string_view what, std::string_view text);

/// A whole number between the bounds; throws UsageError that begins with `what`.
std::uint64_t read_count(std::string_view what, std::string_view text, std::uint64_t least,
                         std::uint64_t most);

/// A vector: one number for every name, or NAME=NUMBER for some; the others keep `neutral` and are
/// added to `left_out`.
Vector read_vector(std::string_view what, std::string_view text,
                   const std::vector<std::string>& names, const Vector& neutral,
                   std::vector<std::string>* left_out = nullptr);

/// The names, as many as fit a message.
std::string listing(const std::vector<std::string>& names);

}  // namespace kinetree::cli
