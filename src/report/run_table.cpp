// Runs as tables: CSV line by line, and NPZ at once.
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/run_report.hpp"
#include "report/tables.hpp"

namespace kinetree {
namespace {

/// The columns of a run as fields of a result, without values.
std::vector<Field> fields(const RunInfo& info) {
  const auto vector = [](const char* name, const std::vector<std::string>& rows) {
    return Field{name, Field::vector, static_cast<int>(rows.size()), 1, rows, {}};
  };
  const auto scalar = [](const char* name) { return Field{name, Field::scalar, 1, 1, {}, {}}; };
  std::vector<Field> list{scalar("t"),
                          vector("q", info.q_names),
                          vector("v", info.v_names),
                          vector("a", info.v_names),
                          vector("tau", info.v_names),
                          scalar("T"),
                          scalar("U"),
                          scalar("balance")};
  if (info.tracks) list.push_back(vector("q_desired", info.q_names));
  return list;
}

/// The numbers of a sample, one list a field.
std::vector<std::vector<double>> values(const Sample& s) {
  const auto of = [](const Vector& x) { return std::vector<double>(x.begin(), x.end()); };
  std::vector<std::vector<double>> list{{s.t},     of(s.q), of(s.v), of(s.a),
                                        of(s.tau), {s.T},   {s.U},   {s.balance}};
  if (s.q_desired.size() > 0) list.push_back(of(s.q_desired));
  return list;
}

}  // namespace

std::string run_csv_head(const RunInfo& info) { return report::csv_head(fields(info)); }

std::string run_csv_row(const Sample& sample) {
  std::string line;
  for (const std::vector<double>& numbers : values(sample)) {
    for (const double x : numbers) line += (line.empty() ? "" : ",") + report::csv_number(x);
  }
  return line + "\n";
}

void write_run_npz(std::ostream& out, const RunInfo& info, const std::vector<Sample>& samples,
                   const Run* finished) {
  Result table;
  table.joints = info.joints;
  table.states = static_cast<int>(samples.size());
  table.fields = fields(info);
  for (const Sample& sample : samples) {
    const auto numbers = values(sample);
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
      auto& to = table.fields[i].values;
      to.insert(to.end(), numbers[i].begin(), numbers[i].end());
    }
  }
  report::write_npz(out, table, run_json_head(info) + run_json_tail(info, finished));
}

}  // namespace kinetree
