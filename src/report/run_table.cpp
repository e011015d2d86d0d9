// Runs as tables: CSV line by line, and NPZ at once.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinetree/run_report.hpp"
#include "report/tables.hpp"

namespace kinetree {
namespace {

const std::vector<std::string>& all_q(const RunInfo& info) {
  return info.all_q_names.empty() ? info.q_names : info.all_q_names;
}
const std::vector<std::string>& all_v(const RunInfo& info) {
  return info.all_v_names.empty() ? info.v_names : info.all_v_names;
}

/// The columns of a run as fields of a result, without values.
std::vector<Field> fields(const RunInfo& info) {
  const auto vector = [](const char* name, const std::vector<std::string>& rows) {
    return Field{name, Field::vector, static_cast<int>(rows.size()), 1, rows, {}};
  };
  const auto scalar = [](const char* name) { return Field{name, Field::scalar, 1, 1, {}, {}}; };
  std::vector<Field> list{scalar("t"),
                          vector("q", all_q(info)),
                          vector("v", all_v(info)),
                          vector("a", all_v(info)),
                          vector("tau", all_v(info)),
                          scalar("T"),
                          scalar("U"),
                          scalar("balance")};
  if (info.tracks) list.push_back(vector("q_desired", all_q(info)));
  return list;
}

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

/// The numbers of a sample, one list a field.
std::vector<std::vector<double>> values(const RunInfo& info, const Sample& s) {
  const auto of = [&](const Vector& x, bool is_q) {
    const auto& columns = is_q ? all_q(info) : all_v(info);
    if (!s.robot) return std::vector<double>(x.begin(), x.end());
    const auto& names = is_q ? s.robot->q_names : s.robot->v_names;
    return report::aligned(x, names, columns);
  };
  std::vector<std::vector<double>> list{{s.t},          of(s.q, true),    of(s.v, false),
                                        of(s.a, false), of(s.tau, false), {s.T},
                                        {s.U},          {s.balance}};
  if (s.q_desired.size() > 0) list.push_back(of(s.q_desired, true));
  return list;
}

}  // namespace

std::vector<double> report::aligned(const Vector& x, const std::vector<std::string>& names,
                                    const std::vector<std::string>& columns) {
  std::vector<double> list(columns.size(), absent);
  for (std::size_t k = 0; k < names.size(); ++k) {
    // Mostly they are where they are in the list of all.
    const bool same = k < columns.size() && columns[k] == names[k];
    const auto place = same ? columns.begin() + static_cast<std::ptrdiff_t>(k)
                            : std::find(columns.begin(), columns.end(), names[k]);
    if (place == columns.end()) continue;
    list[static_cast<std::size_t>(place - columns.begin())] = x[static_cast<Eigen::Index>(k)];
  }
  return list;
}

std::string run_csv_head(const RunInfo& info) { return report::csv_head(fields(info)); }

std::string run_csv_row(const RunInfo& info, const Sample& sample) {
  std::string line;
  const bool gaps = sample.robot != nullptr;
  for (const std::vector<double>& numbers : values(info, sample)) {
    for (const double x : numbers) {
      line += line.empty() ? "" : ",";
      if (!gaps || !std::isnan(x)) line += report::csv_number(x);
    }
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
    const auto numbers = values(info, sample);
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
      auto& to = table.fields[i].values;
      to.insert(to.end(), numbers[i].begin(), numbers[i].end());
    }
  }
  RunRobots robots;
  for (const Sample& sample : samples) {
    if (sample.robot && (robots.empty() || robots.back() != sample.robot)) {
      robots.push_back(sample.robot);
    }
  }
  report::write_npz(out, table, run_json_head(info) + run_json_tail(info, finished, robots));
}

}  // namespace kinetree
