#include "run_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "output.hpp"

namespace kinetree::cli {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& file, int error) {
  throw OutputError(
      fmt::format("cannot write {}: {}", file, std::generic_category().message(error)));
}

/// Text that grows at its end. What closes it (of JSON: brackets, and that the run goes on) is
/// written with every piece, in one call, and overwritten by the next one: so the file is whole
/// whenever somebody looks.
class GrowingFile : public RunFile {
 public:
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  void add(const Sample& sample) override {
    using namespace std::chrono_literals;
    pending_ += piece(sample, first_);
    constexpr std::size_t enough = 1 << 20;
    const auto now = Clock::now();
    // The first sample at once: from then on there is a run to look at.
    if (first_ || pending_.size() > enough || now - written_ > 200ms) {
      write(end(nullptr));
      written_ = now;
    }
    first_ = false;
  }

  void finish(const Run& run) override {
    write(end(&run));
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) fail(file_, errno);
  }

 protected:
  GrowingFile(std::string file, std::string head)
      : file_(std::move(file)),
        descriptor_(::open(file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)),
        pending_(std::move(head)) {
    if (descriptor_ < 0) fail(file_, errno);
  }
  virtual std::string piece(const Sample& sample, bool first) const = 0;
  virtual std::string end(const Run* finished) const = 0;

 private:
  void write(const std::string& end) {
    const std::string text = pending_ + end;
    for (std::size_t done = 0; done < text.size();) {
      const auto n = ::pwrite(descriptor_, text.data() + done, text.size() - done,
                              static_cast<off_t>(size_ + done));
      if (n < 0 && errno != EINTR) fail(file_, errno);
      if (n > 0) done += static_cast<std::size_t>(n);
    }
    size_ += pending_.size();
    pending_.clear();
  }

  std::string file_;
  int descriptor_;
  std::size_t size_ = 0;
  std::string pending_;
  bool first_ = true;
  Clock::time_point written_;
};

class JsonFile final : public GrowingFile {
 public:
  JsonFile(const std::string& file, const RunInfo& info)
      : GrowingFile(file, run_json_head(info)), info_(info) {}

 private:
  std::string piece(const Sample& sample, bool first) const override {
    return run_json_sample(sample, first);
  }
  std::string end(const Run* finished) const override { return run_json_tail(info_, finished); }
  const RunInfo& info_;
};

class CsvFile final : public GrowingFile {
 public:
  CsvFile(const std::string& file, const RunInfo& info) : GrowingFile(file, run_csv_head(info)) {}

 private:
  std::string piece(const Sample& sample, bool) const override { return run_csv_row(sample); }
  std::string end(const Run*) const override { return ""; }
};

/// An archive cannot grow: it is written anew beside the old one now and then, rarely enough to
/// cost a twentieth of the time, and takes its name at once.
class NpzFile final : public RunFile {
 public:
  NpzFile(const std::string& file, const RunInfo& info) : file_(followed(file)), info_(info) {
    // Numbers alone; zip as NumPy reads it ends at four gigabytes.
    constexpr double most = 4e9;
    const auto columns = static_cast<double>(2 * info.q_names.size() + 3 * info.v_names.size() + 4);
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
  /// Where a link leads: it stays one.
  static std::string followed(const std::string& file) {
    std::error_code failed;
    const auto target = std::filesystem::canonical(file, failed);
    return failed ? file : target.string();
  }

  void write(const Run* finished) {
    const auto start = Clock::now();
    std::error_code failed;
    const bool device =
        std::filesystem::exists(file_, failed) && !std::filesystem::is_regular_file(file_, failed);
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
    if (!device && std::rename(part.c_str(), file_.c_str()) != 0) fail(file_, errno);
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
