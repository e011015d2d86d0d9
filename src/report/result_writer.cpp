#include "kinetree/result_writer.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <istream>
#include <ostream>
#include <stdexcept>

#include "report/describe.hpp"
#include "report/npy.hpp"
#include "report/tables.hpp"
#include "report/zip.hpp"

namespace kinetree {
namespace {

class CsvWriter : public ResultWriter {
 public:
  CsvWriter(std::ostream& out, const Result& result) : out_(out), fields_(result.fields) {
    out_ << report::csv_head(fields_);
  }

  void encode(Portion& portion) const override {
    portion.bytes.resize(1);
    std::string& text = portion.bytes[0];
    std::size_t numbers = 0;
    for (const Field& field : fields_) numbers += field.size();
    constexpr std::size_t longest = 25;  // -2.2250738585072014e-308 and a comma
    text.resize(portion.states * (numbers * longest + 1));
    char* to = text.data();
    for (std::size_t k = 0; k < portion.states; ++k) {
      char* const line = to;
      for (std::size_t f = 0; f < fields_.size(); ++f) {
        const double* const values = portion.values[f].data() + k * fields_[f].size();
        for (std::size_t i = 0; i < fields_[f].size(); ++i) {
          if (to != line) *to++ = ',';
          to = fmt::format_to(to, FMT_COMPILE("{:.17g}"), values[i]);
        }
      }
      *to++ = '\n';
    }
    text.resize(static_cast<std::size_t>(to - text.data()));
  }
  void append(const Portion& portion) override {
    out_.write(portion.bytes[0].data(), static_cast<std::streamsize>(portion.bytes[0].size()));
  }
  void finish(const Result& /*result*/) override {}

 private:
  std::ostream& out_;
  std::vector<Field> fields_;
};

class NpzWriter : public ResultWriter {
 public:
  NpzWriter(std::ostream& out, const Result& result,
            const std::function<std::unique_ptr<std::iostream>()>& make_scratch)
      : zip_(out) {
    for (const Field& field : result.fields) {
      Waiting& waiting = fields_.emplace_back();
      waiting.field = field;
      if (field.shape == Field::poses) throw UsageError("poses cannot be written state by state");
      if (fields_.size() > 1) waiting.scratch = make_scratch();
    }
    if (!fields_.empty()) zip_.begin(name(fields_[0]), head(fields_[0]));
  }

  void encode(Portion& portion) const override {
    portion.bytes.resize(fields_.size());
    portion.sums.resize(fields_.size());
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      std::string& bytes = portion.bytes[f];
      bytes.clear();
      report::put_doubles(bytes, portion.values[f].data(), portion.values[f].size());
      portion.sums[f] = static_cast<std::uint32_t>(
          crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    }
  }

  void append(const Portion& portion) override {
    states_ += portion.states;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      Waiting& x = fields_[f];
      const std::string& bytes = portion.bytes[f];
      x.sum = static_cast<std::uint32_t>(
          crc32_combine(x.sum, portion.sums[f], static_cast<z_off_t>(bytes.size())));
      x.size += bytes.size();
      if (f == 0) {
        zip_.append(bytes.data(), bytes.size());
      } else {
        x.scratch->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      }
    }
  }

  void finish(const Result& result) override {
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      Waiting& x = fields_[f];
      if (f > 0) {
        zip_.begin(name(x), head(x));
        copy(x);
      }
      zip_.end(head(x), x.sum);
      x.scratch.reset();
    }
    zip_.add("joints.npy", report::npy_texts({result.joints.size()}, result.joints));
    zip_.add("about.npy", report::npy_texts({}, {"{\n" + report::describe(result) + "\n}"}));
    zip_.finish();
  }

 private:
  struct Waiting {
    Field field;
    std::unique_ptr<std::iostream> scratch;
    std::uint64_t size = 0;
    std::uint32_t sum = 0;
  };
  static std::string name(const Waiting& x) { return x.field.name + ".npy"; }
  std::string head(const Waiting& x) const {
    report::Shape shape{states_};
    const auto rows = static_cast<std::size_t>(x.field.rows);
    const auto columns = static_cast<std::size_t>(x.field.columns);
    if (x.field.shape == Field::tensor) shape.push_back(static_cast<std::size_t>(x.field.depth));
    if (x.field.shape != Field::scalar) shape.push_back(rows);
    if (x.field.shape == Field::matrix || x.field.shape == Field::tensor) shape.push_back(columns);
    return report::npy_header("<f8", shape);
  }
  void copy(Waiting& x) {
    std::string some(std::size_t{1} << 20, '\0');
    x.scratch->seekg(0);
    for (std::uint64_t left = x.size; left > 0;) {
      const std::size_t count = std::min<std::uint64_t>(left, some.size());
      if (!x.scratch->read(some.data(), static_cast<std::streamsize>(count))) {
        throw FileError("a temporary file cannot be read back: is the disk full?");
      }
      zip_.append(some.data(), count);
      left -= count;
    }
  }

  report::ZipWriter zip_;
  std::vector<Waiting> fields_;
  std::size_t states_ = 0;
};

}  // namespace

std::unique_ptr<ResultWriter> csv_writer(std::ostream& out, const Result& result) {
  return std::make_unique<CsvWriter>(out, result);
}

std::unique_ptr<ResultWriter> npz_writer(
    std::ostream& out, const Result& result,
    const std::function<std::unique_ptr<std::iostream>()>& make_scratch) {
  return std::make_unique<NpzWriter>(out, result, make_scratch);
}

}  // namespace kinetree
