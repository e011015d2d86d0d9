// Lines and cells of CSV (RFC 4180): a cell may be quoted, and then hold commas.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace kinetree {

inline std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The first line of `rest`, without its end.
inline std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return line;
}

/// The cells of a line in turn, without the quotes around them.
class CsvCells {
 public:
  explicit CsvCells(std::string_view line) : rest_(line) {}
  bool done() const noexcept { return done_; }
  std::string_view next() {
    if (!rest_.empty() && rest_.front() == '"') return next_quoted();
    return up_to_comma(rest_.find(','));
  }

 private:
  std::string_view up_to_comma(std::size_t comma) {
    const std::string_view cell = rest_.substr(0, comma);
    done_ = comma == rest_.npos;
    rest_.remove_prefix(done_ ? rest_.size() : comma + 1);
    return cell;
  }
  std::string_view next_quoted() {
    std::size_t end = rest_.find('"', 1);
    while (end != rest_.npos && end + 1 < rest_.size() && rest_[end + 1] == '"') {
      end = rest_.find('"', end + 2);
    }
    if (end == rest_.npos) return up_to_comma(end);
    const std::string_view cell = rest_.substr(1, end - 1);
    up_to_comma(rest_.find(',', end));
    return cell;
  }
  std::string_view rest_;
  bool done_ = false;
};

/// All cells of the first line, doubled quotes made single.
inline std::vector<std::string> csv_cells(std::string_view text) {
  std::vector<std::string> cells;
  for (CsvCells line(trimmed(take_line(text))); !line.done();) {
    std::string& cell = cells.emplace_back(trimmed(line.next()));
    for (std::size_t i = cell.find("\"\""); i != cell.npos; i = cell.find("\"\"", i + 1)) {
      cell.erase(i, 1);
    }
  }
  return cells;
}

/// Whether a column is called array[…].
inline bool is_entry_of(std::string_view cell, std::string_view array) {
  return cell.size() > array.size() + 2 && cell.starts_with(array) && cell[array.size()] == '[' &&
         cell.ends_with(']');
}

}  // namespace kinetree
