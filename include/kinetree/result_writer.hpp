// Results of millions of states into a CSV or NPZ file, a portion at a time.
//
//   auto writer = kinetree::csv_writer(out, result);   // fields without values: what there will be
//   kinetree::ResultWriter::Portion some;
//   some.states = …; some.values = …;                  // for every field, state after state
//   writer->encode(some);
//   writer->append(some);
//   writer->finish(result);
//
// encode() is for any number of threads; the others are for one at a time, portions in their order.
// What is written is what write_csv() and write_npz() write.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "kinetree/report.hpp"

namespace kinetree {

class ResultWriter {
 public:
  struct Portion {
    std::size_t states = 0;
    std::vector<std::vector<double>> values;  ///< one for every field
    std::vector<std::string> bytes;           ///< what will be written
    std::vector<std::uint32_t> sums;
  };
  ResultWriter() = default;
  ResultWriter(const ResultWriter&) = delete;
  ResultWriter& operator=(const ResultWriter&) = delete;
  virtual ~ResultWriter() = default;

  virtual void encode(Portion& portion) const = 0;
  virtual void append(const Portion& portion) = 0;
  /// The rest of the file. `result` says what write_npz() puts into `about`.
  virtual void finish(const Result& result) = 0;
};

std::unique_ptr<ResultWriter> csv_writer(std::ostream& out, const Result& result);

/// Fields are vectors, matrices or numbers. `out` must be able to go back (seekp): how many states
/// there were is written last. All fields but the first wait in streams of their own, which
/// `make_scratch` opens for writing and reading.
std::unique_ptr<ResultWriter> npz_writer(
    std::ostream& out, const Result& result,
    const std::function<std::unique_ptr<std::iostream>()>& make_scratch);

}  // namespace kinetree
