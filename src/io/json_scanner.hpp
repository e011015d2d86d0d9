// From text to tape: the grammar of JSON (RFC 8259), without recursion.
#pragma once
#include <deque>

#include "io/json.hpp"

namespace kinetree::json {

/// Throws SyntaxError with the position of the first character that cannot be.
std::deque<Entry> scan(const Source& source);

/// The text between two quotes with its escapes resolved; it has passed scan().
std::string unescape(std::string_view raw);

}  // namespace kinetree::json
