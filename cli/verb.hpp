// A verb of the command line, as data: its name, its options, its help, and what it runs.
//
// Options are data so that parsing, help and spelling suggestions come from one table.
#pragma once
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "console.hpp"

namespace kinetree::cli {

/// What the shell is told; see DESIGN.md §4.
enum ExitCode { ok = 0, differs = 1, wrong_usage = 2, bad_data = 65, no_input = 66, internal = 70 };

struct Option {
  std::string_view name;         ///< "--gravity"
  std::string_view value;        ///< "X,Y,Z"; empty for a switch
  std::string_view help;         ///< one line
  std::string_view letter = {};  ///< "-o"
};

/// What the user typed after the verb, already known to be options of it.
class Arguments {
 public:
  std::vector<std::string> operands;
  std::map<std::string, std::string, std::less<>> options;  ///< by long name

  bool has(std::string_view option) const { return options.find(option) != options.end(); }
  std::optional<std::string> value(std::string_view option) const;
  /// One of `choices`, the first of which is taken where the option is absent.
  std::string choice(std::string_view option, std::initializer_list<const char*> choices) const;
};

struct Verb {
  std::string_view name;
  std::string_view operands;  ///< "MODEL", "[MODEL]", "MODEL…", "MODEL [ELEMENT]"
  std::string_view purpose;   ///< one line
  std::string_view details;   ///< the rest of the help
  std::vector<Option> options;
  std::vector<std::string_view> examples;  ///< work as pasted
  int (*run)(const Arguments& arguments, Console& console);

  std::size_t least_operands() const noexcept;
  std::size_t most_operands() const noexcept;
};

/// Reads the words after the verb; throws UsageError with the nearest spelling.
Arguments parse_arguments(const Verb& verb, const std::vector<std::string>& words);

/// The text of `kinetree -h` and of `kinetree VERB -h`.
std::string help(const std::vector<Verb>& verbs);
std::string help(const Verb& verb);

// One file each.
Verb make_robots_verb();
Verb make_methods_verb();
Verb make_info_verb();
Verb make_check_verb();
Verb make_eval_verb();
Verb make_verify_verb();
Verb make_count_verb();
Verb make_explain_verb();
Verb make_derive_verb();
Verb make_convert_verb();
Verb make_simulate_verb();
Verb make_reproduce_verb();
Verb make_bench_verb();
Verb make_generate_verb();

}  // namespace kinetree::cli
