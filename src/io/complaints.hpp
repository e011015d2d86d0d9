// Where a reader puts what it finds wrong: everything at once, not only the first fault.
//
// A reader that meets a bad value complains, goes on with a harmless one, and lets its caller
// decide: an error-level complaint means that there will be no model.
#pragma once
#include <string>
#include <string_view>

#include "io/source.hpp"
#include "kinetree/link.hpp"
#include "model/findings.hpp"

namespace kinetree {

class Complaints {
 public:
  Complaints(const Source& source, Diagnostics& list) : source_(source), found_(list) {}

  void error(Location at, std::string rule, std::string subject, std::string message,
             std::string remedy);
  void warning(Location at, std::string rule, std::string subject, std::string message,
               std::string remedy);
  void note(Location at, std::string rule, std::string subject, std::string message,
            std::string remedy);

  /// Throws SyntaxError where these are more links or joints than any robot has.
  void expect_robot_of(std::size_t links, Location at) const;

  /// A warning that these angles are more than a turn.
  void doubt_radians(const Vector3& rpy, Location at, std::string subject);

  const std::string& file() const noexcept { return source_.name(); }
  bool failed() const noexcept { return found_.any(Diagnostic::error); }
  bool exhausted() const noexcept { return found_.full(Diagnostic::error); }  ///< stop reading
  bool full() const noexcept { return found_.full(Diagnostic::note); }        ///< of notes

 private:
  const Source& source_;
  Findings found_;
};

bool more_than_a_turn(const Vector3& rpy);

/// Foreign text for a message: control characters and broken UTF-8 as \\xNN, long text cut.
std::string shown(std::string_view text);
std::string in_quotes(std::string_view text);  ///< the same in single quotes

/// One line of UTF-8, not endless: what a name must be, since it will be printed and looked up.
bool is_printable(std::string_view text);
inline constexpr std::string_view name_remedy =
    "names are one line of text in UTF-8, up to 1000 bytes";

/// "did you mean 'x'?" in front of `otherwise`, where `name` looks like a slip of a candidate.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates,
                         std::string otherwise);

}  // namespace kinetree
