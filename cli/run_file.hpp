// A file that grows while a simulation runs, and can be read at any time: also after kill -9.
#pragma once
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "kinetree/run_report.hpp"

namespace kinetree::cli {

class RunFile {
 public:
  virtual ~RunFile() = default;
  virtual void add(const Sample& sample) = 0;
  virtual void finish(const Run& run) = 0;
};

/// The format is told from the extension: .json, .csv or .npz; throws UsageError for another.
void check_run_file_name(const std::string& file);

/// Creates the file; throws OutputError. `info` must outlive it.
std::unique_ptr<RunFile> make_run_file(const std::string& file, const RunInfo& info);

}  // namespace kinetree::cli
