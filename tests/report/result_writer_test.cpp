// What is written in portions is what would have been written at once.
#include "kinetree/result_writer.hpp"

#include <gtest/gtest.h>

#include "result_fixture.hpp"
#include "unzip.hpp"

namespace kinetree::result_writer_test {
namespace {

/// Two states, as a result of one portion each.
Result plain_result() {
  Result result = sample_result();
  std::erase_if(result.fields, [](const Field& f) { return f.shape == Field::poses; });
  return result;
}

void write(ResultWriter& writer, const Result& result) {
  for (std::size_t k = 0; k < 2; ++k) {
    ResultWriter::Portion portion;
    portion.states = 1;
    for (const Field& field : result.fields) {
      const auto first = field.values.begin() + static_cast<std::ptrdiff_t>(k * field.size());
      portion.values.emplace_back(first, first + static_cast<std::ptrdiff_t>(field.size()));
    }
    writer.encode(portion);
    writer.append(portion);
  }
  writer.finish(result);
}

TEST(CsvWriter, WritesWhatWriteCsvDoes) {
  const Result result = plain_result();
  std::ostringstream out;
  write(*csv_writer(out, result), result);
  EXPECT_EQ(out.str(), written(write_csv, result));
}

TEST(NpzWriter, WritesWhatWriteNpzDoes) {
  const Result result = plain_result();
  std::ostringstream out;
  write(*npz_writer(out, result, [] { return std::make_unique<std::stringstream>(); }), result);
  const auto wanted = testing::unzip(written(write_npz, result));
  const std::string found = out.str();
  for (const auto& [name, bytes] : wanted) {
    EXPECT_NE(found.find(name), std::string::npos) << name;
    EXPECT_NE(found.find(bytes), std::string::npos) << name;
  }
}

TEST(NpzWriter, RefusesPoses) {
  std::ostringstream out;
  EXPECT_THROW(
      npz_writer(out, sample_result(), [] { return std::make_unique<std::stringstream>(); }),
      UsageError);
}

}  // namespace
}  // namespace kinetree::result_writer_test
