#include "io/scenario_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace kinetree {

void Node::fail(const std::string& message, const std::string& remedy) const {
  throw ParseError(to_string(Diagnostic{Diagnostic::error, "scenario", source_->name(),
                                        value_.where(), path_, message, remedy}));
}

void Node::expect_object() const {
  if (is(json::Kind::object)) return;
  fail(fmt::format("must be an object {{…}}, not {}", to_string(value_.kind())),
       "write {\"key\": value, …}");
}

std::optional<Node> Node::find(const std::string& key) {
  expect_object();
  asked_.push_back(key);
  const auto value = value_.find(key);
  if (!value || value->is(json::Kind::null)) return std::nullopt;
  return Node(*source_, *value, child(key));
}

Node Node::need(const std::string& key, const std::string& remedy) {
  auto found = find(key);
  if (found) return *found;
  // A misspelt key is worth more than what is missing; any two short ones look alike.
  std::vector<std::string> others;
  for (const json::Value member : value_) {
    std::string other = member.key();
    if (std::find(asked_.begin(), asked_.end(), other) == asked_.end()) others.push_back(other);
  }
  const std::string close = key.size() > 2 ? nearest(key, others) : "";
  fail(fmt::format("has no \"{}\"", key),
       close.empty() ? remedy : fmt::format("is {} meant to be it?", in_quotes(close)));
}

void Node::refuse_unknown(std::initializer_list<const char*> informative) {
  expect_object();
  const auto holds = [](const auto& list, const std::string& key) {
    return std::find(list.begin(), list.end(), key) != list.end();
  };
  for (const json::Value member : value_) {
    const std::string key = member.key();
    if (key == "note" || key == "source" || holds(asked_, key) || holds(informative, key)) continue;
    std::vector<std::string> known = asked_;
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    Node(*source_, member, child(shown(key)))
        .fail("this key is not known",
              did_you_mean(key, known, fmt::format("there are: {}", fmt::join(known, ", "))));
  }
}

double Node::number() const {
  if (is(json::Kind::number)) return value_.number();
  fail(fmt::format("must be a number, not {}", to_string(value_.kind())),
       is(json::Kind::text) ? "write it without quotes" : "write a finite number");
}

double Node::positive() const {
  const double value = number();
  if (value > 0) return value;
  fail(fmt::format("is {}, but must be positive", value), "write a number above 0");
}

double Node::not_negative() const {
  const double value = number();
  if (value >= 0) return value;
  fail(fmt::format("is {}, but must not be negative", value), "write 0 or more");
}

bool Node::boolean() const {
  if (is(json::Kind::boolean)) return value_.boolean();
  fail(fmt::format("must be true or false, not {}", to_string(value_.kind())), "without quotes");
}

std::string Node::text() const {
  if (is(json::Kind::text)) return value_.text();
  fail(fmt::format("must be a text, not {}", to_string(value_.kind())), "write it in quotes");
}

std::string Node::name() const {
  std::string found = text();
  if (!found.empty() && is_printable(found)) return found;
  fail("is no name", std::string(name_remedy));
}

std::string Node::choice(std::initializer_list<const char*> names) const {
  std::string found = text();
  const std::vector<std::string> known(names.begin(), names.end());
  if (std::find(known.begin(), known.end(), found) != known.end()) return found;
  fail(in_quotes(found) + " is not known",
       did_you_mean(found, known, fmt::format("there are: {}", fmt::join(known, ", "))));
}

void Node::expect_array() const {
  if (is(json::Kind::array)) return;
  fail(fmt::format("must be an array, not {}", to_string(value_.kind())), "write […]");
}

Node Node::element(json::Value entry, std::size_t i) const {
  return {*source_, entry, fmt::format("{}[{}]", path_, i)};
}

std::vector<double> Node::numbers() const {
  expect_array();
  std::vector<double> values;
  for (const json::Value entry : value_) {
    values.push_back(entry.is(json::Kind::number) ? entry.number()
                                                  : element(entry, values.size()).number());
  }
  return values;
}

Vector3 Node::vector3() const {
  const std::vector<double> values = numbers();
  if (values.size() != 3) {
    fail(fmt::format("has {} numbers, but needs 3", values.size()), "write [x, y, z]");
  }
  return {values[0], values[1], values[2]};
}

Vector Node::vector(const std::vector<std::string>& names, const Vector& others) const {
  const auto size = static_cast<Eigen::Index>(names.size());
  if (is(json::Kind::number)) return Vector::Constant(size, number());
  if (is(json::Kind::object)) {
    Vector values = others;
    Node copy = *this;
    for (std::size_t i = 0; i < names.size(); ++i) {
      copy.asked_.push_back(names[i]);
      if (const auto entry = value_.find(names[i])) {
        // Not by find(), for which null is absent: a number that is not there is no number.
        const Node node(*source_, *entry, child(names[i]));
        values[static_cast<Eigen::Index>(i)] = node.number();
      }
    }
    copy.refuse_unknown();
    return values;
  }
  const std::vector<double> values = numbers();
  if (values.size() != names.size()) {
    constexpr std::size_t most = 12;
    const std::span<const std::string> first(names.data(), std::min(most, names.size()));
    const std::string list =
        fmt::format("{}{}", fmt::join(first, ", "), names.size() > most ? ", …" : "");
    fail(fmt::format("has {} numbers, but needs {}", values.size(), names.size()),
         fmt::format("one each for {}, in that order, or {{\"{}\": …}}", list,
                     names.empty() ? "joint" : names.front()));
  }
  return Eigen::Map<const Vector>(values.data(), size);
}

}  // namespace kinetree
