// What `kinetree bench` can be asked for, one file each.
#pragma once
#include <string_view>
#include <vector>

#include "bench_trial.hpp"
#include "kinetree/model.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace kinetree::cli {

int run_evaluations(const Arguments& arguments, Console& console);
int run_edits(const Arguments& arguments, Console& console);
int run_soak(const Arguments& arguments, Console& console);
int run_crossovers(const Arguments& arguments, Console& console);

/// Few windows where --quick says so.
Effort read_effort(const Arguments& arguments);
/// The operands, or these where there are none, as the model options say.
std::vector<Model> read_models(const Arguments& arguments, const Console& console,
                               std::vector<Model> instead);
/// Options that would be ignored are refused.
void refuse_options(const Arguments& arguments, std::string_view with,
                    std::initializer_list<std::string_view> options);

/// To the file of -o, or to standard output.
template <class Write>
void write_where_asked(const Arguments& arguments, Console& console, Write write) {
  const auto file = arguments.value("--output");
  if (!file) {
    write(console.out());
    return;
  }
  Output out(*file);
  write(out);
  out.finish();
}

}  // namespace kinetree::cli
