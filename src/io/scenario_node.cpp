#include "io/scenario_node.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  if (!found) fail(fmt::format("has no \"{}\"", key), remedy);
  return *found;
}

void Node::refuse_unknown(std::initializer_list<const char*> informative) {
  expect_object();
  asked_.insert(asked_.end(), {"note", "source"});
  asked_.insert(asked_.end(), informative.begin(), informative.end());
  for (const json::Value member : value_) {
    const std::string key = member.key();
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
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

std::string Node::choice(std::initializer_list<const char*> names) const {
  const std::string found = text();
  const std::vector<std::string> known(names.begin(), names.end());
  if (std::find(known.begin(), known.end(), found) != known.end()) return found;
  fail(in_quotes(found) + " is not known",
       did_you_mean(found, known, fmt::format("there are: {}", fmt::join(known, ", "))));
}

std::vector<Node> Node::elements() const {
  if (!is(json::Kind::array)) {
    fail(fmt::format("must be an array, not {}", to_string(value_.kind())), "write […]");
  }
  std::vector<Node> list;
  for (const json::Value entry : value_) {
    list.emplace_back(*source_, entry, fmt::format("{}[{}]", path_, list.size()));
  }
  return list;
}

std::vector<double> Node::numbers() const {
  std::vector<double> values;
  for (const Node& entry : elements()) values.push_back(entry.number());
  return values;
}

Vector3 Node::vector3() const {
  const std::vector<double> values = numbers();
  if (values.size() != 3) {
    fail(fmt::format("has {} numbers, but needs 3", values.size()), "write [x, y, z]");
  }
  return {values[0], values[1], values[2]};
}

Vector Node::vector(const std::vector<std::string>& names, const Vector& others,
                    bool spreads) const {
  const auto size = static_cast<Eigen::Index>(names.size());
  if (spreads && is(json::Kind::number)) return Vector::Constant(size, number());
  if (is(json::Kind::object)) {
    Vector values = others;
    Node copy = *this;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (const auto entry = copy.find(names[i])) {
        values[static_cast<Eigen::Index>(i)] = entry->number();
      }
    }
    copy.refuse_unknown();
    return values;
  }
  const std::vector<double> values = numbers();
  if (values.size() != names.size()) {
    fail(fmt::format("has {} numbers, but needs {}", values.size(), names.size()),
         fmt::format("one each for {}, in that order, or {{\"{}\": …}}", fmt::join(names, ", "),
                     names.empty() ? "joint" : names.front()));
  }
  return Eigen::Map<const Vector>(values.data(), size);
}

}  // namespace kinetree
