// Typed access to the members of one JSON object.
//
// The faults are the same everywhere: a value of the wrong kind, an array of the wrong length, a
// key that is not known. They are worded once, here.
#include "io/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kinetree {

Fields::Fields(json::Value object, Complaints& complaints, std::string subject)
    : object_(object), complaints_(complaints), subject_(std::move(subject)) {
  if (!object.is(json::Kind::object)) {
    error(object.where(), "wrong_type",
          fmt::format("expected an object {{…}}, found {}", to_string(object.kind())),
          "write {\"key\": value, …}");
  }
}

std::optional<json::Value> Fields::find(std::string_view key) {
  asked_.push_back(key);
  const auto value = object_.find(key);
  if (value && value->is(json::Kind::null)) return std::nullopt;
  return value;
}

bool Fields::expect(const json::Value& value, json::Kind kind, std::string_view key) {
  if (value.is(kind)) return true;
  error(value.where(), "wrong_type",
        fmt::format("\"{}\" must be {}, not {}", key, to_string(kind), to_string(value.kind())),
        kind == json::Kind::number && value.is(json::Kind::text) ? "write it without quotes"
                                                                 : "see docs/formats");
  return false;
}

double Fields::number(std::string_view key, double fallback) {
  const auto value = find(key);
  return value && expect(*value, json::Kind::number, key) ? value->number() : fallback;
}

std::string Fields::text(std::string_view key, std::string fallback) {
  const auto value = find(key);
  if (!value || !expect(*value, json::Kind::text, key)) return fallback;
  return value->text();
}

Vector3 Fields::vector(std::string_view key, const Vector3& fallback) {
  Vector3 result;
  return numbers(key, {result.data(), 3}) ? result : fallback;
}

std::optional<Fields> Fields::object(std::string_view key) {
  const auto value = find(key);
  if (!value || !expect(*value, json::Kind::object, key)) return std::nullopt;
  return Fields(*value, complaints_, subject_);
}

std::optional<json::Value> Fields::array(std::string_view key) {
  const auto value = find(key);
  if (!value || !expect(*value, json::Kind::array, key)) return std::nullopt;
  return value;
}

bool Fields::numbers(std::string_view key, std::span<double> values) {
  const auto value = array(key);
  return value && read_numbers(*value, values, key, *this);
}

void Fields::error(Location at, std::string rule, std::string message, std::string remedy) {
  complaints_.error(at, std::move(rule), subject_, std::move(message), std::move(remedy));
}

void Fields::note(Location at, std::string rule, std::string message, std::string remedy) {
  complaints_.note(at, std::move(rule), subject_, std::move(message), std::move(remedy));
}

void Fields::note_unknown(std::initializer_list<std::string_view> informative) {
  asked_.insert(asked_.end(), informative);
  for (const json::Value member : object_) {
    if (complaints_.full()) return;
    const auto known = [&](std::string_view key) { return member.has_key(key); };
    if (std::any_of(asked_.begin(), asked_.end(), known)) continue;
    const std::string key = member.key();
    const std::vector<std::string> keys(asked_.begin(), asked_.end());
    note(member.where(), "unknown_key",
         "the key " + in_quotes(key) + " is not known and was ignored",
         did_you_mean(key, keys, "remove it, or put remarks under \"note\""));
  }
}

bool read_numbers(const json::Value& array, std::span<double> values, std::string_view what,
                  Fields& owner) {
  if (const std::size_t size = array.size(); size != values.size()) {
    owner.error(array.where(), "wrong_size",
                fmt::format("\"{}\" has {} entr{}, not {}", what, size, size == 1 ? "y" : "ies",
                            values.size()),
                fmt::format("write {} numbers", values.size()));
    return false;
  }
  std::size_t i = 0;
  for (const json::Value entry : array) {
    if (!entry.is(json::Kind::number)) {
      owner.error(entry.where(), "wrong_type",
                  fmt::format("\"{}\" must hold numbers, not {}", what, to_string(entry.kind())),
                  "write numbers without quotes");
      return false;
    }
    values[i++] = entry.number();
  }
  return true;
}

}  // namespace kinetree
