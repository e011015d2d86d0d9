// Help that teaches: what it is for, what can be said, and something to paste.
#include <fmt/format.h>

#include "table.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

constexpr std::string_view last_words =
    "MODEL is a file (kinetree-model/1, kinetree-dh/1, URDF), an assembly of modules\n"
    "(FILE#ASSEMBLY), - for standard input, or the name of a built-in robot.\n"
    "Results go to standard output, everything else to standard error.\n"
    "Exit codes: 0 ok, 1 a check failed, 2 wrong usage, 65 bad data, 66 no such input,\n"
    "70 internal error.\n";

}  // namespace

std::string help(const std::vector<Verb>& verbs) {
  Table table;
  for (const Verb& verb : verbs) {
    table.add({fmt::format("  {} {}", verb.name, verb.operands), std::string(verb.purpose)});
  }
  return "kinetree: the dynamics of robots that are trees of rigid bodies\n\n"
         "usage: kinetree VERB [arguments]; `kinetree VERB -h` explains a verb\n\n" +
         table.text() +
         "\nexamples:\n"
         "  kinetree info planar3\n"
         "  kinetree eval puma6 --q 0.1,0.2,0.3,0,0,0 --quantity M,g\n"
         "  kinetree verify puma6\n\n" +
         std::string(last_words);
}

std::string help(const Verb& verb) {
  Table table;
  for (const Option& option : verb.options) {
    const std::string letter = option.letter.empty() ? "" : std::string(option.letter) + ", ";
    const std::string value = option.value.empty() ? "" : ' ' + std::string(option.value);
    table.add({fmt::format("  {}{}{}", letter, option.name, value), std::string(option.help)});
  }
  table.add({"  --quiet", "no warnings on standard error"});
  table.add({"  -h, --help", "this text"});
  std::string text =
      fmt::format("kinetree {}: {}\n\nusage: kinetree {} {}{}[options]\n", verb.name, verb.purpose,
                  verb.name, verb.operands, verb.operands.empty() ? "" : " ");
  if (!verb.details.empty()) text += fmt::format("\n{}\n", verb.details);
  text += "\noptions:\n" + table.text() + "\nexamples:\n";
  for (const std::string_view example : verb.examples) text += fmt::format("  {}\n", example);
  return text;
}

}  // namespace kinetree::cli
