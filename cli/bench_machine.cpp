// The machine and the build that figures were taken with.
#include <sys/utsname.h>

#include <build_facts.hpp>  // written while building
#include <fstream>
#include <thread>

#include "bench_report.hpp"

namespace kinetree::cli {
namespace {

std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) && !line.empty() ? line : "unknown";
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string system_name() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  return std::string(name.sysname) + ' ' + name.release + ' ' + name.machine;
}

}  // namespace

Facts machine_facts() {
  return {{"cpu", cpu_name()},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
          {"system", system_name()},
          {"compiler", KINETREE_BUILD_COMPILER},
          {"flags", KINETREE_BUILD_FLAGS}};
}

std::string build_commit() { return KINETREE_BUILD_COMMIT; }

bool build_is_for_figures() { return KINETREE_BUILD_FOR_FIGURES != 0; }

}  // namespace kinetree::cli
