// Errors and diagnostics: what kinetree says when something is wrong.
//
// A gate (loading, constructing, the first line of every evaluation) throws one of three types.
// Faults that can be listed together, such as those of a model file, are Diagnostics: plain data.
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kinetree {

struct Error : std::runtime_error {
  using runtime_error::runtime_error;
};

/// The text of a file cannot be understood: "file:line:column: message (remedy)".
struct ParseError : Error {
  using Error::Error;
};

/// A file or stream could not be opened or read.
struct FileError : Error {
  using Error::Error;
};

/// The robot described is impossible, or does not have what was asked: not a tree, unknown link,
/// a joint that nothing gives inertia.
struct ModelError : Error {
  using Error::Error;
};

/// The call is wrong: vector of the wrong size, NaN, unknown method, evaluator older than its
/// model.
struct UsageError : Error {
  using Error::Error;
};

/// A place in a text, counted from 1; zero means unknown.
struct Location {
  int line = 0;
  int column = 0;
};

/// One complaint about a model or its file.
struct Diagnostic {
  enum Level {
    note,     ///< worth knowing: a tag that dynamics ignores
    warning,  ///< can be evaluated, but is physically wrong or suspicious
    error,    ///< cannot be evaluated
  };
  Level level = note;
  std::string rule;     ///< short stable name, e.g. "triangle_inequality"
  std::string file;     ///< empty for models made in code
  Location at;          ///< where in the file, if known
  std::string subject;  ///< "link 'forearm'", "joint 'elbow'", or empty
  std::string message;  ///< what is wrong, with the numbers
  std::string remedy;   ///< what to do about it
};

using Diagnostics = std::vector<Diagnostic>;

/// "file:line:column: subject: message (remedy)", leaving out what is unknown.
std::string to_string(const Diagnostic& diagnostic);

/// The name among `candidates` closest to `name`, for "did you mean"; empty if none is close.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace kinetree
