// States as CSV: a header with columns such as q[elbow] or v[2], then one state a line.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "io/complaints.hpp"
#include "io/csv_line.hpp"
#include "io/state_source.hpp"
#include "kinetree/report.hpp"

namespace kinetree {
namespace {

constexpr std::size_t read_at_once = std::size_t{1} << 18;
constexpr std::size_t longest_line = std::size_t{16} << 20;

class CsvStates : public StateReader::Source {
 public:
  using Portion = StateReader::Portion;
  CsvStates(std::unique_ptr<ByteFile> file, std::string start, const Model& model,
            const StateReader::Which& wanted);
  std::optional<double> share() const override {
    if (!file_->size() || *file_->size() == 0) return std::nullopt;
    return static_cast<double>(taken_) / static_cast<double>(*file_->size());
  }
  bool take(Portion& portion, std::size_t most) override;
  void read(Portion& portion) const override;
  std::string place(const Portion& portion, std::size_t k) const override;

 private:
  struct Column {
    int array = -1;  ///< none: nobody reads it
    std::size_t entry = 0;
  };
  [[noreturn]] void refuse(std::uint64_t line, std::size_t column, const std::string& message,
                           const std::string& remedy) const;
  bool more();
  std::size_t find_lines(std::size_t most);
  void read_head(const Model& model, const StateReader::Which& wanted);
  void place_columns(const std::vector<std::string>& cells, std::size_t which,
                     std::string_view array, const std::vector<std::string>& names);
  std::size_t entry_of(const std::string& label, const std::vector<std::string>& names,
                       const std::string& cell) const;
  void read_line(std::string_view text, std::uint64_t line, Portion& portion) const;
  double number(std::string_view text, std::uint64_t line, std::size_t at) const;

  std::unique_ptr<ByteFile> file_;
  std::string pending_;  ///< read and not taken
  std::uint64_t line_ = 1, taken_ = 0;
  std::vector<Column> columns_;
  std::vector<std::string> titles_;
  std::array<std::size_t, StateReader::arrays> width_{};
};

CsvStates::CsvStates(std::unique_ptr<ByteFile> file, std::string start, const Model& model,
                     const StateReader::Which& wanted)
    : file_(std::move(file)), pending_(std::move(start)) {
  width_.fill(static_cast<std::size_t>(model.nv()));
  width_[0] = static_cast<std::size_t>(model.nq());
  read_head(model, wanted);
}

void CsvStates::refuse(std::uint64_t line, std::size_t column, const std::string& message,
                       const std::string& remedy) const {
  throw ParseError(fmt::format("{}:{}:{}: {} ({})", file_->name(), line, column, message, remedy));
}

bool CsvStates::more() {
  const std::size_t before = pending_.size();
  pending_.resize(before + read_at_once);
  pending_.resize(before + file_->read(pending_.data() + before, read_at_once));
  return pending_.size() > before;
}

/// How many bytes so many lines have, or those that are left.
std::size_t CsvStates::find_lines(std::size_t most) {
  std::size_t lines = 0, start = 0, seen = 0;
  while (lines < most) {
    const void* const end = std::memchr(pending_.data() + seen, '\n', pending_.size() - seen);
    if (end != nullptr) {
      start = seen = static_cast<std::size_t>(static_cast<const char*>(end) - pending_.data()) + 1;
      ++lines;
      continue;
    }
    seen = pending_.size();
    if (seen - start > longest_line) {
      refuse(line_ + lines, 1, "the line is longer than 16 MiB", "is this the right file?");
    }
    if (!more()) return pending_.size();
  }
  return start;
}

bool CsvStates::take(Portion& portion, std::size_t most) {
  const std::size_t size = find_lines(most);
  portion.first = line_;
  portion.states = 0;
  portion.text.assign(pending_, 0, size);
  pending_.erase(0, size);
  line_ += static_cast<std::uint64_t>(std::count(portion.text.begin(), portion.text.end(), '\n'));
  taken_ += size;
  return size > 0;
}

/// The entry that is meant by [name] or [number].
std::size_t CsvStates::entry_of(const std::string& label, const std::vector<std::string>& names,
                                const std::string& cell) const {
  const auto found = std::find(names.begin(), names.end(), label);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::size_t index = 0;
  const char* const last = label.data() + label.size();
  const auto [end, failed] = std::from_chars(label.data(), last, index);
  if (failed == std::errc() && end == last && index < names.size()) return index;
  refuse(1, 1, "the robot has nothing for column " + in_quotes(cell),
         did_you_mean(label, names, "kinetree info lists the joints"));
}

void CsvStates::place_columns(const std::vector<std::string>& cells, std::size_t which,
                              std::string_view array, const std::vector<std::string>& names) {
  std::vector<bool> seen(names.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::string& cell = cells[c];
    if (!is_entry_of(cell, array)) continue;
    const std::string label = cell.substr(array.size() + 1, cell.size() - array.size() - 2);
    const std::size_t entry = entry_of(label, names, cell);
    if (seen[entry]) {
      refuse(1, 1, fmt::format("two columns are {}[{}]", array, names[entry]), "keep one");
    }
    seen[entry] = true;
    columns_[c] = {static_cast<int>(which), entry};
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    refuse(1, 1,
           fmt::format("there is no column {}[{}]", array,
                       shown(names[static_cast<std::size_t>(missing - seen.begin())])),
           fmt::format("{} needs {} columns, or none at all", array, names.size()));
  }
  has[which] = true;
}

void CsvStates::read_head(const Model& model, const StateReader::Which& wanted) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (pending_.starts_with(byte_order_mark)) pending_.erase(0, byte_order_mark.size());
  Portion head;
  take(head, 1);
  titles_ = csv_cells(head.text);
  columns_.resize(titles_.size());
  for (std::size_t i = 0; i < StateReader::arrays; ++i) {
    const auto is_there = [&](std::string_view array) {
      return std::any_of(titles_.begin(), titles_.end(),
                         [&](const std::string& cell) { return is_entry_of(cell, array); });
    };
    const std::string_view array =
        choose_name(i, is_there, [&](std::string_view a, std::string_view b) {
          refuse(1, 1, fmt::format("there are columns of both {} and {}", a, b), "keep one");
        });
    if (array.empty() || !wanted[i]) continue;
    place_columns(titles_, i, array, i == StateReader::q ? q_names(model) : v_names(model));
  }
  if (has[StateReader::q] || !wanted[StateReader::q]) return;
  const auto names = q_names(model);
  refuse(1, 1, "there are no columns of q",
         fmt::format("the first line must name the columns: {}",
                     names.empty() ? "q[0],…" : fmt::format("q[{}],…", shown(names.front()))));
}

double CsvStates::number(std::string_view text, std::uint64_t line, std::size_t at) const {
  const std::string_view word = trimmed(text);
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
  double value = 0;
  const char* const last = word.data() + word.size();
  const auto [end, failed] = std::from_chars(word.data() + (plus ? 1 : 0), last, value);
  if (failed == std::errc() && end == last && std::isfinite(value)) return value;
  if (word.empty()) refuse(line, at, "the number is missing", "every state has all its numbers");
  refuse(line, at,
         in_quotes(word) + (failed == std::errc() && end == last       ? " is not finite"
                            : failed == std::errc::result_out_of_range ? " does not fit in a double"
                                                                       : " is not a number"),
         "write a plain number, e.g. 0.25 or -1e-3");
}

void CsvStates::read_line(std::string_view text, std::uint64_t line, Portion& portion) const {
  std::array<double*, StateReader::arrays> row{};
  for (std::size_t i = 0; i < StateReader::arrays; ++i) {
    if (!has[i]) continue;
    auto& values = portion.values[i];
    values.resize(values.size() + width_[i]);
    row[i] = values.data() + values.size() - width_[i];
  }
  CsvCells cells(text);
  std::size_t count = 0;
  for (; count < columns_.size() && !cells.done(); ++count) {
    const std::string_view cell = cells.next();
    const Column& column = columns_[count];
    if (column.array < 0) continue;
    row[static_cast<std::size_t>(column.array)][column.entry] =
        number(cell, line, static_cast<std::size_t>(cell.data() - text.data()) + 1);
  }
  if (count == columns_.size() && cells.done()) return;
  for (; !cells.done(); ++count) cells.next();
  refuse(line, 1, fmt::format("the line has {} numbers, the header {}", count, columns_.size()),
         "is the file whole?");
}

void CsvStates::read(Portion& portion) const {
  portion.states = 0;
  for (auto& values : portion.values) values.clear();
  std::string_view rest = portion.text;
  for (std::uint64_t line = portion.first; !rest.empty(); ++line) {
    const std::string_view text = take_line(rest);
    if (trimmed(text).empty()) continue;
    read_line(text, line, portion);
    ++portion.states;
  }
}

std::string CsvStates::place(const Portion& portion, std::size_t k) const {
  std::string_view rest = portion.text;
  std::uint64_t line = portion.first;
  for (; !rest.empty(); ++line) {
    if (!trimmed(take_line(rest)).empty() && k-- == 0) break;
  }
  return fmt::format("{}:{}", file_->name(), line);
}

}  // namespace

std::unique_ptr<StateReader::Source> open_csv_states(std::unique_ptr<ByteFile> file,
                                                     std::string start, const Model& model,
                                                     const StateReader::Which& wanted) {
  return std::make_unique<CsvStates>(std::move(file), std::move(start), model, wanted);
}

}  // namespace kinetree
