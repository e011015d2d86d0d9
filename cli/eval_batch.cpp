// Every thread takes a portion of the file, reads its numbers, evaluates them and makes bytes of
// the results; then they are written in turn. So the first fault of the file is the one that is
// told, however many threads there are.
#include "eval_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "batch_calls.hpp"
#include "evaluation.hpp"
#include "kinetree/result_writer.hpp"
#include "numbers.hpp"
#include "whole_file.hpp"

namespace kinetree::cli {
namespace {

/// States that a thread takes at once: many, but no more than a few megabytes.
std::size_t portion_size(const std::vector<Field>& fields, const Model& model) {
  const int inputs = model.nq() + 3 * model.nv();
  auto numbers = static_cast<std::size_t>(inputs);
  for (const Field& field : fields) numbers += field.size();
  constexpr std::size_t most_numbers = std::size_t{1} << 19, most_states = 65536, whole = 64;
  return std::clamp(most_numbers / numbers / whole * whole, whole, most_states);
}

/// Where results go: a file, or standard output.
class Destination {
 public:
  Destination(const Arguments& arguments, Console& console, const Result& result) {
    const auto file = arguments.has("--npz") ? arguments.value("--npz") : arguments.value("--out");
    const bool npz = arguments.has("--npz") || (file && file->ends_with(".npz"));
    if (!file || *file == "-") {
      if (npz) throw UsageError("--batch cannot write NPZ to standard output: name a file");
      out_ = &console.out();
      writer_ = csv_writer(*out_, result);
      return;
    }
    if (!npz && !file->ends_with(".csv")) {
      throw UsageError(fmt::format("--out {}: give a name that ends in .csv or .npz", *file));
    }
    file_.emplace(*file);
    out_ = &file_->stream();
    writer_ = npz ? npz_writer(*out_, result, [this] { return file_->make_scratch(); })
                  : csv_writer(*out_, result);
  }
  ResultWriter& writer() { return *writer_; }
  /// False where nobody reads standard output any more.
  bool wanted() {
    if (file_) file_->check();
    return static_cast<bool>(*out_);
  }
  void finish(const Result& result) {
    writer_->finish(result);
    if (file_) file_->finish();
  }

 private:
  std::optional<WholeFile> file_;
  std::ostream* out_ = nullptr;
  std::unique_ptr<ResultWriter> writer_;
};

/// The portions of a file, shared among threads.
class BatchRun {
 public:
  BatchRun(const Model& model, const Options& options, const std::vector<Request>& requests,
           StateReader& reader, Destination& destination, ProgressBar& bar, std::size_t most)
      : model_(model),
        options_(options),
        requests_(requests),
        reader_(reader),
        destination_(destination),
        bar_(bar),
        most_(most) {}

  void run(int threads) {
    {
      std::vector<std::jthread> others;
      for (int i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
  }
  std::uint64_t states() const noexcept { return states_; }

 private:
  struct Load {
    std::uint64_t turn = 0;
    StateReader::Portion states;
    ResultWriter::Portion results;
    std::exception_ptr failure;
  };

  void work() {
    Load load;
    std::optional<BatchCalls> calls;
    while (take(load)) {
      try {
        if (!calls) calls.emplace(model_, options_.include, requests_, most_);
        if (!load.failure) evaluate(*calls, load);
      } catch (...) {
        load.failure = std::current_exception();
      }
      if (!deliver(load)) return;
    }
  }

  bool take(Load& load) {
    const std::lock_guard lock(taking_);
    if (ended_) return false;
    load.turn = taken_++;
    try {
      ended_ = !reader_.take(load.states, most_);
      return !ended_;
    } catch (...) {
      ended_ = true;
      load.failure = std::current_exception();
      return true;
    }
  }

  void evaluate(BatchCalls& calls, Load& load) const {
    reader_.read(load.states);
    load.results.states = load.states.states;
    calls.run(reader_, load.states, load.results.values);
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      const auto& values = load.results.values[i];
      const auto bad =
          std::find_if_not(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
      if (bad != values.end()) {
        const auto at = static_cast<std::size_t>(bad - values.begin());
        refuse(requests_[i], load.states, at / (values.size() / load.states.states));
      }
    }
    destination_.writer().encode(load.results);
  }

  [[noreturn]] void refuse(const Request& request, const StateReader::Portion& states,
                           std::size_t k) const {
    const std::string place = reader_.place(states, k);
    if (request.info->has(solves)) {
      Evaluator one(model_, {.methods = {}, .include = options_.include});
      const auto n = static_cast<std::size_t>(model_.nq());
      const Eigen::Map<const Vector> q(states.values[StateReader::q].data() + k * n, model_.nq());
      refuse_singular(one, q, "at " + place);
    }
    throw ModelError(
        fmt::format("{}: {} is not finite: the numbers of the model or of the state are too large "
                    "(`kinetree check` may say which)",
                    place, request.name));
  }

  /// Writes when it is its turn; false where there is no more to do.
  bool deliver(const Load& load) {
    std::unique_lock lock(writing_);
    turns_.wait(lock, [&] { return turn_ == load.turn || stopped_; });
    if (stopped_) return false;
    try {
      if (load.failure) std::rethrow_exception(load.failure);
      reader_confirm(load.states);
      destination_.writer().append(load.results);
      states_ += load.states.states;
      stopped_ = !destination_.wanted();
    } catch (...) {
      failure_ = std::current_exception();
      stopped_ = true;
    }
    ++turn_;
    turns_.notify_all();
    return !stopped_;
  }
  void reader_confirm(const StateReader::Portion& states) {
    const std::lock_guard lock(taking_);
    reader_.confirm(states);
    bar_.show(reader_.share(), states_ + states.states, "states");
  }

  const Model& model_;
  const Options& options_;
  const std::vector<Request>& requests_;
  StateReader& reader_;
  Destination& destination_;
  ProgressBar& bar_;
  std::size_t most_;
  std::mutex taking_, writing_;
  std::condition_variable turns_;
  std::uint64_t taken_ = 0, turn_ = 0, states_ = 0;
  bool ended_ = false, stopped_ = false;
  std::exception_ptr failure_;
};

/// What is said about the numbers.
Result describe_batch(const Model& model, const Options& options,
                      const std::vector<Request>& requests, const StateReader& reader) {
  Result result = make_result(model);
  result.fields = batch_fields(requests, model);
  result.included = options.include;
  result.methods.emplace_back("batch", simd().name);
  const auto wanted = inputs_of(requests);
  constexpr std::array names{"q", "v", "a", "tau"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!wanted[i] || reader.has(static_cast<StateReader::Array>(i))) continue;
    result.assumed.push_back(fmt::format("{} is zero (not given)", names[i]));
  }
  return result;
}

}  // namespace

void expect_batch_options(const Arguments& arguments) {
  if (!arguments.has("--batch")) {
    if (arguments.has("--out")) throw UsageError("--out is for --batch; see --csv and --npz");
    const std::string file = arguments.value("--states").value_or("");
    if (file.ends_with(".csv") || file.ends_with(".npz")) {
      throw UsageError(fmt::format("--states {}: CSV and NPZ are read by --batch", file));
    }
    return;
  }
  if (!arguments.has("--states"))
    throw UsageError("--batch needs --states FILE, a CSV or NPZ file");
  for (const char* option : {"--q", "--v", "--a", "--tau", "--w", "--method", "--prescribed",
                             "--regressor", "--task", "--singular", "--length", "--json"}) {
    if (arguments.has(option)) throw UsageError(fmt::format("{} is not for --batch", option));
  }
  if (arguments.has("--out") + arguments.has("--csv") + arguments.has("--npz") > 1) {
    throw UsageError("--out, --csv and --npz exclude each other");
  }
}

void eval_batch(const Arguments& arguments, Console& console, const Model& model,
                const Options& options, const std::vector<Request>& requests) {
  expect_batch_quantities(requests);
  if (std::any_of(requests.begin(), requests.end(),
                  [](const Request& r) { return r.info->has(solves); })) {
    Evaluator one(model, {.methods = {}, .include = options.include});
    refuse_massless(one);
  }
  StateReader reader(*arguments.value("--states"), model, inputs_of(requests));
  Result result = describe_batch(model, options, requests, reader);
  for (const std::string& assumed : result.assumed) console.tell(assumed);
  Destination destination(arguments, console, result);
  const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  ProgressBar bar(console, "evaluating " + model.name);
  BatchRun run(model, options, requests, reader, destination, bar,
               portion_size(result.fields, model));
  run.run(options.threads == 0 ? cores : std::min(options.threads, cores));
  result.states = static_cast<int>(std::min<std::uint64_t>(run.states(), INT32_MAX));
  destination.finish(result);
}

}  // namespace kinetree::cli
