// Values read from the tape when they are asked for.
//
// A key is an entry of its own, directly before its value; so the members of an object are walked
// like the elements of an array, one entry further each time.
#include "io/json.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "io/complaints.hpp"
#include "io/json_scanner.hpp"

namespace kinetree::json {

std::string_view to_string(Kind kind) noexcept {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "true or false";
    case Kind::number:
      return "a number";
    case Kind::text:
      return "a text";
    case Kind::array:
      return "an array […]";
    case Kind::object:
      return "an object {…}";
  }
  return "";
}

Document::Document(const Source& source) : source_(source), tape_(scan(source)) {
  refuse_repeated_keys();
}

Value Document::root() const noexcept { return {*this, 0}; }

void Document::refuse_repeated_keys() const {
  std::vector<std::string> keys;
  for (std::uint32_t i = 0; i < tape_.size(); ++i) {
    const Value object(*this, i);
    if (!object.is(Kind::object)) continue;
    keys.clear();
    keys.reserve(object.size());
    for (const Value member : object) keys.push_back(member.key());
    std::sort(keys.begin(), keys.end());
    const auto repeated = std::adjacent_find(keys.begin(), keys.end());
    if (repeated == keys.end()) continue;
    Location last;
    for (const Value member : object) {
      if (member.has_key(*repeated)) last = member.where();
    }
    throw SyntaxError({Diagnostic::error, "repeated_key", source_.name(), last, "",
                       "the key " + in_quotes(*repeated) + " is there twice",
                       "keep one of them: readers differ in which they take"});
  }
}

Kind Value::kind() const noexcept {
  switch (rest()[0]) {
    case '{':
      return Kind::object;
    case '[':
      return Kind::array;
    case '"':
      return Kind::text;
    case 't':
    case 'f':
      return Kind::boolean;
    case 'n':
      return Kind::null;
    default:
      return Kind::number;
  }
}

std::string_view Value::rest() const noexcept {
  return document_->source().text().substr(document_->entry(index_).offset);
}

Location Value::where() const noexcept {
  return document_->source().locate(document_->entry(index_).offset);
}

bool Value::boolean() const noexcept { return rest().front() == 't'; }

double Value::number() const noexcept {
  const std::string_view text = rest();
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view Value::raw_text() const noexcept {
  const std::string_view text = rest().substr(1);
  std::size_t end = 0;
  while (text[end] != '"') end += text[end] == '\\' ? 2U : 1U;
  return text.substr(0, end);
}

std::string Value::text() const {
  const std::string_view raw = raw_text();
  return raw.find('\\') == raw.npos ? std::string(raw) : unescape(raw);
}

std::string Value::key() const { return Value(*document_, index_ - 1).text(); }

bool Value::has_key(std::string_view name) const {
  const std::string_view raw = Value(*document_, index_ - 1).raw_text();
  return raw == name || (raw.find('\\') != raw.npos && key() == name);
}

Value::Iterator Value::begin() const noexcept {
  if (!is(Kind::array) && !is(Kind::object)) return end();
  return {*document_, index_ + 1 + key_width(), key_width()};
}

Value::Iterator Value::end() const noexcept {
  return {*document_, document_->entry(index_).next + key_width(), key_width()};
}

std::size_t Value::size() const noexcept {
  return static_cast<std::size_t>(std::distance(begin(), end()));
}

std::optional<Value> Value::find(std::string_view key) const {
  if (!is(Kind::object)) return std::nullopt;
  for (const Value member : *this) {
    if (member.has_key(key)) return member;
  }
  return std::nullopt;
}

}  // namespace kinetree::json
