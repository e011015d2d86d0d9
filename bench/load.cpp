// Time from a file to a Model, and from a Model to an Evaluator, for the files given.
//
// A file is loaded twice before it is timed: both models must have the same hash and the file the
// same complaints. Each load reads the file again; what it is read from is the page cache.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <vector>

#include "kinetree/kinetree.hpp"

namespace {

using namespace kinetree;
using Clock = std::chrono::steady_clock;

/// Microseconds of every call, sorted: at least a hundred, and as many as fit into two seconds.
template <class Make>
std::vector<double> times(const Make& make) {
  std::vector<double> result;
  const auto start = Clock::now();
  while (result.size() < 100 || Clock::now() - start < std::chrono::seconds(2)) {
    const auto before = Clock::now();
    const auto made = make();
    const auto after = Clock::now();  // taking it apart again is not timed
    result.push_back(std::chrono::duration<double, std::micro>(after - before).count());
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool is_the_same_again(const char* file) {
  Diagnostics first_notes, second_notes;
  const Model first = load_model(file, &first_notes), second = load_model(file, &second_notes);
  return first.hash() == second.hash() &&
         std::equal(
             first_notes.begin(), first_notes.end(), second_notes.begin(), second_notes.end(),
             [](const Diagnostic& a, const Diagnostic& b) { return to_string(a) == to_string(b); });
}

void print_row(const char* file) {
  const Model model = load_model(file);
  const auto load = times([&] { return load_model(file); });
  const auto evaluator = times([&] { return Evaluator(model); });
  fmt::print("{:>6} {:>4} {:>10.1f} {:>10.1f} {:>10.1f} {:>10.1f}  {}\n", model.size(), model.nv(),
             load.front(), load[load.size() / 2], evaluator.front(),
             evaluator[evaluator.size() / 2], file);
}

}  // namespace

int main(int count, char** files) {
  bool passed = count > 1;
  if (!passed) fmt::print(stderr, "usage: bench_load FILE...\n");
  fmt::print("{:>6} {:>4} {:>21} {:>21}\n", "", "", "load, us", "Evaluator, us");
  fmt::print("{:>6} {:>4} {:>10} {:>10} {:>10} {:>10}  file\n", "links", "nv", "min", "median",
             "min", "median");
  for (int i = 1; i < count; ++i) {
    try {
      if (is_the_same_again(files[i])) {
        print_row(files[i]);
        continue;
      }
      fmt::print(stderr, "{}: two loads differ, so it is not timed\n", files[i]);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
    }
    passed = false;
  }
  return passed ? 0 : 1;
}
