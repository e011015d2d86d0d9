// kinetree robots: the robots that need no file.
#include "kinetree/io.hpp"
#include "kinetree/report.hpp"
#include "table.hpp"
#include "verb.hpp"

namespace kinetree::cli {
namespace {

int run_robots(const Arguments& arguments, Console& console) {
  std::string json;
  Table table;
  for (const RobotInfo& robot : kinetree::robots()) {
    table.add({std::string(robot.name), std::string(robot.summary), std::string(robot.source)});
    json += (json.empty() ? "\n  {\"name\": " : ",\n  {\"name\": ") + json_quote(robot.name) +
            ", \"summary\": " + json_quote(robot.summary) +
            ", \"source\": " + json_quote(robot.source) + "}";
  }
  if (arguments.has("--json")) {
    console.out() << "{\"format\": \"kinetree-robots/1\", \"robots\": [" << json << "\n]}\n";
  } else {
    console.out() << table.text();
  }
  return ok;
}

}  // namespace

Verb make_robots_verb() {
  return {.name = "robots",
          .operands = "",
          .purpose = "list the built-in robots",
          .details = "A name with a number, such as snake:20, stands for a robot of that size.",
          .options = {{"--json", "", "as JSON, kinetree-robots/1"}},
          .examples = {"kinetree robots", "kinetree robots --json"},
          .run = run_robots};
}

}  // namespace kinetree::cli
