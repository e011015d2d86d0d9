// A value of a scenario and the way to it: "$.controller.kp[2]", for messages that say where.
//
// Unlike a model, a scenario is not judged fault by fault: the first one ends the reading.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "io/complaints.hpp"
#include "io/json.hpp"
#include "kinetree/model.hpp"

namespace kinetree {

class Node {
 public:
  Node(const Source& source, json::Value value, std::string path)
      : source_(&source), value_(value), path_(std::move(path)) {}

  [[noreturn]] void fail(const std::string& message, const std::string& remedy) const;

  /// A member of an object; null counts as absent. What was asked for is known.
  std::optional<Node> find(const std::string& key);
  Node need(const std::string& key, const std::string& remedy);
  /// Throws for the first key that nobody asked for.
  void refuse_unknown(std::initializer_list<const char*> informative = {});
  void expect_object() const;

  bool is(json::Kind kind) const noexcept { return value_.is(kind); }
  double number() const;    ///< any finite one
  double positive() const;  ///< more than zero
  double not_negative() const;
  bool boolean() const;
  std::string text() const;
  std::string name() const;  ///< a text that can be printed on one line
  /// One of these, or an error with the nearest.
  std::string choice(std::initializer_list<const char*> names) const;
  /// act(node) for the elements of an array, one at a time: a file may hold millions.
  template <class Act>
  void each(Act act) const {
    expect_array();
    std::size_t i = 0;
    for (const json::Value entry : value_) act(element(entry, i++));
  }
  std::vector<double> numbers() const;
  Vector3 vector3() const;
  /// Numbers by position, by name ({"elbow": 0.1}, the others as in `others`), or one for all.
  Vector vector(const std::vector<std::string>& names, const Vector& others) const;

  const std::string& path() const noexcept { return path_; }
  std::string child(const std::string& key) const { return path_ + "." + key; }

 private:
  void expect_array() const;
  Node element(json::Value entry, std::size_t i) const;

  const Source* source_;
  json::Value value_;
  std::string path_;
  std::vector<std::string> asked_;
};

}  // namespace kinetree
