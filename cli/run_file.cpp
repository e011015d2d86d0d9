#include "run_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

#include "growing_file.hpp"
#include "output.hpp"

namespace kinetree::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Text that grows by pieces, and what closes it for now: of JSON brackets, and that the run goes
/// on.
class TextFile : public RunFile {
 public:
  void add(const Sample& sample) override {
    using namespace std::chrono_literals;
    pending_ += piece(sample, first_);
    constexpr std::size_t enough = 1 << 20;
    const auto now = Clock::now();
    // The first sample at once: from then on there is a run to look at.
    if (first_ || pending_.size() > enough || now - written_ > 200ms) {
      file_.write(pending_, end(nullptr));
      pending_.clear();
      written_ = now;
    }
    first_ = false;
  }

  void finish(const Run& run) override { file_.finish(pending_, end(&run)); }

 protected:
  TextFile(const std::string& file, std::string head) : file_(file), pending_(std::move(head)) {}
  virtual std::string piece(const Sample& sample, bool first) = 0;
  virtual std::string end(const Run* finished) const = 0;

 private:
  GrowingFile file_;
  std::string pending_;
  bool first_ = true;
  Clock::time_point written_;
};

class JsonFile final : public TextFile {
 public:
  JsonFile(const std::string& file, const RunInfo& info)
      : TextFile(file, run_json_head(info)), info_(info) {}

 private:
  std::string piece(const Sample& sample, bool first) override {
    if (sample.robot && (robots_.empty() || robots_.back() != sample.robot)) {
      robots_.push_back(sample.robot);
    }
    return run_json_sample(sample, first);
  }
  std::string end(const Run* finished) const override {
    return run_json_tail(info_, finished, robots_);
  }
  const RunInfo& info_;
  RunRobots robots_;
};

class CsvFile final : public TextFile {
 public:
  CsvFile(const std::string& file, const RunInfo& info)
      : TextFile(file, run_csv_head(info)), info_(info) {}

 private:
  std::string piece(const Sample& sample, bool) override { return run_csv_row(info_, sample); }
  std::string end(const Run*) const override { return ""; }
  const RunInfo& info_;
};

/// An archive cannot grow: it is written anew beside the old one now and then, rarely enough to
/// cost a twentieth of the time, and takes its name at once.
class NpzFile final : public RunFile {
 public:
  NpzFile(const std::string& file, const RunInfo& info) : file_(followed(file)), info_(info) {
    // Numbers alone; zip as NumPy reads it ends at four gigabytes.
    constexpr double most = 4e9;
    const std::size_t nq = std::max(info.q_names.size(), info.all_q_names.size());
    const std::size_t nv = std::max(info.v_names.size(), info.all_v_names.size());
    const auto columns = static_cast<double>(2 * nq + 3 * nv + 4);
    const double samples = info.record_every > 0 ? info.duration / info.record_every : 0;
    if (8 * columns * samples < most) return;
    throw UsageError(fmt::format(
        "-o {}: {:.2g} samples are too many for one NPZ file; write .csv, or record less often",
        file, samples));
  }

  void add(const Sample& sample) override {
    using namespace std::chrono_literals;
    samples_.push_back(sample);
    const auto since = Clock::now() - written_;
    if (samples_.size() == 1 || since > std::max<Clock::duration>(1s, 20 * cost_)) write(nullptr);
  }
  void finish(const Run& run) override { write(&run); }

 private:
  void write(const Run* finished) {
    const auto start = Clock::now();
    const bool device = is_special(file_);
    if (device && finished == nullptr) return;
    const std::string part = device ? file_ : file_ + ".part";
    try {
      Output out(part);
      write_run_npz(out, info_, samples_, finished);
      out.finish();
    } catch (...) {
      if (!device) std::remove(part.c_str());
      throw;
    }
    if (!device && std::rename(part.c_str(), file_.c_str()) != 0) refuse_to_write(file_, errno);
    written_ = Clock::now();
    cost_ = written_ - start;
  }

  std::string file_;
  const RunInfo& info_;
  std::vector<Sample> samples_;
  Clock::time_point written_;
  Clock::duration cost_{};
};

}  // namespace

void check_run_file_name(const std::string& file) {
  for (const char* extension : {".json", ".csv", ".npz"}) {
    if (file.ends_with(extension)) return;
  }
  throw UsageError(fmt::format("-o {}: the name must end in .json, .csv or .npz", file));
}

std::unique_ptr<RunFile> make_run_file(const std::string& file, const RunInfo& info) {
  if (file.ends_with(".csv")) return std::make_unique<CsvFile>(file, info);
  if (file.ends_with(".npz")) return std::make_unique<NpzFile>(file, info);
  return std::make_unique<JsonFile>(file, info);
}

}  // namespace kinetree::cli
