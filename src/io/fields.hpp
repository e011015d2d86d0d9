// One JSON object being read: typed access by key, complaints with the object's name in them.
//
// Every key that is asked for is remembered; what remains at the end is unknown to us and reported.
// So there is no second list of known keys to keep in step with the code.
#pragma once
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "io/complaints.hpp"
#include "io/json.hpp"
#include "kinetree/link.hpp"

namespace kinetree {

class Fields {
 public:
  /// `subject` names the object in messages, e.g. "link 'arm'". Anything but an object is an error
  /// and then looks empty.
  Fields(json::Value object, Complaints& complaints, std::string subject);

  /// The value of a key; null counts as absent.
  std::optional<json::Value> find(std::string_view key);

  double number(std::string_view key, double fallback);
  std::string text(std::string_view key, std::string fallback);
  Vector3 vector(std::string_view key, const Vector3& fallback);
  std::optional<Fields> object(std::string_view key);
  std::optional<json::Value> array(std::string_view key);

  /// Fills `values`, exactly as many as there are. False where absent or wrong.
  bool numbers(std::string_view key, std::span<double> values);

  void error(Location at, std::string rule, std::string message, std::string remedy);
  void note(Location at, std::string rule, std::string message, std::string remedy);

  /// A note for each key that nobody asked for, but those that are there only for people.
  void note_unknown(std::initializer_list<std::string_view> informative = {});

  Location where() const noexcept { return object_.where(); }
  Complaints& complaints() noexcept { return complaints_; }
  const std::string& subject() const noexcept { return subject_; }
  void set_subject(std::string subject) { subject_ = std::move(subject); }

 private:
  bool expect(const json::Value& value, json::Kind kind, std::string_view key);

  json::Value object_;
  Complaints& complaints_;
  std::string subject_;
  std::vector<std::string_view> asked_;
};

/// Numbers of an array, or an error that names `what` and gives the place.
bool read_numbers(const json::Value& array, std::span<double> values, std::string_view what,
                  Fields& owner);

}  // namespace kinetree
